"""The program's own settings, and the tries at the PIN, counted to slow guessing down."""

from collections.abc import Callable
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.canonical import from_json, to_json
from scorekeeper.ledger.store import Store, Tx

#: A club rule that every entry page asks for: are the cards left counted wherever every other card of a deal is?
CARDS_LEFT = "cards_left_required"
#: The key that signs cookies and makes links, in hexadecimal digits: a copy carries it, and devices go on elsewhere.
SECRET_KEY = "secret_key"  # noqa: S105 - the name of the setting
#: The hash of the director's PIN, and the devices that are the director's by it.
DIRECTOR_PIN, DIRECTOR_SESSIONS = "director_pin", "director_sessions"
#: When the ledger was put back from a copy, as UTC.
RESTORED = "restored"
#: Why today's copy could not be made; none where it was.
COPY_FAILED = "copy_failed"
_READ = "SELECT value FROM settings WHERE key = :key"
_PUT = "INSERT INTO settings (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


class Settings(Struct):
    """Values by key, anything JSON can hold."""

    store: Store

    def get(self, key: str, default: Any = None) -> Any:
        """The value, or the default where none was put."""
        rows = self.store.rows(_READ, key=key)
        return from_json(rows[0][0]) if rows else default

    def put(self, key: str, value: object) -> None:
        """Remember a value in the place of the last one."""
        self.change(key, lambda _: value)

    def change(self, key: str, change: Callable[[Any], object]) -> Any:
        """Remember and return what `change` makes of the value (None: there is none); nobody changes it meanwhile."""

        def keep(tx: Tx) -> Any:
            tx.alone("settings")
            row = tx.execute(_READ, key=key).fetchone()
            value = to_json(change(from_json(row[0]) if row else None), what=key)
            tx.execute(_PUT, key=key, value=value)
            return from_json(value)

        return self.store.write(keep)

    def drop(self, key: str) -> None:
        """Forget a value; none is no error."""
        self.store.write(lambda tx: tx.execute("DELETE FROM settings WHERE key = :key", key=key))


class Attempts(Struct):
    """Tries at the PIN, by device. Times are ISO UTC text, which sorts chronologically."""

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
