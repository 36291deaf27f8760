"""`scorekeeper restore FILE`: put a backup in the database's place; what was there is kept beside it."""

import argparse
from pathlib import Path

from scorekeeper.cli.data import Failures, add_database, told
from scorekeeper.ledger.restore import restore


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which copy to put back."""
    add_database(parser)
    parser.add_argument("file", type=Path, help="the copy to put back")


def run(arguments: argparse.Namespace) -> int:
    """Restore the copy."""
    try:
        done = restore(arguments.file, arguments.database)
    except Failures as failure:
        return told("restore", failure)
    print(f"Restored {done.database} from {done.source}")
    if done.before is not None:
        print(f"What was there is kept at {done.before}")
    return 0
