"""Exporting and importing matches, evenings and seasons, with every entry unchanged."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from scorekeeper.actions.club.seasons import SEASON_JOURNAL
from scorekeeper.actions.desk import Desk
from scorekeeper.actions.evenings.journal import EVENING_JOURNAL, summary_of
from scorekeeper.actions.journal import Journal, check_moment
from scorekeeper.actions.matches.check import check_entries
from scorekeeper.actions.matches.commit import summary
from scorekeeper.engine import shape
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.reading import Name, read
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.shape import at
from scorekeeper.engine.values import Struct, astuple
from scorekeeper.evening.memory import EveningMemory
from scorekeeper.ledger.chain.books import EVENINGS, MATCHES, SEASONS, Book
from scorekeeper.ledger.chain.chains import Together, check_of
from scorekeeper.ledger.chain.entries import Entry
from scorekeeper.ledger.chain.projections import Summary
from scorekeeper.ledger.errors import KeyReused, PlayedTogether, Unknown, Unstorable
from scorekeeper.ledger.records.merging import merge, part

#: The version of the export format; other versions are refused.
FORM = 1
#: An id, as it appears in addresses.
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
CHAIN = re.compile(r"[0-9a-f]{64}")
#: The key of the refusal, by book, if the ledger has something else under the same id.
ANOTHER = {
    MATCHES: "another_match_has_this_id",
    EVENINGS: "another_evening_has_this_id",
    SEASONS: "another_season_has_this_id",
}
ENTRY_KEYS = ("version", "kind", "deal", "payload", "key", "body_hash", "actor", "recorded_at")


class MergeLine(Struct, forbid_unknown_fields=True):
    """The statement that `player` is the same person as `into`, or, if `into` is None, a separate person again. `actor`
    is the device on which the statement was made, `at` the time when it was made."""

    player: Name
    into: Name | None
    actor: Name
    at: Name


MERGE_KEYS = MergeLine.__struct_fields__


class Imported(Struct):
    """The outcome of an import: "known" if the ledger had the same entries already, otherwise "added". `owner` is the
    id of the match, evening or season, or "players"."""

    owner: str
    outcome: Literal["added", "known"]


class _Read(Struct):
    """A match, evening or season to import; `check` is the exported check value, None if there is none."""

    book: Book
    owner: str
    entries: tuple[Entry, ...]
    summary: Summary
    check: object


def export_match(desk: Desk, match_id: str) -> dict[str, Any]:
    """A match as JSON: its entries, scores and check value. Raises `UnknownMatch`."""
    return export(desk, MATCHES, match_id, sides=_sides(desk.load(match_id).state))


def _sides(state: State) -> list[dict[str, Any]]:
    """The sides with their scores, for people who read the file."""
    return [{"name": side.name, "players": list(side.players), "score": side.score} for side in state.standings]


def export_evening(desk: Desk, evening_id: str) -> dict[str, Any]:
    """An evening as JSON, with every match that was opened for it. Raises `UnknownEvening`."""
    matches = [export_match(desk, match_id) for match_id in desk.ledger.evenings.seals(evening_id)]
    return export(desk, EVENINGS, evening_id) | {"matches": matches}


def export(desk: Desk, book: Book, owner: str, **told: Any) -> dict[str, Any]:
    """A match, evening or season as JSON: its entries and check value, and the further fields in `told`. The evenings
    of a season are not in it, only their ids. Raises `book.unknown`."""
    entries = desk.ledger.chains(book).entries(owner)
    head = {f"canasta_{book.noun}": FORM, "id": owner, "check": check_of(entries, book)}
    return {**head, **told, "entries": [_exported(entry, book) for entry in entries]}


def _exported(entry: Entry, book: Book) -> dict[str, Any]:
    """An entry as JSON. For a redacted entry this includes its chain, which cannot be computed from the present
    text."""
    plain = {book.part if key == "deal" else key: getattr(entry, key) for key in ENTRY_KEYS}
    return plain | {"chain": entry.chain} if entry.redacted else plain


def export_all(desk: Desk) -> Iterator[dict[str, Any]]:
    """All seasons, then the evenings with their matches, then the other matches, and last the statements about merged
    players, if there are any. Archived seasons, evenings and matches are left out, but an evening is exported with its
    archived matches, too.

    Of each kind, the oldest comes first, so that an import keeps the order.
    """
    yield from (export(desk, SEASONS, row.id) for row in reversed(desk.ledger.seasons.all()))
    of_evenings: set[str] = set()
    for each in sorted(desk.ledger.evenings.every(), key=lambda row: row.number):
        of_evenings.update(desk.ledger.evenings.seals(each.id))
        yield export_evening(desk, each.id)
    for match_id in reversed([row.id for row in desk.ledger.matches.every()]):
        if match_id not in of_evenings:
            yield export_match(desk, match_id)
    if said := desk.ledger.players.told():
        acts = [{key: getattr(each, key) for key in MERGE_KEYS} for each in said]
        yield {"canasta_players": FORM, "acts": acts}


def import_any(desk: Desk, exported: object) -> Imported:
    """Import a match, a season, an evening with its matches, or merged players. Raises `Refused`."""
    if isinstance(exported, Mapping) and "canasta_players" in exported:
        return import_players(desk, exported)
    if isinstance(exported, Mapping) and "canasta_season" in exported:
        return import_book(desk, SEASON_JOURNAL, exported)
    if isinstance(exported, Mapping) and "canasta_evening" in exported:
        return import_evening(desk, exported)
    return import_match(desk, exported)


def import_players(desk: Desk, exported: Mapping[str, Any]) -> Imported:
    """Import the statements about merged and separated players (`MergeLine`), in order. Players who are not in the
    ledger are added to it. Raises `Refused`; the statements before the refused one are stored then."""
    if exported["canasta_players"] != FORM:
        raise malformed("not_of_the_exported_form", "canasta_players", exported["canasta_players"], [FORM])
    acts = [astuple(act) for act in read(list[MergeLine], exported.get("acts"), "acts")]
    players = desk.ledger.players
    here = [tuple(getattr(each, key) for key in MERGE_KEYS) for each in players.told()]
    new = [act for act in acts if act not in here]
    for index, act in enumerate(acts):
        check_moment(act[-1], f"acts[{index}].at")
    for player, into, actor, now in new:
        one = (players.find(player) or players.remember(player, now=now)).id
        try:
            if into is None:
                part(desk.ledger.store, one, actor=actor, now=now)
            else:
                two = players.find(into) or players.remember(into, now=now)
                merge(desk.ledger.store, one, two.id, actor=actor, now=now)
        except PlayedTogether as together:
            raise malformed("played_together", "acts", together.title) from together
    return Imported("players", "added" if new else "known")


def import_match(desk: Desk, exported: object) -> Imported:
    """Import a match, all of it or nothing.

    Raises `Refused` if it is not in the export format, does not fold, was altered, or another match has its id.
    """
    return _add(desk, _checked_match(exported))


def import_book(desk: Desk, journal: Journal[Any, Any], exported: object) -> Imported:
    """Import a season; its evenings may be imported later. Raises as `import_match`."""
    given, owner, entries = _read(exported, journal.book)
    summed_up = journal.summary(journal.check(entries))
    return _add(desk, _Read(journal.book, owner, entries, summed_up, given.get("check")))


def import_evening(desk: Desk, exported: object) -> Imported:
    """Import an evening and its matches, all or nothing. Matches that this ledger has already stay as they are.

    Raises `Refused` as `import_match` does; if the fault is in one of the matches, the location begins with
    `matches[i]`.
    """
    given, evening_id, entries = _read(exported, EVENINGS)
    memory = EVENING_JOURNAL.check(entries)
    matches: list[_Read] = []
    for index, each in enumerate(shape.listed(given.get("matches"), "matches")):
        try:
            matches.append(_checked_match(each))
            _compare(matches[-1])
        except Refused as refused:
            raise refused.moved(at(f"matches[{index}]", refused.where)) from refused
    for match_id in memory.matches:  # without all of them the results would be unknown
        shape.choice(match_id, "matches", [match.owner for match in matches])
    for index, match in enumerate(matches):
        _check_place(memory, evening_id, match, f"matches[{index}].entries[0].payload")
    gone = {match.owner for match in matches} - memory.matches
    return _add(desk, _Read(EVENINGS, evening_id, entries, summary_of(memory), given.get("check")), matches, gone)


def _add(desk: Desk, read: _Read, parts: Sequence[_Read] = (), gone: Iterable[str] = ()) -> Imported:
    """Import `read`, and those of `parts` that the ledger does not have; archive the matches in `gone`, whose round was
    seated again. If the ledger has `read` already, nothing is imported."""
    if _is_here(desk, read):
        return Imported(read.owner, "known")
    _compare(read)
    new = [read, *(part for part in parts if not _is_here(desk, part))]

    def add(act: Together) -> None:
        for each in new:
            act.add(each.book, each.owner, each.entries, each.summary)
        for match_id in gone:
            act.retire(MATCHES, match_id, read.entries[-1].recorded_at)

    with _refused_as_unstorable():
        desk.ledger.write(add)
    return Imported(read.owner, "added")


def _check_place(memory: EveningMemory, evening_id: str, match: _Read, where: str) -> None:
    """Check that a match was opened for this evening, and for the round and table that it has in the evening's
    entries."""
    place = shape.mapping(match.entries[0].payload.get("evening"), at(where, "evening"), ("evening", "round", "table"))
    shape.choice(place["evening"], at(where, "evening.evening"), [evening_id])
    for number, record in memory.rounds.items():
        for table in (each for each in record.tables if each.match == match.owner):
            shape.whole(place["round"], at(where, "evening.round"), number, number)
            shape.whole(place["table"], at(where, "evening.table"), table.number, table.number)
            shape.whole(len(table.sides), at(where, "sides"), *[len(match.entries[0].payload["sides"])] * 2)


def _checked_match(exported: object) -> _Read:
    given, match_id, entries = _read(exported, MATCHES)
    state = check_entries(entries)
    told, sides = given.get("sides"), _sides(state)
    if told not in (None, sides):
        raise malformed("not_of_the_exported_form", "sides", told, sides)
    return _Read(MATCHES, match_id, entries, summary(state), given.get("check"))


@contextmanager
def _refused_as_unstorable() -> Iterator[None]:
    """Turn the ledger's exceptions about an import into `Refused`, with the location."""
    try:
        yield
    except Unstorable as failure:
        raise malformed("not_of_the_exported_form", f"entries.{failure.what}", str(failure)) from failure
    except KeyReused as failure:
        raise malformed("another_match_has_this_id", "entries[0].key", failure.key) from failure


def _compare(read: _Read) -> None:
    """Check that the exported check value, if there is one, matches the entries. Raises `Refused`."""
    with _refused_as_unstorable():
        if read.check is not None and read.check != (right := check_of(read.entries, read.book)):
            raise malformed("not_of_the_exported_form", "check", read.check, [right])


def _read(exported: object, book: Book) -> tuple[Mapping[str, Any], str, tuple[Entry, ...]]:
    """The exported object, its id and its entries. The payloads are not checked yet. Raises `Refused`."""
    if not isinstance(exported, Mapping):
        raise malformed("not_an_object", "", exported)
    form = f"canasta_{book.noun}"
    if exported.get(form) != FORM:
        raise malformed("not_of_the_exported_form", form, exported.get(form), [FORM])
    shape.mapping(exported, "", (form, "id", "check", "sides", "entries", "matches"))
    match_id, listed = exported.get("id"), exported.get("entries")
    if not isinstance(match_id, str) or not ID.fullmatch(match_id):
        raise malformed("not_of_the_exported_form", "id", match_id)
    if not isinstance(listed, list) or not listed:
        raise malformed("not_a_list", "entries", listed)
    entries = tuple(_entry(book, match_id, source, index) for index, source in enumerate(listed))
    keys = Counter(entry.key for entry in entries if entry.key)
    if twice := next((key for key, times in keys.items() if times > 1), None):
        raise malformed("there_twice", "entries", twice)
    return exported, match_id, entries


def _entry(book: Book, owner: str, source: object, index: int) -> Entry:
    named = {key: book.part if key == "deal" else key for key in ENTRY_KEYS}
    given = shape.mapping(source, f"entries[{index}]", (*named.values(), "chain"))
    values: dict[str, Any] = {key: given.get(name) for key, name in named.items()}
    chain = given.get("chain")
    if chain is not None and not (isinstance(chain, str) and CHAIN.fullmatch(chain)):
        raise malformed("not_of_the_exported_form", f"entries[{index}].chain", chain)
    return Entry(id=0, owner=owner, chain=chain or "", redacted=chain is not None, **values)


def _is_here(desk: Desk, read: _Read) -> bool:
    """Return whether the ledger has a match, evening or season with the same entries. Raises `Refused` if it has other
    entries under the same id."""
    try:
        here = desk.ledger.chains(read.book).entries(read.owner)
    except Unknown:
        return False
    same = [[getattr(entry, key) for key in ENTRY_KEYS] for entry in read.entries]
    if [[getattr(entry, key) for key in ENTRY_KEYS] for entry in here] != same:
        raise malformed(ANOTHER[read.book], "id", read.owner)
    return True
