"""Shared by the commands on the database: choosing the file, and reporting failures."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Literal, overload

from scorekeeper.actions import desk as desks
from scorekeeper.actions.desk import Desk
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.address import SERVER, Address, path_or_address
from scorekeeper.ledger.errors import LedgerError, LedgerUnavailable
from scorekeeper.places import default_database
from scorekeeper.words import words_for
from scorekeeper.words.failures import say_failure
from scorekeeper.words.refusals import say_refusal

#: The key that signs cookies and links, where it is not the one in the file, and the fewest letters of it.
KEY, SHORTEST_KEY = "SCOREKEEPER_SECRET_KEY", 32
NO_KEY = (
    f"set {KEY} to at least {SHORTEST_KEY} letters that nobody can guess, the same wherever this database is served: "
    "it signs cookies and links"
)


class NotPossible(Exception):
    """The reason why a command cannot be carried out, in words."""


Failures = (LedgerError, OSError, NotPossible)


@overload
def environment_key(*, needed: Literal[True]) -> bytes: ...
@overload
def environment_key(*, needed: bool = False) -> bytes | None: ...
def environment_key(*, needed: bool = False) -> bytes | None:
    """Return the key that the environment holds, None where it holds none. Raises `NotPossible` where it is too short,
    or `needed` and not there."""
    key = os.environ.get(KEY, "").encode()
    if len(key) < SHORTEST_KEY and (key or needed):
        raise NotPossible(NO_KEY)
    return key or None


def add_database(parser: argparse.ArgumentParser) -> None:
    """The file that holds every match."""
    parser.add_argument(
        "--database",
        type=path_or_address,
        metavar="FILE",
        default=usual_database(),
        help="the file that holds every match, or postgresql://USER@HOST/DATABASE (default: %(default)s)",
    )


def usual_database() -> Path | Address:
    """The file or server of a command that names none."""
    return path_or_address(os.environ.get("SCOREKEEPER_DATABASE") or default_database())


@contextmanager
def open_desk(database: Path | Address, *, reading: bool = False, new: bool = False) -> Iterator[Desk]:
    """Open the ledger of a file or server, and close it afterwards.

    A file that is for `reading` alone stays as it is, whatever version it is of. Raises `LedgerError`, and
    `FileNotFoundError` where there is no file, unless a `new` one may be made.
    """
    if not (new or database.exists()):
        raise FileNotFoundError(f"there is no database at {database}")
    desk = desks.open_desk(database, reading=reading)
    with closing(desk.ledger):
        yield desk


def telling(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """Let a command say what went wrong, and end with 1, where it raises `Refused` or one of `Failures`."""

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
    """Say on standard error what went wrong and what to do, and give the exit code 1.

    Raises a broken pipe again: the reader has gone, which is no failure of the file.
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
    """The failure in words, without programmers' names."""
    if isinstance(failure, LedgerUnavailable):
        return f"{failure.where}: {failure.detail}"
    if isinstance(failure, OSError) and failure.strerror:
        return f"{failure.filename}: {failure.strerror}" if failure.filename else failure.strerror
    return str(failure)


def now() -> str:
    """The time in UTC, as the ledger writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
