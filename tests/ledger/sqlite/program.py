"""Programs that tests start, and kill: `program.py save PATH FIRST` and `program.py migrate PATH LAST`."""

import os
import signal
import sys

from sqlite_utils import Database

from scorekeeper.ledger import Ledger
from scorekeeper.ledger.sqlite.connection import LedgerFile
from scorekeeper.ledger.sqlite.migrating import migrate
from scorekeeper.ledger.sqlite.schema import STEPS
from tests.ledger.cast import open_match, save_next


def save(path: str, first: int) -> None:
    """Save one entry after the other, and say each number once the ledger has it."""
    with Ledger.open(path) as ledger:
        open_match(ledger)
        number = first
        while True:
            save_next(ledger, {"n": number}, f"save-{number:06}")
            print(number, flush=True)
            number += 1


def die(db: Database) -> None:
    """A migration that gets half of its work done."""
    db.execute("CREATE TABLE half_done (id INTEGER PRIMARY KEY) STRICT")
    db.execute("INSERT INTO half_done (id) VALUES (1)")
    os.kill(os.getpid(), signal.SIGKILL)


def migrate_and_die(path: str, last: int) -> None:
    """Begin to migrate, and die after so many of the steps."""
    migrate(LedgerFile(path), (*STEPS[:last], die))


if __name__ == "__main__":
    {"save": save, "migrate": migrate_and_die}[sys.argv[1]](sys.argv[2], int(sys.argv[3]))
