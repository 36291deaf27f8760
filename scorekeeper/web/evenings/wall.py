"""The wall: standings of the last closed round, where everybody sits, the clock, a box a table, and the code."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, TypeVar

import segno
from flask import Blueprint, Response, render_template, url_for
from markupsafe import Markup

from scorekeeper.engine.values import light
from scorekeeper.evening.counting import standings_of
from scorekeeper.evening.fold import Evening
from scorekeeper.web.club.sharing import address_of
from scorekeeper.web.evenings.clock import ClockView, clock_view
from scorekeeper.web.evenings.fresh import fresh
from scorekeeper.web.evenings.me import Seat, seats_of
from scorekeeper.web.evenings.standings import RowView, closed_rounds, standings_page
from scorekeeper.web.frame.desk import current_desk, now
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words.evenings import say_key

T = TypeVar("T")

blueprint = Blueprint("evening_wall", __name__)

#: As many entrants stand on one page of the wall; of more it turns pages.
ON_A_PAGE = 24
#: How a table is drawn, by its state: filled, outlined, or dashed.
SHAPES = {"not_begun": "not-begun", "playing": "playing"}


@light(frozen=True, slots=True)
class WallPage:
    """Everything on the wall. `pages` are the standings in pages of `ON_A_PAGE`; before the first closed round `seats`
    stand there instead. `lasts` is how long a round is, in deals and minutes."""

    evening_id: str
    title: str
    after: int
    round: int
    rounds: int | None
    lasts: str
    level: str
    closed: tuple[int, ...]
    pages: tuple[tuple[RowView, ...], ...]
    seats: tuple[tuple[Seat, ...], ...]
    clock: ClockView | None
    tables: tuple[tuple[int, str], ...]
    code: Markup | None


@blueprint.get("/evenings/<evening_id>/wall")
@needs(Right.WATCH)
def show(evening_id: str) -> Response:
    """The wall, for a large screen: it changes by itself within two seconds."""
    return fresh(evening_id, partial(_page, evening_id))


def _page(evening_id: str, tag: str) -> str:
    evening = current_desk().load_evening(evening_id).state
    address = url_for("evening_wall.show", evening_id=evening_id)
    return render_template("evenings/wall.html", page=wall_page(evening_id, evening, now()), tag=tag, address=address)


def wall_page(evening_id: str, evening: Evening, moment: str) -> WallPage:
    """The wall at a moment (ISO, UTC)."""
    standing, current = standings_page(evening_id, evening), evening.current
    parted = dict.fromkeys(row.behind_by for row in standings_of(evening).rows if row.behind_by not in (None, "points"))
    seats = sorted(seats_of(evening), key=lambda seat: words().sort_key(seat.name))
    return WallPage(
        evening_id=evening_id,
        title=evening.setup.title,
        after=standing.after,
        round=current.number if current else 0,
        rounds=evening.setup.rounds,
        lasts=_lasts(evening.setup.round_end),
        level=", ".join(say_key(key, words()) for key in parted if key),
        closed=closed_rounds(evening),
        pages=_in_pages(standing.rows) if standing.after else (),
        seats=() if standing.after else _in_pages(tuple(seats)),
        clock=clock_view(evening, current, moment) if current and current.state != "closed" else None,
        tables=tuple((table.number, SHAPES.get(table.state, "finished")) for table in current.tables)
        if current
        else (),
        code=_code(evening_id),
    )


def _lasts(ends: Mapping[str, Any]) -> str:
    say = words()
    parts = [say.ngettext("%(num)s deal", "%(num)s deals", ends["deals"])] if ends.get("by") == "deals" else []
    parts += [say.ngettext("%(num)s minute", "%(num)s minutes", ends["minutes"])] if ends.get("minutes") else []
    return ", ".join(parts)


def _in_pages(rows: tuple[T, ...]) -> tuple[tuple[T, ...], ...]:
    """The rows in pages that are as long as each other."""
    pages = -(-len(rows) // ON_A_PAGE)
    length = -(-len(rows) // pages) if pages else 1
    return tuple(rows[start : start + length] for start in range(0, len(rows), length))


def _code(evening_id: str) -> Markup | None:
    """The code of the link to watch, where one is made and other devices find this machine."""
    shares = current_desk().ledger.shares.of_evening(evening_id)
    address = next((address_of(share) for share in shares if share.table is None), None)
    if address is None:
        return None
    drawn = segno.make(address, error="m", micro=False)
    return Markup(drawn.svg_inline(omitsize=True, light="#fff", border=2))  # noqa: S704 - drawn here, of no input
