"""`scorekeeper forget-pin`: remove the director's PIN, on the machine itself."""

import argparse

from scorekeeper.actions.director import forget_pin
from scorekeeper.cli.data import Failures, add_database, error_exit, missing, open_desk


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which file holds the PIN."""
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    """Take it away; a new one is set on the page of the club."""
    if not arguments.database.exists():
        return missing("forget-pin", arguments.database)
    try:
        with open_desk(arguments.database) as desk:
            forget_pin(desk)
    except Failures as failure:
        return error_exit("forget-pin", failure)
    print("The director's PIN has been removed. Set a new one at /club.")
    return 0
