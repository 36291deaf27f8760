"""`scorekeeper demo`: matches to look at; the last word it prints is the last match's id."""

import argparse
import secrets
import sys
from collections.abc import Sequence

from scorekeeper.actions.crowd import PLAYED, crowd, patterns
from scorekeeper.actions.demo import MOST_DEALS, demo_match
from scorekeeper.actions.desk import Desk
from scorekeeper.cli.data import Failures, add_database, now, open_desk, told
from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.loader import RULE_SETS
from scorekeeper.words import words_for
from scorekeeper.words.refusals import say_refusal

#: How often a crowd in the making is told of.
TOLD = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How many matches, of which rules, and from which seed."""
    add_database(parser)
    parser.add_argument("--matches", type=int, default=1, help="how many matches to make (default: 1)")
    parser.add_argument("--rules", choices=RULE_SETS, default="classic", help="a rule set (default: classic)")
    parser.add_argument("--format", default=None, help="a format of the rule set (default: its first)")
    parser.add_argument(
        "--deals", type=int, default=MOST_DEALS, help="stop a match after so many deals (default: when it is over)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same deals (default: 1)")


def run(arguments: argparse.Namespace) -> int:
    """Play the matches through the same actions as a table; a crowd beyond the first is dealt from those."""
    ids = [secrets.token_hex(5) for _ in range(max(1, arguments.matches))]
    try:
        with open_desk(arguments.database) as desk:
            _play(desk, ids[:PLAYED], arguments)
            _fill(desk, ids[:PLAYED], ids[PLAYED:], seed=arguments.seed)
    except Refused as refused:
        return told("demo", ValueError(say_refusal(refused, words_for("en"))))
    except Failures as failure:
        return told("demo", failure)
    print(f"Made in {arguments.database}: {ids[-1]}")
    return 0


def _play(desk: Desk, ids: Sequence[str], arguments: argparse.Namespace) -> None:
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


def _fill(desk: Desk, played: Sequence[str], ids: Sequence[str], *, seed: int) -> None:
    """The crowd, told every so often, for it takes minutes."""
    if not ids:
        return
    for done, _ in enumerate(crowd(desk, patterns(desk, played), ids, seed=seed), start=PLAYED + 1):
        if done % TOLD == 0:
            print(f"{done} matches …", file=sys.stderr, flush=True)
