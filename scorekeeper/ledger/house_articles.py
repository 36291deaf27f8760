"""Penalties a house adds to its code: for one match, for a preset, or for all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger.canonical import to_json, with_json
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.errors import UnknownHouseArticle


@dataclass(frozen=True, slots=True)
class HouseArticle:
    """An article as the engine reads it (`body`), and whose it is; without match and preset it is the whole house's."""

    id: str
    match_id: str | None
    preset_id: str | None
    body: Mapping[str, Any]
    created_at: str
    retired_at: str | None


@dataclass(frozen=True, slots=True)
class HouseArticles:
    """The house articles of a ledger."""

    file: LedgerFile

    def get(self, article_id: str) -> HouseArticle:
        """The article, retired or not. Raises UnknownHouseArticle."""
        found = self._read("id = ?", [article_id])
        if not found:
            raise UnknownHouseArticle(article_id)
        return found[0]

    def of(self, *, match_id: str | None = None, preset_id: str | None = None) -> tuple[HouseArticle, ...]:
        """The articles in force of this match, this preset or (neither) of the whole house."""
        return self._read(
            "match_id IS ? AND preset_id IS ? AND retired_at IS NULL ORDER BY created_at, id", [match_id, preset_id]
        )

    def save(
        self,
        article_id: str,
        body: Mapping[str, Any],
        *,
        now: str,
        match_id: str | None = None,
        preset_id: str | None = None,
    ) -> HouseArticle:
        """Keep an article; one with this id keeps its owner and takes the new body."""
        with self.file.write_tx() as db:
            db.execute(
                "INSERT INTO house_articles (id, match_id, preset_id, body, created_at) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET body = excluded.body",
                [article_id, match_id, preset_id, to_json(body, what="body"), now],
            )
        return self.get(article_id)

    def add(
        self, body: Mapping[str, Any], *, prefix: str, key: str, now: str, match_id: str | None = None
    ) -> HouseArticle:
        """Keep a new article under `prefix` and the next number; the same key again is the same article."""
        with self.file.write_tx() as db:
            known = db.execute("SELECT id FROM house_articles WHERE json_extract(body, '$.key') = ?", [key]).fetchone()
            article_id = known[0] if known else f"{prefix}{self._taken(db, prefix) + 1}"
            if known is None:
                db.execute(
                    "INSERT INTO house_articles (id, match_id, body, created_at) VALUES (?, ?, ?, ?)",
                    [article_id, match_id, to_json({**body, "key": key}, what="body"), now],
                )
        return self.get(article_id)

    def retire(self, article_id: str, *, now: str) -> None:
        """Take an article out of force; rulings made by it stand. Raises UnknownHouseArticle."""
        with self.file.write_tx() as db:
            sql = "UPDATE house_articles SET retired_at = coalesce(retired_at, ?) WHERE id = ?"
            if db.execute(sql, [now, article_id]).rowcount == 0:
                raise UnknownHouseArticle(article_id)

    @staticmethod
    def _taken(db: Database, prefix: str) -> int:
        """How many articles have this prefix, retired ones too: no number is given twice."""
        sql = "SELECT count(*) FROM house_articles WHERE substr(id, 1, ?) = ?"
        return int(db.execute(sql, [len(prefix), prefix]).fetchone()[0])

    def _read(self, where: str, values: Sequence[object]) -> tuple[HouseArticle, ...]:
        with self.file.reading() as db:
            rows = db.execute(
                f"SELECT id, match_id, preset_id, body, created_at, retired_at FROM house_articles WHERE {where}",
                list(values),
            )
            return tuple(HouseArticle(*with_json(row, 3)) for row in rows)
