"""Appending an entry: one transaction that knows a retry again, seals the entry, and keeps lists in step with it."""

from dataclasses import replace

from sqlite_utils import Database

from scorekeeper.ledger import projections
from scorekeeper.ledger.canonical import body_hash
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.entries import KEY_LENGTHS, Appended, Entry, Payload, read, row_of, sealed_after
from scorekeeper.ledger.errors import KeyReused, RetiredMatch, StaleVersion, UnknownMatch, Unstorable
from scorekeeper.ledger.projections import MatchSummary

_LAST = (
    "SELECT version, retired_at, (SELECT chain FROM entries WHERE match_id = matches.id AND version = matches.version)"
    " FROM matches WHERE id = ?"
)


def append(
    file: LedgerFile,
    match_id: str,
    *,
    kind: str,
    payload: Payload,
    key: str,
    version: int,
    actor: str,
    now: str,
    deal: int | None = None,
    body: object = None,
    summary: MatchSummary | None = None,
    ends_draft: bool = False,
) -> Appended:
    """Add an entry, or answer the earlier one that the same key stands for.

    `version` is what the writer saw; `body` is what the writer asked for, where the payload holds more than that
    (results, numbers given here). `summary` is what a fold of the entries, this one included, says of the match;
    `ends_draft`: what was typed of this deal has become the entry. Raises UnknownMatch, RetiredMatch, KeyReused,
    StaleVersion and Unstorable.
    """
    hashed = body_hash(kind, deal, payload if body is None else body)
    with file.write_tx() as db:
        row = db.execute(_LAST, [match_id]).fetchone()
        if row is None:
            raise UnknownMatch(match_id)
        current, retired_at, chain = row
        if retired_at is not None:
            raise RetiredMatch(match_id)
        earlier = replayed(read(db, "match_id = ? AND key = ?", [match_id, key]), key, hashed)
        if earlier is not None:
            return earlier
        if version != current:
            raise StaleVersion(expected=version, current=current)
        draft = Entry(0, match_id, version + 1, kind, deal, payload, key, hashed, actor, now, "")
        entry = insert(db, chain, draft)
        projections.advance(db, match_id, entry.version, now)
        if summary is not None:
            projections.summarise(db, match_id, summary)
        if ends_draft:
            db.execute("DELETE FROM drafts WHERE match_id = ? AND deal = ?", [match_id, deal])
    return Appended(entry, replayed=False)


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
