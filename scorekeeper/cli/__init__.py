"""The `scorekeeper` command. Each group of commands is a module, which is imported only when one of its commands is
run."""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version

from scorekeeper.rulebook.tables import RulebookError

#: Every command: the module that has it in its `COMMANDS`, and its help in one line.
COMMANDS = {
    "serve": ("serve", "serve the pages to this machine, or to the table's network"),
    "score": ("contract", "score deals, as JSON or JSON Lines"),
    "check": ("contract", "check an opening or a meld"),
    "rules": ("contract", "print the rule sets and their options"),
    "rule": ("contract", "decide an article of a penalty code"),
    "search": ("contract", "search articles, rules and terms"),
    "schema": ("contract", "print the JSON Schema of a request"),
    "pair": ("contract", "seat the next round of a club evening"),
    "rank": ("contract", "rank the entrants of an evening, or the players of a season"),
    "evening": ("evening", "run a club evening: open, seat, settle, close, rank"),
    "sheet": ("matches", "print a match's score sheet as PDF"),
    "demo": ("demo", "make matches, or an evening, for a demonstration"),
    "backup": ("database", "copy the database while it is in use"),
    "restore": ("database", "replace the database with a backup"),
    "migrate": ("database", "create the tables of a database on a server, or bring them up to date"),
    "move": ("database", "copy everything from a file to a database server, or back"),
    "way-in": ("database", "make the first link to matches on a server, and the director's PIN"),
    "verify": ("database", "check that nothing in the database was damaged or altered"),
    "export": ("matches", "write matches, evenings and seasons as JSON Lines"),
    "import": ("matches", "import what was exported"),
    "player": ("matches", "rename a player everywhere, or remove the name"),
    "certificates": ("certificates", "make certificates to serve over https"),
    "forget-pin": ("database", "remove the director's PIN"),
}

#: The number of new objects after which Python collects garbage, about as many as ten requests make. With Python's
#: default, a tenth of the start-up time went into collections that found nothing: imported modules are never garbage.
NEW_OBJECTS = 10_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (None: those of the process). Returns the exit code: 0, 1 if something was
    refused, 2 for wrong usage.

    Wrong arguments, `--help` and `--version` end the program instead: argparse raises `SystemExit`.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or given[0] not in COMMANDS:
        return _overview(given)
    gc.set_threshold(NEW_OBJECTS)
    name, *rest = given
    help_ = COMMANDS[name][1]
    parser = argparse.ArgumentParser(prog=f"scorekeeper {name}", description=f"{help_[0].upper()}{help_[1:]}.")
    parser.set_defaults(command=name)
    try:
        add_arguments, run = command(name)
        add_arguments(parser)
        result = run(parser.parse_args(rest))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe is gone; flushing the rest at exit would print an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except RulebookError as wrong:  # a mistake in a file of the rulebook: its location says more than a traceback
        print(f"scorekeeper: {wrong}", file=sys.stderr)
        return 1
    return result


def command(name: str) -> tuple[Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]]:
    """The two functions of a command: the first adds its arguments to a parser, the second runs it and returns the exit
    code."""
    module = import_module(f"scorekeeper.cli.{COMMANDS[name][0]}")
    both: tuple[Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]] = module.COMMANDS[name]
    return both


def _overview(given: Sequence[str]) -> int:
    """Handle `--help` (also for no arguments), `--version` and unknown commands. Argparse ends the program for all of
    them."""
    listed = "\n".join(f"  {name:12} {help_}" for name, (_, help_) in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="scorekeeper",
        description="Keeps the score of canasta matches.",
        epilog=f"commands:\n{listed}\n\nRun scorekeeper COMMAND --help for details.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=version("canasta-scorekeeper"))
    parser.add_argument("command", choices=list(COMMANDS), metavar="command", help="one of the commands below")
    parser.parse_args(given or ["--help"])
    return 2
