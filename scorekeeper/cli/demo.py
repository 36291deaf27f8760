"""`scorekeeper demo`: makes matches or an evening to look at, or serves a demonstration that plays both."""

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
    """Add the arguments: the number of matches, their rules, the seed, and the options of a demonstration."""
    add_database(parser)
    parser.add_argument("--matches", type=int, default=1, help="the number of matches to make (default: 1)")
    parser.add_argument(
        "--evening", type=int, metavar="TABLES", choices=range(1, MOST_TABLES + 1),
        help=f"make a club evening instead, with this number of tables in play, at most {MOST_TABLES}",
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
        help="serve a match and an evening that are played automatically, in a separate file; every page says that "
        "it is a demonstration",
    )  # fmt: skip
    parser.add_argument(
        "--every", type=int, metavar="SECONDS", choices=range(1, 61), default=5,
        help="with --play, the time between two deals, at most 60 (default: 5)",
    )  # fmt: skip
    parser.add_argument("--port", type=port, metavar="NUMBER", default=8000, help="with --play, as in `serve`")
    parser.add_argument("--lan", action="store_true", help="with --play, as in `serve`")


@telling
def demo(arguments: argparse.Namespace) -> int:
    """Play matches, or an evening, with the acts that a real table uses. The last word printed is the id of the last
    match, or of the evening. With `--play`, serve a demonstration instead."""
    if arguments.play:
        return _play(arguments)
    with open_desk(arguments.database, new=True) as desk:
        if arguments.evening:
            made, tables = secrets.token_hex(5), arguments.evening
            demo_evening(desk, evening_id=made, tables=tables, seed=arguments.seed, now=now(), rules=arguments.rules)
        else:
            for number in range(max(1, arguments.matches)):
                made, seed, deals = secrets.token_hex(5), arguments.seed + number, arguments.deals
                rules, format_ = arguments.rules, arguments.format
                demo_match(desk, match_id=made, seed=seed, now=now(), rules=rules, format_=format_, deals=deals)
    print(f"Made in {arguments.database}: {made}")
    return 0


def _play(arguments: argparse.Namespace) -> int:
    """Serve a demonstration, and play in it in another thread.

    It never uses the club's own file: if no other database is named, it uses `demonstration.db`. Raises `NotPossible`
    if the database has matches or evenings that are not of a demonstration.
    """
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
    """Do the next act of the demonstration. A failure, which another writer may have caused, is only logged: the next
    act follows soon."""
    try:
        play_on(desk, random, rules, now())
    except (Refused, *Failures) as failure:
        logger.warning("not played: %s", failure)


COMMANDS = {"demo": (add_demo, demo)}
