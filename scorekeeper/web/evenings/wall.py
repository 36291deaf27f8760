"""The wall, a page for a large screen: standings, seats, the clock, a box for each table, and a QR code."""

from functools import partial
from typing import Any, TypeVar

import segno
from flask import Blueprint, Response
from markupsafe import Markup

from scorekeeper.actions.evenings.journal import as_shown
from scorekeeper.evening.fold import Evening
from scorekeeper.web.club.sharing import address_of
from scorekeeper.web.evenings.standings import ranked
from scorekeeper.web.evenings.views import clock_view, fresh, heading_of, seats_of, stands_of
from scorekeeper.web.frame import Right, current_desk, needs, now, words
from scorekeeper.words.club.evenings import KEYS, say_length, say_table

T = TypeVar("T")

blueprint = Blueprint("evening_wall", __name__)

#: The maximum number of entrants shown at a time; with more, the wall changes between pages.
ON_A_PAGE = 24
#: The maximum number of rounds with a column of points: next to the boxes of tables, and at the end of an evening.
ROUNDS_BESIDE, MOST_ROUNDS = 3, 8


@blueprint.get("/evenings/<evening_id>/wall")
@needs(Right.WATCH)
def show(evening_id: str) -> Response:
    """Show the wall. Its script reloads it, so a change or the bell appears within two seconds."""
    evening, moment = current_desk().load_evening(evening_id).state, now()
    clock = clock_view(evening, evening.current, moment) if evening.current else None
    links = (link for link in current_desk().ledger.shares.of_evening(evening_id) if link.table is None)
    watch = next(map(address_of, links), None)
    page = partial(_page, evening_id, watch, moment=moment)
    return fresh(evening_id, "evenings/wall.html", page, clock.phase if clock else "", watch or "")


def _page(evening_id: str, watch: str | None, evening: Evening, moment: str) -> dict[str, Any]:
    """Return the template variables of the wall at a moment (ISO 8601, UTC): those of `ranked`, and further ones.

    `pages` has the rows of the standings, page by page. `shown` are the numbers of the rounds with a column of points;
    `points` has them by (round, entrant's id). Before the first round is closed, `pages` is empty; the wall then shows
    `seats`, also page by page.

    `level` are the tie-breaks that were needed, as one text. `happened` are the director's decisions in the last closed
    round. `lasts` is the length of a round in words. `final`: the evening is finished.
    """
    current, final = evening.current, evening.state == "finished"
    seen = as_shown(current_desk(), evening_id)
    page = ranked(evening, seen)
    counted, closed = page["counted"], page["closed"]
    parted = dict.fromkeys(row.behind_by for row in counted.rows if row.behind_by not in (None, "points"))
    return page | {
        "round": current,
        "heading": heading_of(evening, current),
        "lasts": say_length(evening.setup.round_end, words()),
        "level": ", ".join(words().gettext(KEYS[key]) for key in parted if key),
        "shown": closed[-(MOST_ROUNDS if final else ROUNDS_BESIDE) :],
        "points": {(line.round, id_): line.points for line in counted.lines for id_ in line.entrants},
        "happened": _happened(seen, closed[-1], moment) if closed else (),
        "final": final,
        "pages": _in_pages(counted.rows) if closed else (),
        "seats": () if closed else _in_pages(seats_of(evening)),
        "clock": clock_view(evening, current, moment) if current and current.state != "closed" else None,
        "code": _code(watch),
    }


def _happened(evening: Evening, number: int, moment: str) -> tuple[str, ...]:
    """The director's decisions about the tables of a round, in words. Decisions that are only totals are left out."""
    return tuple(
        f"{say_table(at.round.number, at.table.number, words())}: {at.decided}"
        for at in stands_of(evening, evening.rounds[number - 1], moment)
        if at.table.decision and at.table.decision.says_more
    )


def _in_pages(rows: tuple[T, ...]) -> tuple[tuple[T, ...], ...]:
    """The rows in pages of about the same length, with at most `ON_A_PAGE` rows each."""
    pages = -(-len(rows) // ON_A_PAGE)
    length = -(-len(rows) // pages) if pages else 1
    return tuple(rows[start : start + length] for start in range(0, len(rows), length))


def _code(watch: str | None) -> Markup | None:
    """The QR code of the address of the link to watch the evening, as SVG; None without a link, or if no address for
    other devices is known."""
    if watch is None:
        return None
    drawn = segno.make(watch, error="m", micro=False)
    return Markup(drawn.svg_inline(omitsize=True, light="#fff", border=2))  # noqa: S704 - drawn here, no text from users
