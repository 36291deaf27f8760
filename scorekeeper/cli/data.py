"""Shared code of the commands on the database: choosing and opening it, and reporting failures."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path

from scorekeeper.actions import desk as desks
from scorekeeper.actions.desk import Desk
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.address import SERVER, Address, path_or_address
from scorekeeper.ledger.errors import LedgerError, LedgerUnavailable
from scorekeeper.places import default_database
from scorekeeper.words import words_for
from scorekeeper.words.failures import say_failure
from scorekeeper.words.refusals import say_refusal

#: The environment variable with the key that signs cookies and links, and the minimum length of the key, in bytes.
KEY, SHORTEST_KEY = "SCOREKEEPER_SECRET_KEY", 32
NO_KEY = (
    f"set {KEY} to at least {SHORTEST_KEY} letters that nobody can guess, the same wherever this database is served: "
    "it signs cookies and links"
)


class NotPossible(Exception):
    """A command cannot be carried out; the text says why."""


Failures = (LedgerError, OSError, NotPossible)


def environment_key(*, needed: bool = False) -> bytes:
    """The key in the environment; empty if there is none. Raises `NotPossible` if it is too short, or if it is missing
    although it is `needed`."""
    key = os.environ.get(KEY, "").encode()
    if len(key) < SHORTEST_KEY and (key or needed):
        raise NotPossible(NO_KEY)
    return key


def add_database(parser: argparse.ArgumentParser) -> None:
    """Add the option `--database`."""
    parser.add_argument(
        "--database",
        type=path_or_address,
        metavar="FILE",
        default=usual_database(),
        help="the file with all matches, or postgresql://USER@HOST/DATABASE (default: %(default)s)",
    )


def usual_database() -> Path | Address:
    """The database that is used without the option: the one in the environment variable `SCOREKEEPER_DATABASE`, else
    the default file."""
    return path_or_address(os.environ.get("SCOREKEEPER_DATABASE") or default_database())


@contextmanager
def open_desk(database: Path | Address, *, reading: bool = False, new: bool = False) -> Iterator[Desk]:
    """Yield a desk with the ledger of a file or server, which is closed at the end of the block.

    With `reading` a file is not changed, not even to bring an older version up to date. A missing file is made if `new`
    is set; otherwise `FileNotFoundError` is raised. Raises `LedgerError` if the ledger cannot be opened.
    """
    if not (new or database.exists()):
        raise FileNotFoundError(f"there is no database at {database}")
    desk = desks.open_desk(database, reading=reading)
    with closing(desk.ledger):
        yield desk


def telling(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """Decorate a command: if it raises `Refused` or one of `Failures`, print the message and return 1."""

    @wraps(run)
    def told(arguments: argparse.Namespace) -> int:
        try:
            return run(arguments)
        except Refused as refused:
            return error_exit(arguments.command, NotPossible(say_refusal(refused, words_for("en"))))
        except Failures as failure:
            return error_exit(arguments.command, failure)

    return told


def error_exit(command: str, failure: Exception, *, advice: Mapping[type[Exception], str] | None = None) -> int:
    """Print on standard error what went wrong and what to do, and return the exit code 1.

    `advice` has sentences to print in place of the usual ones, by class of failure. A `BrokenPipeError` is raised
    again: the reader of the output is gone, which is no failure of the database.
    """
    if isinstance(failure, BrokenPipeError):
        raise failure
    print(f"scorekeeper {command}: {_what(failure)}", file=sys.stderr)
    of_server = str(getattr(failure, "where", "")).startswith(SERVER)
    do = (advice or {}).get(type(failure)) or say_failure(type(failure), "command", server=of_server)
    if do:
        print(do, file=sys.stderr)
    return 1


def _what(failure: Exception) -> str:
    """The message of a failure, without names from the code."""
    if isinstance(failure, LedgerUnavailable):
        return f"{failure.where}: {failure.detail}"
    if isinstance(failure, OSError) and failure.strerror:
        return f"{failure.filename}: {failure.strerror}" if failure.filename else failure.strerror
    return str(failure)


def now() -> str:
    """The present time in UTC, in the ledger's format: "2026-11-27T22:29:06Z"."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
