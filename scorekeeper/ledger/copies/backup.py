"""Copies of the whole ledger in one file, made while it is in use; the daily copy, and which copies to keep."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime
from pathlib import Path

from scorekeeper.ledger.errors import LedgerError
from scorekeeper.ledger.sqlite.connection import make_private, named_refusals
from scorekeeper.ledger.store import Store

#: The folder, next to the ledger's file, of the copies that the program makes automatically.
FOLDER = "backups"
#: The number of copies to keep: this many from before restores, and this many from before migrations.
BEFORE = 4
_UNFINISHED = re.compile(r"(.+)\.part-(\d+)")


class BackupExists(LedgerError):
    """A file of this name exists already; a copy never overwrites a file."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"already there: {path}")
        self.path = path


def backup(store: Store, target: Path | str) -> Path:
    """Copy everything committed so far to `target` (mode 0600), which appears once the copy is completely on the disk.

    Raises BackupExists, and LedgerUnavailable or a subclass of it; a copy that failed leaves nothing behind.
    """
    target = Path(target)
    if target.exists():
        raise BackupExists(target)
    partial = target.with_name(f"{target.name}.part-{os.getpid()}")
    with named_refusals(target), gone_afterwards(partial):
        make_private(partial)
        _clear_unfinished(target)
        store.copy_into(partial)
        settle(partial)
        partial.rename(target)
        settle(target.parent)
    return target


def next_name(folder: Path, stem: str) -> Path:
    """The path for the next copy in the folder: `stem.db`, then `stem-2.db` and so on."""
    taken = [numbers[-1] if numbers else 1 for numbers, _ in _numbered(folder, stem)]
    number = max(taken, default=0) + 1
    return folder / f"{stem}{'' if number == 1 else f'-{number}'}.db"


def keep_latest(folder: Path, stem: str) -> None:
    """Delete all but the last `BEFORE` copies whose names begin with `stem`. The last ones are those with the highest
    numbers in their names, so that a wrong clock cannot empty the folder."""
    for _, path in _numbered(folder, stem)[:-BEFORE]:
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


def _numbered(folder: Path, stem: str) -> list[tuple[tuple[int, ...], Path]]:
    """The copies `stem.db`, `stem-2.db`, `stem-6.db`, `stem-6-2.db`, … with their numbers, ordered by these."""
    name = re.compile(re.escape(stem) + r"((?:-\d+)*)\.db")
    matched = ((name.fullmatch(path.name), path) for path in (folder.iterdir() if folder.is_dir() else ()))
    return sorted((tuple(map(int, match[1].split("-")[1:])), path) for match, path in matched if match)


def settle(path: Path) -> None:
    """Wait until a file or folder is on the disk. SQLite does not wait for that after VACUUM INTO."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def gone_afterwards(partial: Path) -> Iterator[None]:
    """Remove the partial copy before the block begins, and when it ends, however it ends."""
    try:
        partial.unlink(missing_ok=True)
        yield
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def _clear_unfinished(target: Path) -> None:
    """Delete the partial copies of this target that killed processes left; in the folder `backups`, those of any
    target."""
    for path in target.parent.iterdir():
        match = _UNFINISHED.fullmatch(path.name)
        if match and (match[1] == target.name or target.parent.name == FOLDER) and not _alive(int(match[2])):
            path.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    """Return whether there is a process with this id."""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # another user's
    return True


DAILY = 7
WEEKLY = 4
_NAME = re.compile(r"daily-(\d{4}-\d\d-\d\d)\.db")


def daily_backup(store: Store, folder: Path | str, *, now: str) -> Path | None:
    """Make today's copy if there is none yet, then delete old ones. Returns the new copy, or None.

    `now` is ISO UTC. Old copies are deleted only after the new one is complete, and a certain number is always kept,
    whatever their age, so that a wrong clock cannot empty the folder. Raises as `backup`, except BackupExists.
    """
    folder = Path(folder)
    target = folder / f"daily-{datetime.fromisoformat(now).date().isoformat()}.db"
    try:
        made = backup(store, target)
    except BackupExists:
        return None
    copies = {day: path for path in folder.iterdir() if (day := _day(path))}
    for day in copies.keys() - to_keep(copies) - {_day(made)}:
        copies[day].unlink()
    return made


def to_keep(days: Iterable[date]) -> set[date]:
    """Choose the `days` whose copies are kept: the seven latest, and for each of the four latest weeks before them, the
    latest day that has a copy."""
    ordered = sorted(set(days), reverse=True)
    daily = ordered[:DAILY]
    last_of_week: dict[tuple[int, int], date] = {}
    for day in ordered:
        last_of_week.setdefault(day.isocalendar()[:2], day)
    weekly = [day for day in last_of_week.values() if day not in daily]
    return {*daily, *weekly[:WEEKLY]}


def _day(path: Path) -> date | None:
    match = _NAME.fullmatch(path.name)
    try:
        return date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None
