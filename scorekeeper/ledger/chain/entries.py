"""An entry of the ledger, and reading the entries of a match, an evening or a season."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.values import Struct, replace
from scorekeeper.ledger.chain.books import Book
from scorekeeper.ledger.chain.canonical import with_json
from scorekeeper.ledger.chain.names import redactions, shown_names, swapped
from scorekeeper.ledger.store import Tx, Value

Payload = Mapping[str, Any]
#: The number of characters that an idempotency key may have.
KEY_LENGTHS = range(8, 65)


class Entry(Struct):
    """One entry, immutable. `owner` is the id of its match, evening or season, `version` counts the owner's entries
    from 1, and `chain` seals all of them up to this one. `deal` is the number of the deal that the entry is about,
    or None. In an evening, it is the number of the round; in a season, the number of the evening.

    `redacted`: names in `payload` or `actor` differ from the text that was sealed, because a player was renamed or a
    name was removed. The chain cannot be computed from this entry's fields then.
    """

    id: int
    owner: str
    version: int
    kind: str
    deal: int | None
    payload: Payload
    key: str
    body_hash: str
    actor: str
    recorded_at: str
    chain: str
    redacted: bool = False


class Appended(Struct):
    """The entry of a write. `replayed`: an earlier write with the same key had stored it, and nothing was written
    now."""

    entry: Entry
    replayed: bool


def read(tx: Tx, book: Book, where: str, **values: Value) -> tuple[Entry, ...]:
    """The entries that meet the condition `where`, ordered by version, with the names that are shown now. All these
    entries must have the same owner."""
    sql = f"SELECT {book.columns} FROM {book.entries} WHERE {where} ORDER BY version"
    entries = tuple([Entry(*with_json(row, 5)) for row in tx.execute(sql, **values).fetchall()])
    if not entries or not (names := shown_names(tx, book, entries[0].owner)):
        return entries
    redacted = redactions(tx, book, entries[0].owner)
    renamed = ((entry, swapped(entry.payload, names)) for entry in entries)
    return tuple(
        replace(entry, payload=payload, redacted=entry.version in redacted or payload != entry.payload)
        for entry, payload in renamed
    )
