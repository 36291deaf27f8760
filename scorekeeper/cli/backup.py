"""`scorekeeper backup FILE`: a copy of every match, while the pages are in use."""

import argparse
from pathlib import Path

from scorekeeper.cli.data import Failures, add_database, error_exit, missing, open_desk
from scorekeeper.ledger.backup import backup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the copy goes; it never overwrites."""
    add_database(parser)
    parser.add_argument("file", type=Path, help="the copy to make; there must be no file of that name")


def run(arguments: argparse.Namespace) -> int:
    """Make the copy."""
    if not arguments.database.exists():
        return missing("backup", arguments.database)
    try:
        with open_desk(arguments.database, reading=True) as desk:
            made = backup(desk.ledger.store, arguments.file)
    except Failures as failure:
        return error_exit("backup", failure)
    print(f"Backed up {arguments.database} to {made}")
    return 0
