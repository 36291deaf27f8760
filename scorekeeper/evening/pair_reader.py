"""From the contract's JSON to an `Ask`, strictly: every mistake names its place."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from scorekeeper.engine import shape
from scorekeeper.engine.refused import malformed
from scorekeeper.evening.movements import MOVEMENTS, readers
from scorekeeper.evening.movements.free import read_ids, read_sides
from scorekeeper.evening.movements.options import MOST_TABLES
from scorekeeper.evening.values import DRAW, Ask, Entrant, Round, Schedule, Status, Table

ASK_KEYS = ("movement", "entrants", "history", "seed", "options")
ENTRANT_KEYS = ("id", "rank", "points", "fixed_table", "status")
ROUND_KEYS = ("round", "tables", "sit_out")
#: More than fifty tables seat; keeps a search from taking more than seconds.
MOST_ENTRANTS = 250
TABLE_KEYS = ("table", "sides", "winner", "walk_over")


def read_ask(source: object, schedules: Mapping[int, Schedule]) -> Ask:
    """Read the question of `scorekeeper pair`. Raises `Refused` (malformed)."""
    asked = shape.mapping(source, "", ASK_KEYS)
    movement = shape.choice(shape.required(asked, "movement", ""), "movement", MOVEMENTS)
    entrants = _entrants(shape.required(asked, "entrants", ""))
    history = _history(asked.get("history", []), [entrant.id for entrant in entrants])
    seed = read_seed(asked)
    options = read_options(asked.get("options", {}), movement, entrants)
    if MOVEMENTS[movement].draws(options) and seed is None:
        raise malformed("missing", "seed")
    return Ask(movement, entrants, history, seed or "", options, schedules)


def read_seed(asked: shape.Json) -> str | None:
    """The word or number of a draw; a number counts by its digits."""
    seed = asked.get("seed")
    if isinstance(seed, int) and not isinstance(seed, bool):
        return str(shape.whole(seed, "seed", 0, None))
    return None if seed is None else shape.name(seed, "seed")


def read_id(value: Any, where: str, seen: Sequence[str]) -> str:
    """An id that is not among those `seen`."""
    id_ = shape.name(value, where)
    if id_ in seen:
        raise malformed("there_twice", where, id_)
    return id_


def _entrants(source: Any) -> tuple[Entrant, ...]:
    entrants: list[Entrant] = []
    listed = [{"id": each} if isinstance(each, str) else each for each in shape.listed(source, "entrants")]
    if len(listed) > MOST_ENTRANTS:
        raise malformed("too_large", "entrants")
    ranked = any(isinstance(each, Mapping) and each.get("rank") is not None for each in listed)
    for index, each in enumerate(listed):
        where = f"entrants[{index}]"
        given = shape.mapping(each, where, ENTRANT_KEYS)
        entrant = Entrant(
            id=read_id(shape.required(given, "id", where), f"{where}.id", [other.id for other in entrants]),
            number=index + 1,
            rank=shape.whole(shape.required(given, "rank", where), f"{where}.rank", 1, shape.MOST)
            if ranked
            else index + 1,
            points=shape.points(given, "points", where),
            fixed_table=shape.optional(given, "fixed_table", where, _table_number),
            status=_status(given.get("status", "present"), f"{where}.status"),
        )
        for key in ("rank", "fixed_table"):
            value = getattr(entrant, key)
            if value is not None and value in [getattr(other, key) for other in entrants]:
                raise malformed("there_twice", f"{where}.{key}", value)
        entrants.append(entrant)
    return tuple(entrants)


def _status(value: Any, where: str) -> Status:
    status: Status = shape.choice(value, where, get_args(Status))  # type: ignore[assignment]
    return status


def _table_number(value: Any, where: str) -> int:
    return shape.whole(value, where, 1, MOST_TABLES)


def _history(source: Any, ids: Sequence[str]) -> tuple[Round, ...]:
    rounds = shape.listed(source, "history")
    return tuple(_round(each, f"history[{index}]", index + 1, ids) for index, each in enumerate(rounds))


def _round(source: Any, where: str, number: int, ids: Sequence[str]) -> Round:
    given = shape.mapping(source, where, ROUND_KEYS)
    value = shape.required(given, "round", where)
    if shape.whole(value, f"{where}.round", 1, shape.MOST) != number:
        raise malformed("not_one_of", f"{where}.round", value, [number])
    seen: set[str] = set()
    listed = shape.listed(shape.required(given, "tables", where), f"{where}.tables")
    tables = tuple(_table(each, f"{where}.tables[{index}]", ids, seen) for index, each in enumerate(listed))
    return Round(tables, read_ids(given.get("sit_out", []), f"{where}.sit_out", ids, seen, least=0))


def _table(source: Any, where: str, ids: Sequence[str], seen: set[str]) -> Table:
    given = shape.mapping(source, where, TABLE_KEYS)
    number = shape.optional(given, "table", where, _table_number)
    sides = read_sides(given, where, ids, seen)
    winner = given.get("winner")
    if winner not in (None, DRAW):
        winner = shape.whole(winner, f"{where}.winner", 0, len(sides) - 1)
    return Table(sides, winner, shape.flag(given, "walk_over", where), number)


def read_options(source: Any, movement: str, entrants: Sequence[Entrant]) -> dict[str, Any]:
    """The options of a movement for these entrants. Raises `Refused` (malformed) at `options.<name>`."""
    reader_of = readers(movement)
    given = shape.mapping(source, "options", tuple(reader_of))
    return {key: reader_of[key](value, f"options.{key}", entrants) for key, value in given.items()}
