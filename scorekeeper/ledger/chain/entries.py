"""An entry of the ledger, how its row is read, and how it is sealed into the chain of its match or evening."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import attrgetter
from typing import Any

from scorekeeper.engine.values import Struct, fields, replace
from scorekeeper.ledger.chain.books import MATCHES, Book
from scorekeeper.ledger.chain.canonical import chain, check_value, to_json, with_json
from scorekeeper.ledger.chain.names import redactions, shown_names, swapped
from scorekeeper.ledger.store import Tx, Value

Payload = Mapping[str, Any]
#: Letters of an idempotency key.
KEY_LENGTHS = range(8, 65)


class Entry(Struct):
    """One entry, immutable: `version` counts the entries of its `owner`, a match or an evening, from 1, and `chain`
    seals all of them so far. `deal` is the deal concerned; of an evening's entry, the round.

    A `redacted` one says another name than the one that its chain was made of.
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


#: What of an entry is known before it is written: all between its number and its chain.
UNSEALED = attrgetter(*[each.name for each in fields(Entry)[1:-2]])


class Appended(Struct):
    """The entry that stands for a write; `replayed` when it stood already and nothing was written now."""

    entry: Entry
    replayed: bool


def entry_of(row: Sequence[Any]) -> Entry:
    """The entry in a row of a book's columns."""
    return Entry(*with_json(row, 5))


def check_of(entries: Iterable[Entry], book: Book = MATCHES) -> str:
    """The check value of a match or evening with these entries, as people compare it. Raises `Unstorable`."""
    return check_value(reduce(lambda before, entry: sealed(book, before, entry)[-1], entries, ""))


def sealed(book: Book, before: str, entry: Entry) -> list[Any]:
    """Every column of an entry but its number, as stored, up to its chain: that is made of it, or where it was redacted
    the one that it had. Raises `Unstorable`."""
    row = [entry.owner, entry.version, entry.kind, entry.deal, to_json(entry.payload), entry.key]
    row += [entry.body_hash, entry.actor, entry.recorded_at]
    return [*row, entry.chain if entry.redacted else chain(before, book.sealed, row)]


def read(tx: Tx, book: Book, where: str, **values: Value) -> tuple[Entry, ...]:
    """The entries of one owner that meet a condition, in order of their version, with the names that are shown now."""
    sql = f"SELECT {book.columns} FROM {book.entries} WHERE {where} ORDER BY version"
    rows = tx.execute(sql, **values).fetchall()
    if not rows or not (names := shown_names(tx, book, rows[0][1])):
        return tuple(map(entry_of, rows))
    redacted = redactions(tx, book, rows[0][1])
    return tuple(_renamed(entry_of(row), names, redacted) for row in rows)


def _renamed(entry: Entry, names: Mapping[str, str], redacted: Mapping[int, str]) -> Entry:
    payload = swapped(entry.payload, names)
    return replace(entry, payload=payload, redacted=entry.version in redacted or payload != entry.payload)
