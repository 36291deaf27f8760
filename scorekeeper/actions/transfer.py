"""Matches, evenings and seasons out of the ledger and into it: every entry as written; nothing is lost on the way."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from scorekeeper.actions.club.seasons import SEASON_JOURNAL
from scorekeeper.actions.desk import Desk
from scorekeeper.actions.evenings.journal import EVENING_JOURNAL, summary_of
from scorekeeper.actions.journal import Journal
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
from scorekeeper.ledger.chain.chains import Together
from scorekeeper.ledger.chain.entries import Entry, check_of
from scorekeeper.ledger.chain.projections import Summary
from scorekeeper.ledger.errors import KeyReused, PlayedTogether, Unknown, Unstorable
from scorekeeper.ledger.records.merging import merge, part

#: The version of the exported form; a newer one is refused, not guessed at.
FORM = 1
#: What stands in addresses.
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
CHAIN = re.compile(r"[0-9a-f]{64}")
ENTRY_KEYS = ("version", "kind", "deal", "payload", "key", "body_hash", "actor", "recorded_at")


class MergeLine(Struct, forbid_unknown_fields=True):
    """A statement that a player is one person with another, or None from then on, with its device and time."""

    player: Name
    into: Name | None
    actor: Name
    at: Name


MERGE_KEYS = MergeLine.__struct_fields__


class Imported(Struct):
    """The outcome of importing a match, an evening or a season: added, or already known entry by entry."""

    owner: str
    outcome: Literal["added", "known"]


class _Read(Struct):
    """An exported match, evening or season, as it is to be added."""

    book: Book
    owner: str
    entries: tuple[Entry, ...]
    summary: Summary


def export_match(desk: Desk, match_id: str) -> dict[str, Any]:
    """One match: its entries, who scored what, and the check value. Raises `UnknownMatch`."""
    return export(desk, MATCHES, match_id, sides=_sides(desk.load(match_id).state))


def _sides(state: State) -> list[dict[str, Any]]:
    """The scores by scorer, for a reader of the file."""
    return [{"name": side.name, "players": list(side.players), "score": side.score} for side in state.standings]


def export_evening(desk: Desk, evening_id: str) -> dict[str, Any]:
    """An evening with every match that was opened for it. Raises `UnknownEvening`."""
    matches = [export_match(desk, match_id) for match_id in desk.ledger.evenings.seals(evening_id)]
    return export(desk, EVENINGS, evening_id) | {"matches": matches}


def export(desk: Desk, book: Book, owner: str, **told: Any) -> dict[str, Any]:
    """One match, evening, or season (of this only which evenings it has, and how they count): its entries and its check
    value, with what else is `told` of it. Raises the book's `unknown`."""
    entries = desk.ledger.chains(book).entries(owner)
    head = {f"canasta_{book.noun}": FORM, "id": owner, "check": check_of(entries, book)}
    return {**head, **told, "entries": [_exported(entry, book) for entry in entries]}


def _exported(entry: Entry, book: Book) -> dict[str, Any]:
    """An entry as it is read; one that says another name than was written brings the chain that it had along."""
    plain = {book.part if key == "deal" else key: getattr(entry, key) for key in ENTRY_KEYS}
    return plain | {"chain": entry.chain} if entry.redacted else plain


def export_all(desk: Desk) -> Iterator[dict[str, Any]]:
    """Every season, every evening with its matches, and every other match: what is not retired, the oldest first:
    an import lists them as they were. Then which players are one person, if any are."""
    yield from (export(desk, SEASONS, row.id) for row in desk.ledger.seasons.all())
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
    """Write an exported match, season, evening with its matches, or who is one person. Raises `Refused`."""
    if isinstance(exported, Mapping) and "canasta_players" in exported:
        return import_players(desk, exported)
    if isinstance(exported, Mapping) and "canasta_season" in exported:
        return import_book(desk, SEASON_JOURNAL, exported)
    if isinstance(exported, Mapping) and "canasta_evening" in exported:
        return import_evening(desk, exported)
    return import_match(desk, exported)


def import_players(desk: Desk, exported: Mapping[str, Any]) -> Imported:
    """Say again of players, by name, that two are one person, or no longer, each in its turn. Raises `Refused`."""
    if exported["canasta_players"] != FORM:
        raise malformed("not_of_the_exported_form", "canasta_players", exported["canasta_players"], [FORM])
    acts = [astuple(act) for act in read(list[MergeLine], exported.get("acts"), "acts")]
    players = desk.ledger.players
    here = [tuple(getattr(each, key) for key in MERGE_KEYS) for each in players.told()]
    new = [act for act in acts if act not in here]
    for player, into, actor, now in new:
        one = players.remember(player, now=now).id
        try:
            if into is None:
                part(desk.ledger.store, one, actor=actor, now=now)
            else:
                merge(desk.ledger.store, one, players.remember(into, now=now).id, actor=actor, now=now)
        except PlayedTogether as together:
            raise malformed("played_together", "acts", together.title) from together
    return Imported("players", "added" if new else "known")


def import_match(desk: Desk, exported: object) -> Imported:
    """Write an exported match into this ledger, all of it or nothing.

    Raises `Refused` where it is not of the exported form, does not fold, is not what was exported, or another match
    has its id.
    """
    return _add(desk, exported, _checked_match(exported))


def import_book(desk: Desk, journal: Journal[Any, Any], exported: object) -> Imported:
    """Write an exported season, or what else has a journal; its evenings may come later. Raises as `import_match`."""
    owner, entries = _read(exported, journal.book)
    return _add(desk, exported, _Read(journal.book, owner, entries, journal.summary(journal.check(entries))))


def import_evening(desk: Desk, exported: object) -> Imported:
    """Write an exported evening and its matches into this ledger, all of it or nothing; a match that is here stays.

    Raises `Refused` as `import_match` does, at `matches[i]` for one of its matches.
    """
    evening_id, entries = _read(exported, EVENINGS)
    memory = EVENING_JOURNAL.check(entries)
    matches = []
    listed = shape.listed(exported.get("matches") if isinstance(exported, Mapping) else None, "matches")
    for index, each in enumerate(listed):
        with _refused_at(f"matches[{index}]"):
            matches.append(_checked_match(each))
            _compare(each, matches[-1])
    _check_all_there(memory, [match.owner for match in matches])
    for index, match in enumerate(matches):
        _check_place(memory, evening_id, match, f"matches[{index}].entries[0].payload")
    return _add(desk, exported, _Read(EVENINGS, evening_id, entries, summary_of(memory)), matches)


def _add(desk: Desk, exported: object, read: _Read, parts: Sequence[_Read] = ()) -> Imported:
    """Write what was read, and those of its parts that are not here, unless it is here itself."""
    if _is_here(desk, read):
        return Imported(read.owner, "known")
    _compare(exported, read)
    new = [read, *(part for part in parts if not _is_here(desk, part))]

    def add(act: Together) -> None:
        for each in new:
            act.add(each.book, each.owner, each.entries, each.summary)

    with _refused_as_unstorable():
        desk.ledger.write(add)
    return Imported(read.owner, "added")


def _check_all_there(memory: EveningMemory, match_ids: Sequence[str]) -> None:
    """Without the matches of its rounds nobody knows what they came to."""
    for match in memory.matches:
        shape.choice(match, "matches", match_ids)


def _check_place(memory: EveningMemory, evening_id: str, match: _Read, where: str) -> None:
    """A match was opened for this evening: for the round and the table at which the evening has it, where it has it."""
    place = shape.mapping(match.entries[0].payload.get("evening"), at(where, "evening"), ("evening", "round", "table"))
    shape.choice(place["evening"], at(where, "evening.evening"), [evening_id])
    for number, record in memory.rounds.items():
        for table in (each for each in record.tables if each.match == match.owner):
            shape.whole(place["round"], at(where, "evening.round"), number, number)
            shape.whole(place["table"], at(where, "evening.table"), table.number, table.number)


def _checked_match(exported: object) -> _Read:
    match_id, entries = _read(exported, MATCHES)
    state = check_entries(entries)
    told, sides = exported.get("sides") if isinstance(exported, Mapping) else None, _sides(state)
    if told not in (None, sides):
        raise malformed("not_of_the_exported_form", "sides", told, sides)
    return _Read(MATCHES, match_id, entries, summary(state))


@contextmanager
def _refused_at(where: str) -> Iterator[None]:
    """Report every refusal at this place."""
    try:
        yield
    except Refused as refused:
        spot = at(where, refused.where)
        raise refused.moved(spot) from refused


@contextmanager
def _refused_as_unstorable() -> Iterator[None]:
    """Report the ledger's refusals of an import at their place."""
    try:
        yield
    except Unstorable as failure:
        raise malformed("not_of_the_exported_form", f"entries.{failure.what}", str(failure)) from failure
    except KeyReused as failure:
        raise malformed("another_match_has_this_id", "entries[0].key", failure.key) from failure


def _compare(exported: object, read: _Read) -> None:
    """The check value that was exported with the entries is theirs; without one there is nothing to compare."""
    given = exported.get("check") if isinstance(exported, Mapping) else None
    with _refused_as_unstorable():
        if given is not None and given != (right := check_of(read.entries, read.book)):
            raise malformed("not_of_the_exported_form", "check", given, [right])


def _read(exported: object, book: Book) -> tuple[str, tuple[Entry, ...]]:
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
    return match_id, tuple(_entry(book, match_id, source, index) for index, source in enumerate(listed))


def _entry(book: Book, owner: str, source: object, index: int) -> Entry:
    named = {key: book.part if key == "deal" else key for key in ENTRY_KEYS}
    given = shape.mapping(source, f"entries[{index}]", (*named.values(), "chain"))
    values: dict[str, Any] = {key: given.get(name) for key, name in named.items()}
    chain = given.get("chain")
    if chain is not None and not (isinstance(chain, str) and CHAIN.fullmatch(chain)):
        raise malformed("not_of_the_exported_form", f"entries[{index}].chain", chain)
    return Entry(id=0, owner=owner, chain=chain or "", redacted=chain is not None, **values)


def _is_here(desk: Desk, read: _Read) -> bool:
    """Return whether this very match, evening or season is here already. Another one under its id is refused."""
    try:
        here = desk.ledger.chains(read.book).entries(read.owner)
    except Unknown:
        return False
    same = [[getattr(entry, key) for key in ENTRY_KEYS] for entry in read.entries]
    if [[getattr(entry, key) for key in ENTRY_KEYS] for entry in here] != same:
        raise malformed(ANOTHER.get(read.book, ANOTHER[MATCHES]), "id", read.owner)
    return True


#: What is said where something else is here under an id.
ANOTHER = {
    MATCHES: "another_match_has_this_id",
    EVENINGS: "another_evening_has_this_id",
    SEASONS: "another_season_has_this_id",
}
