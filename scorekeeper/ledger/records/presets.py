"""A house's favourite ways to open a match."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.canonical import to_json, with_json
from scorekeeper.ledger.errors import NameTaken, UnknownPreset
from scorekeeper.ledger.store import Store, Tx, Value


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
