"""`scorekeeper migrate`: the tables of a database on a server, made or brought up to date."""

import argparse

from scorekeeper.cli.data import Failures, add_database, error_exit
from scorekeeper.ledger.address import Address
from scorekeeper.ledger.opening import migrate_server

OF_A_FILE = "a file is brought up to date by itself, after a copy; name a server's database"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which database, and who uses it."""
    add_database(parser)
    parser.add_argument(
        "--grant",
        metavar="ROLE",
        help="let this role of the server use the tables; it can neither change nor delete what was written",
    )


def run(arguments: argparse.Namespace) -> int:
    """Take the steps that are missing, all or none."""
    if not isinstance(arguments.database, Address):
        return error_exit("migrate", ValueError(OF_A_FILE))
    try:
        before, now = migrate_server(arguments.database, role=arguments.grant)
    except Failures as failure:
        return error_exit("migrate", failure)
    print(f"{arguments.database} has schema {now}" + ("" if before == now else f", it had {before}"))
    return 0
