"""The errors of SQLite under the ledger's names."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.ledger.errors import (
    LedgerBusy,
    LedgerDamaged,
    LedgerFull,
    LedgerReadOnly,
    LedgerUnavailable,
    NotALedger,
)
from scorekeeper.ledger.sqlite.driver import sqlite3

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
