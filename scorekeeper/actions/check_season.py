"""A season's entries read as strictly as a form, as `check_evening` reads an evening's: for imports and `verify`."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.actions.forms import WORD, Form, check_head, check_payload, each, maybe, of_keys, one_of, text, whole
from scorekeeper.actions.rulings import REASON_LENGTH
from scorekeeper.engine import shape
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import at
from scorekeeper.evening.rank_reader import read_counting
from scorekeeper.evening.season import TIE_BREAKS
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
    check_payload(payload, *FORMS[kind], where)


def check_season_turn(kind: str, payload: Mapping[str, Any], memory: SeasonMemory, where: str) -> None:
    """The evening that is added is not there yet, the one that is removed is. Raises `Refused`."""
    if kind == "evening_added":
        shape.whole(payload["evening"], at(where, "evening"), memory.next_number, memory.next_number)
        if payload["id"] in memory.evenings.values():
            raise malformed("there_twice", at(where, "id"), payload["id"])
    if kind == "evening_removed" and payload["evening"] not in memory.evenings:
        raise malformed("not_one_of", at(where, "evening"), payload["evening"], map(str, memory.evenings))


def _tie_breaks(value: Any, where: str) -> None:
    each(one_of(lambda: TIE_BREAKS))(value, where)
    for index, key in enumerate(value):
        if key in value[:index]:
            raise malformed("there_twice", f"{where}[{index}]", key)


def _points(value: Any, where: str) -> None:
    read_counting(value, where)
    if len(value.get("points", ())) > MOST_EVENINGS:
        raise malformed("wrong_number", at(where, "points"), len(value["points"]), [MOST_EVENINGS])


_SETUP = {
    "title": shape.name, "points": _points, "best": maybe(whole(1, MOST_EVENINGS)), "tie_breaks": _tie_breaks,
    "seed": maybe(text(shape.NAME_LENGTH)),
}  # fmt: skip
_NUMBER = whole(1, MOST_ENTRIES)
_REASON = text(REASON_LENGTH)
#: The form of each kind of entry.
FORMS: Mapping[str, Form] = {
    "season_opened": (("title", "points"), _SETUP),
    "season_amended": (("changed",), {"changed": of_keys(_SETUP), "reason": _REASON}),
    "evening_added": (("evening", "id"), {"evening": _NUMBER, "id": text(WORD)}),
    "evening_removed": (("evening",), {"evening": _NUMBER, "reason": _REASON}),
}
