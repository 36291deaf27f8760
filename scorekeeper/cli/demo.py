"""`scorekeeper demo`: matches or an evening to look at."""

import argparse
import secrets

from scorekeeper.actions.demo import MOST_DEALS, MOST_TABLES, demo_evening, demo_match
from scorekeeper.actions.desk import Desk
from scorekeeper.cli.data import add_database, now, open_desk, telling
from scorekeeper.rulebook.loader import rulebook


def add_demo(parser: argparse.ArgumentParser) -> None:
    """Add how many matches, of which rules, and from which seed."""
    add_database(parser)
    parser.add_argument("--matches", type=int, default=1, help="how many matches to make (default: 1)")
    parser.add_argument(
        "--evening", type=int, metavar="TABLES", choices=range(1, MOST_TABLES + 1),
        help=f"make a club evening with this many tables in play instead, {MOST_TABLES} at most",
    )  # fmt: skip
    parser.add_argument(
        "--rules", choices=rulebook().rule_sets, default=rulebook().first(), help="a rule set (default: the first)"
    )
    parser.add_argument("--format", default=None, help="a format of the rule set (default: its first)")
    parser.add_argument(
        "--deals", type=int, default=MOST_DEALS, help="stop a match after this many deals (default: when it is over)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same deals (default: 1)")


@telling
def demo(arguments: argparse.Namespace) -> int:
    """Play the matches, or the evening, through the same actions as a table. The last word printed is the id."""
    with open_desk(arguments.database, new=True) as desk:
        made = _matches(desk, arguments) if arguments.evening is None else _evening(desk, arguments)
    print(f"Made in {arguments.database}: {made}")
    return 0


def _matches(desk: Desk, arguments: argparse.Namespace) -> str:
    ids = [secrets.token_hex(5) for _ in range(max(1, arguments.matches))]
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
    return ids[-1]


def _evening(desk: Desk, arguments: argparse.Namespace) -> str:
    evening_id, tables = secrets.token_hex(5), arguments.evening
    demo_evening(desk, evening_id=evening_id, tables=tables, seed=arguments.seed, now=now(), rules=arguments.rules)
    return evening_id


COMMANDS = {"demo": (add_demo, demo)}
