"""The one way to the ledger's file: how it is made, connected to, read and written."""

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
from scorekeeper.ledger.errors import LedgerBusy, LedgerFull, LedgerReadOnly, LedgerUnavailable
from scorekeeper.ledger.sqlite.driver import name_of, named_errors, sqlite3
from scorekeeper.ledger.sqlite.identity import FairLock, Identity, give_away, refuse_to_begin
from scorekeeper.ledger.store import Selection, StatementRows, Tx, Value

T = TypeVar("T")

#: Seconds that a writer waits for its turn and for the file together, and no longer. Where
#: those before it in the line took as long, each in time, some are left for the file.
TIMEOUT, LEAST = 1.0, 0.1
#: Several programs that start at once take turns at making the file; they wait this many times as long as a writer.
OPENING = 5
#: Seconds without a write after which the write-ahead log is folded into the file.
IDLE = 2.0
#: Connections kept open for the next caller. One would do for durability and speed of closing; threads want one each.
MOST_IDLE = 8

_SETTINGS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
)

#: What the system says when the file cannot be made.
_REFUSALS: dict[int, type[LedgerUnavailable]] = {
    errno.EACCES: LedgerReadOnly,
    errno.EPERM: LedgerReadOnly,
    errno.EROFS: LedgerReadOnly,
    errno.ENOSPC: LedgerFull,
    errno.EDQUOT: LedgerFull,
}


class FileTx(Struct):
    """A transaction on the file. A writer has exclusive access to it."""

    db: Database

    def execute(self, sql: str, **values: Value) -> StatementRows:
        """Run one statement."""
        return self.db.conn.execute(sql, values)

    def stream(self, sql: str) -> AbstractContextManager[StatementRows]:
        """As any statement: SQLite answers row by row."""
        return nullcontext(self.execute(sql))

    def execute_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        """Run one statement with each of many values."""
        self.db.conn.executemany(sql, rows)

    def locked(self, sql: str) -> str:
        """Do nothing: SQLite has a single writer."""
        return sql

    def alone(self, table: str) -> None:
        """Do nothing: SQLite has a single writer."""

    def without_limits(self) -> None:
        """Do nothing: SQLite sets no limits."""

    def renumber(self) -> None:
        """Do nothing: SQLite continues from the largest number."""


class LedgerFile:
    """The file and its open connections: a `Store`. Each call borrows a connection for itself alone."""

    def __init__(self, path: Path | str, *, timeout: float = TIMEOUT, fresh: bool = False) -> None:
        """Make the file where it is missing, readable by its owner alone, and keep one connection open.

        Raises LedgerGone where a ledger stood here and is gone, unless it is begun `fresh`.
        """
        self.path = Path(path)
        if not fresh:
            with named_refusals(self.path):  # a folder that may not be looked into
                refuse_to_begin(self.path)
        self.timeout = timeout
        self._log = self.path.with_name(f"{self.path.name}-wal")
        # Those that refuse to write, and the one that writes. None turns from one into the other: it would forget every
        # statement that it had made ready.
        self._idle: dict[bool, list[Database]] = {False: [], True: []}
        self._closed = False
        self._guard = threading.Lock()
        self._line = FairLock()
        make_private(self.path)
        with self.reading() as db:
            self._use_wal(db)
        self._identity = Identity(self.path)

    @property
    def where(self) -> str:
        """The path."""
        return str(self.path)

    @property
    def file(self) -> Path:
        """The path."""
        return self.path

    def rows(self, sql: str, **values: Value) -> list[Any]:
        """Read by one statement."""
        with self.reading() as db:
            return db.conn.execute(sql, values).fetchall()

    def read(self, work: Callable[[Tx], T]) -> T:
        """Read at one moment."""
        with self.snapshot() as db:
            return work(FileTx(db))

    def write(self, work: Callable[[Tx], T], *, wiping: bool = False) -> T:
        """Write in one transaction; `wiping` writes over what is freed in the file. Raises as `write_tx`."""
        with self.write_tx() as db:
            if wiping:
                db.execute("PRAGMA secure_delete = ON")
            return work(FileTx(db))

    def append(self, first: str, then: Sequence[str], values: Mapping[str, Value]) -> int | None:
        """One after the other, while nobody else writes."""
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
        """The search forgets what it was told to forget, and the log is folded into the file."""
        with self.write_tx() as db:
            db.execute("PRAGMA secure_delete = ON")
            db.execute("INSERT INTO matches_search (matches_search) VALUES ('optimize')")
        self.fold_in(idle=0)

    def search(self, words: Sequence[str], status: str | None) -> Selection:
        """By the full-text search. The status is in its index too: a few open matches among many with a common name
        are found at once."""
        # Quoted, so that no word is an operator; a word holds no quote of its own.
        query = "{title names} : (" + " AND ".join(f'"{word}"*' for word in words) + ")"
        return Selection(
            "matches_search JOIN matches ON matches.number = matches_search.rowid",
            "matches_search.rowid",
            "matches_search MATCH :query",
            {"query": f'{query} AND status : "{status}"' if status else query},
        )

    def problems(self, tx: Tx) -> list[tuple[str, str]]:
        """Problems that SQLite reports in its pages and references."""
        pages = [("file", str(row[0])) for row in tx.execute("PRAGMA integrity_check") if row[0] != "ok"]
        return pages + [
            ("reference", f"{table} row {row} refers to nothing in {parent}")
            for table, row, parent, _ in tx.execute("PRAGMA foreign_key_check")
        ]

    def copy_into(self, target: Path) -> None:
        """Rewrite the whole file without its free pages."""
        # It writes to the other file only, but a connection that refuses to write would forbid it.
        with self.reading(writes=True) as db, named_errors(target):
            db.execute("VACUUM INTO ?", [str(target)])

    @contextmanager
    def reading(self, *, writes: bool = False) -> Iterator[Database]:
        """Borrow a connection; it refuses to write, unless it is one that `writes`. What fails bears the ledger's name
        for it."""
        idle = self._idle[writes]
        try:
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
        except sqlite3.DatabaseError as error:
            if (name := name_of(error)) is None:
                raise
            raise name(self.path, str(error)) from error

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
    def write_tx(
        self, *, timeout: float | None = None, first: Callable[[Database], None] = lambda db: None
    ) -> Iterator[Database]:
        """The only way to write: one BEGIN IMMEDIATE transaction, committed at the end, rolled back on any error.
        Before it, while no other program of this version writes, something may be done `first`.

        Raises LedgerGone, LedgerBusy, LedgerFull, LedgerReadOnly, LedgerDamaged: nothing is acknowledged then.
        """
        wait = self.timeout if timeout is None else timeout
        until = time.monotonic() + wait
        # Writers of one process queue here: SQLite itself waits by sleeping, a lock wakes the next one at once.
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
                    # After a failed COMMIT the transaction may still be open; after a good one this does nothing.
                    db.rollback()
                    if other:
                        _wait_at_most(db, self.timeout)

    def refuse_others(self, db: Database) -> None:
        """Raise LedgerBusy where another program keeps the file open; the caller has the turn to write."""
        until = time.monotonic() + OPENING * self.timeout
        while True:
            try:
                db.execute("PRAGMA journal_mode = DELETE").fetchall()  # only a connection that is alone may
                break
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
                if time.monotonic() > until:
                    raise LedgerBusy(self.path, "a program of an earlier version has it open") from error
                time.sleep(0.02)
        self._use_wal(db)

    def let_go(self) -> None:
        """Close the connections that nobody uses."""
        with self._guard:
            idle = [*self._idle[False], *self._idle[True]]
            self._idle[False].clear()
            self._idle[True].clear()
        for db in idle:
            db.close()

    def rewriting(self, until: float) -> AbstractContextManager[None]:
        """Around a copy that is poured into the file: it looks otherwise then, and that is as it should be."""
        return self._identity.held(until)

    def fold_in(self, *, idle: float = IDLE) -> None:
        """Move what the write-ahead log holds into the file itself, unless somebody writes or wrote `idle` seconds ago.

        Afterwards the one file holds everything. Nobody waits for it, and it waits for nobody.
        """
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
        """Close every idle connection; the last one folds the write-ahead log into the file."""
        with self._guard:
            self._closed = True
            idle = [*self._idle[False], *self._idle[True]]
            self._idle = {False: [], True: []}
        with self._identity.closing() as foreign:
            if idle and foreign and self._log.stat().st_size:
                # What stands there now is not what the log continues; folded together they would be neither.
                shutil.copy(self._log, self._log.with_name(f"{self._log.name}-left"))
                os.truncate(self._log, 0)
            for db in idle:
                db.close()

    def _use_wal(self, db: Database) -> None:
        """The switch to WAL does not wait for a lock by itself, so several programs starting at once take turns."""
        until = time.monotonic() + OPENING * self.timeout
        while True:
            try:
                db.execute("PRAGMA journal_mode = WAL").fetchall()
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.02)


def connect(path: Path | str, timeout: float = TIMEOUT, *, writes: bool = False) -> Database:
    """A connection with the ledger's settings, read-only unless it `writes`."""
    return _set(sqlite3.connect(path, timeout=timeout, check_same_thread=False), writes=writes)


def connect_read_only(path: Path) -> Database:
    """A connection that needs no right to write, and leaves the file and its log as they are."""
    return _set(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True), writes=False)


def _set(conn: sqlite3.Connection, *, writes: bool) -> Database:
    try:
        for setting in _SETTINGS:
            conn.execute(setting)
        conn.execute(f"PRAGMA query_only = {'OFF' if writes else 'ON'}")
        # Plugins installed beside sqlite-utils have no business in the ledger.
        return Database(conn, execute_plugins=False)
    except BaseException:
        conn.close()
        raise


@contextmanager
def transaction(db: Database) -> Iterator[Database]:
    """One transaction on a file that nobody else has open; rolled back on any error."""
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
    """Folder 0700 where it is made here, file 0600 always; SQLite gives its side files the same rights.

    A file that exists is not opened here: closing a descriptor drops every lock that this process holds on the file,
    and another program that closes the ledger would then fold away a write-ahead log that is still in use.
    """
    with named_refusals(path):
        make_folder(path.parent)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            give_away(path)
        if not os.access(path, os.R_OK | os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, for their owner alone."""
    for each in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        each.mkdir(mode=0o700, exist_ok=True)
        give_away(each)


@contextmanager
def named_refusals(path: Path) -> Iterator[None]:
    """Give what the system refuses to do with a file the ledger's names."""
    try:
        yield
    except OSError as error:
        raise _REFUSALS.get(error.errno or 0, LedgerUnavailable)(path, str(error)) from error
