"""The steps of every new entry: a retry is recognised, the entry is sealed onto the chain and written."""

from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain import projections
from scorekeeper.ledger.chain.books import Book
from scorekeeper.ledger.chain.canonical import digest
from scorekeeper.ledger.chain.entries import KEY_LENGTHS, UNSEALED, Appended, Entry, Payload, sealed
from scorekeeper.ledger.errors import KeyReused, Unstorable
from scorekeeper.ledger.store import Tx


class New(Struct):
    """An entry to be written. `body` is what its writer asked for, where the payload holds more than that (results,
    numbers given here); `deal` as in an `Entry`."""

    kind: str
    payload: Payload
    key: str
    actor: str
    now: str
    deal: int | None = None
    body: object = None

    def as_entry(self, version: int, owner: str = "") -> Entry:
        """The entry that it becomes, not sealed yet; without an `owner` as a fold reads it, which asks neither whose it
        is nor what a retry is known by."""
        asked = self.payload if self.body is None else self.body
        hashed = digest([self.kind, self.deal, asked], what="body") if owner else ""
        return Entry(0, owner, version, self.kind, self.deal, self.payload, self.key, hashed, self.actor, self.now, "")


def replayed(earlier: tuple[Entry, ...], new: New) -> Appended | None:
    """The entry that this key already stands for. Raises KeyReused where it stands for another body."""
    if not earlier:
        return None
    if earlier[0].body_hash != new.as_entry(earlier[0].version, earlier[0].owner).body_hash:
        raise KeyReused(new.key)
    return Appended(earlier[0], replayed=True)


def insert(tx: Tx, book: Book, before: str, draft: Entry) -> Entry:
    """Seal an entry onto the chain `before` it, write it and the players it seats, and return it as stored."""
    if len(draft.key) not in KEY_LENGTHS:
        raise Unstorable("key", f"{len(draft.key)} characters; 8 to 64 are allowed")
    values = dict(zip(book.written, sealed(book, before, draft), strict=True))
    named = ", ".join(f":{column}" for column in book.written)
    made = tx.execute(f"INSERT INTO {book.entries} ({', '.join(book.written)}) VALUES ({named}) RETURNING id", **values)
    written: list[Any] = [made.fetchall()[0][0], *UNSEALED(draft), values["chain"]]
    entry = Entry(*written)
    projections.seat(tx, book, entry)
    return entry
