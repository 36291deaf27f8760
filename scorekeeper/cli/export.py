"""`scorekeeper export [MATCH …]`: matches as JSON Lines, every entry as it was written."""

import argparse
import json

from scorekeeper.actions.transfer import export_all, export_match
from scorekeeper.cli.data import Failures, add_database, error_exit, missing, open_desk


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which matches."""
    add_database(parser)
    parser.add_argument("match", nargs="*", help="ids of matches (default: all of them)")


def run(arguments: argparse.Namespace) -> int:
    """Print a match a line."""
    if not arguments.database.exists():
        return missing("export", arguments.database)
    try:
        with open_desk(arguments.database, reading=True) as desk:
            chosen = (export_match(desk, match) for match in arguments.match) if arguments.match else export_all(desk)
            for exported in chosen:
                print(json.dumps(exported, ensure_ascii=False))
    except Failures as failure:
        return error_exit("export", failure)
    return 0
