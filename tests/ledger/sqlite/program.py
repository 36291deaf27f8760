"""What programs do that tests start (`tests/programs.py`), and kill."""

import os
import signal
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.schema import STEPS, SchemaStep
from scorekeeper.ledger.sqlite.connection import LedgerFile
from scorekeeper.ledger.sqlite.migrating import migrate
from tests.ledger.cast import open_match, save_next


def save(path: Path | str, first: int, said: Connection) -> None:
    """Save one entry after the other, and say each number once the ledger has it."""
    with Ledger.open(path) as ledger:
        open_match(ledger)
        number = first
        while True:
            save_next(ledger, {"n": number}, f"save-{number:06}")
            said.send(number)
            number += 1


def die() -> Iterator[str]:
    """The statements of a migration that gets half of its work done."""
    yield "CREATE TABLE half_done (id INTEGER PRIMARY KEY) STRICT"
    yield "INSERT INTO half_done (id) VALUES (1)"
    os.kill(os.getpid(), signal.SIGKILL)


def migrate_and_die(path: Path, last: int) -> None:
    """Begin to migrate, and die after a number of steps."""
    migrate(LedgerFile(path), (*STEPS[:last], SchemaStep("m9999_dies", die(), ())))


def open_and_close(path: Path) -> None:
    """Make the file where it is missing."""
    Ledger.open(path).close()


def put(path: Path, key: str, value: int) -> None:
    """Write once."""
    with Ledger.open(path) as ledger:
        ledger.settings.put(key, value)
