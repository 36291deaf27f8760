"""Matches: writing their entries, and lists and pages of them, read from their rows without folding the entries.
`Glances` read the values that every page of a match needs first."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.books import MATCHES
from scorekeeper.ledger.chain.canonical import with_json
from scorekeeper.ledger.chain.chains import Chains, New, Together, follow
from scorekeeper.ledger.chain.entries import Appended, Payload
from scorekeeper.ledger.chain.names import shown_names, swapped
from scorekeeper.ledger.chain.projections import SEATING, MatchSummary, Status
from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.ledger.records.figures import EVENING_DATE, EVENING_ID, EVENING_TITLE
from scorekeeper.ledger.records.settings import CARDS_LEFT
from scorekeeper.ledger.records.shares import COLUMNS, Share, in_order, links_in_force
from scorekeeper.ledger.store import LAST, Selection, Store, Value

#: In SQL, the id of the latest rematch of `{match}` that is not archived.
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
        """The id of the match's latest rematch that is not archived; None if there is none."""
        rows = self.store.rows(AFTER.format(match=":match"), match=match_id)
        return str(rows[0][0]) if rows else None

    def latest(self, match_id: str) -> str:
        """The id of the last rematch in the series that begins with this match; the match's own id where there is
        none."""
        while after := self.after(match_id):
            match_id = after
        return match_id

    def before(self, match_id: str) -> tuple[str, ...]:
        """The ids of the matches before this one in its series of rematches, the latest first."""
        return tuple(str(row[0]) for row in self.store.rows(_BEFORE, match=match_id))


#: In SQL, a match's `MatchRow.day`.
_DAY = f"coalesce({EVENING_DATE}, matches.opened_at)"
_COLUMNS = (
    "matches.number, matches.id, matches.title, matches.rules, matches.format, matches.status, matches.version,"
    " matches.state_version, matches.opened_at, matches.updated_at, matches.result, matches.names, matches.retired_at,"
    f" {_DAY}, {EVENING_ID} AS evening_id, {EVENING_TITLE} AS evening_title"
)
#: A condition that keeps only the last match of each evening. It is a subquery of one row, because no engine turns such
#: a subquery into a join of all matches.
_FOLDED = (
    " AND (SELECT 1 FROM evening_matches AS mine JOIN evenings ON evenings.id = mine.evening_id"
    " JOIN evening_matches AS other ON other.evening_id = mine.evening_id"
    " JOIN matches AS later ON later.id = other.match_id"
    " WHERE mine.match_id = matches.id AND later.number > matches.number AND later.retired_at IS NULL{}"
    " LIMIT 1) IS NULL"
)
#: A word, as the tokenizer unicode61 splits text: letters and digits of any script.
_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 12
#: The number of columns of a side; they follow those of its match.
_SIDE = 4


class SideRow(Struct):
    """A side as last summarised; `outcome` is won, lost or drawn once the match is over."""

    position: int
    name: str
    score: int
    outcome: str | None


class MatchRow(Struct):
    """A match as last summarised. `number` orders lists; `state_version` is the version at which it was summarised;
    `day` is the day of its evening, or the time of its opening where it has none."""

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


class Matches(Chains):
    """The matches of a ledger, and their chains."""

    def open(
        self,
        match_id: str,
        *,
        payload: Payload,
        key: str,
        actor: str,
        now: str,
        body: object = None,
        follows: str | None = None,
    ) -> Appended:
        """Open a match with its first entry. If the same key has opened a match before, even under another id, return
        that match's first entry instead.

        The rows for lists are made from the payload's `sides`, `seats`, `title`, `rules` and `format`; `follows` is the
        id of the match that this one is the rematch of, or None. Raises KeyReused, MatchExists and Unstorable.
        """
        new = New("match_opened", payload, key, actor, now, body=body)
        return self.store.write(lambda tx: Together(tx).open_match(match_id, new, follows=follows))

    def append(
        self,
        match_id: str,
        new: New,
        *,
        version: int,
        seal: str | None = None,
        summary: MatchSummary | None = None,
        ends_draft: bool = False,
    ) -> Appended:
        """Append one entry to a match in a transaction of its own; see `Together.append`.

        With a `seal`, which the caller saw, and a `summary`, it is a compare-and-set that reads nothing first, unless
        the entry changes seats.
        """
        chain = None if seal is None else seal.partition("-")[0]
        if chain is not None and summary is not None and new.kind not in SEATING:
            entry = follow(self.store, match_id, new, summary, version=version, before=chain, ends_draft=ends_draft)
            if entry is not None:
                return Appended(entry, replayed=False)
        # If that is not possible, or the match has changed, read the match first: then append the entry, return an
        # earlier one with the same key, or raise the right exception.
        return self.store.write(
            lambda tx: Together(tx).append(
                MATCHES, match_id, new, version=version, chain=chain, summary=summary, ends_draft=ends_draft
            )
        )

    def read_as(self, match_id: str, names: Sequence[str]) -> list[str]:
        """These names as the match shows them: players who were renamed have their new names."""
        if shown := self.store.read(lambda tx: shown_names(tx, MATCHES, match_id)):
            return list(swapped({"seats": list(names)}, shown)["seats"])
        return list(names)

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
        day: str | None = None,
        folded: bool = False,
        before: int | None = None,
        limit: int = 50,
    ) -> tuple[MatchRow, ...]:
        """A page of matches, the most recently opened first, without retired ones. `before` is the `number` of the last
        row on the previous page, None for the first page.

        A query finds matches by the words of their title, sides and players: each word of the query must be the
        beginning of one of these words, ignoring case and accents. A query without letters and digits finds none. With
        a query, `evening`, `day` and `folded` are ignored. Without one, the page lists all matches, or those of one
        `evening` or of one `day` ("2026-11-21", see `MatchRow.day`); with `folded`, it leaves out all matches of an
        evening except the last one.
        """
        wanted = words(query)
        if query.strip() and not wanted:
            return ()
        selection = self.store.search(wanted, status) if wanted else _listed(status, evening, day, folded=folded)
        order = f"{selection.number} < :before ORDER BY {selection.number} DESC LIMIT :limit"
        page = f" AND matches.retired_at IS NULL AND {order}"
        return self._rows(selection, page, before=LAST if before is None else before, limit=limit)

    def every(self) -> Iterator[MatchRow]:
        """All matches that are not retired, the most recently opened first."""
        before = None
        while rows := self.page(before=before, limit=500):
            yield from rows
            before = rows[-1].number

    def retired(self, *, limit: int = 50) -> tuple[MatchRow, ...]:
        """Retired matches, the most recently retired first."""
        away = Selection("matches", "matches.number", "matches.retired_at IS NOT NULL", {})
        last = " ORDER BY matches.retired_at DESC, matches.number DESC LIMIT :limit"
        rows = self._rows(away, last, limit=limit)
        return tuple(sorted(rows, key=lambda row: (row.retired_at, row.number), reverse=True))

    def _rows(self, selection: Selection, rest: str, **values: Value) -> tuple[MatchRow, ...]:
        """Read matches with their sides, the most recently opened first. One statement reads all of it, and returns a
        row for each side."""
        listed = f"SELECT {_COLUMNS} FROM {selection.tables} WHERE {selection.condition}{rest}"
        rows = self.store.rows(
            f"SELECT listed.*, side.position, side.name, side.score, side.outcome FROM ({listed}) AS listed"
            " LEFT JOIN match_sides AS side ON side.match_id = listed.id ORDER BY listed.number DESC, side.position",
            **selection.values,
            **values,
        )
        return tuple(_row(list(of_sides)) for _, of_sides in groupby(rows, key=lambda row: row[0]))


def words(text: str) -> list[str]:
    """The first twelve words of a query; none where it has no letter or digit."""
    return _WORD.findall(unicodedata.normalize("NFC", text))[:_MOST_WORDS]


def _listed(status: Status | None, evening: str | None, day: str | None, *, folded: bool) -> Selection:
    of_status = "" if status is None else " AND {}.status = :status"
    condition = (
        "matches.id IN (SELECT match_id FROM evening_matches WHERE evening_id = :evening)" if evening else "TRUE"
    )
    condition += f" AND substr({_DAY}, 1, 10) = :day" if day else ""
    condition += of_status.format("matches") + (_FOLDED.format(of_status.format("later")) if folded else "")
    asked = {"status": status, "evening": evening, "day": day}
    return Selection("matches", "matches.number", condition, {name: value for name, value in asked.items() if value})


def _row(of_sides: Sequence[Sequence[Any]]) -> MatchRow:
    sides = tuple(SideRow(*row[-_SIDE:]) for row in of_sides if row[-_SIDE] is not None)
    return MatchRow(*[*with_json(of_sides[0][:-_SIDE], 10), sides])


class Glance(Struct):
    """The values that a page reads of a match before folding it.

    `seal` is as `Chains.seal` returns it. `evening_id` is the evening that the match was opened for, which need not be
    in this ledger. `after` is the id of the rematch, once the match is over. `begun` is the highest number of a deal
    whose draft was begun. `every_card` is the setting `CARDS_LEFT`. `shares` are the requested links that are in force.
    `evening_id`, `after` and `begun` may be None.
    """

    seal: str
    evening_id: str | None
    after: str | None
    begun: int | None
    every_card: bool
    shares: tuple[Share, ...] = ()


#: SQL for the columns of a glance. A setting is stored as JSON, so true is the text 'true'.
_OF_MATCH = (
    f"{MATCHES.last_seal}"
    ", (SELECT evening_id FROM evening_matches WHERE match_id = matches.id)"
    f", CASE WHEN status = 'over' THEN ({AFTER.format(match='matches.id')}) END"
    ", (SELECT max(deal) FROM drafts WHERE match_id = matches.id AND begun = 1)"
    f", EXISTS (SELECT 1 FROM settings WHERE key = '{CARDS_LEFT}' AND value = 'true')"
)
_SHARES = ", ".join(f"shares.{column}" for column in COLUMNS)


class Glances(Struct):
    """The glances at the matches of a ledger."""

    store: Store

    def at(self, match_id: str, share_ids: Sequence[str] = ()) -> Glance:
        """The glance at a match. Its `shares` are the links among `share_ids` that are in force, in the order of the
        ids. Raises UnknownMatch."""
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
