"""How a season counts, as it is typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.evening.season import TIE_BREAKS
from scorekeeper.evening.season_entries import SeasonSetup
from scorekeeper.words.numbers import whole

#: What is proposed for places where an evening is worth points by place.
LIST = "10 8 6 5 4 3 2"
FIRST: Mapping[str, str] = {"title": "", "by": "points", "list": LIST, "rest": "1", "best": ""} | {
    f"tie{at}": key for at, key in enumerate(TIE_BREAKS)
}
MOST_TYPED = 400
#: Where on the form a refusal of an entry belongs.
FIELDS = {"title": "title", "points": "list", "best": "best", "tie_breaks": "tie0"}


def typed(form: Mapping[str, str], values: Mapping[str, str] = FIRST) -> dict[str, str]:
    """What was chosen, and for all else the `values` that stand."""
    return {name: form.get(name, text)[:MOST_TYPED] for name, text in values.items()}


def settings(values: Mapping[str, str]) -> dict[str, Any]:
    """What is typed, as an entry says it; what is not a number stays as it is, and is refused at its place.

    Raises `Refused` where the title is empty.
    """
    if not values["title"].strip():
        raise malformed("missing_title", "title")
    points: dict[str, Any] = {"by": values["by"]}
    if values["by"] == "list":
        points |= {"points": [_number(part) for part in re.split(r"[\s,;]+", values["list"].strip()) if part]}
        points |= {"rest": _number(values["rest"].strip() or "0")}
    chain = [values[f"tie{at}"] for at in range(len(TIE_BREAKS)) if values[f"tie{at}"]]
    best = values["best"].strip()
    return {
        "title": values["title"].strip(),
        "points": points,
        "best": _number(best) if best else None,
        "tie_breaks": chain,
    }


def values_of(setup: SeasonSetup) -> dict[str, str]:
    """The form as it stands for a season."""
    by_list = setup.counting.by == "list"
    return {
        "title": setup.title,
        "by": setup.counting.by,
        "list": " ".join(map(str, setup.counting.points)) if by_list else LIST,
        "rest": str(setup.counting.rest) if by_list else FIRST["rest"],
        "best": str(setup.best or ""),
    } | {f"tie{at}": setup.tie_breaks[at] if at < len(setup.tie_breaks) else "" for at in range(len(TIE_BREAKS))}


def field_of(refused: Refused) -> str:
    """The field of the form that a refusal is about."""
    if refused.where.startswith("points.rest"):
        return "rest"
    return FIELDS.get(re.split(r"[.\[]", refused.where.removeprefix("changed."))[0], "title")


def _number(text: str) -> int | str:
    number = whole(text.removeprefix("-"), 7)
    return text if number is None else -number if text.startswith("-") else number
