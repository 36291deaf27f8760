"""An empty ledger's file, made once per process and copied, because making one takes six times as long."""

from collections.abc import Collection
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scorekeeper.ledger.ledger import Ledger


@cache
def _made() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "scorekeeper.db"
        Ledger.open(path).close()
        return path.read_bytes()


def rows_of(db: Any, *, but: Collection[str] = ()) -> list[str]:
    """Every row of every table of an open file as text, in a fixed order; `but` names tables to leave out."""
    found = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    tables = [table for (table,) in found if table not in but]
    return [f"{table}: {row!r}" for table in tables for row in sorted(db.execute(f'SELECT * FROM "{table}"'), key=repr)]


def empty_ledger(path: Path) -> Path:
    """Copy an empty ledger to this path, with the permissions that the program sets. Returns the path. Tests of
    creating a file do not use this."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.write_bytes(_made())
    path.chmod(0o600)
    return path
