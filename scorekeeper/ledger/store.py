"""The storage interface: all SQL is written once, and an engine below runs it.

Values are named (`:match_id`), and only what SQLite and PostgreSQL both take is said: `tests/ledger/test_texts.py`.
What one engine alone can do is a function here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from scorekeeper.engine.values import Struct

T = TypeVar("T")
#: What a column holds.
Value = str | int | None
#: The largest number that a column takes: a page that begins before it is the first page.
LAST = 2**63 - 1


class StatementRows(Protocol):
    """The result of a statement."""

    @property
    def description(self) -> Sequence[Sequence[Any]] | None:
        """Its columns, each beginning with its name."""

    @property
    def rowcount(self) -> int:
        """The number of rows written."""

    def fetchone(self) -> Any:
        """The next row, None after the last."""

    def fetchall(self) -> list[Any]:
        """Every row."""

    def __iter__(self) -> Iterator[Any]:
        """Row by row."""


class Tx(Protocol):
    """A transaction, or a moment at which several statements read."""

    def execute(self, sql: str, **values: Value) -> StatementRows:
        """Run one statement."""

    def stream(self, sql: str) -> AbstractContextManager[StatementRows]:
        """Run one statement that answers more than should be held at once: row by row, each once."""

    def execute_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        """Run one statement with each of many values."""

    def locked(self, sql: str) -> str:
        """The same SELECT, whose rows nobody else changes before the transaction ends."""

    def alone(self, table: str) -> None:
        """Nobody else writes to this table before the transaction ends: what was read of it stays true."""

    def without_limits(self) -> None:
        """This transaction goes through everything, and may take as long as that takes."""

    def renumber(self) -> None:
        """Rows were written with the numbers that they had elsewhere: new ones follow the largest."""


class Selection(Struct):
    """An engine's way to find the matches of a search: its table, its numbering, its condition."""

    tables: str
    number: str
    condition: str
    values: Mapping[str, Value]


class Store(Protocol):
    """An open ledger, as its modules see it. Threads may share it."""

    @property
    def where(self) -> str:
        """The location for error messages: a path, or an address without its password."""

    @property
    def file(self) -> Path | None:
        """The one file that holds everything, where one does."""

    def rows(self, sql: str, **values: Value) -> list[Any]:
        """Read by one statement."""

    def read(self, work: Callable[[Tx], T]) -> T:
        """Read by several statements, which see one moment."""

    def write(self, work: Callable[[Tx], T], *, wiping: bool = False) -> T:
        """Run `work` as one transaction, all of it or nothing.

        It may be run again, so that it touches the ledger and values and nothing else. With `wiping` nothing is left
        on the disk of what it writes over. Raises `LedgerUnavailable` by its names: nothing is acknowledged then.
        """

    def append(self, first: str, then: Sequence[str], values: Mapping[str, Value]) -> int | None:
        """Run statements as one transaction: where the `first` finds the one row that it sets, those that follow: one
        that inserts what it selects from nowhere, then others, each with a condition at its end. Answers the number of
        the row that is inserted; None, and nothing is written, where nothing was found or the tables refuse what would
        be written, as the key of an earlier entry. Raises `LedgerUnavailable` by its names.
        """

    def wiped(self) -> None:
        """Make sure that text overwritten by `wiping` transactions is gone from everywhere the engine keeps it."""

    def fold_in(self) -> None:
        """While nobody writes, let the engine tidy up; nobody waits for it."""

    def search(self, words: Sequence[str], status: str | None) -> Selection:
        """The query for matches in which each of these words begins a word of the title or of a name."""

    def problems(self, tx: Tx) -> list[tuple[str, str]]:
        """The problems that the engine itself finds in its data, as key and detail."""

    def copy_into(self, target: Path) -> None:
        """Write everything committed so far into this empty file, a ledger in SQLite."""

    def close(self) -> None:
        """Let go of every connection."""
