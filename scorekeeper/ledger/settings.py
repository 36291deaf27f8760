"""What the program remembers of itself."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger.canonical import from_json, to_json
from scorekeeper.ledger.connection import LedgerFile


@dataclass(frozen=True, slots=True)
class Settings:
    """Values by key, anything JSON can hold."""

    file: LedgerFile

    def get(self, key: str, default: Any = None) -> Any:
        """The value, or the default where none was put."""
        with self.file.reading() as db:
            return _read(db, key, default)

    def put(self, key: str, value: object) -> None:
        """Remember a value in the place of the last one."""
        self.change(key, lambda _: value)

    def change(self, key: str, change: Callable[[Any], object]) -> None:
        """Remember what `change` makes of the value, None where there is none; nobody changes it meanwhile."""
        with self.file.write_tx() as db:
            db.execute(
                "INSERT INTO settings (key, value) VALUES (?, ?)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                [key, to_json(change(_read(db, key, None)), what=key)],
            )

    def drop(self, key: str) -> None:
        """Forget a value; none is no error."""
        with self.file.write_tx() as db:
            db.execute("DELETE FROM settings WHERE key = ?", [key])


def _read(db: Database, key: str, default: Any) -> Any:
    row = db.execute("SELECT value FROM settings WHERE key = ?", [key]).fetchone()
    return default if row is None else from_json(row[0])
