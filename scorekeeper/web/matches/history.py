"""What happened to a match: every entry, and one deal with all its lines."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from scorekeeper.actions.history import history
from scorekeeper.engine.as_played import as_played
from scorekeeper.web.frame.desk import current_desk, load
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.matches.deal_page import deal_page
from scorekeeper.web.matches.history_view import event_view

blueprint = Blueprint("history", __name__, url_prefix="/matches/<match_id>")


@blueprint.get("/history")
@needs(Right.WATCH)
def index(match_id: str) -> str:
    """Every entry, the latest first."""
    events = history(current_desk(), match_id)
    views = [event_view(event, words()) for event in reversed(events)]
    now = events[-1].after
    return render_template(
        "matches/history.html",
        match_id=match_id,
        events=views,
        sides=" – ".join(side.name for side in now.standings),
        recorded={row.number for row in now.rows},
    )


@blueprint.get("/deals/<int:number>")
@needs(Right.WATCH)
def deal(match_id: str, number: int) -> str:
    """One deal: every line and why, and what became of it."""
    desk = current_desk()
    state = as_played(load(match_id).state, desk.ledger.entries(match_id))
    row = state.row(number)
    if row is None:
        abort(404)
    events = [event_view(event, words()) for event in reversed(history(desk, match_id, deal=number))]
    return render_template("matches/deal.html", **deal_page(match_id, state, row, words()), events=events)
