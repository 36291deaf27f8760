"""`scorekeeper demo`: matches or an evening to look at, or both as they are played."""

import argparse
import logging
import secrets
from functools import partial
from random import Random

from scorekeeper.actions.demo import MOST_DEALS, MOST_TABLES, begin, demo_evening, demo_match, play_on
from scorekeeper.actions.desk import Desk
from scorekeeper.cli.data import Failures, NotPossible, add_database, now, open_desk, telling, usual_database
from scorekeeper.cli.serving.daily import beside
from scorekeeper.cli.serving.network import port
from scorekeeper.engine.refused import Refused
from scorekeeper.places import default_database
from scorekeeper.rulebook.loader import rulebook

NOT_A_DEMONSTRATION = "holds matches or evenings that are not of a demonstration; name another file with --database"

logger = logging.getLogger("scorekeeper.demonstration")


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
    parser.add_argument(
        "--play", action="store_true",
        help="serve a match and an evening that go on by themselves instead, in a file of their own; every page says "
        "that it is a demonstration",
    )  # fmt: skip
    parser.add_argument(
        "--every", type=int, metavar="SECONDS", choices=range(1, 61), default=5,
        help="with --play, between two deals, 60 at most (default: 5)",
    )  # fmt: skip
    parser.add_argument("--port", type=port, metavar="NUMBER", default=8000, help="with --play, as of serve")
    parser.add_argument("--lan", action="store_true", help="with --play, as of serve")


@telling
def demo(arguments: argparse.Namespace) -> int:
    """Play the matches, or the evening, through the same actions as a table. The last word printed is the id."""
    if arguments.play:
        return _play(arguments)
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


def _play(arguments: argparse.Namespace) -> int:
    """Serve a demonstration, and play on in it beside. The club's own file is never the one."""
    from scorekeeper.cli import serve

    database = arguments.database
    if database == usual_database():
        database = default_database().with_name("demonstration.db")
    served = argparse.ArgumentParser()
    serve.add_arguments(served)
    asked = ["--database", str(database), "--port", str(arguments.port), "--no-daily-copy"]
    with open_desk(database, new=True) as desk:
        if not begin(desk):
            raise NotPossible(f"{database} {NOT_A_DEMONSTRATION}")
        print(f"A demonstration, kept in {database}.", flush=True)
        random = Random(arguments.seed)  # noqa: S311 - a demonstration is no secret
        with beside("demonstration", arguments.every, partial(_play_on, desk, random, arguments.rules)):
            return serve.run(served.parse_args([*asked, "--lan"] if arguments.lan else asked))


def _play_on(desk: Desk, random: Random, rules: str) -> None:
    """What somebody else did meanwhile makes an act fail; the next one comes soon."""
    try:
        play_on(desk, random, rules, now())
    except (Refused, *Failures) as failure:
        logger.warning("not played: %s", failure)


COMMANDS = {"demo": (add_demo, demo)}
