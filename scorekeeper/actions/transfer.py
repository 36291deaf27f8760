"""Matches out of the ledger and into it: every entry as it was written, so that nothing is lost on the way."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scorekeeper.actions.check_entries import check_entries
from scorekeeper.actions.commit import summary
from scorekeeper.actions.desk import Desk
from scorekeeper.engine.refused import malformed
from scorekeeper.ledger import Entry, KeyReused, UnknownMatch, Unstorable, check_of

#: The version of the exported form; a newer one is refused, not guessed at.
FORM = 1
#: What stands in addresses.
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
CHAIN = re.compile(r"[0-9a-f]{64}")
ENTRY_KEYS = ("version", "kind", "deal", "payload", "key", "body_hash", "actor", "recorded_at")


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import made of one match: added, or known already entry by entry."""

    match_id: str
    outcome: Literal["added", "known"]


def export_match(desk: Desk, match_id: str) -> dict[str, Any]:
    """One match: its entries, who scored what, and the check value. Raises `UnknownMatch`."""
    folded = desk.load(match_id)
    entries = desk.ledger.entries(match_id)
    return {
        "canasta_match": FORM,
        "id": match_id,
        "check": desk.ledger.check_value(match_id),
        "sides": [{"name": s.name, "players": list(s.players), "score": s.score} for s in folded.state.standings],
        "entries": [_exported(entry) for entry in entries],
    }


def _exported(entry: Entry) -> dict[str, Any]:
    """An entry as it is read; one that says another name than was written brings the chain that it had along."""
    plain = {key: getattr(entry, key) for key in ENTRY_KEYS}
    return plain | {"chain": entry.chain} if entry.redacted else plain


def export_all(desk: Desk) -> Iterator[dict[str, Any]]:
    """Every match that is not retired, the oldest change last."""
    before = None
    while rows := desk.ledger.matches.page(before=before, limit=200):
        for row in rows:
            yield export_match(desk, row.id)
        before = rows[-1].number


def import_match(desk: Desk, exported: object) -> Imported:
    """Write an exported match into this ledger, all of it or nothing.

    Raises `Refused` where it is not of the exported form, does not fold, is not what was exported, or another match
    has its id.
    """
    match_id, entries = _read(exported)
    after = summary(check_entries(entries))
    if _known(desk, match_id, entries):
        return Imported(match_id, "known")
    try:
        _compare(exported, entries)
        desk.ledger.import_match(match_id, entries, summary=after)
    except Unstorable as failure:
        raise malformed("not_of_the_exported_form", f"entries.{failure.what}", str(failure)) from failure
    except KeyReused as failure:
        raise malformed("another_match_has_this_id", "entries[0].key", failure.key) from failure
    return Imported(match_id, "added")


def _compare(exported: object, entries: tuple[Entry, ...]) -> None:
    """The check value that was exported with the entries is theirs; without one there is nothing to compare."""
    told = exported.get("check") if isinstance(exported, Mapping) else None
    if told is not None and told != (right := check_of(entries)):
        raise malformed("not_of_the_exported_form", "check", told, [right])


def _read(exported: object) -> tuple[str, tuple[Entry, ...]]:
    if not isinstance(exported, Mapping):
        raise malformed("not_an_object", "", exported)
    if exported.get("canasta_match") != FORM:
        raise malformed("not_of_the_exported_form", "canasta_match", exported.get("canasta_match"), [FORM])
    match_id, listed = exported.get("id"), exported.get("entries")
    if not isinstance(match_id, str) or not ID.fullmatch(match_id):
        raise malformed("not_of_the_exported_form", "id", match_id)
    if not isinstance(listed, list) or not listed:
        raise malformed("not_a_list", "entries", listed)
    return match_id, tuple(_entry(match_id, source, place) for place, source in enumerate(listed))


def _entry(match_id: str, source: object, place: int) -> Entry:
    if not isinstance(source, Mapping):
        raise malformed("not_an_object", f"entries[{place}]", source)
    values: dict[str, Any] = {key: source.get(key) for key in ENTRY_KEYS}
    chain = source.get("chain")
    if chain is not None and not (isinstance(chain, str) and CHAIN.fullmatch(chain)):
        raise malformed("not_of_the_exported_form", f"entries[{place}].chain", chain)
    return Entry(id=0, owner=match_id, chain=chain or "", redacted=chain is not None, **values)


def _known(desk: Desk, match_id: str, entries: tuple[Entry, ...]) -> bool:
    """Is this very match here already? Another one under its id is refused."""
    try:
        here = desk.ledger.entries(match_id)
    except UnknownMatch:
        return False
    same = [[getattr(entry, key) for key in ENTRY_KEYS] for entry in entries]
    if [[getattr(entry, key) for key in ENTRY_KEYS] for entry in here] != same:
        raise malformed("another_match_has_this_id", "id", match_id)
    return True
