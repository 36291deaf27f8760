"""Single values of JSON read strictly, where what is allowed depends on other values; `reading` reads by types.

Every function that reads raises `Refused` (malformed) for what is not of its shape.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from unicodedata import category

from scorekeeper.engine.refused import malformed

#: Beyond every score and count that can occur; keeps absurd numbers out of sums and pages.
MOST = 1_000_000
NAME_LENGTH = 60
#: Letters of a reason that somebody gives.
REASON_LENGTH = 500
#: Letters of ids, and of the keys of entries, outcomes and questions.
WORD = 64

Json = Mapping[str, Any]


def at(where: str, key: str) -> str:
    """The place of a key."""
    return f"{where}.{key}" if where else key


def required(source: Json, key: str, where: str) -> Any:
    """The value of a key that must be there."""
    if key not in source:
        raise malformed("missing", at(where, key))
    return source[key]


def mapping(source: object, where: str, allowed: Collection[str]) -> Json:
    """An object with no key but the allowed ones."""
    if type(source) is not dict and not isinstance(source, Mapping):
        raise malformed("not_an_object", where, source)
    for key in source:
        if key not in allowed:
            raise malformed("unknown_key", at(where, str(key)), key, allowed)
    return source


def listed(source: object, where: str) -> Sequence[Any]:
    """A list."""
    if not isinstance(source, list | tuple):
        raise malformed("not_a_list", where, source)
    return source


def choice(value: Any, where: str, allowed: Iterable[str]) -> str:
    """A text among the allowed ones."""
    if not isinstance(value, str) or value not in tuple(allowed):
        raise malformed("not_one_of", where, value, allowed)
    return value


def whole(value: Any, where: str, least: int, most: int | None) -> int:
    """A whole number within limits, `most` None for no limit; true and false are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise malformed("not_a_whole_number", where, value)
    if value < least or (most is not None and value > most):
        raise malformed("out_of_range", where, value, (least, MOST if most is None else most))
    return value


def flag(source: Json, key: str, where: str, *, default: bool = False) -> bool:
    """A boolean."""
    value = source.get(key, default)
    if not isinstance(value, bool):
        raise malformed("not_true_or_false", at(where, key), value, (True, False))
    return value


def text(value: Any, where: str, most: int) -> str:
    """A text up to this length, without control characters except line breaks and tabs."""
    if not isinstance(value, str):
        raise malformed("not_text", where, value)
    if len(value) > most:
        raise malformed("too_long", where, value, (0, most))
    if any(category(char) in ("Cc", "Cs") and not char.isspace() for char in value):
        raise malformed("not_text", where, value)
    return value


def name(value: Any, where: str) -> str:
    """A text with something in it, on one line, short enough for a column."""
    if not isinstance(value, str) or not value.strip():
        raise malformed("not_text", where, value)
    if not value.isprintable():
        raise malformed("not_on_one_line", where, value)
    if len(value) > NAME_LENGTH:
        raise malformed("too_long", where, value, (1, NAME_LENGTH))
    return value
