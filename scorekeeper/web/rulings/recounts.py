"""The recount of a deal: what a side claimed and what the second count gave."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.matches.recounts import keep_recount
from scorekeeper.engine.matches.entries import Recount
from scorekeeper.engine.matches.match import State
from scorekeeper.web.frame import Right, current_desk, needs, stamp, words
from scorekeeper.web.frame.forms import SIGNED, Number, PlainForm, Select, needed
from scorekeeper.web.rulings.views import after_recount, fine_url
from scorekeeper.words import N_

blueprint = Blueprint("recounts", __name__, url_prefix="/matches/<match_id>/recount")


class RecountForm(PlainForm):
    """A deal, a side, and both figures."""

    deal = Select(N_("Deal"))
    side = Select(N_("Side"))
    claimed = Number(
        N_("Claimed"), hint=N_("What the side counted for itself"), looks=SIGNED,
        validators=[needed(N_("Enter what the side claimed."))],
    )  # fmt: skip
    verified = Number(
        N_("Verified"), hint=N_("What the second count gave"), looks=SIGNED,
        validators=[needed(N_("Enter what the second count gave."))],
    )  # fmt: skip


@blueprint.route("", methods=["GET", "POST"])
@needs(Right.WRITE)
def index(match_id: str) -> Response | tuple[str, int]:
    """Keep both figures of a recount; where the match's code fines a miscount, go on to its ruling."""
    form = RecountForm(data=request.args.to_dict())
    if form.validate_on_submit():
        with form.refusals():
            recount = Recount(form.deal.number, form.side.number, form.claimed.number, form.verified.number)
            keep_recount(current_desk(), match_id, recount, stamp(request.form))
            state = current_desk().load(match_id).state
            return redirect(fine_url(match_id, recount, state) or url_for("rulings.index", match_id=match_id), 303)
    state = current_desk().load(match_id).state
    form.side.choices = {str(number): side.name for number, side in enumerate(state.setup.sides)}
    form.deal.choices = {
        str(row.number): words().number(row.number) for row in reversed(state.rows) if row.annulled is None
    }
    form.claimed.data = form.claimed.data or _claimed(state, form)
    recounts = [(each, after_recount(match_id, each, state, words())) for each in reversed(state.recounts)]
    return form.page("rulings/recount.html", match_id=match_id, state=state, recounts=recounts)


def _claimed(state: State, form: RecountForm) -> str:
    """The recorded count of the deal, where deal and side are known."""
    row = next((row for row in state.rows if str(row.number) == form.deal.data), None)
    sides = {str(number): side for number, side in enumerate(row.sides)} if row else {}
    return str(sides[form.side.data].total) if form.side.data in sides else ""
