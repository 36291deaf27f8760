"""The driver of SQLite, to be imported from here (`from scorekeeper.ledger.sqlite.driver import sqlite3`), and the
ledger's exceptions for its errors.

`pysqlite3` is Python's own module with a newer SQLite than most systems have. sqlite-utils uses it wherever it is
installed, and so must all code here: two libraries of SQLite in one process would drop each other's locks.
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

#: SQLite's primary result codes and the ledger's exceptions for them.
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
    """The ledger's exception for a failure of SQLite; None for a programming error."""
    return _NAMES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)  # the low byte is the primary code


@contextmanager
def named_errors(path: Path | str) -> Iterator[None]:
    """Raise the ledger's exceptions for failures of SQLite in the block; programming errors pass unchanged. `path` is
    the file that messages show."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if (name := name_of(error)) is None:
            raise
        raise name(path, str(error)) from error
