"""`scorekeeper player NAME`: call a player by another name everywhere, or take the name out of everything."""

import argparse

from scorekeeper.actions.players import forget_player, rename_player
from scorekeeper.cli.data import Failures, add_database, error_exit, missing, now, open_desk
from scorekeeper.engine.refused import Refused
from scorekeeper.words import words_for
from scorekeeper.words.refusals import say_refusal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who, and what to do."""
    add_database(parser)
    parser.add_argument("name", help="the player's name as it is shown")
    act = parser.add_mutually_exclusive_group(required=True)
    act.add_argument("--rename", metavar="NAME", help="show this name everywhere from now on")
    act.add_argument(
        "--forget", nargs="?", const="", metavar="NAME", help="write over the name everywhere: with this, or a number"
    )
    parser.add_argument(
        "--copies", action="store_true", help="with --forget: delete the copies made before, and make a new one"
    )


def run(arguments: argparse.Namespace) -> int:
    """Rename or forget; 1 where there is no such player or the name is somebody else's."""
    if not arguments.database.exists():
        return missing("player", arguments.database)
    try:
        with open_desk(arguments.database) as desk:
            player = desk.ledger.players.find(arguments.name)
            if player is None:
                return error_exit("player", LookupError(f"there is no player {arguments.name}"))
            new = arguments.rename or arguments.forget or f"Player {player.id}"
            if arguments.rename is not None:
                rename_player(desk, player.id, arguments.rename, now=now())
            else:
                forget_player(desk, player.id, new, now=now(), copies=arguments.copies)
    except Refused as refused:
        return error_exit("player", ValueError(say_refusal(refused, words_for("en"))))
    except Failures as failure:
        return error_exit("player", failure)
    print(f"{player.name} is called {new} now.")
    return 0
