"""Opening matches, and putting in those that were written elsewhere: any number in one transaction, all or none."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlite_utils import Database

from scorekeeper.ledger import projections, rematches
from scorekeeper.ledger.canonical import body_hash, to_json
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.entries import Appended, Entry, Payload, read
from scorekeeper.ledger.errors import KeyReused, MatchExists
from scorekeeper.ledger.names import close_redactions, note_redaction
from scorekeeper.ledger.projections import MatchSummary
from scorekeeper.ledger.writing import insert, replayed


class Importing:
    """What may be done to the whole ledger while its transaction is open. Made by `importing`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def open_match(
        self,
        match_id: str,
        *,
        payload: Payload,
        key: str,
        actor: str,
        now: str,
        body: object = None,
        follows: str | None = None,
    ) -> Appended:
        """Open a match with its first entry, or answer the match that the same key opened before, under its own id.

        `follows` is the match that it is the rematch of. Raises KeyReused, MatchExists and Unstorable.
        """
        hashed = body_hash("match_opened", None, payload if body is None else body)
        done = replayed(self._opened_by(key), key, hashed)
        if done is None:
            self._new_rows(match_id, payload, now)
            if follows is not None:
                rematches.note(self._db, match_id, follows)
            first = Entry(0, match_id, 1, "match_opened", None, payload, key, hashed, actor, now, "")
            done = Appended(insert(self._db, "", first), replayed=False)
        return done

    def add(self, match_id: str, entries: Sequence[Entry], summary: MatchSummary) -> None:
        """Write every entry of a match that is not here yet, as it was: the same entries give the same check value.

        Raises KeyReused, MatchExists and Unstorable.
        """
        first, last = entries[0], entries[-1]
        if self._opened_by(first.key):
            raise KeyReused(first.key)
        self._new_rows(match_id, first.payload, first.recorded_at)
        chain = ""
        for entry in entries:
            written = insert(self._db, chain, entry)
            chain = written.chain
            if entry.redacted:
                note_redaction(self._db, written.id, chain, to_json(entry.payload), last.recorded_at)
        if any(entry.redacted for entry in entries):
            close_redactions(self._db, match_id, first.payload["sides"][0]["name"])
        projections.advance(self._db, match_id, last.version, last.recorded_at)
        projections.summarise(self._db, match_id, summary)

    def _opened_by(self, key: str) -> tuple[Entry, ...]:
        return read(self._db, "key = ? AND version = 1", [key])

    def _new_rows(self, match_id: str, payload: Payload, now: str) -> None:
        if self._db.execute("SELECT 1 FROM matches WHERE id = ?", [match_id]).fetchall():
            raise MatchExists(match_id)
        projections.open_rows(self._db, match_id, payload, now)


@contextmanager
def importing(file: LedgerFile) -> Iterator[Importing]:
    """Open one transaction on the whole ledger; everybody else's writes wait for its end."""
    with file.write_tx() as db:
        yield Importing(db)
