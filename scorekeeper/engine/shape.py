"""Strict checks of single JSON values, where the allowed values depend on other values. Elsewhere, `reading` reads JSON
by types.

Every check returns the value, or raises `Refused` (malformed) with its location.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from unicodedata import category

from scorekeeper.engine.refused import malformed

#: The largest number in an input, unless a check has a limit of its own: above every score and count that can occur.
MOST = 1_000_000
NAME_LENGTH = 60
#: The maximum length of a reason, in characters.
REASON_LENGTH = 500
#: The maximum length of an id, and of the key of an entry, outcome or question, in characters. Some lists and objects
#: may have at most this number of items.
WORD = 64

Json = Mapping[str, Any]


def at(where: str, key: str) -> str:
    """The location of a key in the object at `where`."""
    return f"{where}.{key}" if where else key


def mapping(source: object, where: str, allowed: Collection[str]) -> Json:
    """Check that the source is an object with allowed keys only."""
    if type(source) is not dict and not isinstance(source, Mapping):
        raise malformed("not_an_object", where, source)
    for key in source:
        if key not in allowed:
            raise malformed("unknown_key", at(where, str(key)), key, allowed)
    return source


def listed(source: object, where: str) -> Sequence[Any]:
    """Check that the source is a list."""
    if not isinstance(source, list | tuple):
        raise malformed("not_a_list", where, source)
    return source


def choice(value: Any, where: str, allowed: Iterable[str]) -> str:
    """Check that a value is one of the allowed texts."""
    if not isinstance(value, str) or value not in tuple(allowed):
        raise malformed("not_one_of", where, value, allowed)
    return value


def whole(value: Any, where: str, least: int, most: int | None) -> int:
    """A whole number from `least` to `most` (None: no limit). Booleans are not numbers."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise malformed("not_a_whole_number", where, value)
    if value < least or (most is not None and value > most):
        raise malformed("out_of_range", where, value, (least, MOST if most is None else most))
    return value


def text(value: Any, where: str, most: int) -> str:
    """A text of up to `most` characters. Surrogates and control characters are refused, except white space such as line
    breaks and tabs."""
    if not isinstance(value, str):
        raise malformed("not_text", where, value)
    if len(value) > most:
        raise malformed("too_long", where, value, (0, most))
    if any(category(char) in ("Cc", "Cs") and not char.isspace() for char in value):
        raise malformed("not_text", where, value)
    return value


def name(value: Any, where: str) -> str:
    """A text on one line that is not blank, of up to `NAME_LENGTH` characters."""
    if not isinstance(value, str) or not value.strip():
        raise malformed("not_text", where, value)
    if not value.isprintable():
        raise malformed("not_on_one_line", where, value)
    if len(value) > NAME_LENGTH:
        raise malformed("too_long", where, value, (1, NAME_LENGTH))
    return value


def distinct(
    source: object, where: str, allowed: Collection[str] | None = None, seen: set[str] | None = None, *, least: int = 0
) -> tuple[str, ...]:
    """Check a list of at least `least` different texts that are not in `seen` yet; they are added to `seen`. The texts
    are from `allowed`, or any names if that is None."""
    texts, earlier = listed(source, where), set[str]() if seen is None else seen
    if len(texts) < least:
        raise malformed("missing", where)
    for index, each in enumerate(texts):
        here = f"{where}[{index}]"
        value = name(each, here) if allowed is None else choice(each, here, allowed)
        if value in earlier:
            raise malformed("there_twice", here, value)
        earlier.add(value)
    return tuple(texts)
