"""What every new entry goes through: a retry is known again, the entry is sealed onto the chain and written."""

from dataclasses import replace

from sqlite_utils import Database

from scorekeeper.ledger.entries import KEY_LENGTHS, Appended, Entry, row_of, sealed_after
from scorekeeper.ledger.errors import KeyReused, Unstorable


def replayed(found: tuple[Entry, ...], key: str, hashed: str) -> Appended | None:
    """The entry that this key already stands for. Raises KeyReused where it stands for another body."""
    if not found:
        return None
    if found[0].body_hash != hashed:
        raise KeyReused(key)
    return Appended(found[0], replayed=True)


def insert(db: Database, before: str, draft: Entry) -> Entry:
    """Seal an entry onto the chain `before` it and write it. Answers it as it stands."""
    if len(draft.key) not in KEY_LENGTHS:
        raise Unstorable("key", f"{len(draft.key)} characters; 8 to 64 are allowed")
    values = row_of(draft)
    chain = sealed_after(before, draft)
    made = db.execute(
        "INSERT INTO entries (match_id, version, kind, deal, payload, key, body_hash, actor, recorded_at, chain)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        [*values, chain],
    )
    return replace(draft, id=made.fetchall()[0][0], chain=chain)
