"""`scorekeeper way-in`: the first link to matches that a server keeps, where no machine is trusted, and the PIN."""

import argparse
import getpass
import secrets
import sys

from werkzeug.security import generate_password_hash

from scorekeeper.actions.director import set_pin
from scorekeeper.actions.sharing import make_link, token_of
from scorekeeper.cli.data import NO_KEY, Failures, add_database, environment_key, error_exit, now, open_desk
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.address import Address
from scorekeeper.words import words_for
from scorekeeper.words.refusals import say_refusal

OF_A_FILE = "the machine that serves a file needs no link: open the pages there"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which database, where it is served, and whether a PIN is set."""
    add_database(parser)
    parser.add_argument("--at", metavar="ADDRESS", default="", help="where the pages are: https://canasta.example")
    parser.add_argument("--pin", action="store_true", help="ask for the director's PIN and set it")


def run(arguments: argparse.Namespace) -> int:
    """Print the link to every match: who has it may write. The PIN is read from the terminal, or from a pipe."""
    if not isinstance(arguments.database, Address):
        return error_exit("way-in", ValueError(OF_A_FILE))
    try:
        key = environment_key()
        if key is None:
            return error_exit("way-in", ValueError(NO_KEY))
        with open_desk(arguments.database) as desk:
            if arguments.pin:
                pin = getpass.getpass("PIN: ") if sys.stdin.isatty() else sys.stdin.readline()
                set_pin(desk, pin.strip(), lambda text: generate_password_hash(text, "scrypt"))
            new = secrets.token_hex(8)
            token = token_of(key, new)
            share = make_link(desk, None, "edit", share_id=new, token=token, now=now())
    except Refused as refused:
        return error_exit("way-in", ValueError(say_refusal(refused, words_for("en"))))
    except (*Failures, ValueError) as failure:
        return error_exit("way-in", failure)
    print(f"{arguments.at.rstrip('/')}/s/{token_of(key, share.id)}")
    return 0
