"""The wall: standings of the last closed round, where everybody sits, the clock, a box a table, and the code."""

from functools import partial
from typing import Any, TypeVar

import segno
from flask import Blueprint, Response, render_template, url_for
from markupsafe import Markup

from scorekeeper.actions.evenings.journal import as_shown
from scorekeeper.evening.bracket import knocks_out, stage
from scorekeeper.evening.fold import Evening
from scorekeeper.web.club.sharing import address_of
from scorekeeper.web.evenings.clock import clock_view
from scorekeeper.web.evenings.standings import ranked
from scorekeeper.web.evenings.views import fresh, seats_of, stands_of
from scorekeeper.web.frame import Right, current_desk, needs, now, words
from scorekeeper.words.club.evenings import say_key, say_length, say_table
from scorekeeper.words.club.movements import say_round

T = TypeVar("T")

blueprint = Blueprint("evening_wall", __name__)

#: As many entrants stand on one page of the wall; of more it turns pages.
ON_A_PAGE = 24
#: How a table is drawn, by its state: filled, outlined, or dashed.
SHAPES = {"not_begun": "not-begun", "playing": "playing"}
#: Rounds with a column of points: beside the tables of the round in play, and at the end of an evening.
ROUNDS_BESIDE, MOST_ROUNDS = 3, 8


@blueprint.get("/evenings/<evening_id>/wall")
@needs(Right.WATCH)
def show(evening_id: str) -> Response:
    """The wall, for a large screen: it changes by itself within two seconds, also when the bell rings."""
    evening, moment = current_desk().load_evening(evening_id).state, now()
    clock = clock_view(evening, evening.current, moment) if evening.current else None
    return fresh(evening_id, partial(_page, evening_id), clock.phase if clock else "")


def _page(evening_id: str, tag: str) -> str:
    evening = current_desk().load_evening(evening_id).state
    address = url_for("evening_wall.show", evening_id=evening_id)
    return render_template("evenings/wall.html", **wall_page(evening_id, evening, now()), tag=tag, address=address)


def wall_page(evening_id: str, evening: Evening, moment: str) -> dict[str, Any]:
    """Return what the wall shows at a moment (ISO, UTC): the standings as `ranked` has them, in `pages` of `ON_A_PAGE`;
    `shown` are the rounds with a column of `points`. Before the first closed round `seats` are there instead. `lasts`
    is how long a round is, `happened` what the director decided in the last round that counts, `final` says that the
    evening is finished."""
    current, final = evening.current, evening.state == "finished"
    planned = None if knocks_out(evening) else evening.setup.rounds
    seen = as_shown(current_desk(), evening_id)
    page = ranked(evening, seen)
    counted, closed = page["counted"], page["closed"]
    parted = dict.fromkeys(row.behind_by for row in counted.rows if row.behind_by not in (None, "points"))
    return page | {
        "round": current,
        "heading": say_round(current.number, stage(evening, current.number), planned, words()) if current else "",
        "lasts": say_length(evening.setup.round_end, words()),
        "level": ", ".join(say_key(key, words()) for key in parted if key),
        "shown": closed[-(MOST_ROUNDS if final else ROUNDS_BESIDE) :],
        "points": {(line.round, id_): line.points for line in counted.lines for id_ in line.entrants},
        "happened": _happened(seen, closed[-1], moment) if closed else (),
        "final": final,
        "pages": _in_pages(counted.rows) if closed else (),
        "seats": () if closed else _in_pages(seats_of(evening)),
        "clock": clock_view(evening, current, moment) if current and current.state != "closed" else None,
        "shapes": SHAPES,
        "code": _code(evening_id),
    }


def _happened(evening: Evening, number: int, moment: str) -> tuple[str, ...]:
    """The director's decisions at tables of a round, one line each."""
    return tuple(
        f"{say_table(at.round.number, at.table.number, words())}: {at.decided}"
        for at in stands_of(evening, evening.rounds[number - 1], moment)
        if at.table.decision and at.table.decision.says_more
    )


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
