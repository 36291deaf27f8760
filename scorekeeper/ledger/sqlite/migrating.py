"""Migrating a file in one transaction, after a check and a copy. Also opening a file only to read it, even if it is of
an earlier version or not writable."""

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
#: The name under which sqlite-utils records the steps that were applied.
MIGRATION_SET = "scorekeeper"
#: "Cana" in the file's header, by which `file` and other tools recognise it.
APPLICATION_ID = 0x43616E61

#: Corrects the rows of matches that have the version of their last entry, but the seal of an earlier one.
SEALS_LEFT_BEHIND = """
UPDATE matches SET seal = last.chain FROM entries AS last
WHERE last.match_id = matches.id AND last.version = matches.version AND matches.seal <> last.chain
    AND matches.seal IN (SELECT chain FROM entries AS earlier WHERE earlier.match_id = matches.id)
"""


def migrate(file: LedgerFile, steps: Sequence[SchemaStep] = STEPS) -> Path | None:
    """Apply the missing steps in one transaction, after making a copy. Returns the path of the copy; None if no
    step was missing, or the file was empty.

    Raises NewerDatabase and NotALedger before anything is changed, and LedgerBusy if another program has the file open
    with an earlier schema: it would go on writing entries of that schema.
    """
    with file.reading() as db:
        if schema_of(db, file.path, steps) == len(steps):
            return None

    def alone(db: Database) -> None:
        if 0 < schema_of(db, file.path, steps) < len(steps):
            file.refuse_others(db)

    # `refuse_others` fails while any other connection is open, in this program or in one that starts at the same time.
    file.let_go()
    with file.write_tx(timeout=TIMEOUT, first=alone) as db:
        # Read again: another program may have migrated the file since.
        schema = schema_of(db, file.path, steps)
        copy = None
        if 0 < schema < len(steps):  # the copy has all that was committed: this transaction locks out other writers
            stem = f"{file.path.stem}-before-schema-{schema + 1}"
            copy = backup(file, next_name(file.path.parent / FOLDER, stem))
        if schema < len(steps):
            _apply(db, steps)
    if copy is not None:
        keep_latest(copy.parent, f"{file.path.stem}-before-schema")
    return copy


def schema_of(db: Database, path: Path, steps: Sequence[SchemaStep] = STEPS) -> int:
    """The number of steps that were applied to the file; 0 for an empty file. Raises NewerDatabase and NotALedger."""
    applied = [migration.name for migration in _migrations(steps).applied(db)]
    if not set(applied) <= {step.name for step in steps}:
        raise NewerDatabase(schema=len(applied), supported=len(steps))
    if not applied and db.table_names():
        raise NotALedger(path, "it holds another program's tables")
    return len(applied)


def catch_up(store: Store) -> int:
    """Correct the seals in the rows of matches. A program of an earlier version that writes after the migration leaves
    the old seal there. Returns the number of corrected rows. A seal that belongs to no entry is left for `verify` to
    report."""
    done: int = store.write(lambda tx: tx.execute(SEALS_LEFT_BEHIND).rowcount)
    return done


@contextmanager
def new_copy(target: Path) -> Iterator[FileTx]:
    """Turn an empty file into a ledger, and begin a transaction in which the block fills it from another ledger. Raises
    LedgerUnavailable or a subclass of it."""
    with named_errors(target), closing(connect(target, writes=True)) as db, transaction(db):
        _apply(db, STEPS)
        db.execute("PRAGMA defer_foreign_keys = ON")
        yield FileTx(db)


def bring_up_to_date(db: Database) -> None:
    """Apply the missing steps to a file that no other program has open."""
    with transaction(db):
        _apply(db, STEPS)


def _apply(db: Database, steps: Sequence[SchemaStep]) -> None:
    _migrations(steps).apply(db)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {len(steps)}")


def _migrations(steps: Sequence[SchemaStep]) -> Migrations:
    """The steps, in the form that sqlite-utils applies."""
    made = Migrations(MIGRATION_SET)
    for step in steps:
        made(name=step.name)(_taking(step))
    return made


def _taking(step: SchemaStep) -> Callable[[Database], None]:
    def take(db: Database) -> None:
        for statement in step.sqlite:  # one by one: executescript would commit the transaction
            db.execute(statement)

    return take


class ReadApart(LedgerFile):
    """A migrated copy of a file, deleted when it is closed; messages show the path of the file itself."""

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
        self.where = str(path)

    def close(self) -> None:
        """Close and delete the copy."""
        super().close()
        self._folder.cleanup()


def open_to_read(path: Path) -> LedgerFile:
    """Open a file for a command that only reads: the file itself if it is of this version and writable, else a migrated
    copy of it. Raises as `open_store`."""
    with named_refusals(path):
        refuse_to_begin(path)
    if not all(os.access(each, os.W_OK) for each in (path, path.parent)) or _is_old(path):
        return ReadApart(path)
    return LedgerFile(path)


def _is_old(path: Path) -> bool:
    """Return whether the file is of an earlier version, or SQLite cannot read it where it is. Raises NewerDatabase and
    NotALedger."""
    try:
        with named_errors(path), closing(connect_read_only(path)) as db:
            return schema_of(db, path) < len(STEPS)
    except NotALedger:
        raise
    except LedgerUnavailable:
        return True


def _copy(path: Path, copy: Path) -> None:
    """Let SQLite copy the committed content, while others may write. If it cannot open the log, no program has the file
    open, and the file and its log are copied byte by byte."""
    try:
        with named_errors(path), closing(connect_read_only(path)) as db, closing(connect(copy, writes=True)) as target:
            db.conn.backup(target.conn)
    except LedgerUnavailable:
        copy.unlink(missing_ok=True)
        with named_refusals(path):
            for suffix in ("", "-wal"):
                if (part := path.with_name(path.name + suffix)).exists():
                    shutil.copyfile(part, copy.with_name(copy.name + suffix))
