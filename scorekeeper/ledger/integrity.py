"""Is the ledger what was written to it? SQLite's own checks, then every chain from its first entry."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger.connection import LedgerFile
from scorekeeper.ledger.entries import COLUMNS, chain_of
from scorekeeper.ledger.names import redaction_seal


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it was written. `key`: file, reference, search, chain, numbering or version."""

    key: str
    detail: str
    match_id: str | None = None


@dataclass(frozen=True, slots=True)
class Integrity:
    """What was checked and what was found; no problems means that everything is in order.

    Of `redacted` entries a name was taken out: their chains are believed, what they say now has a seal of its own.
    """

    problems: tuple[Problem, ...]
    matches: int
    entries: int
    redacted: int = 0


def integrity(file: LedgerFile) -> Integrity:
    """Check the file, its references and every match's chain, at one moment, while others write."""
    with file.snapshot() as db:
        problems = [*_file_problems(db), *_reference_problems(db), *_version_problems(db), *_chain_problems(db)]
        return Integrity(tuple(problems), _count(db, "matches"), _count(db, "entries"), _count(db, "redactions"))


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


def _version_problems(db: Database) -> list[Problem]:
    """A match's row says how many entries it has: entries cut off at the end do not go unnoticed."""
    rows = db.execute(
        "SELECT id, version, (SELECT coalesce(max(version), 0) FROM entries WHERE match_id = matches.id) AS last,"
        " state_version FROM matches WHERE version <> last OR state_version > last"
    )
    return [
        Problem("version", f"the match is at version {version}, its last entry is {last}", match_id)
        for match_id, version, last, _ in rows
    ]


def _chain_problems(db: Database) -> list[Problem]:
    rows = db.execute(f"SELECT {COLUMNS} FROM entries ORDER BY match_id, version")
    seals = {row[0]: str(row[1]) for row in db.execute("SELECT entry, seal FROM redactions").fetchall()}
    found = (_broken_link(match_id, list(group), seals) for match_id, group in groupby(rows, key=itemgetter(1)))
    return [problem for problem in found if problem]


def _broken_link(match_id: str, rows: Sequence[Sequence[Any]], seals: Mapping[int, str]) -> Problem | None:
    """The first of a match: what follows a broken link cannot be judged."""
    before = ""
    for place, (number, *sealed, chain) in enumerate(rows, start=1):
        if sealed[1] != place:
            return Problem("numbering", f"entry {place} is missing", match_id)
        seal = seals.get(number)
        written = chain == chain_of(before, sealed) if seal is None else seal == redaction_seal(chain, sealed[4])
        if not written:
            return Problem("chain", f"entry {place} is not what was written", match_id)
        before = chain
    return None


def _count(db: Database, table: str) -> int:
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
