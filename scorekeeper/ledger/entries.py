"""An entry of the ledger, how its row is read, and how it is sealed into its match's chain."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger.canonical import chain, check_value, to_json, with_json

Payload = Mapping[str, Any]
#: Letters of an idempotency key.
KEY_LENGTHS = range(8, 65)

#: The columns of a row as `entry_of` reads them.
COLUMNS = "id, match_id, version, kind, deal, payload, key, body_hash, actor, recorded_at, chain"


@dataclass(frozen=True, slots=True)
class Entry:
    """What was written once: `version` numbers a match's entries from 1, `chain` seals all of them so far."""

    id: int
    match_id: str
    version: int
    kind: str
    deal: int | None
    payload: Payload
    key: str
    body_hash: str
    actor: str
    recorded_at: str
    chain: str


@dataclass(frozen=True, slots=True)
class Appended:
    """The entry that stands for a write; `replayed` when it stood already and nothing was written now."""

    entry: Entry
    replayed: bool


def entry_of(row: Sequence[Any]) -> Entry:
    """The entry in a row of COLUMNS."""
    return Entry(*with_json(row, 5))


#: What the chain calls the columns that it seals; the row's own number is none of them.
_SEALED = ("match", "version", "kind", "deal", "payload", "key", "body", "actor", "at")


def chain_of(before: str, row: Sequence[Any]) -> str:
    """The chain up to an entry, given the chain `before` it and its row from match_id to recorded_at, as stored."""
    return chain(before, dict(zip(_SEALED, row, strict=True)))


def row_of(entry: Entry) -> list[Any]:
    """An entry's columns from match_id to recorded_at, as they are stored. Raises `Unstorable`."""
    values = [entry.match_id, entry.version, entry.kind, entry.deal, to_json(entry.payload), entry.key]
    return [*values, entry.body_hash, entry.actor, entry.recorded_at]


def check_of(entries: Iterable[Entry]) -> str:
    """The check value of a match with these entries, as people compare it. Raises `Unstorable`."""
    return check_value(reduce(lambda before, entry: chain_of(before, row_of(entry)), entries, ""))


def read(db: Database, where: str, values: Sequence[object]) -> tuple[Entry, ...]:
    """The entries that meet a condition, in order of their version."""
    rows = db.execute(f"SELECT {COLUMNS} FROM entries WHERE {where} ORDER BY version", list(values))
    return tuple(entry_of(row) for row in rows.fetchall())
