"""`scorekeeper demo`: matches to look at; the last word it prints is the last match's id."""

import argparse
import secrets

from scorekeeper.actions.demo import MOST_DEALS, demo_match
from scorekeeper.cli.data import Failures, add_database, now, open_desk, told
from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.words import words_for
from scorekeeper.words.refusals import say_refusal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How many matches, of which rules, and from which seed."""
    add_database(parser)
    parser.add_argument("--matches", type=int, default=1, help="how many matches to make (default: 1)")
    parser.add_argument(
        "--rules", choices=rulebook().rule_sets, default=rulebook().first(), help="a rule set (default: the first)"
    )
    parser.add_argument("--format", default=None, help="a format of the rule set (default: its first)")
    parser.add_argument(
        "--deals", type=int, default=MOST_DEALS, help="stop a match after so many deals (default: when it is over)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same deals (default: 1)")


def run(arguments: argparse.Namespace) -> int:
    """Play the matches through the same actions as a table."""
    ids = [secrets.token_hex(5) for _ in range(max(1, arguments.matches))]
    try:
        with open_desk(arguments.database) as desk:
            for number, match_id in enumerate(ids):
                demo_match(
                    desk,
                    match_id=match_id,
                    seed=arguments.seed + number,
                    now=now(),
                    rules=arguments.rules,
                    format_=arguments.format,
                    deals=arguments.deals,
                )
    except Refused as refused:
        return told("demo", ValueError(say_refusal(refused, words_for("en"))))
    except Failures as failure:
        return told("demo", failure)
    print(f"Made in {arguments.database}: {ids[-1]}")
    return 0
