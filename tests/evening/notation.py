"""Tables as a line of text, as in the cases: `2:A+B-C+D*`."""

import re
from typing import Any

_TABLE = re.compile(r"(?P<walk_over>!)?(?:(?P<table>\d+):)?(?P<sides>\S+)")


def table_of(text: str) -> dict[str, Any]:
    """One table in the contract's JSON, with its winner if the text has one."""
    found = _TABLE.fullmatch(text)
    assert found, text
    sides = re.split("[-~]", found["sides"])
    told: dict[str, Any] = {"sides": [side.rstrip("*").split("+") for side in sides]}
    if found["table"]:
        told["table"] = int(found["table"])
    if "~" in text:
        told["winner"] = "draw"
    elif "*" in text:
        told["winner"] = next(place for place, side in enumerate(sides) if side.endswith("*"))
    return told | ({"walk_over": True} if found["walk_over"] else {})


def round_of(number: int, text: str) -> dict[str, Any]:
    """One round, from its tables and, after a slash, the entrants who sat out."""
    tables, _, resting = text.partition("/")
    return {"round": number, "tables": [table_of(each) for each in tables.split()], "sit_out": resting.split()}


def request_of(case: dict[str, Any]) -> dict[str, Any]:
    """A case of tests/cases/evening as a request to `pair`."""
    ids = case["entrants"].split()
    ranks = {id_: place for place, id_ in enumerate(case.get("ranks", "").split(), start=1)}
    known = {
        "rank": ranks,
        "fixed_table": case.get("fixed", {}),
        "points": case.get("points", {}),
        "status": case.get("away", {}),
    }
    entrants = [{"id": id_, **{key: values[id_] for key, values in known.items() if id_ in values}} for id_ in ids]
    options = dict(case.get("options", {}))
    if "seating" in case:
        options["seating"] = [table_of(each) for each in case["seating"]]
    history = [round_of(number, text) for number, text in enumerate(case.get("history", ()), start=1)]
    seed = {"seed": case["seed"]} if "seed" in case else {}
    return {"movement": case["movement"], "entrants": entrants, "history": history, "options": options, **seed}


def text_of(finding: dict[str, Any]) -> str:
    """One finding as a line of a case: its key, its table, the entrants, and how often they have met."""
    who = finding.get("entrants") or [finding["entrant"]]
    return " ".join(
        map(str, (finding["key"], finding["table"], *who, *([finding["times"]] if "times" in finding else [])))
    )
