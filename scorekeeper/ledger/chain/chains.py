"""Reading and writing the chains of one book. Of every new entry a retry is recognised; it is sealed onto the chain and
written.

An entry of a match takes the hot way, `follow`: compared and set, and nothing is read first. The first statement sets
the match's row forward where it stands as the writer saw it; the others follow from that. In SQLite they are run one
after the other, on a server all of them are one (`Store.append`).

An act on an evening and its matches, or what was written elsewhere, is one transaction on the whole ledger, `Together`.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain import projections
from scorekeeper.ledger.chain.books import MATCHES, Book
from scorekeeper.ledger.chain.canonical import digest, to_json
from scorekeeper.ledger.chain.entries import KEY_LENGTHS, UNSEALED, Appended, Entry, Payload, read, sealed
from scorekeeper.ledger.chain.names import close_redactions, note_redaction
from scorekeeper.ledger.chain.projections import MatchSummary, Summary
from scorekeeper.ledger.errors import KeyReused, StaleVersion, Unstorable
from scorekeeper.ledger.store import Store, Tx, Value


class New(Struct):
    """An entry to be written. `body` is what its writer asked for, where the payload holds more than that (results,
    numbers given here); `deal` as in an `Entry`."""

    kind: str
    payload: Payload
    key: str
    actor: str
    now: str
    deal: int | None = None
    body: object = None

    def as_entry(self, version: int, owner: str = "") -> Entry:
        """The entry that it becomes, not sealed yet; without an `owner` as a fold reads it, which asks neither whose it
        is nor what a retry is known by."""
        asked = self.payload if self.body is None else self.body
        hashed = digest([self.kind, self.deal, asked], what="body") if owner else ""
        return Entry(0, owner, version, self.kind, self.deal, self.payload, self.key, hashed, self.actor, self.now, "")


def replayed(earlier: tuple[Entry, ...], new: New) -> Appended | None:
    """The entry that this key already stands for. Raises KeyReused where it stands for another body."""
    if not earlier:
        return None
    if earlier[0].body_hash != new.as_entry(earlier[0].version, earlier[0].owner).body_hash:
        raise KeyReused(new.key)
    return Appended(earlier[0], replayed=True)


def insert(tx: Tx, book: Book, before: str, draft: Entry) -> Entry:
    """Seal an entry onto the chain `before` it, write it and the players it seats, and return it as stored."""
    if len(draft.key) not in KEY_LENGTHS:
        raise Unstorable("key", f"{len(draft.key)} characters; 8 to 64 are allowed")
    values = dict(zip(book.written, sealed(book, before, draft), strict=True))
    named = ", ".join(f":{column}" for column in book.written)
    made = tx.execute(f"INSERT INTO {book.entries} ({', '.join(book.written)}) VALUES ({named}) RETURNING id", **values)
    written: list[Any] = [made.fetchall()[0][0], *UNSEALED(draft), values["chain"]]
    entry = Entry(*written)
    projections.seat(tx, book, entry)
    return entry


def follow(
    store: Store, match_id: str, new: New, summary: MatchSummary, *, version: int, before: str, ends_draft: bool
) -> Entry | None:
    """Append an entry to a match that is at this version, its last chain the one `before`; with it goes what a fold of
    all entries says. None, and nothing is written, where the match stands otherwise, is retired or has an entry of this
    key. Raises `Unstorable`."""
    if len(new.key) not in KEY_LENGTHS:
        raise Unstorable("key", f"{len(new.key)} characters; 8 to 64 are allowed")
    draft = new.as_entry(version + 1, match_id)
    values: dict[str, Value] = dict(zip(MATCHES.written, sealed(MATCHES, before, draft), strict=True))
    values |= {"before": before, "status": summary.status, "title": summary.title}
    values["result"] = None if summary.result is None else to_json(summary.result, what="result")
    values |= {f"score{side}": score for side, score in enumerate(summary.scores)}
    values |= {f"outcome{side}": outcome for side, outcome in enumerate(summary.outcomes)}
    named = tuple([column for column in ("status", "title") if values[column] is not None])
    first, then = _texts(len(summary.scores), named, over=bool(summary.outcomes), ends_draft=ends_draft)
    number = store.append(first, then, values)
    written: list[Any] = [number, *UNSEALED(draft), values["chain"]]
    return None if number is None else Entry(*written)


@cache
def _texts(sides: int, named: tuple[str, ...], *, over: bool, ends_draft: bool) -> tuple[str, tuple[str, ...]]:
    """The statement that compares and sets, and those that follow from it: the entry's own, then each that puts
    something in step with it. `named` are the columns by which a match is found; of one that is `over` it is known who
    has won."""
    found_by = "".join(f"{column} = :{column}, " for column in named)
    first = (
        "UPDATE matches SET version = :version, state_version = :version, updated_at = :recorded_at, seal = :chain,"
        f" {found_by}result = :result"
        " WHERE id = :match_id AND version = :version - 1 AND seal = :before AND retired_at IS NULL"
    )
    values = ", ".join("CAST(:deal AS BIGINT)" if column == "deal" else f":{column}" for column in MATCHES.written)
    entry = f"INSERT INTO entries ({', '.join(MATCHES.written)}) SELECT {values}"
    scores, outcomes = (
        f"CASE position {' '.join(f'WHEN {side} THEN :{what}{side}' for side in range(sides))} END"
        for what in ("score", "outcome")
    )
    scored = (
        f"UPDATE match_sides SET score = {scores}, outcome = {outcomes if over else 'NULL'}"
        f" WHERE match_id = :match_id AND position < {sides}"
    )
    typed = ("DELETE FROM drafts WHERE match_id = :match_id AND deal = :deal",) if ends_draft else ()
    return first, (entry, scored, *typed)


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
        """Write the missing entries of a match or an evening unchanged, so that the check value stays the same.

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


class Chains(Struct):
    """The chains of the matches or of the evenings of a ledger. `owner` is the id of one of them."""

    store: Store
    book: Book

    def entries(self, owner: str, *, since: int = 0) -> tuple[Entry, ...]:
        """Every entry after a version, in order. Raises the book's `unknown`."""
        where = f"{self.book.owner} = :owner AND version > :since"
        entries = self.store.read(lambda tx: read(tx, self.book, where, owner=owner, since=since))
        if not entries:
            self.version(owner)
        return entries

    def version(self, owner: str) -> int:
        """The number of entries, in one cheap read. Raises the book's `unknown`."""
        return int(self._asked("version", owner))

    def seal(self, owner: str) -> str:
        """The chain of the last entry, in one cheap read: no other past has it. Raises the book's `unknown`.

        Where somebody was renamed since, the number of such changes follows it.
        """
        return str(self._asked(self.book.last_seal, owner))

    def listed(self, owner: str, columns: Iterable[str]) -> dict[str, Value]:
        """The columns that lists show. Raises the book's `unknown`."""
        rows = self.store.rows(f"SELECT {', '.join(columns)} FROM {self.book.rows} WHERE id = :owner", owner=owner)
        if not rows:
            raise self.book.unknown(owner)
        return dict(zip(columns, rows[0], strict=True))

    def find_key(self, owner: str, key: str) -> Entry | None:
        """The entry that this key wrote, if any."""
        where = f"{self.book.owner} = :owner AND key = :key"
        return next(iter(self.store.read(lambda tx: read(tx, self.book, where, owner=owner, key=key))), None)

    def replay(self, owner: str, new: New) -> Appended | None:
        """The result of an earlier write with this key, None if there was none. Raises KeyReused for another body."""
        earlier = self.find_key(owner, new.key)
        return replayed((earlier,) if earlier else (), new)

    def _asked(self, expression: str, owner: str) -> str | int:
        rows = self.store.rows(f"SELECT {expression} FROM {self.book.rows} WHERE id = :owner", owner=owner)
        if not rows:
            raise self.book.unknown(owner)
        value: str | int = rows[0][0]
        return value
