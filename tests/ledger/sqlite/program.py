"""Functions that tests run in another process (`tests/programs.py`), and kill."""

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
    """Save entries one after the other, and report each number once the ledger has it."""
    with Ledger.open(path) as ledger:
        open_match(ledger)
        number = first
        while True:
            save_next(ledger, {"n": number}, f"save-{number:06}")
            said.send(number)
            number += 1


def die() -> Iterator[str]:
    """The statements of a migration that is killed halfway."""
    yield "CREATE TABLE half_done (id INTEGER PRIMARY KEY) STRICT"
    yield "INSERT INTO half_done (id) VALUES (1)"
    os.kill(os.getpid(), signal.SIGKILL)


def migrate_and_die(path: Path, last: int) -> None:
    """Begin to migrate, and die after this number of steps."""
    migrate(LedgerFile(path), (*STEPS[:last], SchemaStep("m9999_dies", die(), ())))


def open_and_close(path: Path) -> None:
    """Open and close the ledger, which makes the file if it is missing."""
    Ledger.open(path).close()


def put(path: Path, key: str, value: int) -> None:
    """Write one setting."""
    with Ledger.open(path) as ledger:
        ledger.settings.put(key, value)
