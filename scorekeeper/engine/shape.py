"""JSON read strictly: every mistake names its place, what was found and what is allowed there.

Every function that reads raises `Refused` (malformed) for what is not of its shape.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any
from unicodedata import category

from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.values import Struct

#: Beyond every score and count that can occur; keeps absurd numbers out of sums and pages.
MOST = 1_000_000
NAME_LENGTH = 60

Json = Mapping[str, Any]


class Value(Struct):
    """What may stand at a key of an object: a whole number within limits (`most` None for no limit), true or false, a
    text (one of `among` where those are named), or by `object` anything, which has a reader of its own.

    A key that is not there stands for its `default`, and null does where that is None; one that is `needed` is there.
    """

    kind: type = int
    default: Any = 0
    least: int = 0
    most: int | None = MOST
    among: Collection[str] | None = None
    needed: bool = False

    def refusal(self, found: Any, where: str) -> Refused:
        """Why something else cannot stand there."""
        if self.kind is bool:
            return malformed("not_true_or_false", where, found, (True, False))
        if self.kind is str and self.among is None:
            return malformed("not_text", where, found)
        if self.kind is str:
            return malformed("not_one_of", where, found, self.among)
        if type(found) is not int:
            return malformed("not_a_whole_number", where, found)
        return malformed("out_of_range", where, found, (self.least, MOST if self.most is None else self.most))


class Form(Struct, dict=True):
    """The keys that an object may have, each with what may stand there."""

    values: Mapping[str, Value]

    @cached_property
    def defaults(self) -> Json:
        """What the keys stand for that are not there."""
        return {key: value.default for key, value in self.values.items()}

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """The keys that must be there."""
        return tuple(key for key, value in self.values.items() if value.needed)


def read(source: object, where: str, form: Form) -> dict[str, Any]:
    """The values of an object of this form, all of its keys. One that is unknown is refused first, then one that is
    missing."""
    if type(source) is not dict and not isinstance(source, Mapping):
        raise malformed("not_an_object", where, source)
    given: Json = source
    values, unfit = form.values, None
    for key, one in given.items():
        value = values.get(key)
        if value is None:
            raise malformed("unknown_key", at(where, str(key)), key, values)
        alike = type(one) is value.kind
        if not alike:
            fits = value.kind is object or (one is None and value.default is None)
        elif value.kind is int:
            fits = value.least <= one and (value.most is None or one <= value.most)
        else:
            fits = value.among is None or one in value.among
        if not fits and unfit is None:
            unfit = key
    for key in form.needed:
        if key not in given:
            raise malformed("missing", at(where, key))
    if unfit is not None:
        raise values[unfit].refusal(given[unfit], at(where, unfit))
    return {**form.defaults, **given}


def at(where: str, key: str) -> str:
    """The place of a key."""
    return f"{where}.{key}" if where else key


def required(source: Json, key: str, where: str) -> Any:
    """The value of a key that must be there."""
    if key not in source:
        raise malformed("missing", at(where, key))
    return source[key]


def optional(source: Json, key: str, where: str, read: Callable[[object, str], Any]) -> Any:
    """The value of a key as `read` gives it; None where it is absent or null."""
    value = source.get(key)
    return None if value is None else read(value, at(where, key))


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


def points(source: Json, key: str, where: str, *, default: int = 0) -> int:
    """A signed whole number of points."""
    return whole(source.get(key, default), at(where, key), -MOST, MOST)


def count(source: Json, key: str, where: str) -> int:
    """A whole number from 0, 0 when absent."""
    return whole(source.get(key, 0), at(where, key), 0, MOST)


def whole(value: Any, where: str, least: int, most: int | None) -> int:
    """A whole number within limits, `most` None for no limit; true and false are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise malformed("not_a_whole_number", where, value)
    if value < least or (most is not None and value > most):
        raise malformed("out_of_range", where, value, (least, MOST if most is None else most))
    return value


def flag(source: Json, key: str, where: str, *, default: bool = False) -> bool:
    """A true or false."""
    value = source.get(key, default)
    if not isinstance(value, bool):
        raise malformed("not_true_or_false", at(where, key), value, (True, False))
    return value


def text(value: Any, where: str, most: int) -> str:
    """A text of so many characters at most, none of them a control character but line breaks and tabs."""
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
