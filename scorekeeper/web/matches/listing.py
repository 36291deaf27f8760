"""The list of matches: one page of it, found by words and status, page after page by the last match seen.

First on it stands the match in play that was written last, to be continued.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from flask import url_for

from scorekeeper.engine.values import light
from scorekeeper.paper import opened_on
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.web.frame.access import open_here
from scorekeeper.words import N_, Words
from scorekeeper.words.numbers import whole

PAGE = 20
MOST_ASKED = 100
EVENING = timedelta(hours=12)  # so long after its last match was opened an evening is still going on
STATUSES = {"playing": N_("In play"), "paused": N_("Paused"), "over": N_("Over")}


class Rows(Protocol):
    """The matches of a ledger, as far as a list needs them."""

    def page(self, query: str = "", *, status: Any = None, before: int | None = None, limit: int = 50) -> Any: ...

    def last_played(self, *, among: int) -> Any: ...


@light(frozen=True, slots=True)
class Item:
    """One match in the list."""

    url: str
    names: str
    facts: str
    status: str
    tag: str
    scores: tuple[int, ...]


@light(frozen=True, slots=True)
class ListPage:
    """A page of the list; `older` and `newest` are addresses where there is such a page.

    `to_continue` stands on the list as it opens, for a device that may write; `evening` is where the results of the
    latest evening are, and what it is called.
    """

    query: str
    status: str
    items: tuple[Item, ...]
    filters: tuple[tuple[str, str, str], ...]
    older: str | None
    newest: str | None
    to_continue: Item | None
    evening: tuple[str, str] | None

    @property
    def empty(self) -> bool:
        """Whether nobody has played here yet, rather than nothing being found."""
        return not (self.items or self.query or self.status or self.newest)


def listed(matches: Rows, values: Mapping[str, str], words: Words) -> ListPage:
    """The page that an address asks for."""
    query = values.get("q", "").strip()[:MOST_ASKED]
    status = values.get("status", "") if values.get("status") in STATUSES else ""
    before = whole(values.get("before", ""), 15)
    rows = matches.page(query, status=status or None, before=before, limit=PAGE + 1)
    kept: dict[str, Any] = {name: value for name, value in (("q", query), ("status", status)) if value}
    latest = rows if not kept and before is None else matches.page(limit=1)
    return ListPage(
        query=query,
        status=status,
        items=tuple(_item(row, words) for row in rows[:PAGE]),
        filters=_filters(query, words),
        older=url_for("matches.index", **kept, before=str(rows[PAGE - 1].number)) if len(rows) > PAGE else None,
        newest=url_for("matches.index", **kept) if before is not None else None,
        to_continue=None if query or status or before is not None else _to_continue(matches, words),
        evening=_evening(latest[0], words) if latest else None,
    )


def local(moment: str) -> datetime:
    """A time of the ledger on the clock of the machine that serves."""
    return datetime.fromisoformat(moment).astimezone()


def _to_continue(matches: Rows, words: Words) -> Item | None:
    """The match in play that was written last, among those opened recently."""
    row = matches.last_played(among=PAGE)
    may_write = row is not None and open_here(url_for("deals.new", match_id=row.id))
    return _item(row, words) if may_write else None


def _evening(latest: Any, words: Words) -> tuple[str, str] | None:
    url = open_here(url_for("sheets.evening", day=opened_on(latest.opened_at).isoformat()))
    going_on = datetime.now(UTC) - datetime.fromisoformat(latest.opened_at) < EVENING
    return (url, words.gettext(N_("Tonight") if going_on else N_("Last evening"))) if url else None


def _item(row: Any, words: Words) -> Item:
    sides = [side.name for side in row.sides]
    facts = rulebook().rule_sets.get(row.rules)
    played = words.gettext(facts.title) if facts else row.rules
    deals = (row.result or {}).get("deals", 0)
    about = [played, words.ngettext("%(num)s deal", "%(num)s deals", deals), words.date(local(row.day))]
    return Item(
        url=url_for("matches.board", match_id=row.id),
        names=row.title or " – ".join(sides),
        facts=" · ".join([*([" – ".join(sides)] if row.title else []), *about]),
        status=row.status,
        tag=words.gettext(STATUSES[row.status]),
        scores=tuple(side.score for side in row.sides),
    )


def _filters(query: str, words: Words) -> tuple[tuple[str, str, str], ...]:
    """Status, words and address of each filter."""
    statuses = {"": N_("All"), **STATUSES}
    return tuple(
        (status, words.gettext(label), url_for("matches.index", q=query or None, status=status or None))
        for status, label in statuses.items()
    )
