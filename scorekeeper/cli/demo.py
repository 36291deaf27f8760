"""`scorekeeper demo`: matches to look at; the last word it prints is the last match's id."""

import argparse
import secrets

from scorekeeper.actions.demo import MOST_DEALS, demo_match
from scorekeeper.cli.data import Failures, add_database, now, open_desk, told
from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.loader import RULE_SETS
from scorekeeper.words import words_for
from scorekeeper.words.refusals import say_refusal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How many matches, of which rules, and from which seed."""
    add_database(parser)
    parser.add_argument("--matches", type=int, default=1, help="how many matches to make")
    parser.add_argument("--rules", choices=RULE_SETS, default="classic")
    parser.add_argument("--format", default=None, help="a format of the rule set")
    parser.add_argument("--deals", type=int, default=MOST_DEALS, help="stop a match after so many deals")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same deals")


def run(arguments: argparse.Namespace) -> int:
    """Play the matches through the same actions as a table."""
    match_id = ""
    try:
        with open_desk(arguments.database) as desk:
            for number in range(arguments.matches):
                match_id = secrets.token_hex(5)
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
    print(f"Made in {arguments.database}: {match_id}")
    return 0
