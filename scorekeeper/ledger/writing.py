"""One transaction on one match: read, fold, append, summarise, all or nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from sqlite_utils import Database

from scorekeeper.ledger import projections
from scorekeeper.ledger.canonical import body_hash
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.entries import KEY_LENGTHS, Appended, Entry, Payload, read, row_of, sealed_after
from scorekeeper.ledger.errors import KeyReused, RetiredMatch, StaleVersion, UnknownMatch, Unstorable
from scorekeeper.ledger.projections import MatchSummary


class Writing:
    """What may be done to a match while its transaction is open. Made by `writing`."""

    def __init__(self, db: Database, match_id: str, version: int) -> None:
        self._db = db
        self.match_id = match_id
        self.version = version
        self._entries: tuple[Entry, ...] | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The match's entries, those appended here included."""
        if self._entries is None:
            self._entries = read(self._db, "match_id = ?", [self.match_id])
        return self._entries

    def replay(self, key: str, kind: str, body: object, *, deal: int | None = None) -> Appended | None:
        """What an earlier write with this key did, None if there was none. Raises KeyReused for another body."""
        found = read(self._db, "match_id = ? AND key = ?", [self.match_id, key])
        return replayed(found, key, body_hash(kind, deal, body))

    def append(
        self,
        *,
        kind: str,
        payload: Payload,
        key: str,
        version: int,
        actor: str,
        now: str,
        deal: int | None = None,
        body: object = None,
    ) -> Appended:
        """Add an entry, or answer the earlier one that the same key stands for.

        `version` is what the writer saw; `body` is what the writer asked for, where the payload holds more than that
        (results, numbers given here). Raises KeyReused, StaleVersion and Unstorable.
        """
        hashed = body_hash(kind, deal, payload if body is None else body)
        earlier = replayed(read(self._db, "match_id = ? AND key = ?", [self.match_id, key]), key, hashed)
        if earlier is not None:
            return earlier
        if version != self.version:
            raise StaleVersion(expected=version, current=self.version)
        draft = Entry(0, self.match_id, version + 1, kind, deal, payload, key, hashed, actor, now, "")
        entry = insert(self._db, self._last_chain(), draft)
        projections.advance(self._db, self.match_id, entry.version, now)
        self.version = entry.version
        if self._entries is not None:
            self._entries = (*self._entries, entry)
        return Appended(entry, replayed=False)

    def summarise(self, summary: MatchSummary) -> None:
        """Keep what a fold of the entries so far says."""
        projections.summarise(self._db, self.match_id, summary)

    def forget_draft(self, deal: int) -> None:
        """The draft of this deal has become an entry."""
        self._db.execute("DELETE FROM drafts WHERE match_id = ? AND deal = ?", [self.match_id, deal])

    def _last_chain(self) -> str:
        if self._entries:
            return self._entries[-1].chain
        row = self._db.execute(
            "SELECT chain FROM entries WHERE match_id = ? AND version = ?", [self.match_id, self.version]
        ).fetchone()
        return str(row[0])


@contextmanager
def writing(file: LedgerFile, match_id: str) -> Iterator[Writing]:
    """Open a transaction on a match. Raises UnknownMatch and RetiredMatch."""
    with file.write_tx() as db:
        row = db.execute("SELECT version, retired_at FROM matches WHERE id = ?", [match_id]).fetchone()
        if row is None:
            raise UnknownMatch(match_id)
        if row[1] is not None:
            raise RetiredMatch(match_id)
        yield Writing(db, match_id, row[0])


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
