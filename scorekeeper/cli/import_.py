"""`scorekeeper import [FILE | -]`: matches and evenings that were exported, all of each or nothing."""

import argparse
import sys
from collections import Counter

from scorekeeper.actions.desk import Desk
from scorekeeper.actions.transfer import import_any
from scorekeeper.cli.data import Failures, add_database, error_exit, open_desk
from scorekeeper.cli.jsonlines import add_input, opened, read_requests
from scorekeeper.engine.refused import Refused
from scorekeeper.words import words_for
from scorekeeper.words.refusals import say_refusal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the exported matches are."""
    add_database(parser)
    add_input(parser)


def run(arguments: argparse.Namespace) -> int:
    """Import each match; 1 where any was refused."""
    counts: Counter[str] = Counter(added=0, known=0, refused=0)
    try:
        with opened(arguments.file) as stream, open_desk(arguments.database) as desk:
            counts.update(
                _outcome(desk, number, exported) for number, exported in enumerate(read_requests(stream), start=1)
            )
    except Failures as failure:
        return error_exit("import", failure)
    print("Added {added}, already present {known}, refused {refused}".format(**counts))
    return 1 if counts["refused"] else 0


def _outcome(desk: Desk, number: int, exported: object) -> str:
    """Import one match, or say on standard error why it is refused."""
    try:
        if isinstance(exported, Refused):
            raise exported
        return import_any(desk, exported).outcome
    except Refused as refused:
        where = f"{refused.where}: " if refused.where else ""
        print(f"match {number}: {where}{say_refusal(refused, words_for('en'))}", file=sys.stderr)
        return "refused"
