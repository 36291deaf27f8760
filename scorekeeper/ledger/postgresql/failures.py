"""The errors of a PostgreSQL server under the ledger's names, and those after which to try again."""

import psycopg
from psycopg import errors as pg

from scorekeeper.ledger.errors import (
    LedgerBusy,
    LedgerDamaged,
    LedgerError,
    LedgerFull,
    LedgerReadOnly,
    LedgerUnavailable,
    NotALedger,
    Unstorable,
)

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
