"""`pair`: the seating of the next round by a movement, at tables of the room; and the strict reading of the request
from the contract's JSON."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count
from typing import Any

from scorekeeper.engine import shape
from scorekeeper.engine.reading import UNSET, Name, Number, Points, UnsetType, any_of, list_of, looked, one_of, read
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.engine.values import Struct, field
from scorekeeper.evening.movements import MOVEMENTS, readers
from scorekeeper.evening.movements.free import SidesIn, read_sides
from scorekeeper.evening.past import Times, met, partnered
from scorekeeper.evening.values import (
    DRAW,
    Entrant,
    Round,
    Schedule,
    Seated,
    SeatedTable,
    Seating,
    SeatingFinding,
    SeatingRequest,
    Sides,
    Status,
    TableNumber,
)


def pair(ask: SeatingRequest) -> Seating:
    """Seat the next round. Raises `Refused`: impossible if there is no seating, malformed if the movement lacks an
    option that it needs (`seating`), or if options contradict each other."""
    drawn = MOVEMENTS[ask.movement].seat(ask)
    numbers = numbered(ask, drawn.tables, drawn.numbers)
    tables = sorted(map(Seated, numbers, drawn.tables), key=lambda table: table.number)
    resting = set(drawn.resting)
    return Seating(
        round=ask.round,
        tables=tuple(tables),
        sit_out=tuple(entrant.id for entrant in ask.entrants if entrant.id in resting),
        cost=drawn.cost,
        findings=tuple(findings(ask, tables)),
        done=drawn.done,
        extra=drawn.extra,
    )


def findings(ask: SeatingRequest, tables: Sequence[Seated]) -> Iterator[SeatingFinding]:
    """The compromises of a seating, table by table: opponents who met before (only at tables without partners),
    partners who were partners before, and entrants who are not at their own table."""
    times, together = met(ask.history), partnered(ask.history)
    for table in tables:
        if all(len(side) == 1 for side in table.sides):
            alone = [side[0] for side in table.sides]
            yield from _before("met_before", table.number, alone, times)
        for side in table.sides:
            yield from _before("partners_before", table.number, side, together)
        for side in table.sides:
            for id_ in side:
                if ask.own_table(id_) not in (None, table.number):
                    yield SeatingFinding("moved", table.number, (id_,))


def _before(key: str, table: int, ids: Sequence[str], times: Times) -> Iterator[SeatingFinding]:
    for two in combinations(ids, 2):
        if often := times[frozenset(two)]:
            yield SeatingFinding(key, table, two, often)


def numbered(ask: SeatingRequest, tables: Sequence[Sides], wishes: Sequence[int | None] | None = None) -> list[int]:
    """The numbers of the tables, in the order of `tables`. `wishes` are numbers that are already set, with None for
    tables without one.

    If a table has an entrant with a table of their own, it gets the number of that table, unless the number is among
    the `wishes`. Of several such numbers, it gets the lowest one. Each other table gets the first number of the room
    that is not taken and not a seated entrant's own. If there is no such number, it gets an entrant's own number that
    is not taken. Raises `Refused` (impossible) at `options.tables` if no number is left.
    """
    wished = wishes or [None] * len(tables)
    own = [{at for side in sides for id_ in side if (at := ask.own_table(id_)) is not None} for sides in tables]
    settled = [
        min(numbers.difference(wished), default=None) if wish is None else wish
        for wish, numbers in zip(wished, own, strict=True)
    ]
    taken = {number for number in settled if number is not None}
    free = _free(ask.options.get("tables"), taken, {number for numbers in own for number in numbers})
    assigned = []
    for number in settled:
        given = next(free, None) if number is None else number
        if given is None:
            raise impossible("too_few_tables", "options.tables", len(ask.options["tables"]), [len(tables)])
        assigned.append(given)
    return assigned


def _free(room: Sequence[int] | None, taken: set[int], own: set[int]) -> Iterator[int]:
    """The table numbers that may be assigned, in order."""
    if room is None:
        yield from (number for number in count(1) if number not in taken | own)
    else:
        yield from (number for number in room if number not in taken | own)
        yield from (number for number in room if number in own - taken)


#: The maximum number of entrants, enough for fifty tables of four. To find a seating for this many takes seconds.
MOST_ENTRANTS = 250


def _seed(value: Any, where: str) -> str | None:
    """Read the seed of a draw: a text, or a number, which is the same seed as the text of its digits."""
    if type(value) is int:
        return str(shape.whole(value, where, 0, None))
    return None if value is None else shape.name(value, where)


Seed = looked(_seed, type=["string", "integer", "null"])


class EntrantIn(Struct, forbid_unknown_fields=True):
    """An entrant in JSON. The id alone may stand for an entrant without other values."""

    id: Name
    rank: Number | UnsetType | None = UNSET
    points: Points = 0
    fixed_table: TableNumber | None = None
    status: Status = "present"


class TableIn(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of a played round in JSON."""

    table: TableNumber | None = None
    sides: SidesIn
    winner: any_of(type=["integer", "string", "null"]) = None  # type: ignore[valid-type]
    walk_over: bool = False


class RoundIn(Struct, forbid_unknown_fields=True):
    """A played round in JSON."""

    round: Number
    tables: list[TableIn]
    sit_out: Any = field(default_factory=list)


class AskIn(Struct, forbid_unknown_fields=True, kw_only=True):
    """The request for the seating of the next round in JSON."""

    movement: one_of(MOVEMENTS)  # type: ignore[valid-type]
    entrants: list_of(EntrantIn | str, MOST_ENTRANTS, refusal="too_large")  # type: ignore[valid-type]
    history: list[RoundIn] = field(default_factory=list)
    seed: Seed = None  # type: ignore[valid-type]
    options: Any = field(default_factory=dict)


def read_ask(source: object, schedules: Mapping[int, Schedule]) -> SeatingRequest:
    """Read the request of `scorekeeper pair`. Raises `Refused` (malformed)."""
    asked = read(AskIn, source)
    entrants, movement = _entrants(asked.entrants), asked.movement
    ids = [entrant.id for entrant in entrants]
    history = tuple(_round(each, f"history[{index}]", index + 1, ids) for index, each in enumerate(asked.history))
    options = read_options(asked.options, movement, entrants)
    if MOVEMENTS[movement].draws(options) and asked.seed is None:
        raise malformed("missing", "seed")
    return SeatingRequest(movement, entrants, history, asked.seed or "", options, schedules)


def _entrants(source: Sequence[EntrantIn | str]) -> tuple[Entrant, ...]:
    entrants: list[Entrant] = []
    listed = [EntrantIn(each) if isinstance(each, str) else each for each in source]
    ranked = any(isinstance(each.rank, int) for each in listed)
    for index, each in enumerate(listed):
        where = f"entrants[{index}]"
        if ranked and each.rank is UNSET:
            raise malformed("missing", f"{where}.rank")
        entrant = Entrant(
            id=shape.name(each.id, f"{where}.id"),
            number=index + 1,
            rank=shape.whole(each.rank, f"{where}.rank", 1, shape.MOST) if ranked else index + 1,
            points=each.points,
            fixed_table=each.fixed_table,
            status=each.status,
        )
        for key in ("id", "rank", "fixed_table"):
            value = getattr(entrant, key)
            if value is not None and value in [getattr(other, key) for other in entrants]:
                raise malformed("there_twice", f"{where}.{key}", value)
        entrants.append(entrant)
    return tuple(entrants)


def _round(given: RoundIn, where: str, number: int, ids: Sequence[str]) -> Round:
    if given.round != number:
        raise malformed("not_one_of", f"{where}.round", given.round, [number])
    seen: set[str] = set()
    tables = tuple(_table(each, f"{where}.tables[{index}]", ids, seen) for index, each in enumerate(given.tables))
    return Round(tables, shape.distinct(given.sit_out, f"{where}.sit_out", ids, seen))


def _table(given: TableIn, where: str, ids: Sequence[str], seen: set[str]) -> SeatedTable:
    sides = read_sides(given.sides, where, ids, seen)
    winner = given.winner
    if winner not in (None, DRAW):
        winner = shape.whole(winner, f"{where}.winner", 0, len(sides) - 1)
    return SeatedTable(sides, winner, given.walk_over, given.table)


def read_options(source: Any, movement: str, entrants: Sequence[Entrant]) -> dict[str, Any]:
    """Read the options of a movement for these entrants. Raises `Refused` (malformed) at `options.<name>`."""
    reader_of = readers(movement)
    given = shape.mapping(source, "options", tuple(reader_of))
    return {key: reader_of[key](value, f"options.{key}", entrants) for key, value in given.items()}
