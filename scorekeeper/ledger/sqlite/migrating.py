"""Bringing a file up to date: checked first, copied first, then all of it or nothing; and opening one to read alone: it
is not changed, even if it is of an earlier version or not writable."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlite_utils import Database, Migrations

from scorekeeper.ledger.copies.backup import FOLDER, backup, keep_latest, next_name
from scorekeeper.ledger.errors import LedgerUnavailable, NewerDatabase, NotALedger
from scorekeeper.ledger.schema import STEPS, SchemaStep
from scorekeeper.ledger.sqlite.connection import (
    FileTx,
    LedgerFile,
    connect,
    connect_read_only,
    named_refusals,
    transaction,
)
from scorekeeper.ledger.sqlite.driver import named_errors
from scorekeeper.ledger.sqlite.identity import refuse_to_begin
from scorekeeper.ledger.store import Store

#: Seconds to wait for another program that migrates the same file.
TIMEOUT = 120.0
#: The name under which the file remembers which steps it has had.
MIGRATION_SET = "scorekeeper"
#: "Cana" in the file's header, so that `file` and other tools can tell whose it is.
APPLICATION_ID = 0x43616E61

#: Rows at their last entry whose seal is the one of an entry before that.
SEALS_LEFT_BEHIND = """
UPDATE matches SET seal = last.chain FROM entries AS last
WHERE last.match_id = matches.id AND last.version = matches.version AND matches.seal <> last.chain
    AND matches.seal IN (SELECT chain FROM entries AS earlier WHERE earlier.match_id = matches.id)
"""


def migrate(file: LedgerFile, steps: Sequence[SchemaStep] = STEPS) -> Path | None:
    """Apply what is missing in one transaction. Answers the copy made first, None where there was nothing to copy.

    Raises NewerDatabase and NotALedger before anything is changed, and LedgerBusy for a file that another program has
    open under an earlier schema: what that would write afterwards is not what this version reads.
    """
    with file.reading() as db:
        if schema_of(db, file.path, steps) == len(steps):
            return None

    def alone(db: Database) -> None:
        if 0 < schema_of(db, file.path, steps) < len(steps):
            file.refuse_others(db)

    file.let_go()  # programs that start at once wait for one another here, with the file closed
    with file.write_tx(timeout=TIMEOUT, first=alone) as db:
        # Asked again: another program may have migrated the file since.
        schema = schema_of(db, file.path, steps)
        copy = _copy_first(file, schema) if 0 < schema < len(steps) else None
        if schema < len(steps):
            _apply(db, steps)
    if copy is not None:
        keep_latest(copy.parent, f"{file.path.stem}-before-schema")
    return copy


def schema_of(db: Database, path: Path, steps: Sequence[SchemaStep] = STEPS) -> int:
    """The number of our migrations that the file has had; 0 for an empty file. Raises NewerDatabase and NotALedger."""
    applied = [migration.name for migration in _migrations(steps).applied(db)]
    if not set(applied) <= {step.name for step in steps}:
        raise NewerDatabase(schema=len(applied), supported=len(steps))
    if not applied and db.table_names():
        raise NotALedger(path, "it holds another program's tables")
    return len(applied)


def catch_up(store: Store) -> int:
    """Set right the rows of matches that a program of an earlier version wrote to after the file was brought up to
    date: it knew nothing of their seals. Answers how many. A seal of no earlier entry is left to `verify`."""
    done: int = store.write(lambda tx: tx.execute(SEALS_LEFT_BEHIND).rowcount)
    return done


@contextmanager
def new_copy(target: Path) -> Iterator[FileTx]:
    """A transaction on an empty file that is made a ledger, for what another ledger holds. Raises LedgerFull."""
    with named_errors(target), closing(connect(target, writes=True)) as db, transaction(db):
        _apply(db, STEPS)
        db.execute("PRAGMA defer_foreign_keys = ON")
        yield FileTx(db)


def bring_up_to_date(db: Database) -> None:
    """Apply what is missing to a file that nobody else has open."""
    with transaction(db):
        _apply(db, STEPS)


def _apply(db: Database, steps: Sequence[SchemaStep]) -> None:
    _migrations(steps).apply(db)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {len(steps)}")


def _migrations(steps: Sequence[SchemaStep]) -> Migrations:
    """Return the steps as sqlite-utils applies them."""
    made = Migrations(MIGRATION_SET)
    for step in steps:
        made(name=step.name)(_taking(step))
    return made


def _taking(step: SchemaStep) -> Callable[[Database], None]:
    def take(db: Database) -> None:
        for statement in step.sqlite:  # one by one: executescript would commit the transaction
            db.execute(statement)

    return take


def _copy_first(file: LedgerFile, schema: int) -> Path:
    """The copy sees what was committed before this transaction, which holds everybody else's writes off meanwhile."""
    stem = f"{file.path.stem}-before-schema-{schema + 1}"
    return backup(file, next_name(file.path.parent / FOLDER, stem))


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
