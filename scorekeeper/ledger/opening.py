"""Choose the engine of the ledger by its location."""

from pathlib import Path
from types import ModuleType

from scorekeeper.ledger.address import Address, path_or_address
from scorekeeper.ledger.errors import NoDriver
from scorekeeper.ledger.sqlite.connection import TIMEOUT, LedgerFile
from scorekeeper.ledger.sqlite.migrating import migrate
from scorekeeper.ledger.sqlite.reading import open_to_read
from scorekeeper.ledger.store import Store


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
