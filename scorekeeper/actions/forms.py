"""The forms that entries are read by: what every entry must be, and checks of the values in a payload.

Every function raises `Refused` (malformed).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from types import NoneType
from typing import Any

from scorekeeper.engine import shape
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import at
from scorekeeper.ledger import Entry

#: Letters of ids, keys of outcomes and of questions.
WORD = 64
#: Beyond every evening and every pause of it; a clock that is wrong by decades is told apart from one that lies.
YEARS = range(1990, 2200)
#: A moment as every writer of this program has it, in UTC.
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)")
SEAL = re.compile(r"[0-9a-f]{64}")

Json = Mapping[str, Any]
#: Looks at a value at its place.
Check = Callable[[Any, str], object]
#: What an entry of a kind must say, and every key that it may, with what may stand there.
Form = tuple[tuple[str, ...], Mapping[str, Check]]


def check_head(entry: Entry, index: int, kinds: Iterable[str], part: str, where: str) -> None:
    """Whatever is no payload: version, kind, key, actor, hash, time, and that it is about what the payload names."""
    shape.whole(entry.version, at(where, "version"), index + 1, index + 1)
    shape.choice(entry.kind, at(where, "kind"), kinds)
    for key, value in (("key", entry.key), ("actor", entry.actor)):
        shape.text(value, at(where, key), WORD)
    if not isinstance(entry.body_hash, str) or not SEAL.fullmatch(entry.body_hash):
        raise malformed("not_of_the_exported_form", at(where, "body_hash"), entry.body_hash)
    _check_moment(entry.recorded_at, at(where, "recorded_at"))
    if not isinstance(entry.payload, Mapping):
        raise malformed("not_an_object", at(where, "payload"), entry.payload)
    named = entry.payload.get(part)
    if type(entry.deal) is not type(named) or entry.deal != named:
        raise malformed("not_one_of", at(where, part), entry.deal, [str(named)])


def check_payload(payload: Json, needed: Sequence[str], checks: Mapping[str, Check], where: str) -> None:
    """Every key that it must have is there, and no other than it may have, each with what may stand there."""
    for key in needed:
        shape.required(payload, key, where)
    for key, value in shape.mapping(payload, where, list(checks)).items():
        checks[key](value, at(where, key))


def _check_moment(value: Any, where: str) -> None:
    """A time as the ledger writes it, in years that a clock may show."""
    try:
        if isinstance(value, str) and MOMENT.fullmatch(value) and datetime.fromisoformat(value).year in YEARS:
            return
    except ValueError:
        pass
    raise malformed("not_a_moment", where, value, (YEARS[0], YEARS[-1]))


def whole(least: int, most: int) -> Check:
    return lambda value, where: shape.whole(value, where, least, most)


def text(most: int) -> Check:
    return lambda value, where: shape.text(value, where, most)


def flag(value: Any, where: str) -> None:
    if not isinstance(value, bool):
        raise malformed("not_true_or_false", where, value, (True, False))


def maybe(check: Check) -> Check:
    return lambda value, where: None if isinstance(value, NoneType) else check(value, where)


def each(check: Check) -> Check:
    def all_of(value: Any, where: str) -> None:
        listed = shape.listed(value, where)
        if len(listed) > WORD:
            raise malformed("wrong_number", where, len(listed), [WORD])
        for index, each in enumerate(listed):
            check(each, f"{where}[{index}]")

    return all_of


def one_of(allowed: Callable[[], Sequence[str]]) -> Check:
    return lambda value, where: shape.choice(value, where, allowed())


def an_object(value: Any, where: str) -> None:
    if not isinstance(value, Mapping):
        raise malformed("not_an_object", where, value)


def of_keys(checks: Mapping[str, Check], *needed: str) -> Check:
    """An object with these keys."""

    def check(value: Any, where: str) -> None:
        an_object(value, where)
        check_payload(value, needed, checks, where)

    return check
