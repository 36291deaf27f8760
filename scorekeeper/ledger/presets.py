"""A house's favourite ways to open a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.ledger.canonical import to_json, with_json
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.errors import NameTaken, UnknownPreset


@dataclass(frozen=True, slots=True)
class Preset:
    """A named rule set, format and options."""

    id: str
    name: str
    rules: str
    format: str
    options: Mapping[str, Any]
    created_at: str


@dataclass(frozen=True, slots=True)
class Presets:
    """The presets of a ledger, by name."""

    file: LedgerFile

    def get(self, preset_id: str) -> Preset:
        """The preset. Raises UnknownPreset."""
        found = self._read("WHERE id = ?", [preset_id])
        if not found:
            raise UnknownPreset(preset_id)
        return found[0]

    def all(self) -> tuple[Preset, ...]:
        """Every preset by name."""
        return self._read("ORDER BY name", [])

    def save(self, preset: Preset) -> None:
        """Keep a preset, in the place of the one with its id if there is one. Raises NameTaken."""
        values = [preset.id, preset.name, preset.rules, preset.format, to_json(preset.options, what="options")]
        with self.file.write_tx() as db:
            if db.execute("SELECT 1 FROM presets WHERE name = ? AND id <> ?", [preset.name, preset.id]).fetchone():
                raise NameTaken(preset.name)
            db.execute(
                "INSERT INTO presets (id, name, rules, format, options, created_at) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET name = excluded.name, rules = excluded.rules,"
                " format = excluded.format, options = excluded.options",
                [*values, preset.created_at],
            )

    def drop(self, preset_id: str) -> None:
        """Forget a preset and its house articles; matches opened with it keep their rules. Raises UnknownPreset."""
        with self.file.write_tx() as db:
            db.execute("DELETE FROM house_articles WHERE preset_id = ?", [preset_id])
            if db.execute("DELETE FROM presets WHERE id = ?", [preset_id]).rowcount == 0:
                raise UnknownPreset(preset_id)

    def _read(self, rest: str, values: Sequence[object]) -> tuple[Preset, ...]:
        with self.file.reading() as db:
            rows = db.execute(f"SELECT id, name, rules, format, options, created_at FROM presets {rest}", list(values))
            return tuple(Preset(*with_json(row, 4)) for row in rows)
