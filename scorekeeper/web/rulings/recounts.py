"""The recount of a deal: what a side claimed and what the second count gave."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.recounts import keep_recount
from scorekeeper.engine.entries import Recount
from scorekeeper.engine.match import State
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.web.frame.desk import current_desk, new_key, refusal_text, stamp
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.rulings.links import after_recount, fine_url
from scorekeeper.words import N_, NumberNotUnderstood, parse_number

blueprint = Blueprint("recounts", __name__, url_prefix="/matches/<match_id>/recount")

FIELDS = ("deal", "side", "claimed", "verified")
UNANSWERED = {"claimed": N_("Enter what the side claimed."), "verified": N_("Enter what the second count gave.")}


@blueprint.get("")
@needs(Right.WRITE)
def index(match_id: str) -> str:
    """The form, and the recounts so far."""
    return _page(match_id, request.args)


@blueprint.post("")
@needs(Right.WRITE)
def keep(match_id: str) -> Response | tuple[str, int]:
    """Keep both figures; where the match's code fines a miscount, go on to its ruling."""
    mark, form = stamp(request.form), request.form
    if open_ := [(name, words().gettext(says)) for name, says in UNANSWERED.items() if not form.get(name, "").strip()]:
        return _page(match_id, form, open_), 422
    try:
        recount = Recount(*(_whole(form.get(name, ""), name) for name in FIELDS))
        keep_recount(current_desk(), match_id, recount, mark)
    except Refused as refused:
        return _page(match_id, form, [(refused.where, refusal_text(refused))]), 422
    state = current_desk().load(match_id).state
    return redirect(fine_url(match_id, recount, state) or url_for("rulings.index", match_id=match_id), 303)


def _page(match_id: str, values: Mapping[str, str], errors: list[tuple[str, str]] | None = None) -> str:
    state = current_desk().load(match_id).state
    typed = {name: values.get(name, "") for name in FIELDS}
    return render_template(
        "rulings/recount.html",
        match_id=match_id,
        version=state.version,
        key=new_key(),
        typed={**typed, "claimed": typed["claimed"] or _claimed(state, typed)},
        sides=[(str(number), side.name) for number, side in enumerate(state.setup.sides)],
        deals=[(row.number, words().number(row.number)) for row in reversed(state.rows) if row.annulled is None],
        state=state,
        recounts=[(each, after_recount(match_id, each, state, words())) for each in reversed(state.recounts)],
        errors=errors or [],
    )


def _claimed(state: State, typed: Mapping[str, str]) -> str:
    """What the deal was recorded with, where deal and side are known."""
    row = next((row for row in state.rows if str(row.number) == typed["deal"]), None)
    sides = {str(number): side for number, side in enumerate(row.sides)} if row else {}
    return str(sides[typed["side"]].total) if typed["side"] in sides else ""


def _whole(text: str, where: str) -> int:
    try:
        return parse_number(text)
    except NumberNotUnderstood:
        raise malformed("not_a_whole_number", where, text) from None
