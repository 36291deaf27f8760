"""Matches as lists and pages see them: read from their rows, without folding an entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger import fts
from scorekeeper.ledger.canonical import to_json, with_json
from scorekeeper.ledger.connection import LAST, LedgerFile
from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.ledger.projections import Status

_COLUMNS = (
    "matches.number, matches.id, matches.title, matches.rules, matches.format, matches.status, matches.version,"
    " matches.state_version, matches.opened_at, matches.updated_at, matches.result, matches.names, matches.retired_at"
)


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side's name and score as last summarised; `outcome` is won, lost or drawn once the match is over."""

    position: int
    name: str
    score: int
    outcome: str | None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as last summarised. `number` orders lists; `state_version` is the version the summary was made at."""

    number: int
    id: str
    title: str
    rules: str
    format: str
    status: Status
    version: int
    state_version: int
    opened_at: str
    updated_at: str
    result: Mapping[str, Any] | None
    names: str
    retired_at: str | None
    sides: tuple[SideRow, ...]


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a ledger."""

    file: LedgerFile

    def row(self, match_id: str) -> MatchRow:
        """One match, retired or not. Raises UnknownMatch."""
        with self.file.snapshot() as db:
            found = _rows(db, "FROM matches WHERE id = ?", [match_id])
        if not found:
            raise UnknownMatch(match_id)
        return found[0]

    def page(
        self, query: str = "", *, status: Status | None = None, before: int | None = None, limit: int = 50
    ) -> tuple[MatchRow, ...]:
        """Matches, the last opened first, retired ones left out; `before` is the last number of the page before.

        A query finds titles and names of sides and players in which every word of it begins a word, accents forgiven.
        """
        wanted = fts.every(query)
        if query.strip() and not wanted:
            return ()
        rest, values = _searched(wanted, status) if wanted else _listed(status)
        number = "matches_search.rowid" if wanted else "number"
        page = f" AND {number} < ? ORDER BY {number} DESC LIMIT ?"
        with self.file.snapshot() as db:
            return _rows(db, rest + page, [*values, LAST if before is None else before, limit])

    def retired(self, *, limit: int = 50) -> tuple[MatchRow, ...]:
        """Matches that were retired, the last retired first."""
        with self.file.snapshot() as db:
            rest = "FROM matches WHERE retired_at IS NOT NULL ORDER BY retired_at DESC, number DESC LIMIT ?"
            return _rows(db, rest, [limit])

    def retire(self, match_id: str, *, now: str) -> None:
        """Leave a match out of every list; its entries stay, nothing is added to it. Raises UnknownMatch."""
        self._set_retired(match_id, now)

    def unretire(self, match_id: str) -> None:
        """Take a retired match back. Raises UnknownMatch."""
        self._set_retired(match_id, None)

    def _set_retired(self, match_id: str, at: str | None) -> None:
        with self.file.write_tx() as db:
            if db.execute("UPDATE matches SET retired_at = ? WHERE id = ?", [at, match_id]).rowcount == 0:
                raise UnknownMatch(match_id)


def _listed(status: Status | None) -> tuple[str, list[object]]:
    if status is None:
        return "FROM matches WHERE retired_at IS NULL", []
    return "FROM matches WHERE retired_at IS NULL AND status = ?", [status]


def _searched(wanted: str, status: Status | None) -> tuple[str, list[object]]:
    """The status is in the index too: a few open matches among many with a common name are found at once."""
    match = f"{{title names}} : ({wanted})" + (f' AND status : "{status}"' if status else "")
    source = "FROM matches_search JOIN matches ON matches.number = matches_search.rowid"
    return f"{source} WHERE matches_search MATCH ? AND matches.retired_at IS NULL", [match]


def _rows(db: Database, rest: str, values: Sequence[object]) -> tuple[MatchRow, ...]:
    found = db.execute(f"SELECT {_COLUMNS} {rest}", list(values)).fetchall()
    sides = _sides(db, [row[1] for row in found])
    return tuple(MatchRow(*[*with_json(row, 10), tuple(sides[row[1]])]) for row in found)


def _sides(db: Database, match_ids: Sequence[str]) -> dict[str, list[SideRow]]:
    sides: dict[str, list[SideRow]] = {match_id: [] for match_id in match_ids}
    rows = db.execute(
        "SELECT match_id, position, name, score, outcome FROM match_sides"
        " WHERE match_id IN (SELECT value FROM json_each(?)) ORDER BY match_id, position",
        [to_json(list(match_ids))],
    )
    for match_id, *side in rows:
        sides[match_id].append(SideRow(*side))
    return sides
