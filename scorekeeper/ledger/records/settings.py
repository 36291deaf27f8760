"""The program's settings, attempts to enter the PIN, and presets: named rules and options for new matches."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.engine.values import Struct, asdict
from scorekeeper.ledger.chain.canonical import from_json, to_json, with_json
from scorekeeper.ledger.errors import NameTaken, UnknownPreset
from scorekeeper.ledger.store import Store, Tx, Value

#: The setting: true if the club requires the number of cards left in stock and pile when all other cards of a deal are
#: entered.
CARDS_LEFT = "cards_left_required"
#: The setting with the key that signs cookies and link tokens, in hexadecimal. Copies contain it, so that devices keep
#: their access.
SECRET_KEY = "secret_key"  # noqa: S105 - the name of the setting
#: The settings with the hash of the director's PIN, and with the director's sessions.
DIRECTOR_PIN, DIRECTOR_SESSIONS = "director_pin", "director_sessions"
#: The setting with the number of devices so far.
DEVICES = "devices"
#: The setting with the time (UTC) at which the ledger was restored from a copy.
RESTORED = "restored"
#: The setting with the name of the exception that prevented the last daily copy; None if that was made.
COPY_FAILED = "copy_failed"
_READ = "SELECT value FROM settings WHERE key = :key"
_PUT = "INSERT INTO settings (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


class Settings(Struct):
    """JSON values by key."""

    store: Store

    def get(self, key: str, default: Any = None) -> Any:
        """The value; the default where there is none."""
        rows = self.store.rows(_READ, key=key)
        return from_json(rows[0][0]) if rows else default

    def put(self, key: str, value: object) -> None:
        """Store a value, and replace the earlier one."""
        self.change(key, lambda _: value)

    def change(self, key: str, change: Callable[[Any], object]) -> Any:
        """Call `change` with the value (None if there is none), store the result in its place, and return the result.
        This is one transaction, which may be run again: `change` may have no other effects."""
        return self.store.write(lambda tx: change_setting(tx, key, change))

    def drop(self, key: str) -> None:
        """Delete a value, if there is one."""
        self.store.write(lambda tx: tx.execute("DELETE FROM settings WHERE key = :key", key=key))


def change_setting(tx: Tx, key: str, change: Callable[[Any], object]) -> Any:
    """Change a setting within a transaction, as `Settings.change` does."""
    tx.alone("settings")
    row = tx.execute(_READ, key=key).fetchone()
    value = to_json(change(from_json(row[0]) if row else None), what=key)
    tx.execute(_PUT, key=key, value=value)
    return from_json(value)


class Attempts(Struct):
    """Attempts to enter the PIN, by device. Times are ISO UTC text, which sorts chronologically."""

    store: Store

    def take(self, who: str, *, now: str, since: str, limit: int, limit_of_all: int | None = None) -> bool:
        """Count one attempt and return True. Return False, and count nothing, if after `since` the device `who` made
        `limit` attempts, or all devices together made `limit_of_all`. Attempts up to `since` are deleted.

        It is one transaction, so that several devices or tabs that guess at the same time cannot exceed a limit.
        Attempts with a time in the future, left behind by a clock that was set back, count too.
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
        """Delete a device's attempts, after a correct PIN."""
        self.store.write(lambda tx: tx.execute("DELETE FROM attempts WHERE who = :who", who=who))


class Preset(Struct):
    """A named rule set, format and options."""

    id: str
    name: str
    rules: str
    format: str
    options: Mapping[str, Any]
    created_at: str


class Presets(Struct):
    """The presets of a ledger."""

    store: Store

    def get(self, preset_id: str) -> Preset:
        """The preset. Raises UnknownPreset."""
        rows = self._read("WHERE id = :preset", preset=preset_id)
        if not rows:
            raise UnknownPreset(preset_id)
        return rows[0]

    def all(self) -> tuple[Preset, ...]:
        """All presets, ordered by name."""
        return self._read("ORDER BY name")

    def save(self, preset: Preset) -> None:
        """Store a preset, and replace the one with its id, if any. Raises NameTaken and Unstorable."""
        columns = {**asdict(preset), "options": to_json(preset.options, what="options")}

        def save(tx: Tx) -> None:
            tx.alone("presets")
            taken = "SELECT 1 FROM presets WHERE name = :name AND id <> :preset"
            if tx.execute(taken, name=preset.name, preset=preset.id).fetchone():
                raise NameTaken(preset.name)
            tx.execute(
                "INSERT INTO presets (id, name, rules, format, options, created_at)"
                " VALUES (:id, :name, :rules, :format, :options, :created_at)"
                " ON CONFLICT (id) DO UPDATE SET name = excluded.name, rules = excluded.rules,"
                " format = excluded.format, options = excluded.options",
                **columns,
            )

        self.store.write(save)

    def drop(self, preset_id: str) -> None:
        """Delete a preset and its house articles; matches opened with it keep their rules. Raises UnknownPreset."""

        def drop(tx: Tx) -> None:
            tx.execute("DELETE FROM house_articles WHERE preset_id = :preset", preset=preset_id)
            if tx.execute("DELETE FROM presets WHERE id = :preset", preset=preset_id).rowcount == 0:
                raise UnknownPreset(preset_id)

        self.store.write(drop)

    def _read(self, rest: str, **values: Value) -> tuple[Preset, ...]:
        rows = self.store.rows(f"SELECT id, name, rules, format, options, created_at FROM presets {rest}", **values)
        return tuple(Preset(*with_json(row, 4)) for row in rows)
