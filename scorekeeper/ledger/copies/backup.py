"""Copies of the whole ledger in one file, made while others read and write: one a day, and which of them to keep."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime
from pathlib import Path

from scorekeeper.ledger.errors import LedgerError
from scorekeeper.ledger.sqlite.connection import make_private, named_refusals
from scorekeeper.ledger.store import Store

#: The folder of copies that the program makes by itself, beside its file.
FOLDER = "backups"
#: The number of copies kept of those made before a restore, and of those made before a migration.
BEFORE = 4
_UNFINISHED = re.compile(r"(.+)\.part-(\d+)")


class BackupExists(LedgerError):
    """A file of that name is already there; copies never overwrite."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"already there: {path}")
        self.path = path


def backup(store: Store, target: Path | str) -> Path:
    """Copy everything committed so far to `target` (0600), complete on the disk before its name appears.

    Raises BackupExists, LedgerFull, LedgerReadOnly. Nothing is left behind by a copy that failed.
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
    """`stem.db` in the folder, then `stem-2.db` and so on: later copies have larger numbers."""
    taken = [numbers[-1] if numbers else 1 for numbers, _ in _numbered(folder, stem)]
    number = max(taken, default=0) + 1
    return folder / f"{stem}{'' if number == 1 else f'-{number}'}.db"


def keep_latest(folder: Path, stem: str) -> None:
    """Let all but the last few copies of this kind go, by their numbers: a clock that jumps cannot empty the folder."""
    for _, path in _numbered(folder, stem)[:-BEFORE]:
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


def _numbered(folder: Path, stem: str) -> list[tuple[tuple[int, ...], Path]]:
    """The copies `stem.db`, `stem-2.db`, `stem-6.db`, `stem-6-2.db`, … with their numbers, in their order."""
    name = re.compile(re.escape(stem) + r"((?:-\d+)*)\.db")
    matched = ((name.fullmatch(path.name), path) for path in (folder.iterdir() if folder.is_dir() else ()))
    return sorted((tuple(map(int, match[1].split("-")[1:])), path) for match, path in matched if match)


def settle(path: Path) -> None:
    """Wait until a file, or a folder's list of names, is on the disk. SQLite does not do it for VACUUM INTO."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def gone_afterwards(partial: Path) -> Iterator[None]:
    """Remove the partial copy when the block ends, however it ends."""
    try:
        partial.unlink(missing_ok=True)
        yield
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def _clear_unfinished(target: Path) -> None:
    """Take away what a copy that was killed left: of this name, and in the program's own folder of any name."""
    for path in target.parent.iterdir():
        match = _UNFINISHED.fullmatch(path.name)
        if match and (match[1] == target.name or target.parent.name == FOLDER) and not _alive(int(match[2])):
            path.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # somebody else's
    return True


DAILY = 7
WEEKLY = 4
_NAME = re.compile(r"daily-(\d{4}-\d\d-\d\d)\.db")


def daily_backup(store: Store, folder: Path | str, *, now: str) -> Path | None:
    """Make today's copy where there is none yet, then let old ones go. Answers the copy made now, or None.

    `now` is ISO UTC. Old copies go only after a new one is complete, and by their count, never by their age:
    a clock that jumps cannot empty the folder.
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
    """The seven latest days, and the last day of each of the four latest weeks that those seven do not close."""
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
