"""A file opened read-only: it is not changed, even if it is of an earlier version or not writable."""

import os
import shutil
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.ledger.errors import LedgerUnavailable, NotALedger
from scorekeeper.ledger.schema import STEPS
from scorekeeper.ledger.sqlite.connection import LedgerFile, connect, connect_read_only, named_refusals
from scorekeeper.ledger.sqlite.failures import named_errors
from scorekeeper.ledger.sqlite.identity import refuse_to_begin
from scorekeeper.ledger.sqlite.migrating import bring_up_to_date, schema_of


class ReadApart(LedgerFile):
    """A copy of a file, brought up to date, that is called as the file is and gone when it is closed."""

    def __init__(self, path: Path) -> None:
        self._folder = TemporaryDirectory(prefix="scorekeeper-")
        try:
            copy = Path(self._folder.name) / path.name
            _copy(path, copy)
            with named_errors(path), closing(connect(copy, writes=True)) as db:
                if schema_of(db, path) < len(STEPS):
                    bring_up_to_date(db)
            super().__init__(copy, fresh=True)
        except BaseException:
            self._folder.cleanup()
            raise
        self._where = path

    @property
    def where(self) -> str:
        """The path of the file that was copied."""
        return str(self._where)

    def close(self) -> None:
        """Close it, and let the copy go."""
        super().close()
        self._folder.cleanup()


def open_to_read(path: Path) -> LedgerFile:
    """Open a file for a command that reads alone: the file itself where it is of this version and may be written beside
    programs that use it, else a copy. Raises as `open_store`."""
    with named_refusals(path):
        refuse_to_begin(path)
    if not all(os.access(each, os.W_OK) for each in (path, path.parent)) or _is_old(path):
        return ReadApart(path)
    return LedgerFile(path)


def _is_old(path: Path) -> bool:
    """Return whether the file is of an earlier version, or cannot be read as it is. Raises NewerDatabase and
    NotALedger."""
    try:
        with named_errors(path), closing(connect_read_only(path)) as db:
            return schema_of(db, path) < len(STEPS)
    except NotALedger:
        raise
    except LedgerUnavailable:
        return True


def _copy(path: Path, copy: Path) -> None:
    """Copy what is committed, by SQLite where it can read beside those who write; where it may not open the log, nobody
    has the file open, and file and log are copied as they are."""
    try:
        with named_errors(path), closing(connect_read_only(path)) as db, closing(connect(copy, writes=True)) as target:
            db.conn.backup(target.conn)
    except LedgerUnavailable:
        copy.unlink(missing_ok=True)
        with named_refusals(path):
            for suffix in ("", "-wal"):
                if (part := path.with_name(path.name + suffix)).exists():
                    shutil.copyfile(part, copy.with_name(copy.name + suffix))
