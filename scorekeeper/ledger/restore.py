"""Putting a copy back in the place of a ledger, with a way back."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.ledger.backup import backup, free_name, settle
from scorekeeper.ledger.connection import LedgerFile, connect
from scorekeeper.ledger.errors import LedgerDamaged, NotALedger, named_errors
from scorekeeper.ledger.integrity import Problem, integrity
from scorekeeper.ledger.migrating import migrate, schema_of


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back, where the ledger that stood there before is kept (None: there was none), and what is wrong.

    A copy whose pages are whole may still hold entries that are not what was written: it is put back, and told.
    """

    source: Path
    database: Path
    before: Path | None
    problems: tuple[Problem, ...] = ()


def restore(source: Path | str, database: Path | str) -> Restored:
    """Make the ledger at `database` what the copy `source` says, in one transaction; programs that have it open see it.

    What was there is copied to `backups` beside it first, or moved there where it is too damaged to copy.
    Raises NotALedger, LedgerDamaged and NewerDatabase for the source, before anything is changed.
    """
    source, database = Path(source), Path(database)
    check_copy(source)
    before = _keep_what_stands(database)
    file = LedgerFile(database)
    try:
        _pour(source, file)
        migrate(file)
        problems = integrity(file).problems
    finally:
        file.close()
    return Restored(source, database, before, problems)


def check_copy(source: Path) -> None:
    """Raises NotALedger, LedgerDamaged or NewerDatabase where `source` is not a whole ledger this program can read."""
    if not source.is_file():
        raise NotALedger(source, "there is no such file")
    with named_errors(source), closing(connect(source)) as db:
        if schema_of(db, source) == 0:
            raise NotALedger(source, "it is empty")
        found = db.execute("PRAGMA integrity_check").fetchall()
        if found != [("ok",)]:
            raise LedgerDamaged(source, str(found[0][0]))


def _keep_what_stands(database: Path) -> Path | None:
    if not database.exists() or database.stat().st_size == 0:
        return None
    kept = free_name(database.parent / "backups", f"{database.stem}-before-restore")
    try:
        file = LedgerFile(database)
        try:
            return backup(file, kept)
        finally:
            file.close()
    except (LedgerDamaged, NotALedger):
        return _move_aside(database, kept)


def _move_aside(database: Path, kept: Path) -> Path:
    """A file that SQLite cannot read is kept as it is, with its side files, for whoever can save something of it."""
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    for suffix in ("", "-wal", "-shm"):
        part = database.with_name(database.name + suffix)
        if part.exists():
            part.replace(kept.with_name(kept.name + suffix))
    settle(kept.parent)
    return kept


def _pour(source: Path, file: LedgerFile) -> None:
    """SQLite's backup writes the pages as one transaction of the file: killed in the middle, the old ledger stands."""
    with named_errors(file.path), closing(connect(source)) as copy, closing(connect(file.path)) as target:
        target.execute("PRAGMA query_only = OFF")
        copy.conn.backup(target.conn)
