"""What the program remembers of itself."""

from collections.abc import Callable
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.canonical import from_json, to_json
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
