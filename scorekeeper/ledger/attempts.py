"""Tries at the PIN, counted so that guessing is slow."""

from dataclasses import dataclass

from scorekeeper.ledger.connection import LedgerFile


@dataclass(frozen=True, slots=True)
class Attempts:
    """Tries by whoever makes them. Times are ISO UTC text, which sorts as time does."""

    file: LedgerFile

    def take(self, who: str, *, now: str, since: str, limit: int, limit_of_all: int | None = None) -> bool:
        """Count one try, unless after `since` they made `limit` of them, or everybody together `limit_of_all`.

        Then nothing is counted and the answer is no.

        Asked and counted in one transaction: parallel guesses get no more tries than guesses in a row. A clock that
        was set back leaves tries in the future; they count too.
        """
        with self.file.write_tx() as db:
            db.execute("DELETE FROM attempts WHERE at <= ?", [since])
            made, of_all = db.execute(
                "SELECT count(*) FILTER (WHERE who = ?), count(*) FROM attempts", [who]
            ).fetchone()
            if made >= limit or (limit_of_all is not None and of_all >= limit_of_all):
                return False
            db.execute("INSERT INTO attempts (who, at) VALUES (?, ?)", [who, now])
            return True

    def forget(self, who: str) -> None:
        """A right PIN clears the tries before it."""
        with self.file.write_tx() as db:
            db.execute("DELETE FROM attempts WHERE who = ?", [who])
