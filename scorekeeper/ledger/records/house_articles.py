"""House articles: penalties that a club adds to its penalty code for one match, for a preset, or for all matches."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.canonical import to_json, with_json
from scorekeeper.ledger.errors import UnknownHouseArticle
from scorekeeper.ledger.store import Store, Tx, Value


class HouseArticle(Struct):
    """An article that belongs to a match or to a preset; if both ids are None, it applies to every match. `body` is the
    article as the engine reads it."""

    id: str
    match_id: str | None
    preset_id: str | None
    body: Mapping[str, Any]
    created_at: str
    retired_at: str | None


class HouseArticles(Struct):
    """The house articles of a ledger."""

    store: Store

    def get(self, article_id: str) -> HouseArticle:
        """The article, retired or not. Raises UnknownHouseArticle."""
        rows = self._read("id = :article", article=article_id)
        if not rows:
            raise UnknownHouseArticle(article_id)
        return rows[0]

    def of(self, *, match_id: str | None = None, preset_id: str | None = None) -> tuple[HouseArticle, ...]:
        """The articles in force that belong to this match or to this preset. Without either, those that apply to every
        match."""
        owner = {"match_id": match_id, "preset_id": preset_id}
        mine = " AND ".join(
            f"{column} IS NULL" if of is None else f"{column} = :{column}" for column, of in owner.items()
        )
        return self._read(f"{mine} AND retired_at IS NULL ORDER BY created_at, id", **owner)

    def save(
        self,
        article_id: str,
        body: Mapping[str, Any],
        *,
        now: str,
        match_id: str | None = None,
        preset_id: str | None = None,
    ) -> HouseArticle:
        """Store an article of this match or of this preset; without either, it is an article of every match. If there
        is an article with this id already, it keeps its owner and gets the new body. Raises Unstorable."""
        text = to_json(body, what="body")
        self.store.write(
            lambda tx: tx.execute(
                "INSERT INTO house_articles (id, match_id, preset_id, body, created_at)"
                " VALUES (:id, :match, :preset, :body, :now) ON CONFLICT (id) DO UPDATE SET body = excluded.body",
                id=article_id,
                match=match_id,
                preset=preset_id,
                body=text,
                now=now,
            )
        )
        return self.get(article_id)

    def add(
        self, body: Mapping[str, Any], *, prefix: str, key: str, now: str, match_id: str | None = None
    ) -> HouseArticle:
        """Store a new article of a match, or (None) of every match. Its id is `prefix` followed by the next number. If
        an article was stored with the same `key` before, return that one instead. Raises Unstorable."""
        text = to_json({**body, "key": key}, what="body")

        def add(tx: Tx) -> str:
            tx.alone("house_articles")
            earlier = tx.execute("SELECT id FROM house_articles WHERE made_by = :key", key=key).fetchone()
            if earlier is not None:
                return str(earlier[0])
            # Retired articles are counted, so that no number is used twice.
            sql = "SELECT count(*) FROM house_articles WHERE substr(id, 1, :length) = :prefix"
            taken = tx.execute(sql, length=len(prefix), prefix=prefix).fetchone()[0]
            tx.execute(
                "INSERT INTO house_articles (id, match_id, body, created_at, made_by)"
                " VALUES (:id, :match, :body, :now, :key)",
                id=f"{prefix}{taken + 1}",
                match=match_id,
                body=text,
                now=now,
                key=key,
            )
            return f"{prefix}{taken + 1}"

        return self.get(self.store.write(add))

    def retire(self, article_id: str, *, now: str) -> None:
        """Retire an article; rulings made under it remain in force. Raises UnknownHouseArticle."""
        sql = "UPDATE house_articles SET retired_at = coalesce(retired_at, :now) WHERE id = :article"
        if self.store.write(lambda tx: tx.execute(sql, now=now, article=article_id).rowcount) == 0:
            raise UnknownHouseArticle(article_id)

    def _read(self, where: str, **values: Value) -> tuple[HouseArticle, ...]:
        columns = "id, match_id, preset_id, body, created_at, retired_at"
        rows = self.store.rows(f"SELECT {columns} FROM house_articles WHERE {where}", **values)
        return tuple(HouseArticle(*with_json(row, 3)) for row in rows)
