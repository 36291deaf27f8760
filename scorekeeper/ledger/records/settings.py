"""The program's own settings, the tries at the PIN, counted to slow guessing down, and a house's favourite ways to open
a match."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.canonical import from_json, to_json, with_json
from scorekeeper.ledger.errors import NameTaken, UnknownPreset
from scorekeeper.ledger.store import Store, Tx, Value

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


class Preset(Struct):
    """A named rule set, format and options."""

    id: str
    name: str
    rules: str
    format: str
    options: Mapping[str, Any]
    created_at: str


class Presets(Struct):
    """The presets of a ledger, by name."""

    store: Store

    def get(self, preset_id: str) -> Preset:
        """The preset. Raises UnknownPreset."""
        rows = self._read("WHERE id = :preset", preset=preset_id)
        if not rows:
            raise UnknownPreset(preset_id)
        return rows[0]

    def all(self) -> tuple[Preset, ...]:
        """Every preset by name."""
        return self._read("ORDER BY name")

    def save(self, preset: Preset) -> None:
        """Keep a preset, in the place of the one with its id if there is one. Raises NameTaken."""
        options = to_json(preset.options, what="options")

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
                id=preset.id,
                name=preset.name,
                rules=preset.rules,
                format=preset.format,
                options=options,
                created_at=preset.created_at,
            )

        self.store.write(save)

    def drop(self, preset_id: str) -> None:
        """Forget a preset and its house articles; matches opened with it keep their rules. Raises UnknownPreset."""

        def drop(tx: Tx) -> None:
            tx.execute("DELETE FROM house_articles WHERE preset_id = :preset", preset=preset_id)
            if tx.execute("DELETE FROM presets WHERE id = :preset", preset=preset_id).rowcount == 0:
                raise UnknownPreset(preset_id)

        self.store.write(drop)

    def _read(self, rest: str, **values: Value) -> tuple[Preset, ...]:
        rows = self.store.rows(f"SELECT id, name, rules, format, options, created_at FROM presets {rest}", **values)
        return tuple(Preset(*with_json(row, 4)) for row in rows)
