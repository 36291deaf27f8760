"""The ledger's database on a server: connections, transactions, retries, and the ledger's exceptions for errors."""

import random
import re
import threading
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import psycopg
from psycopg import Connection, Cursor
from psycopg import errors as pg
from psycopg.conninfo import conninfo_to_dict

from scorekeeper.ledger.address import Address
from scorekeeper.ledger.copies import moving
from scorekeeper.ledger.errors import (
    LedgerBusy,
    LedgerDamaged,
    LedgerError,
    LedgerFull,
    LedgerReadOnly,
    LedgerUnavailable,
    NewerDatabase,
    NotALedger,
    Unstorable,
)
from scorekeeper.ledger.schema import STEPS
from scorekeeper.ledger.sqlite.migrating import new_copy
from scorekeeper.ledger.store import Selection, StatementRows, Tx, Value

T = TypeVar("T")

#: Seconds after which an operation is not retried again.
TIMEOUT = 5.0
#: Seconds before the first retry, and the longest pause before a later one.
FIRST_PAUSE, LONGEST_PAUSE = 0.005, 0.5
#: Rows fetched at once when a whole table is read.
AT_ONCE = 2000
#: The maximum number of idle connections that are kept open for the next callers.
MOST_IDLE = 32
#: The time limits for waiting for a lock, for a statement, and for an idle transaction. An address may set others with
#: `options`.
LIMITS = "-c lock_timeout=5s -c statement_timeout=15s -c idle_in_transaction_session_timeout=60s"
#: `application_name` contains the schema that the program knows, so that `migrate` can see which programs are
#: connected.
DEFAULTS = {"options": LIMITS, "connect_timeout": 5, "application_name": f"scorekeeper {len(STEPS)}"}
#: The settings without which acknowledged writes could be lost, and their allowed values.
DURABLE = {"fsync": ("on",), "full_page_writes": ("on",), "synchronous_commit": ("on", "remote_apply")}

WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
#: Lifts the time limits of a transaction that goes through the whole ledger; `lock_timeout` remains.
WITHOUT_LIMITS = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
#: Begins a transaction whose statements all see the same state. They may take any time, because one may copy the whole
#: ledger.
MOMENT = f"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; {WITHOUT_LIMITS}"
NO_ADDRESS = "this is no address of a PostgreSQL database; one looks like postgresql://user@host/database"
_NUMBERED = b"""
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = current_schema AND is_identity = 'YES' ORDER BY table_name
"""
_NAMED = re.compile(r"(?<![:\w]):([a-z]\w*)")


class KeptConnection(Connection[Any]):
    """A connection with a cursor for single statements; a new cursor would take a tenth of a short statement's time."""

    def __init__(self, *rest: Any, **more: Any) -> None:
        super().__init__(*rest, **more)
        self.one = self.cursor()


class ServerTx:
    """A transaction on one connection."""

    def __init__(self, conn: Connection[Any]) -> None:
        self._conn = conn

    def execute(self, sql: str, **values: Value) -> StatementRows:
        """Run one statement."""
        return _said(self._conn, sql, values)

    def stream(self, sql: str) -> AbstractContextManager[StatementRows]:
        """Run one statement with a server-side cursor, which fetches `AT_ONCE` rows at a time."""
        cursor = self._conn.cursor(f"stream_{uuid4().hex}")
        cursor.itersize = AT_ONCE
        return cursor.execute(sql.encode())

    def execute_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        """Run one statement for each of the rows."""
        with self._conn.cursor() as cursor:
            cursor.executemany(translated(sql), rows)

    def locked(self, sql: str) -> str:
        """The SELECT, changed to lock its rows. Lock them in one statement and read in the next: after a wait for the
        lock, only the locked rows are read again, not the rows joined to them."""
        return f"{sql} FOR NO KEY UPDATE"

    def alone(self, table: str) -> None:
        """Lock the table against writes by others; they can still read it."""
        self._conn.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE".encode())

    def without_limits(self) -> None:
        """Lift the time limits for this transaction."""
        self._conn.execute(WITHOUT_LIMITS.encode(), prepare=False)

    def renumber(self) -> None:
        """Continue the numbering of each table after its largest number."""
        for table, column in self._conn.execute(_NUMBERED).fetchall():
            last = f"SELECT max({column}) FROM {table}"
            self._conn.execute(f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), ({last}))".encode())


class Server:
    """The database and its open connections: a `Store`. Each call borrows a connection of its own."""

    file = None

    def __init__(self, address: Address, *, timeout: float = TIMEOUT) -> None:
        """Connect once, to check the address and the server's settings. Raises LedgerUnavailable, NotALedger."""
        self.where = str(address)
        self.timeout = timeout
        try:
            self._settings: dict[str, Any] = {**DEFAULTS, **conninfo_to_dict(address.text)}
        except psycopg.ProgrammingError:  # the message may contain the password
            raise LedgerUnavailable(self.where, NO_ADDRESS) from None
        self._idle: list[KeptConnection] = []
        self._closed = False
        self._guard = threading.Lock()
        try:
            first = self._connect()
        except psycopg.Error as error:
            raise named(self.where, error) or error from None
        self._give_back(first)
        if problems := self.read(_not_durable):
            self.close()
            raise NotALedger(self.where, problems[0])

    def rows(self, sql: str, **values: Value) -> list[Any]:
        """Run one statement that reads, without a transaction, and return its rows."""
        return self._tried(lambda conn: _said(conn.one, sql, values).fetchall())

    def read(self, work: Callable[[Tx], T]) -> T:
        """Run `work`, whose statements all see the same state of the ledger, and return its result."""
        return self._tried(lambda conn: _within(conn, MOMENT, work))

    def write(self, work: Callable[[Tx], T], *, wiping: bool = False) -> T:  # wiping is left to vacuum
        """Write in one transaction. Overwritten text leaves the disk when the server vacuums its tables."""
        return self._tried(lambda conn: _within(conn, WRITE, work))

    def append(self, first: str, then: Sequence[str], values: Mapping[str, Value]) -> int | None:
        """Run the statements as one, with one round trip, which keeps the lock short."""
        sql = _at_once(first, tuple(then))

        def append(conn: KeptConnection) -> Any:
            try:
                return conn.one.execute(sql, values).fetchone()
            except psycopg.IntegrityError:
                return None

        row = self._tried(append)
        return None if row is None else int(row[0])

    def wiped(self) -> None:
        """Do nothing: the server vacuums its tables; its log and copies are the operator's responsibility."""

    def fold_in(self) -> None:
        """Do nothing: the server vacuums its tables."""

    def search(self, words: Sequence[str], status: str | None) -> Selection:
        """Find matches by the column `words`, which the server derives from title and names."""
        values: dict[str, Value] = {"query": " & ".join(f"'{_plain(word)}':*" for word in words)}
        condition = "matches.words @@ CAST(:query AS tsquery)"
        if status:
            condition, values = f"{condition} AND matches.status = :status", {**values, "status": status}
        return Selection("matches", "matches.number", condition, values)

    def problems(self, tx: Tx) -> list[tuple[str, str]]:
        """The server's settings that could lose acknowledged writes. Its data pages are not checked: PostgreSQL has
        tools for that."""
        return [("file", problem) for problem in _not_durable(tx)]

    def copy_into(self, target: Path) -> None:
        """Write the whole ledger into an SQLite file, because all copies are SQLite files. Raises NewerDatabase if a
        newer program has added tables that this one does not know."""

        def pour(tx: Tx) -> None:
            steps = tx.execute("SELECT count(*) FROM schema_steps").fetchone()[0]
            if steps != len(STEPS):
                raise NewerDatabase(steps, len(STEPS))
            with new_copy(target) as copy:
                moving.pour(tx, copy)

        self.read(pour)

    def close(self) -> None:
        """Close all idle connections."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
        for conn in idle:
            conn.close()

    def _tried(self, work: Callable[[KeptConnection], T]) -> T:
        """Run the work, and retry until the timeout if that may help. If only the answer was lost, the work is done
        twice, which is harmless: an entry is recognised by its key, and other writes may be repeated."""
        until, pause, once_more = time.monotonic() + self.timeout, FIRST_PAUSE, True
        while True:
            try:
                return self._done(work)
            except psycopg.Error as error:
                if collided(error) and once_more:
                    once_more = False
                    continue
                if not again(error) or time.monotonic() + pause > until:
                    raise named(self.where, error) or error from error
            time.sleep(pause * random.uniform(0.5, 1))  # noqa: S311  # programs that collided must not collide again
            pause = min(2 * pause, LONGEST_PAUSE)

    def _done(self, work: Callable[[KeptConnection], T]) -> T:
        with self._guard:
            conn = self._idle.pop() if self._idle else None
        conn = conn or self._connect()
        try:
            return work(conn)
        except psycopg.Error as error:
            if elsewhere(error):
                conn.close()
            raise
        finally:
            self._give_back(conn)

    def _connect(self) -> KeptConnection:
        return KeptConnection.connect(**self._settings, autocommit=True)

    def _give_back(self, conn: KeptConnection) -> None:
        if conn.closed:  # it broke, or `_done` closed it: the other idle ones would fail, too
            with self._guard:
                dead, self._idle = self._idle, []
            for each in dead:
                each.close()
            return
        with self._guard:
            if not self._closed and len(self._idle) < MOST_IDLE:
                self._idle.append(conn)
                return
        conn.close()


def _said(to: Connection[Any] | Cursor[Any], sql: str, values: Mapping[str, Value]) -> Cursor[Any]:
    """Run one statement. Without values its text is not translated, because a colon in it may have another meaning."""
    return to.execute(translated(sql), values) if values else to.execute(sql.encode())


@lru_cache(maxsize=512)
def translated(sql: str) -> bytes:
    """A statement with named values in the form of psycopg, `%(name)s`. No statement of the ledger contains a percent
    sign."""
    return _NAMED.sub(r"%(\1)s", sql).encode()


@lru_cache(maxsize=64)
def _at_once(first: str, then: tuple[str, ...]) -> bytes:
    """Combine the statements into one. Those in `then` take effect only if `first` has updated its row. All of them see
    the same state, except that `first` reads its row again after it has waited for a lock."""
    inserted, *others = then
    parts = [f"stands AS ({first} RETURNING 1)", f"inserted AS ({inserted} FROM stands RETURNING id)"]
    parts += [f"then{index} AS ({sql} AND EXISTS (SELECT 1 FROM stands))" for index, sql in enumerate(others)]
    return translated(f"WITH {', '.join(parts)} SELECT id FROM inserted")


def _within(conn: KeptConnection, begin: str, work: Callable[[Tx], T]) -> T:
    conn.one.execute(begin.encode(), prepare=False)
    try:
        done = work(ServerTx(conn))
        conn.one.execute(b"COMMIT")
    except BaseException:
        if not conn.closed:
            conn.rollback()
        raise
    return done


def _not_durable(tx: Tx) -> list[str]:
    """Messages about the server's settings that could lose acknowledged writes."""
    settings = {name: tx.execute(f"SHOW {name}").fetchone()[0] for name in DURABLE}
    return [
        f"the server's setting {name} is {settings[name]}: what is saved would not survive a power cut"
        for name, allowed in DURABLE.items()
        if settings[name] not in allowed
    ]


#: The ledger's exceptions by SQLSTATE, or by the beginning of one; the first match counts.
NAMES: dict[str, type[LedgerUnavailable]] = {
    "53100": LedgerFull,
    "25006": LedgerReadOnly,  # a standby, or a read-only database
    "42501": LedgerReadOnly,  # no permission
    "55P03": LedgerBusy,
    "57014": LedgerBusy,
    "53": LedgerBusy,
    "XX001": LedgerDamaged,
    "XX002": LedgerDamaged,
    "3D000": NotALedger,
    "42P01": NotALedger,  # the tables are missing
}
#: Errors that need another connection: a read-only standby; a statement prepared before the tables were migrated.
ELSEWHERE = ("25006", "0A000")
#: Errors after which a retry may help: serialization failure, deadlock, a server that stops, starts or fails over, a
#: broken connection.
AGAIN = ("40001", "40P01", "57P01", "57P02", "57P03", "08", *ELSEWHERE)


def again(error: psycopg.Error) -> bool:
    """Return whether the transaction may succeed when it is repeated."""
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError)
    return error.sqlstate.startswith(AGAIN)


def elsewhere(error: psycopg.Error) -> bool:
    """Return whether a new connection is needed: it may lead to another server, and has no prepared statements."""
    return error.sqlstate in ELSEWHERE


def collided(error: psycopg.Error) -> bool:
    """Return whether another writer was first with the same key; a retry finds its entry."""
    return isinstance(error, pg.IntegrityError)


def named(where: str, error: psycopg.Error) -> LedgerError | None:
    """The ledger's exception for a failure; None for a programming error."""
    if isinstance(error, psycopg.DataError):
        return Unstorable("text", _line(error))
    state = error.sqlstate
    name = next((name for code, name in NAMES.items() if state and state.startswith(code)), None)
    if name is None and (isinstance(error, psycopg.OperationalError) or (state or "").startswith("XX")):
        name = LedgerUnavailable
    return name(where, _line(error)) if name else None


def _line(error: psycopg.Error) -> str:
    """The first line of the message; the others repeat the statement."""
    return str(error).partition("\n")[0].strip() or type(error).__name__


def _plain(text: str) -> str:
    """A word in lower case without accents, as in the server's search index: ß stays as it is."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
