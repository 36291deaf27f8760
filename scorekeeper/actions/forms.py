"""The rules for every entry of a chain besides its payload, and types that the payloads of all books share."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from scorekeeper.engine import shape
from scorekeeper.engine.reading import list_of, looked
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import WORD, at
from scorekeeper.ledger import Entry

#: Beyond every evening and every pause of it; a clock that is wrong by decades is told apart from one that lies.
YEARS = range(1990, 2200)
#: A moment as every writer of this program has it, in UTC.
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)")
SEAL = re.compile(r"[0-9a-f]{64}")


def check_head(entry: Entry, index: int, kinds: Iterable[str], part: str, where: str) -> None:
    """Check all but the payload: version, kind, key, actor, hash, time, and that it is about what the payload names.

    Raises `Refused` (malformed).
    """
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


def _check_moment(value: Any, where: str) -> None:
    """A time as the ledger writes it, in years that a clock may show."""
    try:
        if isinstance(value, str) and MOMENT.fullmatch(value) and datetime.fromisoformat(value).year in YEARS:
            return
    except ValueError:
        pass
    raise malformed("not_a_moment", where, value, (YEARS[0], YEARS[-1]))


def each(kind: Any) -> Any:
    """The type of a short list."""
    return list_of(kind, WORD)


def chosen(allowed: Callable[[], Sequence[str]]) -> Any:
    """The type of a text among those that the rulebook names, which is read when it is asked for."""
    return looked(lambda found, where: shape.choice(found, where, allowed()), type="string")
