"""Matches as lists and pages see them: read from their rows, without folding an entry; and the first read of every page
of a match."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.books import MATCHES
from scorekeeper.ledger.chain.canonical import with_json
from scorekeeper.ledger.chain.projections import Status
from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.ledger.records.figures import EVENING_DATE, EVENING_ID, EVENING_TITLE
from scorekeeper.ledger.records.settings import CARDS_LEFT
from scorekeeper.ledger.records.shares import COLUMNS, Share, in_order, links_in_force
from scorekeeper.ledger.store import LAST, Selection, Store, Value

#: The rematch of a match; of several, where one was put away, the last one that stands in the lists.
AFTER = (
    "SELECT rematches.match_id FROM rematches JOIN matches AS played ON played.id = rematches.match_id"
    " WHERE rematches.follows = {match} AND played.retired_at IS NULL ORDER BY played.number DESC LIMIT 1"
)
_BEFORE = (
    "WITH RECURSIVE before (id) AS (SELECT follows FROM rematches WHERE match_id = :match"
    " UNION SELECT follows FROM rematches JOIN before ON rematches.match_id = before.id) SELECT id FROM before"
)


class Rematches(Struct):
    """The rematches of a ledger."""

    store: Store

    def after(self, match_id: str) -> str | None:
        """The match that was opened as its rematch, if one was."""
        rows = self.store.rows(AFTER.format(match=":match"), match=match_id)
        return str(rows[0][0]) if rows else None

    def latest(self, match_id: str) -> str:
        """The last of its rematches' rematches; without any the match itself."""
        while after := self.after(match_id):
            match_id = after
        return match_id

    def before(self, match_id: str) -> tuple[str, ...]:
        """The match that it is the rematch of, the one before that, and so on."""
        return tuple(str(row[0]) for row in self.store.rows(_BEFORE, match=match_id))


_COLUMNS = (
    "matches.number, matches.id, matches.title, matches.rules, matches.format, matches.status, matches.version,"
    " matches.state_version, matches.opened_at, matches.updated_at, matches.result, matches.names, matches.retired_at,"
    f" coalesce({EVENING_DATE}, matches.opened_at), {EVENING_ID} AS evening_id, {EVENING_TITLE} AS evening_title"
)
#: Of an evening's matches the last one alone; a subquery of one row, which no engine turns into a join of all matches.
_FOLDED = (
    " AND (SELECT 1 FROM evening_matches AS mine JOIN evenings ON evenings.id = mine.evening_id"
    " JOIN evening_matches AS other ON other.evening_id = mine.evening_id"
    " JOIN matches AS later ON later.id = other.match_id"
    " WHERE mine.match_id = matches.id AND later.number > matches.number AND later.retired_at IS NULL{}"
    " LIMIT 1) IS NULL"
)
#: As unicode61 cuts words: letters and digits of any script.
_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 12
#: How many columns of a side follow them.
_SIDE = 4


class SideRow(Struct):
    """A side's name and score as last summarised; `outcome` is won, lost or drawn once the match is over."""

    position: int
    name: str
    score: int
    outcome: str | None


class MatchRow(Struct):
    """A match as last summarised. `number` orders lists; `state_version` is the version the summary was made at; `day`
    is that of its evening, or the time when it was opened; a match of no evening has no id and no title of one."""

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
    evening_id: str | None
    evening_title: str | None
    sides: tuple[SideRow, ...]


class Matches(Struct):
    """The matches of a ledger."""

    store: Store

    def row(self, match_id: str) -> MatchRow:
        """One match, retired or not. Raises UnknownMatch."""
        rows = self._rows(Selection("matches", "matches.number", "matches.id = :match", {"match": match_id}), "")
        if not rows:
            raise UnknownMatch(match_id)
        return rows[0]

    def page(
        self,
        query: str = "",
        *,
        status: Status | None = None,
        evening: str | None = None,
        folded: bool = False,
        before: int | None = None,
        limit: int = 50,
    ) -> tuple[MatchRow, ...]:
        """Matches, the last opened first, retired ones left out; `before` is the last number of the page before.

        A query finds titles and names of sides and players in which every word of it begins a word, accents forgiven.
        Without one, those of one `evening` are asked for, or `folded`: of each evening the match that was opened last.
        """
        wanted = words(query)
        if query.strip() and not wanted:
            return ()
        selection = self.store.search(wanted, status) if wanted else _listed(status, evening, folded=folded)
        order = f"{selection.number} < :before ORDER BY {selection.number} DESC LIMIT :limit"
        page = f" AND matches.retired_at IS NULL AND {order}"
        return self._rows(selection, page, before=LAST if before is None else before, limit=limit)

    def every(self) -> Iterator[MatchRow]:
        """Every match that is not retired, the last opened first."""
        before = None
        while rows := self.page(before=before, limit=500):
            yield from rows
            before = rows[-1].number

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


def words(text: str) -> list[str]:
    """The first dozen words of what people type to find a match; none where there is nothing but signs."""
    return _WORD.findall(unicodedata.normalize("NFC", text))[:_MOST_WORDS]


def _listed(status: Status | None, evening: str | None, *, folded: bool) -> Selection:
    of_status = "" if status is None else " AND {}.status = :status"
    of_evening = (
        "matches.id IN (SELECT match_id FROM evening_matches WHERE evening_id = :evening)" if evening else "TRUE"
    )
    condition = of_evening + of_status.format("matches") + (_FOLDED.format(of_status.format("later")) if folded else "")
    asked = {"status": status, "evening": evening}
    return Selection("matches", "matches.number", condition, {name: value for name, value in asked.items() if value})


def _row(of_sides: Sequence[Sequence[Any]]) -> MatchRow:
    sides = tuple(SideRow(*row[-_SIDE:]) for row in of_sides if row[-_SIDE] is not None)
    return MatchRow(*[*with_json(of_sides[0][:-_SIDE], 10), sides])


class Glance(Struct):
    """A match before anything of it is folded.

    `seal` is that of `Ledger.seal`; `evening_id` the evening that it was opened for, which may be written down
    elsewhere only; `after` once it is over its rematch; `begun` the last deal whose draft is begun; `every_card` what
    the club asks of each table, as the setting `CARDS_LEFT` has it; `shares` the links in force of those asked for.
    """

    seal: str
    evening_id: str | None
    after: str | None
    begun: int | None
    every_card: bool
    shares: tuple[Share, ...] = ()


#: The value of a setting is JSON.
_OF_MATCH = (
    f"{MATCHES.last_seal}"
    ", (SELECT evening_id FROM evening_matches WHERE match_id = matches.id)"
    f", CASE WHEN status = 'over' THEN ({AFTER.format(match='matches.id')}) END"
    ", (SELECT max(deal) FROM drafts WHERE match_id = matches.id AND begun = 1)"
    f", EXISTS (SELECT 1 FROM settings WHERE key = '{CARDS_LEFT}' AND value = 'true')"
)
_SHARES = ", ".join(f"shares.{column}" for column in COLUMNS)


class Glances(Struct):
    """The first reads of the matches of a ledger."""

    store: Store

    def at(self, match_id: str, share_ids: Sequence[str] = ()) -> Glance:
        """A match, and which of these links are in force, in their order. Raises UnknownMatch."""
        columns, tables, values = _OF_MATCH, "matches", dict[str, Value]()
        if share_ids:
            among, values = links_in_force(share_ids)
            columns, tables = f"{_OF_MATCH}, {_SHARES}", f"matches LEFT JOIN shares ON {among}"
        rows = self.store.rows(f"SELECT {columns} FROM {tables} WHERE matches.id = :match", match=match_id, **values)
        if not rows:
            raise UnknownMatch(match_id)
        seal, evening_id, after, begun, every_card = rows[0][:5]
        shares = in_order([Share(*row[5:]) for row in rows if row[5] is not None], share_ids) if share_ids else ()
        return Glance(seal, evening_id, after, begun, bool(every_card), shares)
