"""The ledger's database on a server: connections, transactions, its errors under the ledger's names, and what is done
again by itself."""

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

#: Seconds after which a write that is done again and again is given up, and told.
TIMEOUT = 5.0
#: Seconds before the second time and the longest before any further one.
FIRST_PAUSE, LONGEST_PAUSE = 0.005, 0.5
#: Rows that are fetched at once where all of a table is read.
AT_ONCE = 2000
#: Connections kept open for the next caller.
MOST_IDLE = 32
#: Nobody waits for ever: for a lock, for a statement, for a program that stopped in the middle. An address may say
#: otherwise with `options`.
LIMITS = "-c lock_timeout=5s -c statement_timeout=15s -c idle_in_transaction_session_timeout=60s"
#: A program reports its schema to the server, so that `migrate` can see that it still serves.
DEFAULTS = {"options": LIMITS, "connect_timeout": 5, "application_name": f"scorekeeper {len(STEPS)}"}
#: What saved means: each of these must be as it is by default, or higher.
DURABLE = {"fsync": ("on",), "full_page_writes": ("on",), "synchronous_commit": ("on", "remote_apply")}

WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
#: What goes through everything may take its time, in a statement and between two.
WITHOUT_LIMITS = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
#: However many statements read, they see one moment; and a copy of everything is read so.
MOMENT = f"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; {WITHOUT_LIMITS}"
NO_ADDRESS = "this is no address of a PostgreSQL database; one looks like postgresql://user@host/database"
_NUMBERED = b"""
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = current_schema AND is_identity = 'YES' ORDER BY table_name
"""
_NAMED = re.compile(r"(?<![:\w]):([a-z]\w*)")


class KeptConnection(Connection[Any]):
    """A connection with the cursor for what is one statement: to make one takes a tenth of a short statement's time."""

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
        """By a cursor of the server, which hands over some thousand rows at a time."""
        cursor = self._conn.cursor(f"stream_{uuid4().hex}")
        cursor.itersize = AT_ONCE
        return cursor.execute(sql.encode())

    def execute_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        """Run one statement with each of many values."""
        with self._conn.cursor() as cursor:
            cursor.executemany(translated(sql), rows)

    def locked(self, sql: str) -> str:
        """Locked in one statement, read in the next: rows that are joined to a locked one are not read again."""
        return f"{sql} FOR NO KEY UPDATE"

    def alone(self, table: str) -> None:
        """By a lock on the table that lets others read it."""
        self._conn.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE".encode())

    def without_limits(self) -> None:
        """Without the limits that hold where people wait."""
        self._conn.execute(WITHOUT_LIMITS.encode(), prepare=False)

    def renumber(self) -> None:
        """Have every table that numbers its rows go on after the largest number."""
        for table, column in self._conn.execute(_NUMBERED).fetchall():
            last = f"SELECT max({column}) FROM {table}"
            self._conn.execute(f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), ({last}))".encode())


class Server:
    """The database and its open connections: a `Store`. Each call borrows a connection for itself alone."""

    file = None

    def __init__(self, address: Address, *, timeout: float = TIMEOUT) -> None:
        """Connect once, to know that it can be done. Raises LedgerUnavailable, NotALedger."""
        self.where = str(address)
        self.timeout = timeout
        try:
            self._settings: dict[str, Any] = {**DEFAULTS, **conninfo_to_dict(address.text)}
        except psycopg.ProgrammingError:  # its text may repeat the password
            raise LedgerUnavailable(self.where, NO_ADDRESS) from None
        self._idle: list[KeptConnection] = []
        self._closed = False
        self._guard = threading.Lock()
        try:
            first = self._connect()
        except psycopg.Error as error:
            raise named(self.where, error) or error from None
        self._give_back(first)
        self._check_durable()

    def rows(self, sql: str, **values: Value) -> list[Any]:
        """Read by one statement, without a transaction around it."""
        return self._tried(lambda conn: _said(conn.one, sql, values).fetchall())

    def read(self, work: Callable[[Tx], T]) -> T:
        """Read at one moment."""
        return self._tried(lambda conn: _within(conn, MOMENT, work))

    def write(self, work: Callable[[Tx], T], *, wiping: bool = False) -> T:  # the server wipes
        """Write in one transaction. What it writes over goes from the disk when the server tidies up."""
        return self._tried(lambda conn: _within(conn, WRITE, work))

    def append(self, first: str, then: Sequence[str], values: Mapping[str, Value]) -> int | None:
        """As one statement: one answer to wait for, and the lock is held for no longer than it takes."""
        sql = _at_once(first, tuple(then))

        def append(conn: KeptConnection) -> Any:
            try:
                return conn.one.execute(sql, values).fetchone()
            except psycopg.IntegrityError:
                return None

        row = self._tried(append)
        return None if row is None else int(row[0])

    def wiped(self) -> None:
        """The server tidies up by itself; what its own log and copies hold is its operator's."""

    def fold_in(self) -> None:
        """The server tidies up by itself."""

    def search(self, words: Sequence[str], status: str | None) -> Selection:
        """By the words of title and names, which the server keeps beside them."""
        query = " & ".join(f"'{_plain(word)}':*" for word in words)
        condition = "matches.words @@ CAST(:query AS tsquery)"
        values: dict[str, Value] = {"query": query}
        if status:
            return Selection(
                "matches", "matches.number", f"{condition} AND matches.status = :status", {**values, "status": status}
            )
        return Selection("matches", "matches.number", condition, values)

    def problems(self, tx: Tx) -> list[tuple[str, str]]:
        """Pages are checked by the server's own tools; here, whether it keeps what it says is kept."""
        return [("file", problem) for problem in _not_durable(tx)]

    def copy_into(self, target: Path) -> None:
        """The whole of it as a ledger in SQLite: one form of copies everywhere. Raises NewerDatabase: of what a newer
        program keeps besides, this one knows nothing."""

        def pour(tx: Tx) -> None:
            steps = tx.execute("SELECT count(*) FROM schema_steps").fetchone()[0]
            if steps != len(STEPS):
                raise NewerDatabase(steps, len(STEPS))
            with new_copy(target) as copy:
                moving.pour(tx, copy)

        self.read(pour)

    def close(self) -> None:
        """Close every idle connection."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
        for conn in idle:
            conn.close()

    def _check_durable(self) -> None:
        problems = self.read(_not_durable)
        if problems:
            self.close()
            raise NotALedger(self.where, problems[0])

    def _tried(self, work: Callable[[KeptConnection], T]) -> T:
        """Run the work, and retry where that helps, until the timeout. A lost answer does no harm: an entry is
        recognised by its key, and writing anything else twice gives the same result."""
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
            time.sleep(pause * random.uniform(0.5, 1))  # noqa: S311  # two that collided must not meet again
            pause = min(2 * pause, LONGEST_PAUSE)

    def _done(self, work: Callable[[KeptConnection], T]) -> T:
        conn = self._borrow()
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

    def _borrow(self) -> KeptConnection:
        with self._guard:
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _give_back(self, conn: KeptConnection) -> None:
        if conn.closed:  # the server went away: the other connections to it are as dead
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
    """Say one statement; without values it is said as it stands, for a colon in it may be anything."""
    return to.execute(translated(sql), values) if values else to.execute(sql.encode())


@lru_cache(maxsize=512)
def translated(sql: str) -> bytes:
    """A statement with its values named as psycopg has them. No text of the ledger holds a per cent sign."""
    return _NAMED.sub(r"%(\1)s", sql).encode()


@lru_cache(maxsize=64)
def _at_once(first: str, then: tuple[str, ...]) -> bytes:
    """Statements as one, those that follow where the first has found its row. All of it sees one moment, but the first
    looks at its row again once the holder is done."""
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
    """The server's settings that could lose acknowledged writes."""
    settings = {name: tx.execute(f"SHOW {name}").fetchone()[0] for name in DURABLE}
    return [
        f"the server's setting {name} is {settings[name]}: what is saved would not survive a power cut"
        for name, allowed in DURABLE.items()
        if settings[name] not in allowed
    ]


#: SQLSTATE, or its class, and what it is called here; the first that fits.
NAMES: dict[str, type[LedgerUnavailable]] = {
    "53100": LedgerFull,
    "25006": LedgerReadOnly,  # a standby, or a database set so
    "42501": LedgerReadOnly,  # no right to it
    "55P03": LedgerBusy,
    "57014": LedgerBusy,
    "53": LedgerBusy,
    "XX001": LedgerDamaged,
    "XX002": LedgerDamaged,
    "3D000": NotALedger,
    "42P01": NotALedger,  # the tables are not there
}
#: A standby, which is not written to; a statement that was prepared for tables as they were before a newer program.
ELSEWHERE = ("25006", "0A000")
#: Serialization failure, deadlock, a server that stops or starts, a standby that takes over, a broken connection.
AGAIN = ("40001", "40P01", "57P01", "57P02", "57P03", "08", *ELSEWHERE)


def again(error: psycopg.Error) -> bool:
    """Return whether the same transaction may succeed when simply repeated."""
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError)
    return error.sqlstate.startswith(AGAIN)


def elsewhere(error: psycopg.Error) -> bool:
    """Return whether only a new connection can help: it may lead to another server, and has prepared nothing."""
    return error.sqlstate in ELSEWHERE


def collided(error: psycopg.Error) -> bool:
    """Return whether another writer was first with the same key; the second try finds its entry."""
    return isinstance(error, pg.IntegrityError)


def named(where: str, error: psycopg.Error) -> LedgerError | None:
    """The failure by its name; None for a mistake of the program."""
    if isinstance(error, psycopg.DataError):
        return Unstorable("text", _line(error))
    state = error.sqlstate
    name = next((name for code, name in NAMES.items() if state and state.startswith(code)), None)
    if name is None and (isinstance(error, psycopg.OperationalError) or (state or "").startswith("XX")):
        name = LedgerUnavailable
    return name(where, _line(error)) if name else None


def _line(error: psycopg.Error) -> str:
    """The first line of what it says; the rest repeats statements."""
    return str(error).partition("\n")[0].strip() or type(error).__name__


def _plain(text: str) -> str:
    """Small letters without their accents, as a server's search has them: ß stays as it is."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
