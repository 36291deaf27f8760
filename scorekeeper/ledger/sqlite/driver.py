"""The driver of SQLite, the one way to it: `from scorekeeper.ledger.sqlite.driver import sqlite3`.

`pysqlite3` brings a newer SQLite than most systems have, and is Python's own module in all else. sqlite-utils takes it
wherever it is installed, so everything does: two libraries of SQLite in one process would undo each other's locks.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
else:
    try:
        from pysqlite3 import dbapi2 as sqlite3
    except ImportError:
        import sqlite3

__all__ = ["sqlite3"]
