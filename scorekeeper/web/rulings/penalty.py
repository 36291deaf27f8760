"""A penalty without an article of any code: the offender, the points and the reason, on one page."""

import secrets

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.matches.rulings import RulingCase, deals_for, penalise
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.rulings import OWN_WORDS
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import REASON_LENGTH
from scorekeeper.web.frame import Right, current_desk, needs, stamp, words
from scorekeeper.web.frame.forms import SIGNED, Chips, Number, PlainForm, Select, Text, needed
from scorekeeper.words import N_
from scorekeeper.words.numbers import whole
from scorekeeper.words.rulings import TABLE_PENALTIES

blueprint = Blueprint("penalty", __name__, url_prefix="/matches/<match_id>/penalty")

#: The points that are offered as buttons.
USUAL = (50, 100, 200, 500)


class TablePenaltyForm(PlainForm):
    """The offender, the points (usual ones or others), the reason and the deal. The points are taken off, whether they
    are typed with a minus or not. `who` is the index of a side, "0", or the indexes of a side and of one of its
    players, "0-1"."""

    who = Chips(N_("Who was it?"), validators=[needed(N_("Choose who it was."))])
    points = Chips(
        N_("How many points off?"), validators=[needed(N_("Choose how many points, or type a number."), "other")]
    )
    other = Number(N_("Another number"), render_kw=SIGNED)
    article = Chips(N_("Why?"), TABLE_PENALTIES, validators=[needed(N_("Choose a reason, or type one."), "reason")])
    reason = Text(N_("In your own words"), render_kw={"maxlength": REASON_LENGTH})
    deal = Select(N_("Counts in deal"))

    def decision(self, state: State) -> RulingCase:
        """The penalty as a case: its article, deal, side and player. Raises `Refused` if `who` does not begin with a
        number. A side that the match does not have is refused later, by `penalise`."""
        side, _, seat = self.who.data.partition("-")
        number, seat_number = whole(side, 1), whole(seat, 2)
        if number is None:
            raise malformed("not_one_of", "who", side, range(len(state.setup.sides)))
        players = state.setup.sides[number].players if number < len(state.setup.sides) else ()
        named = players[seat_number] if seat_number is not None and seat_number < len(players) else None
        return RulingCase(self.article.data or OWN_WORDS, whole(self.deal.data or "", 9) or 0, number, player=named)


@blueprint.route("", methods=["GET", "POST"])
@needs(Right.WRITE)
def index(match_id: str) -> Response | tuple[str, int]:
    """Record the penalty in the match and go to its board."""
    form, desk = TablePenaltyForm(), current_desk()
    if form.validate_on_submit():
        with form.refusals(stale_at=""):
            penalty = form.decision(desk.load(match_id).state)
            points = abs(form.points.number if form.other.number is None else form.other.number)
            penalise(desk, match_id, penalty, points, form.reason.data, stamp(request.form), id_=secrets.token_hex(6))
            return redirect(url_for("matches.board", match_id=match_id), 303)
    state, say = desk.load(match_id).state, words()
    deals = deals_for((), state)
    form.points.choices = {str(points): say.signed(-points) for points in USUAL}
    form.deal.choices = {str(deal): say.gettext(N_("Deal %(number)s"), number=deal) for deal in sorted(deals)}
    form.deal.data = form.deal.data or str(next(iter(deals), ""))
    return form.page("rulings/penalty.html", match_id=match_id, state=state)
