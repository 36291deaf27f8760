"""Opening a ledger at its location: the path of a file, or the address of a database on a server."""

from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.errors import NoDriver
from scorekeeper.ledger.sqlite.connection import TIMEOUT, LedgerFile
from scorekeeper.ledger.sqlite.migrating import migrate, open_to_read
from scorekeeper.ledger.store import Store

#: The beginnings of a database's address; any other text is the path of a file.
SERVER = ("postgresql://", "postgres://")


class Address(Struct):
    """The address of a database on a server. It has those methods of `Path` that the commands use."""

    text: str

    def __repr__(self) -> str:
        """The address without its password and options, for debugging."""
        return f"Address({self})"

    def __str__(self) -> str:
        """The address without its password and options; only "postgresql://" if it cannot be parsed."""
        try:
            parts = urlsplit(self.text)
        except ValueError:
            return SERVER[0]
        login, at, machine = parts.netloc.rpartition("@")
        return f"{SERVER[0]}{login.partition(':')[0]}{at}{machine}{parts.path}"

    def exists(self) -> bool:
        """Return True: whether there is a database is known only after connecting."""
        return True

    def absolute(self) -> "Address":
        """The address itself."""
        return self


def path_or_address(where: "str | Path | Address") -> "Path | Address":
    """Read the typed text as a path or as the address of a database on a server."""
    if isinstance(where, Address):
        return where
    return Address(str(where)) if str(where).startswith(SERVER) else Path(where)


def open_store(where: Path | str | Address, *, timeout: float | None = None, reading: bool = False) -> Store:
    """Open a ledger. A missing file is made, and an old one is copied, then migrated; with `reading` a file is not
    changed.

    `timeout` is the number of seconds for which a call waits for a lock on the file, or retries on a server; None for
    the usual number. It is ignored for a file with `reading`. Raises NewerDatabase, and LedgerUnavailable or a subclass
    of it; on a server also OlderDatabase and NoDriver.
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
    """Create or migrate the tables of a database, and let the `role`, if any, use them. Returns the number of schema
    steps before and after. Raises NewerDatabase, StillServed, NoDriver, LedgerUnavailable or a subclass of it, and for
    the role UnknownRole or Unstorable."""
    done: tuple[int, int] = _driven().migrate_at(where, role=role)
    return done


def _driven() -> ModuleType:
    """The module `postgresql.migrating`, which is imported only when it is needed. Raises NoDriver if psycopg is not
    installed."""
    try:
        from scorekeeper.ledger.postgresql import migrating
    except ImportError as error:
        raise NoDriver(str(error)) from error
    return migrating
