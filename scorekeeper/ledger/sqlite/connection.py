"""The ledger's file: making it, connecting to it, reading it and writing to it."""

import errno
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.errors import LedgerBusy, LedgerFull, LedgerReadOnly, LedgerUnavailable, NotALedger
from scorekeeper.ledger.sqlite.driver import named_errors, sqlite3
from scorekeeper.ledger.sqlite.identity import FairLock, Identity, give_away, refuse_to_begin
from scorekeeper.ledger.store import Selection, StatementRows, Tx, Value

T = TypeVar("T")

#: A writer waits for its turn, then for the file. It stops waiting for the file `TIMEOUT` seconds after it began to
#: wait for its turn. If the turn came late, it still waits `LEAST` seconds for the file.
TIMEOUT, LEAST = 1.0, 0.1
#: A program that opens the file waits this many times as long as a writer, because several may start together.
OPENING = 5
#: Seconds without a write after which the write-ahead log is folded into the file.
IDLE = 2.0
#: The maximum number of idle connections that are kept open for reading, and the same for writing.
MOST_IDLE = 8

_SETTINGS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
)

#: The errors of the operating system and the ledger's exceptions for them.
_REFUSALS: dict[int, type[LedgerUnavailable]] = {
    errno.EACCES: LedgerReadOnly,
    errno.EPERM: LedgerReadOnly,
    errno.EROFS: LedgerReadOnly,
    errno.ENOSPC: LedgerFull,
    errno.EDQUOT: LedgerFull,
}


class FileTx(Struct):
    """A transaction on the file. Only one transaction at a time can write."""

    db: Database

    def execute(self, sql: str, **values: Value) -> StatementRows:
        """Run one statement."""
        return self.db.conn.execute(sql, values)

    def stream(self, sql: str) -> AbstractContextManager[StatementRows]:
        """Run one statement; SQLite returns its rows one by one anyway."""
        return nullcontext(self.execute(sql))

    def execute_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        """Run one statement for each of the rows."""
        self.db.conn.executemany(sql, rows)

    def locked(self, sql: str) -> str:
        """The same SELECT: SQLite has a single writer."""
        return sql

    def alone(self, table: str) -> None:
        """Do nothing: SQLite has a single writer."""

    def without_limits(self) -> None:
        """Do nothing: SQLite sets no limits."""

    def renumber(self) -> None:
        """Do nothing: SQLite continues from the largest number."""


class LedgerFile:
    """The file and its open connections: a `Store`. Each call borrows a connection of its own."""

    def __init__(self, path: Path | str, *, timeout: float = TIMEOUT, fresh: bool = False) -> None:
        """Make the file if it is missing, readable by its owner alone, and keep one connection open.

        Raises LedgerGone if there was a ledger at this path that is missing now, unless a `fresh` one may be made.
        """
        self.path = self.file = Path(path)
        self.where = str(path)
        if not fresh:
            with named_refusals(self.path):  # the folder may be unreadable
                refuse_to_begin(self.path)
        self.timeout = timeout
        self._log = self.path.with_name(f"{self.path.name}-wal")
        # Idle connections by whether they may write. A connection is never switched from one kind to the other, because
        # it would have to prepare every statement again.
        self._idle: dict[bool, list[Database]] = {False: [], True: []}
        self._closed = False
        self._guard = threading.Lock()
        self._line = FairLock()
        make_private(self.path)
        with self.reading() as db:
            self._set_journal(db, "WAL")
        self._identity = Identity(self.path)

    def rows(self, sql: str, **values: Value) -> list[Any]:
        """Run one statement that reads, and return its rows."""
        with self.reading() as db:
            return db.conn.execute(sql, values).fetchall()

    def read(self, work: Callable[[Tx], T]) -> T:
        """Run `work`, whose statements all see the same state of the ledger, and return its result."""
        with self.reading() as db:
            db.execute("BEGIN")
            try:
                return work(FileTx(db))
            finally:
                db.rollback()

    def write(self, work: Callable[[Tx], T], *, wiping: bool = False) -> T:
        """Write in one transaction; `wiping` overwrites freed space in the file. Raises as `write_tx`."""
        with self.write_tx() as db:
            if wiping:
                db.execute("PRAGMA secure_delete = ON")
            return work(FileTx(db))

    def append(self, first: str, then: Sequence[str], values: Mapping[str, Value]) -> int | None:
        """Run the statements one after the other in one transaction."""
        try:
            with self.write_tx() as db:
                execute = db.conn.execute
                if not execute(first, values).rowcount:
                    return None
                inserted, *others = then
                number = execute(inserted, values).lastrowid
                for sql in others:
                    execute(sql, values)
        except sqlite3.IntegrityError:
            return None
        return number

    def wiped(self) -> None:
        """Remove deleted words from the search index, and fold the write-ahead log into the file."""
        with self.write_tx() as db:
            db.execute("PRAGMA secure_delete = ON")
            db.execute("INSERT INTO matches_search (matches_search) VALUES ('optimize')")
        self.fold_in(idle=0)

    def search(self, words: Sequence[str], status: str | None) -> Selection:
        """Find matches by the full-text index. The index contains the status too, so that a few open matches among many
        with a common name are found quickly."""
        # Quoted, so that no word is read as an operator; words contain no quotes.
        query = "{title names} : (" + " AND ".join(f'"{word}"*' for word in words) + ")"
        return Selection(
            "matches_search JOIN matches ON matches.number = matches_search.rowid",
            "matches_search.rowid",
            "matches_search MATCH :query",
            {"query": f'{query} AND status : "{status}"' if status else query},
        )

    def problems(self, tx: Tx) -> list[tuple[str, str]]:
        """The problems that SQLite finds in its pages and references."""
        pages = [("file", str(row[0])) for row in tx.execute("PRAGMA integrity_check") if row[0] != "ok"]
        return pages + [
            ("reference", f"{table} row {row} refers to nothing in {parent}")
            for table, row, parent, _ in tx.execute("PRAGMA foreign_key_check")
        ]

    def copy_into(self, target: Path) -> None:
        """Write the file without its free pages to `target`."""
        # SQLite allows this only on a connection that may write, although it does not write to this file.
        with self.reading(writes=True) as db, named_errors(target):
            db.execute("VACUUM INTO ?", [str(target)])

    @contextmanager
    def reading(self, *, writes: bool = False) -> Iterator[Database]:
        """Borrow a connection, read-only unless it `writes`. Raises the ledger's exceptions for failures of SQLite."""
        idle = self._idle[writes]
        with named_errors(self.path):
            with self._guard:
                db = idle.pop() if idle else None
            if db is None:
                db = connect(self.path, self.timeout, writes=writes)
            try:
                yield db
            finally:
                with self._guard:
                    kept = not self._closed and len(idle) < MOST_IDLE
                    if kept:
                        idle.append(db)
                if not kept:
                    db.close()

    @contextmanager
    def write_tx(
        self, *, timeout: float | None = None, first: Callable[[Database], None] = lambda db: None
    ) -> Iterator[Database]:
        """Begin the only kind of transaction that writes: BEGIN IMMEDIATE, committed at the end, rolled back on any
        error. `first` is called before the transaction, while no other program of this version can write. `timeout`
        replaces the file's own timeout for this call, in seconds.

        Raises LedgerUnavailable or a subclass of it; nothing is written then.
        """
        wait = self.timeout if timeout is None else timeout
        until = time.monotonic() + wait
        # Writers of one process queue here: SQLite waits by sleeping, while a lock wakes the next writer at once.
        with self._line.turn(wait) as come:
            if not come:
                raise LedgerBusy(self.path, "another writer of this process did not finish")
            until = max(until, time.monotonic() + min(wait, LEAST))
            with self._identity.held(until), self.reading(writes=True) as db:
                first(db)
                left = until - time.monotonic()
                other = abs(left - self.timeout) > 0.1 * self.timeout
                if other:
                    _wait_at_most(db, left)
                try:
                    db.conn.execute("BEGIN IMMEDIATE")
                    yield db
                    db.conn.execute("COMMIT")
                finally:
                    # A failed COMMIT may leave the transaction open; after a successful one this does nothing.
                    db.rollback()
                    if other:
                        _wait_at_most(db, self.timeout)

    def refuse_others(self, db: Database) -> None:
        """Raise LedgerBusy if another program has the file open. The caller must have the turn to write."""
        try:
            self._set_journal(db, "DELETE")  # SQLite refuses this while another connection is open
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise LedgerBusy(self.path, "a program of an earlier version has it open") from error
        self._set_journal(db, "WAL")

    def let_go(self) -> None:
        """Close the idle connections."""
        for db in self._take_idle():
            db.close()

    def _take_idle(self) -> list[Database]:
        with self._guard:
            idle = [*self._idle[False], *self._idle[True]]
            self._idle[False].clear()
            self._idle[True].clear()
        return idle

    def rewriting(self, until: float) -> AbstractContextManager[None]:
        """Lock the file for a restore, which may replace its content. Waits for the lock until the time `until` of the
        monotonic clock, in seconds."""
        return self._identity.held(until)

    def fold_in(self, *, idle: float = IDLE) -> None:
        """Fold the write-ahead log into the file, so that the file holds everything, unless a write is in progress or
        was made in the last `idle` seconds. No writer waits for it, and it waits for none."""
        try:
            log = self._log.stat()
        except FileNotFoundError:
            return
        if log.st_size == 0 or 0 <= time.time() - log.st_mtime < idle:
            return
        with self._line.turn(0) as come:
            if not come:
                return
            with suppress(LedgerBusy), self._identity.held(0), self.reading() as db:
                _wait_at_most(db, 0)
                try:
                    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                finally:
                    _wait_at_most(db, self.timeout)

    def close(self) -> None:
        """Close all idle connections. When the last one is closed, SQLite folds the write-ahead log into the file."""
        self._closed = True
        idle = self._take_idle()
        with self._identity.closing() as foreign:
            if idle and foreign and self._log.stat().st_size:
                # The file was overwritten: the log does not belong to it, and folding it in would destroy both.
                shutil.copy(self._log, self._log.with_name(f"{self._log.name}-left"))
                os.truncate(self._log, 0)
            for db in idle:
                db.close()

    def _set_journal(self, db: Database, mode: str) -> None:
        """Switch the journal mode, and retry while another program holds a lock, for which SQLite does not wait
        here."""
        until = time.monotonic() + OPENING * self.timeout
        while True:
            try:
                db.execute(f"PRAGMA journal_mode = {mode}").fetchall()
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.02)


def connect(path: Path | str, timeout: float = TIMEOUT, *, writes: bool = False) -> Database:
    """Open a connection with the ledger's settings, read-only unless it `writes`. `timeout` is the number of seconds to
    wait for a lock."""
    return _set(sqlite3.connect(path, timeout=timeout, check_same_thread=False), writes=writes)


def connect_read_only(path: Path) -> Database:
    """Open a connection that needs no write permission, and does not change the file or its log."""
    return _set(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True), writes=False)


def _set(conn: sqlite3.Connection, *, writes: bool) -> Database:
    try:
        for setting in _SETTINGS:
            conn.execute(setting)
        conn.execute(f"PRAGMA query_only = {'OFF' if writes else 'ON'}")
        # Plugins of sqlite-utils that happen to be installed are not run.
        return Database(conn, execute_plugins=False)
    except BaseException:
        conn.close()
        raise


@contextmanager
def transaction(db: Database) -> Iterator[Database]:
    """Run the block as a transaction on a file that no other program has open; it is rolled back on any error."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.execute("COMMIT")
    finally:
        db.rollback()


def _wait_at_most(db: Database, seconds: float) -> None:
    """Set how long this connection waits for a lock of another program."""
    db.execute(f"PRAGMA busy_timeout = {max(0, round(seconds * 1000))}")


def make_private(path: Path) -> None:
    """Make the file if it is missing, and let only its owner read and write it: mode 0600. Its folder, if missing, is
    made with mode 0700; an existing folder is not changed. SQLite gives its side files the permissions of the file.
    Raises LedgerUnavailable or a subclass of it: LedgerReadOnly if the file cannot be read or cannot be written.

    A file that exists is not opened: closing the descriptor would drop every lock that this process has on the file,
    and another program that closes the ledger could then delete a write-ahead log that is still in use.
    """
    with named_refusals(path):
        make_folder(path.parent)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            give_away(path)
        if not path.is_file():
            raise NotALedger(path, "it is no file")
        if not os.access(path, os.R_OK | os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)


def make_folder(folder: Path) -> None:
    """Make a folder, and missing ones above it, with mode 0700. Folders that exist are not changed."""
    for each in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        each.mkdir(mode=0o700, exist_ok=True)
        give_away(each)


@contextmanager
def named_refusals(path: Path) -> Iterator[None]:
    """Raise the ledger's exceptions for failures of the operating system in the block."""
    try:
        yield
    except OSError as error:
        raise _REFUSALS.get(error.errno or 0, LedgerUnavailable)(path, str(error)) from error
