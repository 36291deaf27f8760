"""A season's entries read as strictly as a form, as `check_evening` reads an evening's: for imports and `verify`."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.actions.forms import check_head
from scorekeeper.actions.matches.rulings import REASON_LENGTH
from scorekeeper.engine import shape
from scorekeeper.engine.reading import Name, looked, read, saying, text, whole
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import WORD, at
from scorekeeper.evening.ranking.rank_reader import chain, read_counting
from scorekeeper.evening.ranking.season import TIE_BREAKS
from scorekeeper.evening.season_entries import SEASON_HANDLERS, SeasonMemory, remember_season, season_and_then
from scorekeeper.ledger import SEASONS, Entry

MOST_ENTRIES = 10_000
#: Evenings of a season: more than a club holds in ten years.
MOST_EVENINGS = 999


def check_season(entries: Sequence[Entry]) -> SeasonMemory:
    """What a season's entries say, every one of its form and possible when it was written. Raises `Refused`."""
    if len(entries) > MOST_ENTRIES:
        raise malformed("wrong_number", "entries", len(entries), [MOST_ENTRIES])
    for index, entry in enumerate(entries):
        where = f"entries[{index}]"
        check_head(entry, index, SEASON_HANDLERS if index else ["season_opened"], SEASONS.part, where)
        check_season_values(entry.kind, entry.payload, at(where, "payload"))
    memory = remember_season(entries[:1])
    for index, entry in enumerate(entries[1:], start=1):
        check_season_turn(entry.kind, entry.payload, memory, f"entries[{index}].payload")
        memory = season_and_then(memory, [entry])
    return memory


def check_season_values(kind: str, payload: Mapping[str, Any], where: str) -> None:
    """Every value of a payload is of its type and within its limits. Raises `Refused`."""
    read(FORMS[kind], payload, where)


def check_season_turn(kind: str, payload: Mapping[str, Any], memory: SeasonMemory, where: str) -> None:
    """The evening that is added is not there yet, the one that is removed is. Raises `Refused`."""
    if kind == "evening_added":
        shape.whole(payload["evening"], at(where, "evening"), memory.next_number, memory.next_number)
        if payload["id"] in memory.evenings.values():
            raise malformed("there_twice", at(where, "id"), payload["id"])
    if kind == "evening_removed" and payload["evening"] not in memory.evenings:
        raise malformed("not_one_of", at(where, "evening"), payload["evening"], map(str, memory.evenings))


def _points(value: Any, where: str) -> None:
    read_counting(value, where)
    if len(value.get("points", ())) > MOST_EVENINGS:
        raise malformed("wrong_number", at(where, "points"), len(value["points"]), [MOST_EVENINGS])


_SETUP: Mapping[str, Any] = {
    "title": Name, "points": looked(_points, type="object"), "best": whole(1, MOST_EVENINGS) | None,
    "tie_breaks": chain(TIE_BREAKS),
    "seed": text(shape.NAME_LENGTH) | None,
}  # fmt: skip
_NUMBER = whole(1, MOST_ENTRIES)
_REASON = text(REASON_LENGTH)
#: The type of each kind of entry's payload.
FORMS: Mapping[str, Any] = {
    "season_opened": saying("title", "points", **_SETUP),
    "season_amended": saying("changed", changed=saying(**_SETUP), reason=_REASON),
    "evening_added": saying("evening", "id", evening=_NUMBER, id=text(WORD)),
    "evening_removed": saying("evening", evening=_NUMBER, reason=_REASON),
}
