"""Is the ledger what was written to it? SQLite's own checks, then every chain from its first entry."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger.books import BOOKS, Book
from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.entries import chain_of
from scorekeeper.ledger.names import redaction_seal


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it was written. `key`: file, reference, search, chain, numbering or version; `owner`:
    the match or the evening."""

    key: str
    detail: str
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Integrity:
    """What was checked and what was found; no problems means that everything is in order.

    Of `redacted` entries a name was taken out: their chains are believed, what they say now has a seal of its own.
    """

    problems: tuple[Problem, ...]
    matches: int
    entries: int
    redacted: int = 0
    evenings: int = 0


def integrity(file: LedgerFile) -> Integrity:
    """Check the file, its references and the chain of every match and evening, at one moment, while others write."""
    with file.snapshot() as db:
        problems = [*_file_problems(db), *_reference_problems(db)]
        for book in BOOKS:
            problems += [*_version_problems(db, book), *_chain_problems(db, book)]
        return Integrity(
            tuple(problems),
            matches=_count(db, "matches"),
            entries=sum(_count(db, book.entries) for book in BOOKS),
            redacted=sum(_count(db, book.redactions) for book in BOOKS),
            evenings=_count(db, "evenings"),
        )


def may_lose_commits(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> bool:
    """Has this SQLite the race in which a log that begins anew is overlooked (sqlite.org/wal.html#walresetbug)?

    It needs two programs in the file within microseconds; 3.51.3 mended it, and 3.50.7 and 3.44.6 for older lines.
    """
    mended = ((3, 44, 6), (3, 45)), ((3, 50, 7), (3, 51)), ((3, 51, 3), (99,))
    return not any(first <= version < end for first, end in mended)


def _file_problems(db: Database) -> list[Problem]:
    found = [str(row[0]) for row in db.execute("PRAGMA integrity_check")]
    return [Problem("file", detail) for detail in found if detail != "ok"]


def _reference_problems(db: Database) -> list[Problem]:
    return [
        Problem("reference", f"{table} row {row} refers to nothing in {parent}")
        for table, row, parent, _ in db.execute("PRAGMA foreign_key_check")
    ]


def _version_problems(db: Database, book: Book) -> list[Problem]:
    """A row says how many entries there are: entries cut off at the end do not go unnoticed."""
    rows = db.execute(
        f"SELECT id, version, (SELECT coalesce(max(version), 0) FROM {book.entries} AS entry"
        f" WHERE entry.{book.owner} = {book.rows}.id) AS last,"
        f" state_version FROM {book.rows} WHERE version <> last OR state_version > last"
    )
    return [
        Problem("version", f"the {book.noun} is at version {version}, its last entry is {last}", owner)
        for owner, version, last, _ in rows
    ]


def _chain_problems(db: Database, book: Book) -> list[Problem]:
    rows = db.execute(f"SELECT {book.columns} FROM {book.entries} ORDER BY {book.owner}, version")
    seals = {row[0]: str(row[1]) for row in db.execute(f"SELECT entry, seal FROM {book.redactions}").fetchall()}
    found = (_broken_link(book, owner, list(group), seals) for owner, group in groupby(rows, key=itemgetter(1)))
    return [problem for problem in found if problem]


def _broken_link(book: Book, owner: str, rows: Sequence[Sequence[Any]], seals: Mapping[int, str]) -> Problem | None:
    """The first of a chain: what follows a broken link cannot be judged."""
    before = ""
    for place, (number, *sealed, chain) in enumerate(rows, start=1):
        if sealed[1] != place:
            return Problem("numbering", f"entry {place} is missing", owner)
        seal = seals.get(number)
        written = chain == chain_of(book, before, sealed) if seal is None else seal == redaction_seal(chain, sealed[4])
        if not written:
            return Problem("chain", f"entry {place} is not what was written", owner)
        before = chain
    return None


def _count(db: Database, table: str) -> int:
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
