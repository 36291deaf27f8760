"""Tries at the PIN, counted so that guessing is slow."""

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.store import Store, Tx


class Attempts(Struct):
    """Tries by whoever makes them. Times are ISO UTC text, which sorts as time does."""

    store: Store

    def take(self, who: str, *, now: str, since: str, limit: int, limit_of_all: int | None = None) -> bool:
        """Count one try, unless after `since` they made `limit` of them, or everybody together `limit_of_all`.

        Then nothing is counted and the answer is no.

        Asked and counted in one transaction: parallel guesses get no more tries than guesses in a row. A clock that
        was set back leaves tries in the future; they count too.
        """

        def take(tx: Tx) -> bool:
            tx.alone("attempts")
            tx.execute("DELETE FROM attempts WHERE at <= :since", since=since)
            counted = "SELECT count(*) FILTER (WHERE who = :who), count(*) FROM attempts"
            made, of_all = tx.execute(counted, who=who).fetchone()
            if made >= limit or (limit_of_all is not None and of_all >= limit_of_all):
                return False
            tx.execute("INSERT INTO attempts (who, at) VALUES (:who, :now)", who=who, now=now)
            return True

        return self.store.write(take)

    def forget(self, who: str) -> None:
        """A right PIN clears the tries before it."""
        self.store.write(lambda tx: tx.execute("DELETE FROM attempts WHERE who = :who", who=who))
