"""One transaction on the whole ledger: an act on an evening and its matches, or what was written elsewhere."""

from collections.abc import Sequence

from scorekeeper.ledger.chain import projections
from scorekeeper.ledger.chain.books import MATCHES, Book
from scorekeeper.ledger.chain.canonical import to_json
from scorekeeper.ledger.chain.entries import Appended, Entry, read
from scorekeeper.ledger.chain.names import close_redactions, note_redaction
from scorekeeper.ledger.chain.projections import Summary
from scorekeeper.ledger.chain.writing import New, insert, replayed
from scorekeeper.ledger.errors import KeyReused, StaleVersion
from scorekeeper.ledger.store import Tx


class Together:
    """Writes to the whole ledger in one transaction: all of them take effect, or none.

    An act on an evening and on matches takes the evening first, so that two such acts wait for each other in order.
    """

    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    def open_match(self, match_id: str, new: New, *, follows: str | None = None) -> Appended:
        """Open a match with its first entry, or answer the match that the same key opened before, under its own id.

        `follows` is the match that it is the rematch of. Raises KeyReused, MatchExists and Unstorable.
        """
        opened = self._open(MATCHES, match_id, new)
        if follows is not None and not opened.replayed:
            sql = "INSERT INTO rematches (match_id, follows) VALUES (:match, :follows)"
            self._tx.execute(sql, match=match_id, follows=follows)
        return opened

    def open(self, book: Book, owner: str, new: New, summary: Summary) -> Appended:
        """Open an evening or a season, as `open_match` does a match.

        Raises KeyReused, Unstorable and the book's `exists`.
        """
        return self._open(book, owner, new, summary)

    def append(
        self,
        book: Book,
        owner: str,
        new: New,
        *,
        version: int,
        chain: str | None = None,
        summary: Summary | None = None,
        ends_draft: bool = False,
    ) -> Appended:
        """Add an entry to a match or an evening, or answer the earlier one that the same key stands for.

        `version` is what the writer saw, and `chain` that of its last entry, where it says so. `summary` is what a fold
        of all entries says; `ends_draft`: what was typed of this deal has become the entry. Raises the book's `unknown`
        and `retired`, KeyReused, StaleVersion and Unstorable.
        """
        tx = self._tx
        standing = tx.locked(f"SELECT version, retired_at, seal FROM {book.rows} WHERE id = :owner")
        row = tx.execute(standing, owner=owner).fetchone()
        if row is None:
            raise book.unknown(owner)
        current, retired_at, last = row
        if retired_at is not None:
            raise book.retired(owner)
        earlier = replayed(read(tx, book, f"{book.owner} = :owner AND key = :key", owner=owner, key=new.key), new)
        if earlier is not None:
            return earlier
        if version != current or chain not in (None, last):
            raise StaleVersion(expected=version, current=current)
        entry = insert(tx, book, last, new.as_entry(version + 1, owner))
        projections.advance(tx, book, entry, summary)
        if ends_draft:
            tx.execute("DELETE FROM drafts WHERE match_id = :owner AND deal = :deal", owner=owner, deal=new.deal)
        return Appended(entry, replayed=False)

    def retire(self, book: Book, owner: str, at: str | None) -> None:
        """Leave a match or an evening out of every list, or (None) take it back; its entries stay.

        Raises the book's `unknown`.
        """
        sql = f"UPDATE {book.rows} SET retired_at = :at WHERE id = :owner"
        if self._tx.execute(sql, at=at, owner=owner).rowcount == 0:
            raise book.unknown(owner)

    def add(self, book: Book, owner: str, entries: Sequence[Entry], summary: Summary) -> None:
        """Write every entry of a match or an evening that is not here yet, as it was: the same check value.

        Raises KeyReused, the book's `exists`, and Unstorable.
        """
        first, last = entries[0], entries[-1]
        if self._opened_by(book, first.key):
            raise KeyReused(first.key)
        self._new_rows(book, first, summary)
        chain = ""
        for entry in entries:
            written = insert(self._tx, book, chain, entry)
            chain = written.chain
            if entry.redacted:
                note_redaction(self._tx, book, written.id, chain, to_json(entry.payload), entry.actor, last.recorded_at)
        if any(entry.redacted for entry in entries):
            close_redactions(self._tx, book, owner, owner)
        projections.advance(self._tx, book, written, summary)

    def _open(self, book: Book, owner: str, new: New, summary: Summary | None = None) -> Appended:
        done = replayed(self._opened_by(book, new.key), new)
        if done is not None:
            return done
        first = new.as_entry(1, owner)
        self._new_rows(book, first, summary)
        opened = insert(self._tx, book, "", first)
        projections.advance(self._tx, book, opened, summary)
        return Appended(opened, replayed=False)

    def _opened_by(self, book: Book, key: str) -> tuple[Entry, ...]:
        return read(self._tx, book, "key = :key AND version = 1", key=key)

    def _new_rows(self, book: Book, first: Entry, summary: Summary | None) -> None:
        if self._tx.execute(f"SELECT 1 FROM {book.rows} WHERE id = :owner", owner=first.owner).fetchall():
            raise book.exists(first.owner)
        if book is MATCHES or summary is None:
            projections.open_rows(self._tx, first.owner, first.payload, first.recorded_at)
        else:
            projections.open_row(self._tx, book, first, summary)
