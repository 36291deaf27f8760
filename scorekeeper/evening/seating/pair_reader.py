"""From the contract's JSON to an `Ask`, strictly: every mistake names its place."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine import shape
from scorekeeper.engine.reading import UNSET, Name, Number, Points, UnsetType, any_of, list_of, looked, one_of, read
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Struct, field
from scorekeeper.evening.movements import MOVEMENTS, readers
from scorekeeper.evening.movements.free import SidesIn, read_ids, read_sides
from scorekeeper.evening.movements.options import TableNumber
from scorekeeper.evening.values import DRAW, Ask, Entrant, Round, Schedule, SeatedTable, Status

#: More than fifty tables seat; keeps a search from taking more than seconds.
MOST_ENTRANTS = 250


def _seed(value: Any, where: str) -> str | None:
    """The word or number of a draw; a number counts by its digits."""
    if type(value) is int:
        return str(shape.whole(value, where, 0, None))
    return None if value is None else shape.name(value, where)


Seed = looked(_seed, type=["string", "integer", "null"])


class EntrantIn(Struct, forbid_unknown_fields=True):
    """An entrant as it is written; one with nothing but an id may be written as that."""

    id: Name
    rank: Number | UnsetType | None = UNSET
    points: Points = 0
    fixed_table: TableNumber | None = None
    status: Status = "present"


class TableIn(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of a round that was played, as it is written."""

    table: TableNumber | None = None
    sides: SidesIn
    winner: any_of(type=["integer", "string", "null"]) = None  # type: ignore[valid-type]
    walk_over: bool = False


class RoundIn(Struct, forbid_unknown_fields=True):
    """A round that was played, as it is written."""

    round: Number
    tables: list[TableIn]
    sit_out: Any = field(default_factory=list)


class AskIn(Struct, forbid_unknown_fields=True, kw_only=True):
    """The question who sits where in the next round, as it is written."""

    movement: one_of(MOVEMENTS)  # type: ignore[valid-type]
    entrants: list_of(EntrantIn | str, MOST_ENTRANTS, refusal="too_large")  # type: ignore[valid-type]
    history: list[RoundIn] = field(default_factory=list)
    seed: Seed = None  # type: ignore[valid-type]
    options: Any = field(default_factory=dict)


def read_ask(source: object, schedules: Mapping[int, Schedule]) -> Ask:
    """Read the question of `scorekeeper pair`. Raises `Refused` (malformed)."""
    asked = read(AskIn, source)
    entrants, movement = _entrants(asked.entrants), asked.movement
    ids = [entrant.id for entrant in entrants]
    history = tuple(_round(each, f"history[{index}]", index + 1, ids) for index, each in enumerate(asked.history))
    options = read_options(asked.options, movement, entrants)
    if MOVEMENTS[movement].draws(options) and asked.seed is None:
        raise malformed("missing", "seed")
    return Ask(movement, entrants, history, asked.seed or "", options, schedules)


def read_id(value: Any, where: str, seen: Sequence[str]) -> str:
    """An id that is not among those `seen`."""
    id_ = shape.name(value, where)
    if id_ in seen:
        raise malformed("there_twice", where, id_)
    return id_


def _entrants(source: Sequence[EntrantIn | str]) -> tuple[Entrant, ...]:
    entrants: list[Entrant] = []
    listed = [EntrantIn(each) if isinstance(each, str) else each for each in source]
    ranked = any(isinstance(each.rank, int) for each in listed)
    for index, each in enumerate(listed):
        where = f"entrants[{index}]"
        if ranked and each.rank is UNSET:
            raise malformed("missing", f"{where}.rank")
        entrant = Entrant(
            id=read_id(each.id, f"{where}.id", [other.id for other in entrants]),
            number=index + 1,
            rank=shape.whole(each.rank, f"{where}.rank", 1, shape.MOST) if ranked else index + 1,
            points=each.points,
            fixed_table=each.fixed_table,
            status=each.status,
        )
        for key in ("rank", "fixed_table"):
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
    return Round(tables, read_ids(given.sit_out, f"{where}.sit_out", ids, seen, least=0))


def _table(given: TableIn, where: str, ids: Sequence[str], seen: set[str]) -> SeatedTable:
    sides = read_sides(given.sides, where, ids, seen)
    winner = given.winner
    if winner not in (None, DRAW):
        winner = shape.whole(winner, f"{where}.winner", 0, len(sides) - 1)
    return SeatedTable(sides, winner, given.walk_over, given.table)


def read_options(source: Any, movement: str, entrants: Sequence[Entrant]) -> dict[str, Any]:
    """The options of a movement for these entrants. Raises `Refused` (malformed) at `options.<name>`."""
    reader_of = readers(movement)
    given = shape.mapping(source, "options", tuple(reader_of))
    return {key: reader_of[key](value, f"options.{key}", entrants) for key, value in given.items()}
