"""`scorekeeper score|check|pair|rank|rule [FILE | -]`: JSON in, an answer a line out, as `contract` has it."""

import argparse
import sys

from scorekeeper.cli.jsonlines import ANSWERED, USAGE, add_input, answer_lines, write_json
from scorekeeper.contract import check_meld, check_opening, pair, rank, score
from scorekeeper.contract.rule import rule, rule_list
from scorekeeper.rulebook.codes import adjudicating

ANSWERS = {"score": score, "pair": pair, "rank": rank}
CHECKS = {"opening": check_opening, "meld": check_meld}


def answer(arguments: argparse.Namespace) -> int:
    """Answer each object: score a deal, seat a round, rank an evening or a season."""
    return answer_lines(arguments.file, ANSWERS[arguments.command])


def add_check(parser: argparse.ArgumentParser) -> None:
    """Add what to check, and where it stands."""
    parser.add_argument("what", choices=list(CHECKS), help="the melds that a side opens with, or one meld")
    add_input(parser)


def check(arguments: argparse.Namespace) -> int:
    """Check each object."""
    return answer_lines(arguments.file, CHECKS[arguments.what])


def add_rule(parser: argparse.ArgumentParser) -> None:
    """Add what to rule on, or the wish to see the articles."""
    add_input(parser)
    parser.add_argument("--list", action="store_true", help="list the articles and their questions")
    parser.add_argument("--code", choices=[code.id for code in adjudicating()], help="list this code alone")


def rule_or_list(arguments: argparse.Namespace) -> int:
    """Rule on each object, or list the articles."""
    if arguments.list:
        write_json(sys.stdout, rule_list(arguments.code))
        return ANSWERED
    if arguments.code:
        print("--code goes with --list", file=sys.stderr)
        return USAGE
    return answer_lines(arguments.file, rule)


COMMANDS = {
    "score": (add_input, answer),
    "check": (add_check, check),
    "pair": (add_input, answer),
    "rank": (add_input, answer),
    "rule": (add_rule, rule_or_list),
}
