"""The options of movements, read strictly; every mistake is told at the option's own place."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from scorekeeper.engine import shape
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Meta
from scorekeeper.evening.values import Entrant

#: Reads the value of an option at its place, for this list of entrants. Raises `Refused`.
Reader = Callable[[Any, str, Sequence[Entrant]], Any]

MOST_TABLES = 999
TableNumber = Annotated[int, Meta(ge=1, le=MOST_TABLES)]


def flag(value: Any, where: str, entrants: Sequence[Entrant]) -> bool:
    """A true or false."""
    if not isinstance(value, bool):
        raise malformed("not_true_or_false", where, value, (True, False))
    return value


def one_of(*allowed: str) -> Reader:
    """A text among the allowed ones."""
    return lambda value, where, entrants: shape.choice(value, where, allowed)


def whole(least: int, most: int) -> Reader:
    """A whole number within limits."""
    return lambda value, where, entrants: shape.whole(value, where, least, most)


def tables(value: Any, where: str, entrants: Sequence[Entrant]) -> tuple[int, ...]:
    """The numbers of the room's tables, in the order in which they are filled."""
    for number in shape.listed(value, where):
        shape.whole(number, where, 1, MOST_TABLES)
    if not value:
        raise malformed("missing", where)
    if len(set(value)) < len(value):
        raise malformed("there_twice", where, next(number for number in value if value.count(number) > 1))
    return tuple(value)
