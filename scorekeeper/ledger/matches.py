"""Matches as lists and pages see them: read from their rows, without folding an entry."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from scorekeeper.engine.values import light
from scorekeeper.ledger import fts
from scorekeeper.ledger.canonical import with_json
from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.ledger.figures import EVENING_DATE
from scorekeeper.ledger.projections import Status
from scorekeeper.ledger.store import LAST, Selection, Store, Value

_COLUMNS = (
    "matches.number, matches.id, matches.title, matches.rules, matches.format, matches.status, matches.version,"
    " matches.state_version, matches.opened_at, matches.updated_at, matches.result, matches.names, matches.retired_at,"
    f" coalesce({EVENING_DATE}, matches.opened_at)"
)
#: How many columns of a side follow them.
_SIDE = 4


@light(frozen=True, slots=True)
class SideRow:
    """A side's name and score as last summarised; `outcome` is won, lost or drawn once the match is over."""

    position: int
    name: str
    score: int
    outcome: str | None


@light(frozen=True, slots=True)
class MatchRow:
    """A match as last summarised. `number` orders lists; `state_version` is the version the summary was made at; `day`
    is that of its evening, or the time when it was opened."""

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
    day: str
    sides: tuple[SideRow, ...]


@light(frozen=True, slots=True)
class Matches:
    """The matches of a ledger."""

    store: Store

    def row(self, match_id: str) -> MatchRow:
        """One match, retired or not. Raises UnknownMatch."""
        rows = self._rows(Selection("matches", "matches.number", "matches.id = :match", {"match": match_id}), "")
        if not rows:
            raise UnknownMatch(match_id)
        return rows[0]

    def page(
        self, query: str = "", *, status: Status | None = None, before: int | None = None, limit: int = 50
    ) -> tuple[MatchRow, ...]:
        """Matches, the last opened first, retired ones left out; `before` is the last number of the page before.

        A query finds titles and names of sides and players in which every word of it begins a word, accents forgiven.
        """
        wanted = fts.words(query)
        if query.strip() and not wanted:
            return ()
        selection = self.store.search(wanted, status) if wanted else _listed(status)
        order = f"{selection.number} < :before ORDER BY {selection.number} DESC LIMIT :limit"
        page = f" AND matches.retired_at IS NULL AND {order}"
        return self._rows(selection, page, before=LAST if before is None else before, limit=limit)

    def last_played(self, *, among: int) -> MatchRow | None:
        """The match in play that was written last, `among` so many that were opened last; None where none is played."""
        playing = "matches WHERE status = 'playing' AND retired_at IS NULL ORDER BY number DESC LIMIT :among"
        last = f"SELECT id FROM (SELECT id, updated_at, number FROM {playing}) AS playing"
        found = f"matches.id = ({last} ORDER BY updated_at DESC, number DESC LIMIT 1)"
        rows = self._rows(Selection("matches", "matches.number", found, {"among": among}), "")
        return rows[0] if rows else None

    def retired(self, *, limit: int = 50) -> tuple[MatchRow, ...]:
        """Matches that were retired, the last retired first."""
        away = Selection("matches", "matches.number", "matches.retired_at IS NOT NULL", {})
        last = " ORDER BY matches.retired_at DESC, matches.number DESC LIMIT :limit"
        rows = self._rows(away, last, limit=limit)
        return tuple(sorted(rows, key=lambda row: (row.retired_at, row.number), reverse=True))

    def retire(self, match_id: str, *, now: str) -> None:
        """Leave a match out of every list; its entries stay, nothing is added to it. Raises UnknownMatch."""
        self._set_retired(match_id, now)

    def unretire(self, match_id: str) -> None:
        """Take a retired match back. Raises UnknownMatch."""
        self._set_retired(match_id, None)

    def _set_retired(self, match_id: str, at: str | None) -> None:
        sql = "UPDATE matches SET retired_at = :at WHERE id = :match"
        if self.store.write(lambda tx: tx.execute(sql, at=at, match=match_id).rowcount) == 0:
            raise UnknownMatch(match_id)

    def _rows(self, selection: Selection, rest: str, **values: Value) -> tuple[MatchRow, ...]:
        """Matches with their sides, the last opened first, in one statement: a row a side."""
        listed = f"SELECT {_COLUMNS} FROM {selection.tables} WHERE {selection.condition}{rest}"
        rows = self.store.rows(
            f"SELECT listed.*, side.position, side.name, side.score, side.outcome FROM ({listed}) AS listed"
            " LEFT JOIN match_sides AS side ON side.match_id = listed.id ORDER BY listed.number DESC, side.position",
            **selection.values,
            **values,
        )
        matches = (list(each) for _, each in groupby(rows, key=lambda row: row[0]))
        return tuple(_row(each) for each in matches)


def _listed(status: Status | None) -> Selection:
    if status is None:
        return Selection("matches", "matches.number", "TRUE", {})
    return Selection("matches", "matches.number", "matches.status = :status", {"status": status})


def _row(of_sides: Sequence[Sequence[Any]]) -> MatchRow:
    sides = tuple(SideRow(*row[-_SIDE:]) for row in of_sides if row[-_SIDE] is not None)
    return MatchRow(*[*with_json(of_sides[0][:-_SIDE], 10), sides])
