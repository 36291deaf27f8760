"""`scorekeeper restore FILE`: replace the database with a backup; what was there is kept beside it."""

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from scorekeeper.cli.data import ADVICE, Failures, add_database, error_exit, now
from scorekeeper.ledger.address import Address
from scorekeeper.ledger.errors import LedgerDamaged, LedgerUnavailable, NotALedger
from scorekeeper.ledger.sqlite.restore import Restored, restore
from scorekeeper.ledger.sqlite.rights import Rights

#: What to do where it is the copy that is of no use; nothing was changed then.
OF_THE_COPY: Mapping[type[Exception], str] = {
    **ADVICE,
    NotALedger: "This is no file of matches, and nothing was changed. The folder backups has copies.",
    LedgerDamaged: "This copy is damaged, and nothing was changed. Take an earlier one: the folder backups has copies.",
}
INTO_A_SERVER = (
    "a server's database is never written over. Make an empty one, then its tables with scorekeeper migrate, then pour "
    "the copy into it: scorekeeper move FILE postgresql://USER@HOST/DATABASE"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which copy to put back."""
    add_database(parser)
    parser.add_argument("file", type=Path, help="the copy to put back")


def run(arguments: argparse.Namespace) -> int:
    """Restore the copy."""
    if isinstance(arguments.database, Address):
        return error_exit("restore", ValueError(INTO_A_SERVER))
    try:
        done = restore(arguments.file, arguments.database, now=now())
    except LedgerUnavailable as failure:
        of_the_copy = failure.where == str(arguments.file)
        return error_exit("restore", failure, advice=OF_THE_COPY if of_the_copy else ADVICE)
    except Failures as failure:
        return error_exit("restore", failure)
    print(f"Restored {done.database} from {done.source}")
    if done.before is not None:
        print(f"The previous database is kept at {done.before}")
    for sentence in _rights(done.rights):
        print(sentence)
    return _judged(done)


def _rights(rights: Rights) -> Iterator[str]:
    """Say who has a way in now, as far as it is not the same as before."""
    if rights.closed:
        yield f"Links that were taken back since the copy was made stay closed: {rights.closed}"
    if rights.unknown:
        yield f"Links that open again as when the copy was made: {rights.unknown}"
        yield "Take back once more any of them that was taken back since: open More, then Share; or an evening's Links."
    if rights.pin == "copy":
        yield "The director's PIN is the one of the copy."
    if rights.pin == "none":
        yield "No director's PIN is set: whoever sits at this machine directs."
    if rights.another_key:
        yield "The devices of the copy are known by its own key: restart every program that serves this file."


def _judged(done: Restored) -> int:
    """Say what is not as it was written in what was put back; 1 where anything is not."""
    for problem in done.problems:
        print(f"{problem.owner or 'file'}: {problem.detail}", file=sys.stderr)
    if done.problems:
        print(
            "This copy was changed after the program wrote it. To go back, restore the previous database.",
            file=sys.stderr,
        )
    return 1 if done.problems else 0
