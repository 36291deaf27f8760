"""The driver of SQLite, the one way to it (`from scorekeeper.ledger.sqlite.driver import sqlite3`), and its errors
under the ledger's names.

`pysqlite3` brings a newer SQLite than most systems have, and is Python's own module in all else. sqlite-utils takes it
wherever it is installed, so everything does: two libraries of SQLite in one process would undo each other's locks.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.ledger.errors import (
    LedgerBusy,
    LedgerDamaged,
    LedgerFull,
    LedgerReadOnly,
    LedgerUnavailable,
    NotALedger,
)

if TYPE_CHECKING:
    import sqlite3
else:
    try:
        from pysqlite3 import dbapi2 as sqlite3
    except ImportError:
        import sqlite3

__all__ = ["name_of", "named_errors", "sqlite3"]

#: SQLite's primary result codes and what they are called here.
_NAMES: dict[int, type[LedgerUnavailable]] = {
    sqlite3.SQLITE_BUSY: LedgerBusy,
    sqlite3.SQLITE_LOCKED: LedgerBusy,
    sqlite3.SQLITE_READONLY: LedgerReadOnly,
    sqlite3.SQLITE_PERM: LedgerReadOnly,
    sqlite3.SQLITE_FULL: LedgerFull,
    sqlite3.SQLITE_CORRUPT: LedgerDamaged,
    sqlite3.SQLITE_NOTADB: NotALedger,
    sqlite3.SQLITE_IOERR: LedgerUnavailable,
    sqlite3.SQLITE_CANTOPEN: LedgerUnavailable,
}


def name_of(error: sqlite3.DatabaseError) -> type[LedgerUnavailable] | None:
    """The ledger's name for a failure of SQLite; None for a programming error."""
    return _NAMES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)  # the low byte; the rest only tells its variety


@contextmanager
def named_errors(path: Path | str) -> Iterator[None]:
    """Give storage failures of SQLite their names; programming errors pass unchanged."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if (name := name_of(error)) is None:
            raise
        raise name(path, str(error)) from error
