"""`scorekeeper backup|restore|migrate|move|verify`: commands on a whole database. `way-in` makes the first link to a
server's matches, and `forget-pin` removes the director's PIN."""

import argparse
import getpass
import secrets
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from werkzeug.security import generate_password_hash

from scorekeeper.actions.club import access as director
from scorekeeper.actions.club.sharing import make_link, token_of
from scorekeeper.actions.verify import verify as verified
from scorekeeper.cli.data import NotPossible, add_database, environment_key, error_exit, now, open_desk, telling
from scorekeeper.ledger.address import Address, migrate_server, path_or_address
from scorekeeper.ledger.copies import backup as copies
from scorekeeper.ledger.copies import moving
from scorekeeper.ledger.copies.integrity import may_lose_commits
from scorekeeper.ledger.errors import LedgerDamaged, LedgerUnavailable, NotALedger
from scorekeeper.ledger.sqlite import restore as restoring
from scorekeeper.ledger.sqlite.driver import sqlite3
from scorekeeper.ledger.sqlite.restore import Rights

#: The advice for a copy that cannot be restored, by class of failure.
OF_THE_COPY: Mapping[type[Exception], str] = {
    NotALedger: "This is no file of matches, and nothing was changed. The folder backups has copies.",
    LedgerDamaged: "This copy is damaged, and nothing was changed. Take an earlier one: the folder backups has copies.",
}
INTO_A_SERVER = (
    "a server's database is never written over. Make an empty one, then its tables with scorekeeper migrate, then pour "
    "the copy into it: scorekeeper move FILE postgresql://USER@HOST/DATABASE"
)
OF_A_FILE = "a file is brought up to date by itself, after a copy; name a server's database"
FILE_OR_SERVER = "a file, or postgresql://USER@HOST/DATABASE"
OLD_SQLITE = (
    "Note: SQLite {version} can very rarely lose a save while two programs use one file. 3.51.3 is mended; until it is "
    "installed, run import and restore while nobody is saving."
)


def add_backup(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the database, and the file of the copy."""
    add_database(parser)
    parser.add_argument("file", type=Path, help="the copy to make; the file must not exist yet")


@telling
def backup(arguments: argparse.Namespace) -> int:
    """Copy the database, which may be in use."""
    with open_desk(arguments.database, reading=True) as desk:
        made = copies.backup(desk.ledger.store, arguments.file)
    print(f"Backed up {arguments.database} to {made}")
    return 0


def add_restore(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the database, and the copy to restore."""
    add_database(parser)
    parser.add_argument("file", type=Path, help="the copy to restore")


@telling
def restore(arguments: argparse.Namespace) -> int:
    """Replace the database with a copy, keep the old one, and report what changed for the links, the director's PIN and
    known devices. Returns 1 if the copy cannot be restored, or was restored although it had been altered."""
    if isinstance(arguments.database, Address):
        raise NotPossible(INTO_A_SERVER)
    try:
        done = restoring.restore(arguments.file, arguments.database, now=now())
    except LedgerUnavailable as failure:
        of_the_copy = failure.where == str(arguments.file)
        return error_exit("restore", failure, advice=OF_THE_COPY if of_the_copy else None)
    print(f"Restored {done.database} from {done.source}")
    if done.before is not None:
        print(f"The previous database is kept at {done.before}")
    for sentence in _rights(done.rights):
        print(sentence)
    for problem in done.problems:
        print(f"{problem.owner or 'file'}: {problem.detail}", file=sys.stderr)
    if done.problems:
        print(
            "This copy was changed after the program wrote it. To go back, restore the previous database.",
            file=sys.stderr,
        )
    return 1 if done.problems else 0


def _rights(rights: Rights) -> Iterator[str]:
    """The sentences about the rights of access that the restore changed."""
    if rights.closed:
        yield f"Links that were taken back since the copy was made stay closed: {rights.closed}"
    if rights.unknown:
        yield f"Links that open again as when the copy was made: {rights.unknown}"
        yield "Take back once more any of them that was taken back since: open More, then Share; or an evening's Links."
    if rights.pin == "copy":
        yield "The director's PIN is the one of the copy."
    if rights.pin == "none":
        yield "No director's PIN is set: anyone at this machine can direct."
    if rights.another_key:
        yield "The devices of the copy are known by its own key: restart every program that serves this file."


def add_migrate(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the database, and the role that uses it."""
    add_database(parser)
    parser.add_argument(
        "--grant",
        metavar="ROLE",
        help="let this role of the server use the tables; it can neither change nor delete entries",
    )


@telling
def migrate(arguments: argparse.Namespace) -> int:
    """Bring the schema of a database on a server up to date: apply all missing steps, or none if one fails."""
    if not isinstance(arguments.database, Address):
        raise NotPossible(OF_A_FILE)
    before, after = migrate_server(arguments.database, role=arguments.grant)
    print(f"{arguments.database} has schema {after}" + ("" if before == after else f", it had {before}"))
    return 0


def add_move(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the source and the target."""
    parser.add_argument("source", type=path_or_address, metavar="FROM", help=FILE_OR_SERVER)
    parser.add_argument("target", type=path_or_address, metavar="TO", help=f"{FILE_OR_SERVER}; it must be empty")


@telling
def move(arguments: argparse.Namespace) -> int:
    """Copy all data of a ledger into an empty one, and compare every seal. The source is not changed."""
    is_new = not isinstance(arguments.target, Address) and not arguments.target.exists()
    with open_desk(arguments.source, reading=True) as source, open_desk(arguments.target, new=True) as target:
        moved = moving.move(source.ledger.store, target.ledger.store)
    made = f"{arguments.target}, which is new" if is_new else str(arguments.target)
    print(f"Moved {moved} matches, evenings and seasons from {arguments.source} to {made}: every seal is the same")
    return 0


@telling
def verify(arguments: argparse.Namespace) -> int:
    """Check the database, and fold everything again. Returns 1 if there is a problem. A known bug of the SQLite version
    is reported too, but is not counted as a problem."""
    with open_desk(arguments.database, reading=True) as desk:
        report = verified(desk)
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


NO_LINK_NEEDED = "the machine that serves a file needs no link: open the pages there"


def add_way_in(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the database, the address of its pages, and the option to set a PIN."""
    add_database(parser)
    parser.add_argument("--at", metavar="ADDRESS", default="", help="the address of the pages: https://canasta.example")
    parser.add_argument("--pin", action="store_true", help="ask for the director's PIN and set it")


@telling
def way_in(arguments: argparse.Namespace) -> int:
    """Print a link that gives write access to every match. With --pin, set the director's PIN, which is read from the
    terminal or a pipe."""
    if not isinstance(arguments.database, Address):
        raise NotPossible(NO_LINK_NEEDED)
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
    """Remove the director's PIN. A new one can be set on the club's page."""
    with open_desk(arguments.database) as desk:
        director.forget_pin(desk)
    print("The director's PIN has been removed. Set a new one at /club.")
    return 0


COMMANDS = {
    "backup": (add_backup, backup),
    "restore": (add_restore, restore),
    "migrate": (add_migrate, migrate),
    "move": (add_move, move),
    "verify": (add_database, verify),
    "way-in": (add_way_in, way_in),
    "forget-pin": (add_database, forget_pin),
}
