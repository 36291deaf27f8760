"""The one way to the ledger's file: how it is made, connected to and written."""

import errno
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.ledger.errors import LedgerBusy, LedgerFull, LedgerReadOnly, LedgerUnavailable, named_errors
from scorekeeper.ledger.turns import Turns

#: Seconds that a writer waits for its turn.
PATIENCE = 5.0
#: Connections kept open for the next caller. One would do for durability and speed of closing; threads want one each.
MOST_IDLE = 8
#: SQLite's largest number: a page that begins before it is the first page.
LAST = 2**63 - 1

_SETTINGS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
    "PRAGMA query_only = ON",
)

#: What the system says when the file cannot be made.
_REFUSALS: dict[int, type[LedgerUnavailable]] = {
    errno.EACCES: LedgerReadOnly,
    errno.EPERM: LedgerReadOnly,
    errno.EROFS: LedgerReadOnly,
    errno.ENOSPC: LedgerFull,
    errno.EDQUOT: LedgerFull,
}


class LedgerFile:
    """The file and its open connections. Threads may share it; each call borrows a connection for itself alone."""

    def __init__(self, path: Path | str, *, patience: float = PATIENCE) -> None:
        """Make the file where it is missing, readable by its owner alone, and keep one connection open."""
        self.path = Path(path)
        self.patience = patience
        self._idle: list[Database] = []
        self._closed = False
        self._guard = threading.Lock()
        self._turns = Turns()
        make_private(self.path)
        with self.reading() as db:
            self._use_wal(db)

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """Borrow a connection that refuses to write."""
        db = self._borrow()
        try:
            with named_errors(self.path):
                yield db
        finally:
            self._give_back(db)

    @contextmanager
    def snapshot(self) -> Iterator[Database]:
        """Borrow a connection that sees one moment of the ledger, however many statements it reads with."""
        with self.reading() as db:
            db.execute("BEGIN")
            try:
                yield db
            finally:
                db.rollback()

    @contextmanager
    def write_tx(self, *, patience: float | None = None) -> Iterator[Database]:
        """The only way to write: one BEGIN IMMEDIATE transaction, committed at the end, rolled back on any error.

        Raises LedgerBusy, LedgerFull, LedgerReadOnly, LedgerDamaged; after any of them nothing was written.
        """
        wait = self.patience if patience is None else patience
        with self._my_turn(wait), self.reading() as db, _writable(db, wait, self.patience):
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")

    def close(self) -> None:
        """Close every idle connection; the last one folds the write-ahead log into the file."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
        for db in idle:
            db.close()

    @contextmanager
    def _my_turn(self, wait: float) -> Iterator[None]:
        """Writers of one process queue here: SQLite itself waits by sleeping, a lock wakes the next one at once."""
        if not self._turns.acquire(wait):
            raise LedgerBusy(self.path, "another writer of this process did not finish")
        try:
            yield
        finally:
            self._turns.release()

    def _borrow(self) -> Database:
        with self._guard:
            if self._idle:
                return self._idle.pop()
        with named_errors(self.path):
            return connect(self.path, self.patience)

    def _give_back(self, db: Database) -> None:
        with self._guard:
            if not self._closed and len(self._idle) < MOST_IDLE:
                self._idle.append(db)
                return
        db.close()

    def _use_wal(self, db: Database) -> None:
        """The switch to WAL does not wait for a lock by itself, so several programs starting at once take turns."""
        until = time.monotonic() + self.patience
        while True:
            try:
                db.execute("PRAGMA journal_mode = WAL").fetchall()
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.02)


def connect(path: Path | str, patience: float = PATIENCE) -> Database:
    """A connection with the ledger's settings; it refuses to write until a transaction of `write_tx` allows it."""
    conn = sqlite3.connect(path, timeout=patience, check_same_thread=False)
    try:
        for setting in _SETTINGS:
            conn.execute(setting)
        # Plugins installed beside sqlite-utils have no business in the ledger.
        return Database(conn, execute_plugins=False)
    except BaseException:
        conn.close()
        raise


@contextmanager
def _writable(db: Database, wait: float, usual: float) -> Iterator[None]:
    """Let a borrowed connection write, and give it back as it was, whatever happened meanwhile."""
    if wait != usual:
        db.execute(f"PRAGMA busy_timeout = {round(wait * 1000)}")
    db.execute("PRAGMA query_only = OFF")
    try:
        yield
    finally:
        # After a failed COMMIT the transaction may still be open; after a good one this does nothing.
        db.rollback()
        db.execute("PRAGMA query_only = ON")
        if wait != usual:
            db.execute(f"PRAGMA busy_timeout = {round(usual * 1000)}")


def make_private(path: Path) -> None:
    """Folder 0700 where it is made here, file 0600 always; SQLite gives its side files the same rights.

    A file that exists is not opened here: closing a descriptor drops every lock that this process holds on the file,
    and another program that closes the ledger would then fold away a write-ahead log that is still in use.
    """
    with named_refusals(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        if not os.access(path, os.R_OK | os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)


@contextmanager
def named_refusals(path: Path) -> Iterator[None]:
    """Give what the system refuses to do with a file the ledger's names."""
    try:
        yield
    except OSError as error:
        raise _REFUSALS.get(error.errno or 0, LedgerUnavailable)(path, str(error)) from error
