"""Reading and writing the chains of a book. A retry of an entry is recognised by its key; a new entry is sealed onto
the chain and written.

An entry of a match is usually written by `follow`, a compare-and-set that reads nothing first. Its first statement
updates the match's row if the writer saw its latest version; the others do nothing unless it was updated. SQLite runs
them one after the other, a server as one statement (`Store.append`).

An act on an evening and its matches, or an import, is one transaction on the whole ledger, `Together`.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from typing import Any

from scorekeeper.engine.values import Struct, replace
from scorekeeper.ledger.chain import projections
from scorekeeper.ledger.chain.books import MATCHES, Book
from scorekeeper.ledger.chain.canonical import chain, check_value, digest, to_json
from scorekeeper.ledger.chain.entries import KEY_LENGTHS, Appended, Entry, Payload, read
from scorekeeper.ledger.chain.names import close_redactions, note_redaction
from scorekeeper.ledger.chain.projections import MatchSummary, Summary
from scorekeeper.ledger.errors import KeyReused, StaleVersion, Unstorable
from scorekeeper.ledger.store import Store, Tx, Value


class New(Struct):
    """An entry to be written. `body` is the writer's request where the payload contains more (results, numbers assigned
    by the program), else None; `deal` is as in `Entry`."""

    kind: str
    payload: Payload
    key: str
    actor: str
    now: str
    deal: int | None = None
    body: object = None

    def as_entry(self, version: int, owner: str = "") -> Entry:
        """The entry, not sealed yet. For a fold, which reads neither `owner` nor `body_hash`, the `owner` may be left
        out; then `body_hash` is empty, too."""
        asked = self.payload if self.body is None else self.body
        hashed = digest([self.kind, self.deal, asked], what="body") if owner else ""
        return Entry(0, owner, version, self.kind, self.deal, self.payload, self.key, hashed, self.actor, self.now, "")


def replayed(earlier: tuple[Entry, ...], new: New) -> Appended | None:
    """The result of a write that was done before, marked as replayed; None if there was none. `earlier` has the stored
    entry with the key of the new one, or is empty. Raises KeyReused if the bodies differ."""
    if not earlier:
        return None
    if earlier[0].body_hash != new.as_entry(earlier[0].version, earlier[0].owner).body_hash:
        raise KeyReused(new.key)
    return Appended(earlier[0], replayed=True)


def sealed(book: Book, before: str, entry: Entry) -> list[Any]:
    """The values of an entry's columns, without its `id`. The last one is its chain, computed from the others and the
    chain `before`; a redacted entry keeps the chain that it had. Raises `Unstorable`."""
    row = [entry.owner, entry.version, entry.kind, entry.deal, to_json(entry.payload), entry.key]
    row += [entry.body_hash, entry.actor, entry.recorded_at]
    return [*row, entry.chain if entry.redacted else chain(before, book.sealed, row)]


def check_of(entries: Iterable[Entry], book: Book = MATCHES) -> str:
    """The check value of a match, evening or season with these entries, as it is shown. Raises `Unstorable`."""
    return check_value(reduce(lambda before, entry: sealed(book, before, entry)[-1], entries, ""))


def _columns(book: Book, before: str, draft: Entry) -> dict[str, Value]:
    """The columns of an entry sealed onto the chain `before` it. Raises `Unstorable` for its values, or for the length
    of its key."""
    if len(draft.key) not in KEY_LENGTHS:
        raise Unstorable("key", f"{len(draft.key)} characters; 8 to 64 are allowed")
    return dict(zip(book.written, sealed(book, before, draft), strict=True))


def insert(tx: Tx, book: Book, before: str, draft: Entry) -> Entry:
    """Seal an entry onto the chain `before` it, write it and update the rows that follow from it (`projections.seat`).
    Returns the entry as stored."""
    values = _columns(book, before, draft)
    named = ", ".join(f":{column}" for column in book.written)
    made = tx.execute(f"INSERT INTO {book.entries} ({', '.join(book.written)}) VALUES ({named}) RETURNING id", **values)
    entry = replace(draft, id=made.fetchall()[0][0], chain=values["chain"])
    projections.seat(tx, book, entry)
    return entry


def follow(
    store: Store, match_id: str, new: New, summary: MatchSummary, *, version: int, before: str, ends_draft: bool
) -> Entry | None:
    """Append an entry to a match that is at this version with the chain `before`, and write the `summary` to the rows.
    With `ends_draft`, also delete the draft of the entry's deal. Not for an entry that changes seats
    (`projections.SEATING`): the rows of players are not updated.

    Returns None, and writes nothing, if the match is at another version or chain, is retired or missing, or has an
    entry with this key. Raises `Unstorable`.
    """
    draft, listed = new.as_entry(version + 1, match_id), summary.listed
    values = {**_columns(MATCHES, before, draft), **listed, **summary.by_side, "before": before}
    first, then = _texts(len(summary.scores), tuple(listed), over=bool(summary.outcomes), ends_draft=ends_draft)
    number = store.append(first, then, values)
    return None if number is None else replace(draft, id=number, chain=values["chain"])


@cache
def _texts(sides: int, listed: tuple[str, ...], *, over: bool, ends_draft: bool) -> tuple[str, tuple[str, ...]]:
    """The compare-and-set statement, which writes the `listed` columns, and the statements that depend on it: one
    inserts the entry; one writes the scores and, for a match that is `over`, the outcomes; with `ends_draft`, one
    deletes the draft."""
    summed_up = "".join(f", {column} = :{column}" for column in listed)
    first = (
        "UPDATE matches SET version = :version, state_version = :version, updated_at = :recorded_at, seal = :chain"
        f"{summed_up} WHERE id = :match_id AND version = :version - 1 AND seal = :before AND retired_at IS NULL"
    )
    values = ", ".join("CAST(:deal AS BIGINT)" if column == "deal" else f":{column}" for column in MATCHES.written)
    entry = f"INSERT INTO entries ({', '.join(MATCHES.written)}) SELECT {values}"
    drafts = ("DELETE FROM drafts WHERE match_id = :match_id AND deal = :deal",) if ends_draft else ()
    return first, (entry, projections.scoring(sides, over=over), *drafts)


class Together:
    """Writes to the whole ledger in one transaction: all of them take effect, or none.

    An act on an evening and on matches writes to the evening first, so that two such acts cannot deadlock.
    """

    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    def open_match(self, match_id: str, new: New, *, follows: str | None = None) -> Appended:
        """Open a match with its first entry. If the same key has opened a match before, even under another id, return
        that match's first entry instead.

        `follows` is the id of the match that this one is the rematch of, or None. Raises KeyReused, MatchExists and
        Unstorable.
        """
        opened = self._open(MATCHES, match_id, new, projections.listed_match(new.payload))
        if follows is not None and not opened.replayed:
            sql = "INSERT INTO rematches (match_id, follows) VALUES (:match, :follows)"
            self._tx.execute(sql, match=match_id, follows=follows)
        return opened

    def open(self, book: Book, owner: str, new: New, summary: Summary) -> Appended:
        """Open an evening or a season in the same way as `open_match` opens a match. The `summary` is written to the
        rows.

        Raises KeyReused, Unstorable and the book's `exists`.
        """
        return self._open(book, owner, new, summary.listed, summary)

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
        """Append an entry to a match, evening or season, or return the earlier one with the same key.

        `version` is the version that the writer saw, `chain` the chain of its last entry (None: any). `summary` covers
        all entries, including the new one (None: the columns for lists stay as they are). With `ends_draft`, the draft
        of the deal is deleted. Raises the book's `unknown` and `retired`, KeyReused, StaleVersion and Unstorable.
        """
        tx = self._tx
        locked = tx.locked(f"SELECT version, retired_at, seal FROM {book.rows} WHERE id = :owner")
        row = tx.execute(locked, owner=owner).fetchone()
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
        """Archive a match, evening or season at this time, or (None) restore it to the lists; its entries stay.

        Raises the book's `unknown`.
        """
        sql = f"UPDATE {book.rows} SET retired_at = :at WHERE id = :owner"
        if self._tx.execute(sql, at=at, owner=owner).rowcount == 0:
            raise book.unknown(owner)

    def add(self, book: Book, owner: str, entries: Sequence[Entry], summary: Summary) -> None:
        """Import a match, evening or season with its entries unchanged, so that its check value stays the same.

        Raises KeyReused if the first entry's key has already opened one, the book's `exists`, and Unstorable.
        """
        first, last = entries[0], entries[-1]
        if self._opened_by(book, first.key):
            raise KeyReused(first.key)
        self._open_row(book, first, projections.listed_match(first.payload) if book is MATCHES else summary.listed)
        chain = ""
        for entry in entries:
            written = insert(self._tx, book, chain, entry)
            chain = written.chain
            if entry.redacted:
                note_redaction(self._tx, book, written.id, chain, to_json(entry.payload), entry.actor, last.recorded_at)
        if any(entry.redacted for entry in entries):
            close_redactions(self._tx, book, owner, owner)
        projections.advance(self._tx, book, written, summary)

    def _open(
        self, book: Book, owner: str, new: New, listed: Mapping[str, Value], summary: Summary | None = None
    ) -> Appended:
        done = replayed(self._opened_by(book, new.key), new)
        if done is not None:
            return done
        first = new.as_entry(1, owner)
        self._open_row(book, first, listed)
        opened = insert(self._tx, book, "", first)
        projections.advance(self._tx, book, opened, summary)
        return Appended(opened, replayed=False)

    def _opened_by(self, book: Book, key: str) -> tuple[Entry, ...]:
        return read(self._tx, book, "key = :key AND version = 1", key=key)

    def _open_row(self, book: Book, first: Entry, listed: Mapping[str, Value]) -> None:
        if self._tx.execute(f"SELECT 1 FROM {book.rows} WHERE id = :owner", owner=first.owner).fetchall():
            raise book.exists(first.owner)
        projections.open_row(self._tx, book, first, listed)


class Chains(Struct):
    """The chains of one book of a ledger. `owner` is the id of a match, an evening or a season."""

    store: Store
    book: Book

    def entries(self, owner: str, *, since: int = 0) -> tuple[Entry, ...]:
        """The entries after the version `since`, in order. Raises the book's `unknown`."""
        where = f"{self.book.owner} = :owner AND version > :since"
        entries = self.store.read(lambda tx: read(tx, self.book, where, owner=owner, since=since))
        if not entries:
            self.version(owner)
        return entries

    def version(self, owner: str) -> int:
        """The number of entries, in one cheap read. Raises the book's `unknown`."""
        return int(self._row(owner, "version")[0])

    def seal(self, owner: str) -> str:
        """The chain of the last entry, in one cheap read. It differs for every history. Raises the book's `unknown`.

        If players were renamed, the number of renamings so far is added: "…-2".
        """
        return str(self._row(owner, self.book.last_seal)[0])

    def check_value(self, owner: str) -> str:
        """Twelve hexadecimal digits that change with every entry: "4705 0281 2B22". Raises the book's `unknown`."""
        return check_value(self.seal(owner))

    def listed(self, owner: str, columns: Iterable[str]) -> dict[str, Value]:
        """These columns of the owner's row, by name. Raises the book's `unknown`."""
        return dict(zip(columns, self._row(owner, *columns), strict=True))

    def find_key(self, owner: str, key: str) -> Entry | None:
        """The entry with this key; None where there is none."""
        where = f"{self.book.owner} = :owner AND key = :key"
        return next(iter(self.store.read(lambda tx: read(tx, self.book, where, owner=owner, key=key))), None)

    def replay(self, owner: str, new: New) -> Appended | None:
        """The result of an earlier write with the key of `new`; None if there was none. Raises KeyReused if the bodies
        differ."""
        earlier = self.find_key(owner, new.key)
        return replayed((earlier,) if earlier else (), new)

    def retire(self, owner: str, *, now: str) -> None:
        """Archive a match, evening or season: only the archive lists it, and nothing more can be appended to its
        entries. Raises the book's `unknown`."""
        self.store.write(lambda tx: Together(tx).retire(self.book, owner, now))

    def unretire(self, owner: str) -> None:
        """Restore a match, evening or season from the archive. Raises the book's `unknown`."""
        self.store.write(lambda tx: Together(tx).retire(self.book, owner, None))

    def _row(self, owner: str, *expressions: str) -> Sequence[Any]:
        rows = self.store.rows(f"SELECT {', '.join(expressions)} FROM {self.book.rows} WHERE id = :owner", owner=owner)
        if not rows:
            raise self.book.unknown(owner)
        row: Sequence[Any] = rows[0]
        return row
