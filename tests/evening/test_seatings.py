"""Every seating of tests/cases/evening: the tables, the cost, and the compromises."""

import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.contract import pair
from scorekeeper.evening.movements.matching import improved
from tests.evening.notation import request_of, table_of, text_of

CASES = Path(__file__).resolve().parent.parent / "cases" / "evening"


def cases() -> list[Any]:
    """The cases as parameters, named by movement and title."""
    found = tomllib.loads((CASES / "seatings.toml").read_text(encoding="utf-8"))["case"]
    return [pytest.param(case, id=f"{case['movement']}: {case['title']}") for case in found]


@pytest.mark.parametrize("case", cases())
def test_a_round_is_seated_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    told = pair(request_of(case))
    assert told == {
        "round": len(case.get("history", ())) + 1,
        "tables": [table_of(each) for each in case.get("tables", "").split()],
        "sit_out": case.get("rests", "").split(),
        "cost": case.get("cost"),
        "findings": told.get("findings"),
        "done": "tables" not in case,
        **case.get("told", {}),
    }
    assert [text_of(finding) for finding in told["findings"]] == case.get("findings", [])


def test_partners_who_would_meet_again_are_exchanged() -> None:
    before = ({0, 1}, {2, 3}, {4, 5}, {6, 7})

    def cost(four: tuple[int, ...]) -> tuple[int]:
        return (sum(set(side) in before for side in (four[:2], four[2:])),)

    found = improved(range(8), 4, cost)
    assert [cost(four) for four in found] == [(0,), (0,)]
    assert sorted(place for four in found for place in four) == list(range(8))


@pytest.mark.parametrize(("people", "rounds"), [(10, 3), (15, 4)])
def test_a_draw_of_three_a_table_lets_nobody_meet_twice(people: int, rounds: int) -> None:
    entrants, history, met = [f"P{at}" for at in range(people)], [], Counter[frozenset[str]]()
    for _ in range(rounds):
        asked = {"movement": "draw", "entrants": entrants, "history": history, "seed": "9"}
        told = pair({**asked, "options": {"per_table": 3, "avoid_repeats": True}})
        tables = [[side[0] for side in table["sides"]] for table in told["tables"]]
        met.update(frozenset(two) for ids in tables for two in combinations(ids, 2))
        history.append({key: told[key] for key in ("round", "tables", "sit_out")})
    assert max(met.values()) == 1
    assert len({id_ for round_ in history for id_ in round_["sit_out"]}) == (people % 3) * rounds
