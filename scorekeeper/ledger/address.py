"""The location of a ledger, the path of a file or the address of a database on a server (always shown without its
password), and the engine that opens it."""

from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.errors import NoDriver
from scorekeeper.ledger.sqlite.connection import TIMEOUT, LedgerFile
from scorekeeper.ledger.sqlite.migrating import migrate, open_to_read
from scorekeeper.ledger.store import Store

#: How the address of a database on a server begins; anything else is the path of a file.
SERVER = ("postgresql://", "postgres://")


class Address(Struct):
    """A database on a server, in the place of a file's path."""

    text: str

    def __repr__(self) -> str:
        """Without the password."""
        return f"Address({self})"

    def __str__(self) -> str:
        """User, machine and database, nothing else."""
        try:
            parts = urlsplit(self.text)
        except ValueError:
            return SERVER[0]
        login, at, machine = parts.netloc.rpartition("@")
        return f"{SERVER[0]}{login.partition(':')[0]}{at}{machine}{parts.path}"

    def exists(self) -> bool:
        """Always True: whether a database is there is known only after connecting."""
        return True

    def absolute(self) -> "Address":
        """It is the same from every folder."""
        return self


def path_or_address(where: "str | Path | Address") -> "Path | Address":
    """Read the typed text as a path or as the address of a database on a server."""
    if isinstance(where, Address):
        return where
    return Address(str(where)) if str(where).startswith(SERVER) else Path(where)


def open_store(where: Path | str | Address, *, timeout: float | None = None, reading: bool = False) -> Store:
    """Open a ledger: a file is made where it is missing and migrated (after a copy) where it is old. For
    `reading` alone it stays as it is.

    Raises NewerDatabase, NotALedger, LedgerReadOnly, LedgerFull, LedgerBusy, LedgerDamaged; on a server also
    OlderDatabase and LedgerUnavailable, and NoDriver.
    """
    where = path_or_address(where)
    if isinstance(where, Address):
        store: Store = _driven().open_server(where, timeout=timeout)
        return store
    if reading:
        return open_to_read(where)
    file = LedgerFile(where, timeout=TIMEOUT if timeout is None else timeout)
    try:
        migrate(file)
    except BaseException:
        file.close()
        raise
    return file


def migrate_server(where: Address, *, role: str | None = None) -> tuple[int, int]:
    """Make the tables of a database, or bring them up to date, and let a `role` use them. Answers how many steps of
    the schema there were and how many there are. Raises as `open_store`."""
    done: tuple[int, int] = _driven().migrate_at(where, role=role)
    return done


def _driven() -> ModuleType:
    try:
        from scorekeeper.ledger.postgresql import migrating
    except ImportError as error:
        raise NoDriver(str(error)) from error
    return migrating
