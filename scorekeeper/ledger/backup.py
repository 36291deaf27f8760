"""Copies of the whole ledger in one file, made while others read and write."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorekeeper.ledger.connection import LedgerFile, make_private, named_refusals
from scorekeeper.ledger.errors import LedgerError, named_errors


class BackupExists(LedgerError):
    """A file of that name is already there; copies never overwrite."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"already there: {path}")
        self.path = path


def backup(file: LedgerFile, target: Path | str) -> Path:
    """Copy everything committed so far to `target` (0600), complete on the disk before its name appears.

    Raises BackupExists, LedgerFull, LedgerReadOnly. Nothing is left behind by a copy that failed.
    """
    target = Path(target)
    if target.exists():
        raise BackupExists(target)
    partial = target.with_name(f"{target.name}.part-{os.getpid()}")
    with named_refusals(target), _gone_afterwards(partial):
        make_private(partial)
        _vacuum_into(file, partial)
        settle(partial)
        partial.rename(target)
        settle(target.parent)
    return target


def free_name(folder: Path, stem: str) -> Path:
    """`stem.db` in the folder, or `stem-2.db`, … where that is taken."""
    number = 1
    while (path := folder / f"{stem}{'' if number == 1 else f'-{number}'}.db").exists():
        number += 1
    return path


def settle(path: Path) -> None:
    """Wait until a file, or a folder's list of names, is on the disk. SQLite does not do it for VACUUM INTO."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _gone_afterwards(partial: Path) -> Iterator[None]:
    """A copy that failed leaves nothing behind."""
    try:
        partial.unlink(missing_ok=True)
        yield
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def _vacuum_into(file: LedgerFile, target: Path) -> None:
    with file.reading() as db, named_errors(target):
        # It writes to the other file only, but query_only would forbid it.
        db.execute("PRAGMA query_only = OFF")
        try:
            db.execute("VACUUM INTO ?", [str(target)])
        finally:
            db.execute("PRAGMA query_only = ON")
