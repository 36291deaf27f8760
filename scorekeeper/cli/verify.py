"""`scorekeeper verify`: check the file, then fold every match again and compare."""

import argparse
import sys

from scorekeeper.actions.verify import verify
from scorekeeper.cli.data import Failures, add_database, missing, open_desk, told


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which file to check."""
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check everything; 1 where anything is not as it was written."""
    if not arguments.database.exists():
        return missing("verify", arguments.database)
    try:
        with open_desk(arguments.database) as desk:
            found = verify(desk)
    except Failures as failure:
        return told("verify", failure)
    for problem in found.problems:
        print(f"{problem.match_id or 'file'}: {problem.detail}", file=sys.stderr)
    print(f"Checked {found.matches} matches, {found.entries} entries: {len(found.problems)} problems")
    return 1 if found.problems else 0
