"""Every worked case of tests/cases: a deal, and its points according to the source."""

import json
from decimal import Decimal
from typing import Any

import pytest

from scorekeeper.rulebook.loader import rulebook
from tests.engine.table import CASES, broken, cases, of_deals, open_with, play

RULE_SETS = of_deals()
FILES = (*RULE_SETS, "openings", "melds")
REQUEST = ("rules", "format", "options", "deal", "sides", "cards_left", "first_round_out")
NOT_GROUPS = ("total", "score", "opening")


def listed(*files: str) -> list[Any]:
    """The cases of these files as parameters, named by their ids."""
    return [pytest.param(case, id=case["id"]) for file in files for case in cases(file)]


@pytest.mark.parametrize("case", listed(*RULE_SETS))
def test_a_deal_is_scored_as_the_source_says(case: dict[str, Any]) -> None:
    result = play({key: case[key] for key in REQUEST if key in case})
    expected = dict(case["expected"])
    match, told = expected.pop("match", {}), expected.pop("findings", [])
    for name, side in expected.items():
        groups = {key: value for key, value in side.items() if key not in NOT_GROUPS}
        assert result.groups[name] == groups
        assert result.totals[name] == sum(groups.values())
        assert (result.totals[name], result.scores[name]) == (side["total"], side["score"])
        assert result.openings[name] == side["opening"]
    if "money" in match:
        match = {**match, "money": Decimal(match["money"])}
    assert result.match == match
    assert result.told == told


SIDES = [json.loads(line) for line in (CASES / "sides.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("game", dict.fromkeys(side["game"] for side in SIDES))
def test_a_side_at_a_limit_is_worth_what_was_worked_out_by_hand(game: str) -> None:
    """The sides are at a limit, above it and below it, under each option. Totals follow from the sourced values."""
    for row in (row for row in SIDES if row["game"] == game):
        asked = {key: row[key] for key in ("format", "options") if key in row}
        result = play({"rules": game, "sides": [row["side"]], **asked})
        told = sorted(finding.split(" ")[0] for finding in result.told)
        assert (list(result.totals.values()), told) == ([row["total"]], sorted(row.get("findings", told))), row


@pytest.mark.parametrize("case", listed("openings"))
def test_an_opening_is_judged_as_the_source_says(case: dict[str, Any]) -> None:
    assert {key: open_with(case)[key] for key in case["expected"]} == case["expected"]


@pytest.mark.parametrize("case", listed("melds"))
def test_a_meld_is_judged_as_the_source_says(case: dict[str, Any]) -> None:
    assert broken(case) == case["expected"]


def test_every_case_has_its_own_id_a_title_and_a_section() -> None:
    known = [case for file in FILES for case in cases(file)]
    ids = [case["id"] for case in known]
    assert sorted(set(ids)) == sorted(ids)
    assert all(case["title"] for case in known)
    assert {part for case in known for part in case["section"].split(", ")} <= {*rulebook().sections, "-"}
