"""`scorekeeper rule [FILE | -]` and `scorekeeper rule --list [--code CODE]`."""

import argparse
import sys

from scorekeeper.cli.jsonlines import ANSWERED, USAGE, add_input, answer_lines, write_json
from scorekeeper.contract.rule import rule, rule_list
from scorekeeper.rulebook.codes import adjudicating

__all__ = ["add_arguments", "rule", "rule_list", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to rule on, or the wish to see the articles."""
    add_input(parser)
    parser.add_argument("--list", action="store_true", help="list the articles and their questions")
    parser.add_argument("--code", choices=[code.id for code in adjudicating()], help="list this code alone")


def run(arguments: argparse.Namespace) -> int:
    """Rule on each object, or list the articles; an object a line comes out."""
    if arguments.list:
        write_json(sys.stdout, rule_list(arguments.code))
        return ANSWERED
    if arguments.code:
        print("--code goes with --list", file=sys.stderr)
        return USAGE
    return answer_lines(arguments.file, rule)
