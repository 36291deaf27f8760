"""Full-text search over documents: articles, rules, terms. In a ledger's file or in memory."""

import sqlite3
import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlite_utils import Database

from scorekeeper.ledger import fts

_CREATE = """
CREATE VIRTUAL TABLE IF NOT EXISTS documents USING fts5 (
    kind UNINDEXED, id UNINDEXED, code UNINDEXED, title, synonyms, text,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
)
"""

#: How much a word weighs by where it stands: a title before its synonyms before the text.
_WEIGHTS = "0, 0, 0, 10, 8, 1"


@dataclass(frozen=True, slots=True)
class Document:
    """Something to find. `code` is its penalty code, empty for what belongs to none; texts of all languages may stand
    in `text` and `synonyms` together, so that a query in any of them finds it."""

    kind: str
    id: str
    title: str
    text: str = ""
    synonyms: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that a query found; the higher the score, the better."""

    kind: str
    id: str
    code: str
    title: str
    score: float


class SearchIndex:
    """An index of documents in a database. Threads may share it where they may share the database."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._guard = threading.Lock()
        self._known: tuple[str, ...] | None = None
        db.execute(_CREATE)

    @classmethod
    def in_memory(cls, documents: Iterable[Document] = ()) -> "SearchIndex":
        """An index without a file, for a program that has no ledger open."""
        connection = sqlite3.connect(":memory:", check_same_thread=False)
        index = cls(Database(connection, execute_plugins=False))
        index.index_documents(documents)
        return index

    def index_documents(self, documents: Iterable[Document]) -> None:
        """Make these the documents of the index, in the place of those before."""
        rows = [(doc.kind, doc.id, doc.code, doc.title, doc.synonyms, doc.text) for doc in documents]
        with self._guard, self._db.atomic():
            self._db.execute("DELETE FROM documents")
            self._db.conn.executemany(
                "INSERT INTO documents (kind, id, code, title, synonyms, text) VALUES (?, ?, ?, ?, ?, ?)", rows
            )
            self._known = None

    def search(
        self, query: str, *, code: str | None = None, kinds: Collection[str] | None = None, limit: int = 20
    ) -> tuple[Hit, ...]:
        """The best documents for a query, best first; with a `code`, other codes' documents are left out.

        All words must occur as beginnings of words, accents forgiven; where nothing has all, any word does, its
        ending or a slip forgiven too. No word, no hit.
        """
        if not (wanted := fts.every(query)):
            return ()
        return self._hits(wanted, code, kinds, limit) or self._hits(fts.some(query, self._words()), code, kinds, limit)

    def close(self) -> None:
        """Close the database; an index in memory is gone."""
        self._db.close()

    def _words(self) -> tuple[str, ...]:
        """Every word of the documents, folded; read at the first search that needs them."""
        with self._guard:
            if self._known is None:
                rows = self._db.execute("SELECT title, synonyms, text FROM documents").fetchall()
                found = {fts.folded(word) for row in rows for text in row for word in fts.cut(text)}
                self._known = tuple(sorted(found))
            return self._known

    def _hits(self, wanted: str, code: str | None, kinds: Collection[str] | None, limit: int) -> tuple[Hit, ...]:
        where, values = "documents MATCH ?", [wanted]
        if code is not None:
            where, values = where + " AND code IN ('', ?)", [*values, code]
        if kinds is not None:
            where, values = where + f" AND kind IN ({', '.join('?' * len(kinds))})", [*values, *kinds]
        sql = (
            f"SELECT kind, id, code, title, -bm25(documents, {_WEIGHTS}) AS score FROM documents"
            f" WHERE {where} ORDER BY score DESC, rowid LIMIT {int(limit)}"
        )
        with self._guard:
            return tuple(Hit(*row) for row in self._db.execute(sql, values).fetchall())
