"""The storage interface. All SQL is written once; an engine for SQLite or for PostgreSQL runs it.

Values are named (`:match_id`), and statements use only what both engines accept (`tests/ledger/test_texts.py`). What
the engines do differently is a method here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from scorekeeper.engine.values import Struct

T = TypeVar("T")
#: The value of a column.
Value = str | int | None
#: The largest number that a column can hold. Each page of a list has the newest rows with a number below a limit; for
#: the first page, the limit is `LAST`.
LAST = 2**63 - 1


class StatementRows(Protocol):
    """The result of a statement."""

    @property
    def description(self) -> Sequence[Sequence[Any]] | None:
        """A sequence for each column, which begins with the column's name; None after a statement that returns no
        columns, such as an UPDATE."""

    @property
    def rowcount(self) -> int:
        """The number of rows written."""

    def fetchone(self) -> Any:
        """The next row, None after the last."""

    def fetchall(self) -> list[Any]:
        """Every row."""

    def __iter__(self) -> Iterator[Any]:
        """The rows that have not been fetched yet, one by one."""


class Tx(Protocol):
    """A transaction that writes (`Store.write`), or one that reads several times from the same state (`Store.read`)."""

    def execute(self, sql: str, **values: Value) -> StatementRows:
        """Run one statement."""

    def stream(self, sql: str) -> AbstractContextManager[StatementRows]:
        """Run one statement and read its rows one by one, for results that are too large for memory."""

    def execute_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        """Run one statement once for each of `rows`. A row has the values of the statement, by name."""

    def locked(self, sql: str) -> str:
        """The SELECT, changed to lock its rows until the transaction ends."""

    def alone(self, table: str) -> None:
        """Lock this table against other writers until the transaction ends."""

    def without_limits(self) -> None:
        """Lift the time limits, for a transaction that goes through the whole ledger."""

    def renumber(self) -> None:
        """Continue the numbering of rows after the largest number. Call it after inserting rows that were copied
        from another ledger with their numbers."""


class Selection(Struct):
    """The parts of a query for matches: its tables, the column that orders it, its condition and values."""

    tables: str
    number: str
    condition: str
    values: Mapping[str, Value]


class Store(Protocol):
    """An open store of a ledger. Threads may share it."""

    @property
    def where(self) -> str:
        """The location, for messages: a path, or an address without its password."""

    @property
    def file(self) -> Path | None:
        """The ledger's file; None on a server."""

    def rows(self, sql: str, **values: Value) -> list[Any]:
        """Run one statement that reads, and return its rows."""

    def read(self, work: Callable[[Tx], T]) -> T:
        """Run `work`, whose statements all see the same state of the ledger, and return its result."""

    def write(self, work: Callable[[Tx], T], *, wiping: bool = False) -> T:
        """Run `work` as one transaction, all of it or nothing, and return its result.

        `work` may be run again, so it may change nothing but the ledger. With `wiping`, the text that it overwrites is
        also removed from the disk. Raises LedgerUnavailable or a subclass of it; nothing is written then.
        """

    def append(self, first: str, then: Sequence[str], values: Mapping[str, Value]) -> int | None:
        """Run statements as one transaction: `first` updates one row, and the others run only if it found that row.

        `then` has the other statements. `then[0]` is an INSERT … SELECT without a FROM. Those after it end with a WHERE
        condition, so that an engine can add to it. All of them use `values`. Returns the number of the inserted row.
        Returns None, and writes nothing, if `first` found no row or a constraint is violated, for example because an
        earlier entry has the same key. Raises LedgerUnavailable or a subclass of it.
        """

    def wiped(self) -> None:
        """Finish the removal of text that `wiping` transactions have overwritten. The engine may still keep it
        elsewhere, for example in a search index."""

    def fold_in(self) -> None:
        """Let the engine tidy up if no write is in progress; no writer waits for it."""

    def search(self, words: Sequence[str], status: str | None) -> Selection:
        """The query for matches with this status (None: with any). Each of `words` must be the beginning of a word in
        the match's title or names."""

    def problems(self, tx: Tx) -> list[tuple[str, str]]:
        """The problems that the engine finds in its data: for each, the `key` and `detail` of a `Problem`."""

    def copy_into(self, target: Path) -> None:
        """Write everything committed so far into this empty file, as a ledger in SQLite."""

    def close(self) -> None:
        """Close all connections."""
