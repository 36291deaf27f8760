"""What the commands on the database share: which file, and how its failures are told."""

import argparse
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.actions import desk as desks
from scorekeeper.actions.desk import Desk
from scorekeeper.ledger.backup import BackupExists
from scorekeeper.ledger.errors import (
    LedgerBusy,
    LedgerDamaged,
    LedgerError,
    LedgerFull,
    LedgerGone,
    LedgerReadOnly,
    LedgerUnavailable,
    NewerDatabase,
    NotALedger,
)
from scorekeeper.places import default_database

#: What to do about a failure of the file; the first that fits.
ADVICE: Mapping[type[Exception], str] = {
    NewerDatabase: "A newer version of the program made this file. Install that version, or name another file.",
    LedgerGone: "Put the file back where it was, or put the last copy there: scorekeeper restore FILE",
    LedgerReadOnly: "The file or its folder may not be written. Give this user the right to write both.",
    LedgerFull: "The disk is full. Make room on it; nothing that was saved is lost.",
    LedgerBusy: "Another program holds the file. Close it, then try again.",
    LedgerDamaged: "The file is damaged. Put the last copy back: scorekeeper restore FILE",
    NotALedger: "This is no file of matches. Name another one with --database.",
    BackupExists: "A copy never overwrites. Give it another name.",
    LedgerUnavailable: "The disk does not take what is written: it may be full, or broken. What was saved is safe.",
}


def add_database(parser: argparse.ArgumentParser) -> None:
    """The file that holds every match."""
    parser.add_argument(
        "--database",
        type=Path,
        metavar="FILE",
        default=default_database(),
        help="the file that holds every match (default: %(default)s)",
    )


@contextmanager
def open_desk(database: Path) -> Iterator[Desk]:
    """The ledger of that file, closed afterwards. Raises `LedgerError`."""
    desk = desks.open_desk(database)
    with closing(desk.ledger):
        yield desk


def told(command: str, failure: Exception, *, advice: Mapping[type[Exception], str] = ADVICE) -> int:
    """Say on standard error what went wrong and what to do, and give the exit code 1.

    Raises a broken pipe again: whoever reads has seen enough, which is no failure of the file.
    """
    if isinstance(failure, BrokenPipeError):
        raise failure
    print(f"scorekeeper {command}: {_what(failure)}", file=sys.stderr)
    do = next((do for kind, do in advice.items() if isinstance(failure, kind)), None)
    if do:
        print(do, file=sys.stderr)
    return 1


def _what(failure: Exception) -> str:
    """What went wrong, without the names that programmers give it."""
    if isinstance(failure, LedgerUnavailable):
        return f"{failure.where}: {failure.detail}"
    if isinstance(failure, OSError) and failure.strerror:
        return f"{failure.filename}: {failure.strerror}" if failure.filename else failure.strerror
    return str(failure)


def missing(command: str, database: Path) -> int:
    """Say that there is no such database."""
    return told(command, FileNotFoundError(f"there is no database at {database}"))


def now() -> str:
    """The time in UTC, as the ledger writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


Failures = (LedgerError, OSError)
