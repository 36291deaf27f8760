"""`scorekeeper check opening|meld [FILE | -]`."""

import argparse

from scorekeeper.cli.jsonlines import add_input, answer_lines
from scorekeeper.contract import check_meld, check_opening

CHECKS = {"opening": check_opening, "meld": check_meld}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to check, and where it stands."""
    parser.add_argument("what", choices=list(CHECKS), help="the melds that a side opens with, or one meld")
    add_input(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check each object; an object a line comes out."""
    return answer_lines(arguments.file, CHECKS[arguments.what])
