"""Copies of the ledger: the daily one, one to download, and the list of all."""

import tempfile
from contextlib import suppress
from pathlib import Path

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.values import Struct
from scorekeeper.ledger import errors
from scorekeeper.ledger.copies.backup import FOLDER, backup, daily_backup, next_name
from scorekeeper.ledger.errors import LedgerError, LedgerUnavailable
from scorekeeper.ledger.records.settings import COPY_FAILED


class Kept(Struct):
    """A copy in the folder of copies: its name, size in bytes, and time (seconds since 1970)."""

    name: str
    size: int
    at: float


def folder_of(desk: Desk) -> Path | None:
    """The folder of copies, next to the ledger's file; None for a ledger on a server, whose operator makes copies."""
    return desk.ledger.store.file and desk.ledger.store.file.parent / FOLDER


def copies(desk: Desk) -> tuple[Kept, ...]:
    """The copies in the folder, the latest first."""
    folder = folder_of(desk)
    files = [(path, path.stat()) for path in (folder.glob("*.db") if folder else ())]
    kept = [Kept(path.name, stat.st_size, stat.st_mtime) for path, stat in files]
    return tuple(sorted(kept, key=lambda each: each.at, reverse=True))


def copy_named(desk: Desk, name: str) -> Path | None:
    """The path of the copy with this file name; None if the folder of copies has no such file."""
    folder = folder_of(desk)
    return folder / name if folder and name in {kept.name for kept in copies(desk)} else None


def copy_now(desk: Desk, name: str) -> Path:
    """Make a copy of everything committed so far, with this file name, and return its path. The copy is in the folder
    of copies; for a ledger on a server, in the system's folder for temporary files.

    Raises `BackupExists`, and `LedgerUnavailable` or a subclass, such as `LedgerFull`.
    """
    return backup(desk.ledger.store, (folder_of(desk) or Path(tempfile.gettempdir())) / name)


def daily_copy(desk: Desk, *, now: str) -> Path | None:
    """Make today's copy of the ledger's file if there is none yet, then delete old ones: seven daily and four weekly
    copies are kept.

    Returns the path of the new copy; None if none was made, as for a ledger on a server. A failure is raised, and also
    shown on the club's page until a daily copy succeeds.
    """
    folder = folder_of(desk)
    if folder is None:
        return None
    try:
        made = daily_backup(desk.ledger.store, folder, now=now)
    except (LedgerError, OSError) as failure:
        with suppress(LedgerError):  # the next save reports the problem
            _remember_failure(desk, type(failure).__name__)
        raise
    _remember_failure(desk, None)
    return made


def why_no_copy(desk: Desk) -> type[LedgerError] | None:
    """The type of the failure that prevented the last daily copy; None if there was no failure. For an error of
    the operating system, it is `LedgerUnavailable`."""
    name = desk.ledger.settings.get(COPY_FAILED)
    return getattr(errors, name, LedgerUnavailable) if name else None


def _remember_failure(desk: Desk, name: str | None) -> None:
    if desk.ledger.settings.get(COPY_FAILED) != name:
        desk.ledger.settings.put(COPY_FAILED, name)


def renew_copies(desk: Desk) -> Path | None:
    """Make a new copy, then delete every other file in the folder of copies, because earlier copies still contain a
    name that was removed.

    Returns the path of the new copy; None for a ledger on a server, of which nothing is copied or deleted.
    """
    file, folder = desk.ledger.store.file, folder_of(desk)
    if file is None or folder is None:
        return None
    made = backup(desk.ledger.store, next_name(folder, f"{file.stem}-without-a-name"))
    for path in folder.iterdir():
        if path != made and path.is_file():
            path.unlink()
    return made
