"""The movement with tables that the director sets, and the reading of their sides."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from scorekeeper.engine import shape
from scorekeeper.engine.reading import Id, list_of, read
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Struct
from scorekeeper.evening.past import check_enough
from scorekeeper.evening.values import Drawn, Entrant, SeatingRequest, Sides, TableNumber

SIDES = range(2, 7)
SidesIn: TypeAlias = list_of(list[Id], SIDES[-1], SIDES[0])  # type: ignore[valid-type]
#: A table that the director sets: its number (None: the next free one) and its sides.
Own = tuple[int | None, Sides]


def seat(ask: SeatingRequest) -> Drawn:
    """The tables in the option `seating`; entrants who are present but at none of them rest. Raises `Refused` without
    the option."""
    check_enough(len(ask.present), SIDES[0])
    if "seating" not in ask.options:
        raise malformed("missing", "options.seating")
    given: Sequence[Own] = ask.options["seating"]
    tables = tuple(sides for _, sides in given)
    seated = {id_ for sides in tables for side in sides for id_ in side}
    resting = [entrant.id for entrant in ask.present if entrant.id not in seated]
    return Drawn(tables, resting, numbers=tuple(number for number, _ in given))


class SeatIn(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of the option `seating` in JSON."""

    table: TableNumber | None = None
    sides: SidesIn


def read_seating(value: Any, where: str, entrants: Sequence[Entrant]) -> tuple[Own, ...]:
    """Read the option `seating`: tables with entrants who are present; no entrant and no table may occur twice."""
    present = [entrant.id for entrant in entrants if entrant.status == "present"]
    seen: set[str] = set()
    tables: list[Own] = []
    for index, each in enumerate(read(list[SeatIn], value, where)):
        at = f"{where}[{index}]"
        if each.table is not None and each.table in [other for other, _ in tables]:
            raise malformed("there_twice", f"{at}.table", each.table)
        tables.append((each.table, read_sides(each.sides, at, present, seen)))
    return tuple(tables)


def read_sides(sides: Sequence[Any], where: str, allowed: Sequence[str], seen: set[str]) -> Sides:
    """Read the sides of a table: lists of ids. Each id must be `allowed` and not be in `seen`; it is then added to
    `seen`."""
    at = shape.at(where, "sides")
    return tuple(shape.distinct(side, f"{at}[{index}]", allowed, seen, least=1) for index, side in enumerate(sides))
