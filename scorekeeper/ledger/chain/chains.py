"""Reading the chains of one book: entries, versions, seals, and what an earlier write did."""

from collections.abc import Iterable

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.books import Book
from scorekeeper.ledger.chain.entries import Appended, Entry, read
from scorekeeper.ledger.chain.writing import New, replayed
from scorekeeper.ledger.store import Store, Value


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
