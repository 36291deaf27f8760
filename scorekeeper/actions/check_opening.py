"""What an evening is opened with goes together: its first round can be seated, and fits the tables of its format."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine.refused import Refused, impossible
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.pair_reader import read_options
from scorekeeper.evening.pairing import pair
from scorekeeper.evening.values import Ask, Entrant, Seating
from scorekeeper.rulebook.loader import resolve
from scorekeeper.rulebook.schedules import schedules

#: Where `pair` has the options, and where an evening has them.
OPTIONS, MOVEMENT_OPTIONS = "options.", "movement_options."


def check_opening(settings: Mapping[str, Any], entrants: Sequence[Mapping[str, Any]]) -> None:
    """`entrants` are payloads of `entrant_added`. Raises `Refused` with the place; who is too few may still come."""
    first = first_seating(settings, entrants)
    table = resolve(settings["rules"], settings["format"], dict(settings.get("options", {}))).table
    sizes = {each["entrant"]: len(each["players"]) for each in entrants}
    for seated in first.tables if first else ():
        people = [sum(sizes[id_] for id_ in side) for side in seated.sides]
        if people != [table.players // table.sides] * table.sides:
            raise impossible("movement_not_of_format", "movement", settings["movement"])


def first_seating(settings: Mapping[str, Any], entrants: Sequence[Mapping[str, Any]]) -> Seating | None:
    """The first round, or None where it cannot be seated yet. Raises `Refused` for options that no round could have."""
    movement, asked = settings["movement"], dict(settings.get("movement_options", {}))
    if settings.get("tables") is not None:
        asked["tables"] = list(settings["tables"])
    listed = [
        Entrant(each["entrant"], number, number, fixed_table=each.get("fixed_table"))
        for number, each in enumerate(sorted(entrants, key=lambda each: int(each["number"])), start=1)
    ]
    try:
        options = read_options(asked, movement, listed) if listed else {}
        if not listed or MOVEMENTS[movement].by_hand:
            return None
        return pair(Ask(movement, tuple(listed), (), settings.get("seed") or "", options, schedules()))
    except Refused as refused:
        where = _path(refused.where)
        if where is None:
            return None
        raise Refused(refused.kind, refused.key, where, refused.found, refused.allowed) from refused


def _path(where: str) -> str | None:
    """A place of `pair`'s options as an evening has it; None for whatever else it speaks of."""
    if not where.startswith(OPTIONS):
        return None
    name = where.removeprefix(OPTIONS)
    return name if name == "tables" else f"{MOVEMENT_OPTIONS}{name}"
