"""A match that was written elsewhere, put into this ledger entry by entry as it was."""

from collections.abc import Sequence

from scorekeeper.ledger import projections
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.entries import Entry
from scorekeeper.ledger.errors import KeyReused
from scorekeeper.ledger.projections import MatchSummary
from scorekeeper.ledger.writing import insert


def import_match(file: LedgerFile, match_id: str, entries: Sequence[Entry], *, summary: MatchSummary) -> None:
    """Write every entry of a match that is not here yet, sealed anew: the same entries give the same check value.

    Raises KeyReused where another match was opened with the same key, and Unstorable.
    """
    first, last = entries[0], entries[-1]
    with file.write_tx() as db:
        taken = db.execute("SELECT 1 FROM entries WHERE key = ? AND version = 1", [first.key]).fetchone()
        if taken is not None:
            raise KeyReused(first.key)
        projections.open_rows(db, match_id, first.payload, first.recorded_at)
        chain = ""
        for entry in entries:
            chain = insert(db, chain, entry).chain
        projections.advance(db, match_id, last.version, last.recorded_at)
        projections.summarise(db, match_id, summary)
