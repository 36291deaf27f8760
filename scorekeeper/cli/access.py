"""`scorekeeper way-in` and `scorekeeper forget-pin`: who may write and direct, said on the machine itself."""

import argparse
import getpass
import secrets
import sys

from werkzeug.security import generate_password_hash

from scorekeeper.actions.club import access as director
from scorekeeper.actions.club.sharing import make_link, token_of
from scorekeeper.cli.data import NotPossible, add_database, environment_key, now, open_desk, telling
from scorekeeper.ledger.address import Address

OF_A_FILE = "the machine that serves a file needs no link: open the pages there"


def add_way_in(parser: argparse.ArgumentParser) -> None:
    """Add which database, where it is served, and whether a PIN is set."""
    add_database(parser)
    parser.add_argument("--at", metavar="ADDRESS", default="", help="where the pages are: https://canasta.example")
    parser.add_argument("--pin", action="store_true", help="ask for the director's PIN and set it")


@telling
def way_in(arguments: argparse.Namespace) -> int:
    """Print the link to every match: who has it may write. The PIN is read from the terminal, or from a pipe."""
    if not isinstance(arguments.database, Address):
        raise NotPossible(OF_A_FILE)
    key = environment_key(needed=True)
    with open_desk(arguments.database) as desk:
        if arguments.pin:
            pin = getpass.getpass("PIN: ") if sys.stdin.isatty() else sys.stdin.readline()
            director.set_pin(desk, pin.strip(), lambda text: generate_password_hash(text, "scrypt"))
        new = secrets.token_hex(8)
        token = token_of(key, new)
        share = make_link(desk, None, "edit", share_id=new, token=token, now=now())
    print(f"{arguments.at.rstrip('/')}/s/{token_of(key, share.id)}")
    return 0


@telling
def forget_pin(arguments: argparse.Namespace) -> int:
    """Remove the PIN; a new one is set on the page of the club."""
    with open_desk(arguments.database) as desk:
        director.forget_pin(desk)
    print("The director's PIN has been removed. Set a new one at /club.")
    return 0


COMMANDS = {"way-in": (add_way_in, way_in), "forget-pin": (add_database, forget_pin)}
