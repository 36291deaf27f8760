"""Restoring a ledger from a copy. The replaced ledger is kept, and links that were revoked after the copy was made stay
revoked."""

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal

from sqlite_utils import Database

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.canonical import to_json
from scorekeeper.ledger.copies.backup import FOLDER, backup, gone_afterwards, keep_latest, next_name, settle
from scorekeeper.ledger.copies.integrity import Problem, integrity
from scorekeeper.ledger.errors import LedgerBusy, LedgerDamaged, NotALedger
from scorekeeper.ledger.records.settings import DEVICES, DIRECTOR_PIN, DIRECTOR_SESSIONS, RESTORED, SECRET_KEY
from scorekeeper.ledger.sqlite.connection import (
    OPENING,
    LedgerFile,
    connect,
    make_folder,
    make_private,
    named_refusals,
    transaction,
)
from scorekeeper.ledger.sqlite.driver import named_errors, sqlite3
from scorekeeper.ledger.sqlite.migrating import bring_up_to_date, schema_of


class Rights(Struct):
    """The links, PIN and key after a restore.

    `closed` is the number of links that were revoked after the copy was made, and stay revoked. `unknown` is the number
    of open links in the copy that the replaced ledger did not have; any of them may have been revoked since. `pin` is
    "kept" if the replaced ledger's PIN is still in force, "copy" if that of the copy is, and "none" if no PIN is set.
    `another_key`: programs that have the file open still sign with the replaced ledger's key.
    """

    closed: int
    unknown: int
    pin: Literal["kept", "copy", "none"]
    another_key: bool


class Restored(Struct):
    """The result of a restore. `source` is the copy that was restored, `database` the restored ledger. `before` is the
    path at which the replaced ledger is kept; None if there was none. `problems` were found in the restored ledger.

    A copy with intact pages may still contain entries that were altered: the copy is restored, and the problems are
    reported.
    """

    source: Path
    database: Path
    before: Path | None
    rights: Rights
    problems: tuple[Problem, ...] = ()


def restore(source: Path | str, database: Path | str, *, now: str) -> Restored:
    """Replace the content of the ledger at `database` with the copy `source`, in one transaction. Programs may have the
    ledger open meanwhile.

    Before that, the replaced ledger is copied to the folder `backups` next to it, where the last few such copies are
    kept. Links that the replaced ledger had revoked stay revoked, and its PIN, if one was set, stays in force. If it is
    too damaged to copy, it is moved to `backups` instead; then its PIN and its revoked links are not known.

    Raises NotALedger, LedgerDamaged and NewerDatabase for the source, before anything is changed, and LedgerBusy if
    another program does not stop writing.
    """
    source, database = Path(source), Path(database)
    check_copy(source)
    folder, stem = database.parent / FOLDER, f"{database.stem}-before-restore"
    kept = next_name(folder, stem)
    try:
        if not database.is_file() or database.stat().st_size == 0:
            done = _put(source, database, None, _move_aside(database, kept), now)
        else:
            done = _put(source, database, kept, kept, now)
    except (LedgerDamaged, NotALedger):
        done = _put(source, database, None, _move_aside(database, kept), now)
    keep_latest(folder, stem)
    return done


def _put(source: Path, database: Path, keep: Path | None, before: Path | None, now: str) -> Restored:
    with closing(LedgerFile(database, fresh=True)) as file:
        return Restored(source, database, before, _pour(source, file, keep, now), integrity(file).problems)


def check_copy(source: Path) -> None:
    """Raise NotALedger, LedgerDamaged or NewerDatabase if `source` is not an intact ledger that this program can
    read."""
    if not source.is_file():
        raise NotALedger(source, "there is no such file")
    with named_errors(source), closing(connect(source)) as db:
        if schema_of(db, source) == 0:
            raise NotALedger(source, "it is empty")
        rows = db.execute("PRAGMA integrity_check").fetchall()
        if rows != [("ok",)]:
            raise LedgerDamaged(source, str(rows[0][0]))


def _move_aside(database: Path, kept: Path) -> Path | None:
    """Move a file that SQLite cannot read, and its side files, to `kept`, so that parts of it can still be recovered.

    Returns None if there is nothing to keep: no file, or an empty one without a log.
    """
    parts = [database.with_name(database.name + suffix) for suffix in ("", "-wal", "-shm")]
    if not any(part.is_file() and part.stat().st_size for part in parts[:2]):
        return None
    make_folder(kept.parent)
    for part, suffix in zip(parts, ("", "-wal", "-shm"), strict=True):
        if part.exists():
            part.replace(kept.with_name(kept.name + suffix))
    settle(kept.parent)
    return kept


def _pour(source: Path, file: LedgerFile, kept: Path | None, now: str) -> Rights:
    """Write the pages of the migrated copy into the file in one transaction; if the program is killed, the old ledger
    remains.

    From the first page on, the file is locked for other writers until the last page is committed. Meanwhile the old
    ledger is copied to `kept`, which therefore has every write that was acknowledged before.
    """
    until = time.monotonic() + OPENING * file.timeout

    def copy_first(status: int, remaining: int, total: int) -> None:
        if status == sqlite3.SQLITE_OK and kept and not kept.exists():
            backup(file, kept)
        elif status != sqlite3.SQLITE_OK and time.monotonic() > until:
            raise LedgerBusy(file.path, "another program does not stop writing")

    with (
        file.rewriting(until),
        _draft(source, file.path.parent / FOLDER) as copy,
        named_errors(file.path),
        closing(connect(file.path, writes=True)) as target,
    ):
        rights = keep_rights(target, copy, now)
        copy.conn.backup(target.conn, pages=1, progress=copy_first, sleep=0.02)
        return rights


@contextmanager
def _draft(source: Path, folder: Path) -> Iterator[Database]:
    """Make a migrated copy of `source` that the block may change, and delete it at the end."""
    path = folder / f"restoring.part-{os.getpid()}"
    with named_refusals(path), gone_afterwards(path):
        make_private(path)
        with closing(connect(path, writes=True)) as draft:
            with named_errors(source), closing(connect(source)) as copy:
                copy.conn.backup(draft.conn)
            draft.execute("PRAGMA journal_mode = DELETE").fetchall()  # without a log file of its own
            bring_up_to_date(draft)
            yield draft


_KNOWN = "SELECT count(*) FROM sqlite_master WHERE name IN ('shares', 'settings')"
_SETTINGS = "SELECT key, value FROM settings"
#: The value of the setting `DIRECTOR_SESSIONS`, as JSON, when there are none.
NOBODY = "{}"


def keep_rights(standing: Database, copy: Database, now: str) -> Rights:
    """Change the copy's links and settings to those that are valid after the restore, and summarise them. `standing` is
    the ledger that is being replaced; `now` is stored as the time of the restore.

    Links that `standing` had revoked are revoked in the copy. If `standing` has a PIN, the copy gets it, together with
    the director's sessions. The copy keeps its own key, because its links are made with it; if it has none, it gets
    that of `standing`.
    """
    known = standing.execute(_KNOWN).fetchone()[0] == 2
    before = dict(standing.execute(_SETTINGS).fetchall()) if known else {}
    shares = dict(standing.execute("SELECT id, revoked_at FROM shares").fetchall()) if known else {}
    then = dict(copy.execute(_SETTINGS).fetchall())
    open_then = [row[0] for row in copy.execute("SELECT id FROM shares WHERE revoked_at IS NULL").fetchall()]
    closed = [(shares[share], share) for share in open_then if shares.get(share)]
    kept = {key: value for key, value in before.items() if key == SECRET_KEY and key not in then}
    kept |= {key: before[key] for key in (DEVICES,) if int(before.get(key, 0)) > int(then.get(key, 0))}
    if DIRECTOR_PIN in before:
        kept |= {key: before.get(key, NOBODY) for key in (DIRECTOR_PIN, DIRECTOR_SESSIONS)}
    with transaction(copy):
        for each in closed:
            copy.execute("UPDATE shares SET revoked_at = ? WHERE id = ?", each)
        for setting in {**kept, RESTORED: to_json(now, what=RESTORED)}.items():
            copy.execute("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", setting)
    return Rights(
        closed=len(closed),
        unknown=sum(share not in shares for share in open_then),
        pin="kept" if DIRECTOR_PIN in before else "copy" if DIRECTOR_PIN in then else "none",
        another_key=SECRET_KEY in before and then.get(SECRET_KEY, before[SECRET_KEY]) != before[SECRET_KEY],
    )
