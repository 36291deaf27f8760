"""`scorekeeper move FROM TO`: everything of one ledger, poured into an empty one."""

import argparse
from collections.abc import Mapping

from scorekeeper.cli.data import Failures, error_exit, missing, open_desk
from scorekeeper.ledger.address import Address, path_or_address
from scorekeeper.ledger.moving import NotEmpty, NotTheSame, move

HOW = "a file, or postgresql://USER@HOST/DATABASE"
NEXT: Mapping[type[Exception], str] = {
    NotEmpty: "Nothing was moved. What is moved goes into an empty ledger alone.",
    NotTheSame: "Nothing was moved. Look at both: scorekeeper verify",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """From where, and to where."""
    parser.add_argument("source", type=path_or_address, metavar="FROM", help=HOW)
    parser.add_argument("target", type=path_or_address, metavar="TO", help=f"{HOW}; it must be empty")


def run(arguments: argparse.Namespace) -> int:
    """Pour it, compare every seal, and keep all of it or nothing; where it came from stays as it is."""
    if not arguments.source.exists():
        return missing("move", arguments.source)
    fresh = not isinstance(arguments.target, Address) and not arguments.target.exists()
    try:
        with open_desk(arguments.source, reading=True) as source, open_desk(arguments.target) as target:
            moved = move(source.ledger.store, target.ledger.store)
    except (NotEmpty, NotTheSame) as failure:
        return error_exit("move", failure, advice=NEXT)
    except Failures as failure:
        return error_exit("move", failure)
    made = f"{arguments.target}, which is new" if fresh else str(arguments.target)
    print(f"Moved {moved} matches, evenings and seasons from {arguments.source} to {made}: every seal is the same")
    return 0
