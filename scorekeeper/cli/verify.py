"""`scorekeeper verify`: check the file, then fold every match again and compare."""

import argparse
import sys
from pathlib import Path

from scorekeeper.actions.verify import verify
from scorekeeper.cli.data import Failures, add_database, error_exit, missing, open_desk
from scorekeeper.ledger.integrity import may_lose_commits
from scorekeeper.ledger.sqlite.driver import sqlite3

OLD_SQLITE = (
    "Note: SQLite {version} can very rarely lose a save while two programs use one file. 3.51.3 is mended; until it is "
    "installed, run import and restore while nobody is saving."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which file to check."""
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check everything; 1 where anything is not as it was written. A weakness of SQLite is told, and is no problem."""
    if not arguments.database.exists():
        return missing("verify", arguments.database)
    try:
        with open_desk(arguments.database, reading=True) as desk:
            report = verify(desk)
    except Failures as failure:
        return error_exit("verify", failure)
    for problem in report.problems:
        print(f"{problem.owner or 'database'}: {problem.detail}", file=sys.stderr)
    seasons = f"{report.seasons} seasons, " if report.seasons else ""
    evenings = f"{report.evenings} evenings, " if report.evenings else ""
    checked = f"{seasons}{evenings}{report.matches} matches, {report.entries} entries"
    print(f"Checked {checked}: {len(report.problems)} problems")
    if report.redacted:
        print(f"Entries from which a name was erased: {report.redacted}; their present text is checked separately.")
    if isinstance(arguments.database, Path) and may_lose_commits():
        print(OLD_SQLITE.format(version=sqlite3.sqlite_version), file=sys.stderr)
    return 1 if report.problems else 0
