"""Copies of the file: those the program makes by itself, and one to take away."""

from dataclasses import dataclass
from pathlib import Path

from scorekeeper.actions.desk import Desk
from scorekeeper.ledger.backup import FOLDER, backup, next_name
from scorekeeper.ledger.rotation import daily_backup


@dataclass(frozen=True, slots=True)
class Kept:
    """A copy in the folder of copies: its name, its size in bytes, and when it was made (seconds since 1970)."""

    name: str
    size: int
    at: float


def folder_of(desk: Desk) -> Path:
    """The folder of copies, beside the file."""
    return desk.ledger.file.path.parent / FOLDER


def copies(desk: Desk) -> tuple[Kept, ...]:
    """Every copy that is there, the latest first."""
    found = [(path, path.stat()) for path in folder_of(desk).glob("*.db")]
    kept = [Kept(path.name, stat.st_size, stat.st_mtime) for path, stat in found]
    return tuple(sorted(kept, key=lambda each: each.at, reverse=True))


def copy_named(desk: Desk, name: str) -> Path | None:
    """The copy of this name, None where there is none; a name is no way out of the folder."""
    known = {kept.name for kept in copies(desk)}
    return folder_of(desk) / name if name in known else None


def copy_now(desk: Desk, name: str) -> Path:
    """Make a copy of everything committed so far. Raises `LedgerFull`, `LedgerReadOnly`, `BackupExists`."""
    return backup(desk.ledger.file, folder_of(desk) / name)


def daily_copy(desk: Desk, *, now: str) -> Path | None:
    """Make today's copy where there is none yet; seven daily and four weekly ones are kept."""
    return daily_backup(desk.ledger.file, folder_of(desk), now=now)


def renew_copies(desk: Desk) -> Path:
    """Make a copy, then delete every other one in the folder: they hold what is to be forgotten."""
    made = backup(desk.ledger.file, next_name(folder_of(desk), f"{desk.ledger.file.path.stem}-without-a-name"))
    for path in folder_of(desk).iterdir():
        if path != made and path.is_file():
            path.unlink()
    return made
