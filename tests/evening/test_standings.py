"""All standings of tests/cases/evening: the order, the deciding tie-break, and each tie-break that was applied."""

import re
import tomllib
from typing import Any

import pytest

from scorekeeper.contract import rank
from tests.evening.test_seatings import CASES

_SIDE = re.compile(
    r"(?P<ids>[A-Z+]+?)(?P<absent>!)?(?::(?P<score>-?\d+))?(?P<difference>[+-]\d+)?(?:\((?P<best>-?\d+)\))?"
)


def cases() -> list[Any]:
    """The cases as parameters, named by their titles."""
    found = tomllib.loads((CASES / "standings.toml").read_text(encoding="utf-8"))["case"]
    return [pytest.param(case, id=case["title"]) for case in found]


def side_of(text: str, kind: str) -> dict[str, Any]:
    """One side of a result, from text such as `A+B:1000(300)`: entrants, score, best deal; `!` means absent."""
    found = _SIDE.fullmatch(text)
    assert found, text
    figures = {"score": found["score"], "best_deal": found["best"]}
    if kind == "assigned":
        figures = {"points": found["score"], "difference": found["difference"]}
    told = {key: int(value) for key, value in figures.items() if value is not None}
    return {"entrants": found["ids"].split("+"), **told, **({"absent": True} if found["absent"] else {})}


def result_of(text: str) -> dict[str, Any]:
    """One result, from text such as `1 A:1000-B:500` (round 1) or `2 walk_over A-B!`."""
    number, *words = text.split()
    kind = words.pop(0) if words[0] in ("walk_over", "assigned", "void", "sit_out", "missed") else "played"
    if kind in ("sit_out", "missed"):
        return {"round": int(number), "kind": kind, "entrants": words}
    sides = re.split(r"(?<=[\d!)A-Z])-(?=[A-Z])", words[0])
    return {"round": int(number), "kind": kind, "sides": [side_of(side, kind) for side in sides]}


def row_of(row: dict[str, Any]) -> str:
    """One row of an answer as a line of a case."""
    behind = [row["behind_by"]] if row["behind_by"] else []
    penalty = [f"~{row['penalty']}"] if row["penalty"] else []
    return " ".join(map(str, (row["place"], row["entrant"], row["points"], row["difference"], *behind, *penalty)))


def step_of(step: dict[str, Any]) -> str:
    """One tie-break of an answer as a line of a case: its key, the tied entrants, and their values."""
    level = " ".join(step["level"])
    if "skipped" in step:
        return f"{step['key']} {level} {step['skipped']}"
    values = ["null" if value is None else str(value) for value in step["values"].values()]
    return f"{step['key']} {level}: {' '.join(values)}"


@pytest.mark.parametrize("case", cases())
def test_an_evening_is_ranked_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    asked = {key: case[key] for key in ("scoring", "penalties", "tie_breaks") if key in case}
    if "entrants" in case:
        asked["entrants"] = case["entrants"].split()
    told = rank({**asked, "results": [result_of(text) for text in case["results"]]})
    assert [row_of(row) for row in told["standings"]] == case["rows"]
    if "steps" in case:
        assert [step_of(step) for step in told["steps"]] == case["steps"]
