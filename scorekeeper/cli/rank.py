"""`scorekeeper rank [FILE | -]`."""

import argparse

from scorekeeper.cli.jsonlines import add_input, answer_lines
from scorekeeper.contract import rank


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One object or JSON Lines, from a file or standard input."""
    add_input(parser)


def run(arguments: argparse.Namespace) -> int:
    """Rank each evening or season; an object a line comes out."""
    return answer_lines(arguments.file, rank)
