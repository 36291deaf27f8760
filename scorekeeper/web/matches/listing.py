"""A page of the list of matches, filtered by words and status. Each page begins after the last match of the previous
one.

The match that this device wrote to last comes first while it is in play. The matches of an evening are one line, with a
link to a list of them; a search finds each of them.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import url_for

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.records.matches import Matches, MatchRow
from scorekeeper.paper import day_of, opened_on
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.web.frame.access import open_here
from scorekeeper.words import N_, Words
from scorekeeper.words.club.evenings import say_evening
from scorekeeper.words.numbers import whole

PAGE = 20
MOST_ASKED = 100
EVENING = timedelta(hours=12)  # the latest evening is "tonight" for this long after its last match was opened
STATUSES = {"playing": N_("In play"), "paused": N_("Paused"), "over": N_("Over")}


class ListedMatch(Struct):
    """A line of the list: a match, or all matches of an evening; `tag` is the status of a match that is not over."""

    url: str
    names: str
    facts: str
    tag: str = ""
    scores: tuple[int, ...] = ()


def listed(ledger: Ledger, values: Mapping[str, str], own: str, words: Words) -> dict[str, Any]:
    """The variables of the list for the query `values`; `own` is the match that the device wrote to last. Raises
    UnknownEvening.

    `older` and `newest` are addresses, None without such a page. `to_continue` is the device's own match, on the first
    page only; `evening` is the address and label of the latest evening's results; `held` is the evening whose matches
    are listed.
    """
    matches = ledger.matches
    query = values.get("q", "").strip()[:MOST_ASKED]
    status = values.get("status", "") if values.get("status") in STATUSES else ""
    before = whole(values.get("before", ""), 15)
    held = ledger.evenings.row(values["evening"]) if values.get("evening") and not query else None
    narrower: dict[str, Any] = {"status": status or None, "evening": held.id if held else None}
    rows = matches.page(query, **narrower, folded=held is None, before=before, limit=PAGE + 1)
    kept = {name: value for name, value in {"q": query, **narrower}.items() if value}
    latest = rows if not kept and before is None else matches.page(limit=1)
    return {
        "query": query,
        "status": status,
        "statuses": {"": N_("All"), **STATUSES},
        "kept": kept,
        "items": [_item(row, words, folded=not (query or held), status=status) for row in rows[:PAGE]],
        "older": url_for("matches.index", **kept, before=str(rows[PAGE - 1].number)) if len(rows) > PAGE else None,
        "newest": url_for("matches.index", **kept) if before is not None else None,
        "to_continue": None if kept or before is not None else _to_continue(matches, own, words),
        "evening": _evening(latest[0], words) if latest else None,
        "held": held,
    }


def local(moment: str) -> datetime:
    """A time of the ledger in the server's time zone."""
    return datetime.fromisoformat(moment).astimezone()


def _to_continue(matches: Matches, own: str, words: Words) -> ListedMatch | None:
    """The line of the device's own match if it is in play and the device may write to it."""
    try:
        row = matches.row(own)
    except UnknownMatch:
        return None
    goes_on = row.status == "playing" and row.retired_at is None
    return _item(row, words) if goes_on and open_here(url_for("deals.new", match_id=own)) else None


def _evening(latest: MatchRow, words: Words) -> tuple[str, str] | None:
    url = open_here(url_for("sheets.evening", day=opened_on(latest.day).isoformat()))
    going_on = datetime.now(UTC) - datetime.fromisoformat(latest.opened_at) < EVENING
    return (url, words.gettext(N_("Tonight") if going_on else N_("Last evening"))) if url else None


def _item(row: MatchRow, words: Words, *, folded: bool = False, status: str = "") -> ListedMatch:
    day = day_of(local(row.day), words)
    if folded and row.evening_id:
        url = url_for("matches.index", evening=row.evening_id, status=status or None)
        kind, called = say_evening("", words), say_evening(row.evening_title or "", words)
        return ListedMatch(url, called, day if called == kind else f"{kind} · {day}")
    sides = [side.name for side in row.sides]
    facts = rulebook().rule_sets.get(row.rules)
    played = words.gettext(facts.title) if facts else row.rules
    title = "" if row.title == row.evening_title else row.title
    about = [played, words.ngettext("%(num)s deal", "%(num)s deals", (row.result or {}).get("deals", 0)), day]
    return ListedMatch(
        url=url_for("matches.board", match_id=row.id),
        names=title or " – ".join(sides),
        facts=" · ".join([*([" – ".join(sides)] if title else []), *about]),
        tag="" if row.status == "over" else words.gettext(STATUSES[row.status]),
        scores=tuple(side.score for side in row.sides),
    )
