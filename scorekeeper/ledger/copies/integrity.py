"""Checking that the ledger is unaltered: the engine's own checks, then every chain from its first entry."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.books import BOOKS, Book
from scorekeeper.ledger.chain.canonical import chain
from scorekeeper.ledger.chain.names import redaction_seal
from scorekeeper.ledger.sqlite.driver import sqlite3
from scorekeeper.ledger.store import Store, Tx


class Problem(Struct):
    """A difference from what was written. `key` is "file", "reference", "chain", "numbering", "version" or "seal";
    `owner` is the id of the match, evening or season, or None."""

    key: str
    detail: str
    owner: str | None = None


class Integrity(Struct):
    """The result of a check: the problems, and the numbers of matches, entries, evenings and seasons that were checked.

    `redacted` is the number of entries from which a name was removed. The chains of these cannot be computed again, but
    their present text has a seal of its own, which is checked.
    """

    problems: tuple[Problem, ...]
    matches: int
    entries: int
    redacted: int = 0
    evenings: int = 0
    seasons: int = 0


def integrity(store: Store) -> Integrity:
    """Check the engine's data and every chain, in one state of the ledger, while others may write."""

    def check(tx: Tx) -> Integrity:
        problems = [Problem(key, detail) for key, detail in store.problems(tx)]
        for book in BOOKS:
            problems += [*_version_problems(tx, book), *chain_problems(tx, book)]
        problems += _merge_problems(tx)
        return Integrity(
            tuple(problems),
            matches=_count(tx, "matches"),
            entries=sum(_count(tx, book.entries) for book in BOOKS),
            redacted=sum(_count(tx, book.redactions) for book in BOOKS),
            evenings=_count(tx, "evenings"),
            seasons=_count(tx, "seasons"),
        )

    return store.read(check)


def may_lose_commits(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> bool:
    """Return whether this SQLite has the WAL-reset race, which can lose a commit (sqlite.org/wal.html#walresetbug).

    The race needs two programs that use the file within microseconds of each other. SQLite 3.51.3 fixed it, and 3.50.7
    and 3.44.6 for older releases.
    """
    mended = ((3, 44, 6), (3, 45)), ((3, 50, 7), (3, 51)), ((3, 51, 3), (99,))
    return not any(first <= version < end for first, end in mended)


def _version_problems(tx: Tx, book: Book) -> list[Problem]:
    """Rows that do not match their last entry: entries were cut off, or the seals differ."""
    rows = tx.execute(
        f"SELECT id, version, last, seal, chain FROM (SELECT {book.rows}.id, {book.rows}.version, state_version, seal,"
        f" coalesce(entry.version, 0) AS last, coalesce(chain, '') AS chain FROM {book.rows}"
        f" LEFT JOIN {book.entries} AS entry ON entry.{book.owner} = {book.rows}.id AND entry.version ="
        f" (SELECT max(version) FROM {book.entries} WHERE {book.owner} = {book.rows}.id)) AS each_one"
        " WHERE version <> last OR state_version > last OR seal <> chain ORDER BY id"
    )
    return [
        Problem("version", f"the {book.noun} is at version {version}, its last entry is {last}", owner)
        if version != last or seal == chain
        else Problem("seal", f"the {book.noun} has another seal than its last entry", owner)
        for owner, version, last, seal, chain in rows.fetchall()
    ]


def _merge_problems(tx: Tx) -> list[Problem]:
    """Players whose `same_as` differs from their last merge or separation."""
    rows = tx.execute(
        "SELECT players.id FROM players LEFT JOIN merges AS said ON said.id ="
        " (SELECT max(id) FROM merges WHERE player_id = players.id)"
        " WHERE coalesce(players.same_as, 0) <> coalesce(said.into_id, 0) ORDER BY players.id"
    )
    return [Problem("reference", f"player {row[0]} is not who was said last") for row in rows.fetchall()]


def chain_problems(tx: Tx, book: Book) -> list[Problem]:
    """A problem for the first missing or altered entry of each chain."""
    seals = {row[0]: str(row[1]) for row in tx.execute(f"SELECT entry, seal FROM {book.redactions}").fetchall()}
    with tx.stream(f"SELECT {book.columns} FROM {book.entries} ORDER BY {book.owner}, version") as rows:
        problems = (_broken_link(book, owner, list(group), seals) for owner, group in groupby(rows, key=itemgetter(1)))
        return [problem for problem in problems if problem]


def _broken_link(book: Book, owner: str, rows: Sequence[Sequence[Any]], seals: Mapping[int, str]) -> Problem | None:
    """The first problem of a chain, or None; entries after a broken link cannot be checked."""
    before = ""
    for expected, (number, *sealed, last) in enumerate(rows, start=1):
        if sealed[1] != expected:
            return Problem("numbering", f"entry {expected} is missing", owner)
        seal = seals.get(number)  # of a redacted entry
        if seal is None:
            right = chain(before, book.sealed, sealed) == last
        else:
            right = seal in [redaction_seal(last, sealed[4], actor) for actor in (sealed[7], None)]
        if not right:
            return Problem("chain", f"entry {expected} is not what was written", owner)
        before = last
    return None


def _count(tx: Tx, table: str) -> int:
    return int(tx.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
