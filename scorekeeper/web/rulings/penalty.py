"""A penalty without an article of any code: who, how much, and why, on one page."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.rulings import Decision, deals_for, penalise
from scorekeeper.engine.match import State
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.rulings import OWN_WORDS
from scorekeeper.ledger.errors import StaleVersion
from scorekeeper.web.board.model import SIDES
from scorekeeper.web.frame.desk import current_desk, new_key, refusal_text, stamp
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_, NumberNotUnderstood, parse_number
from scorekeeper.words.numbers import whole
from scorekeeper.words.rulings import TABLE_PENALTIES

blueprint = Blueprint("penalty", __name__, url_prefix="/matches/<match_id>/penalty")

#: What is taken off most.
USUAL = (50, 100, 200, 500)
#: What is said where a question of the form has no answer.
UNANSWERED = {
    "who": N_("Choose who it was."),
    "points": N_("Choose how many points, or type a number."),
    "article": N_("Choose a reason, or type one."),
}
OVERTAKEN = N_("The match has gone on in the meantime: look again, then send it again.")


@blueprint.get("")
@needs(Right.WRITE)
def index(match_id: str) -> str:
    """The form."""
    return _page(match_id)


@blueprint.post("")
@needs(Right.WRITE)
def add(match_id: str) -> Response | tuple[str, int]:
    """Write the penalty into the match and go to its board."""
    form, desk = request.form, current_desk()
    answered = {"who": form.get("who"), "points": _figure(form), "article": form.get("article") or form.get("reason")}
    if open_ := [(name, words().gettext(UNANSWERED[name])) for name, answer in answered.items() if not answer]:
        return _page(match_id, open_), 422
    try:
        penalty, points = _asked(form, desk.load(match_id).state), _points(form)
        mark = stamp(form)
        penalise(desk, match_id, penalty, points, form.get("reason", ""), mark, id_=secrets.token_hex(6))
    except Refused as refused:
        return _page(match_id, [(refused.where, refusal_text(refused))]), 422
    except StaleVersion:
        return _page(match_id, [(None, words().gettext(OVERTAKEN))]), 409
    return redirect(url_for("matches.board", match_id=match_id), 303)


def _asked(form: Mapping[str, str], state: State) -> Decision:
    """Whom it concerns, in which deal, and why. Raises `Refused` for what is no side."""
    side, _, seat = form["who"].partition("-")
    number, seat_number = whole(side, 1), whole(seat, 2)
    if number is None:
        raise malformed("not_one_of", "who", side, range(len(state.setup.sides)))
    players = state.setup.sides[number].players if number < len(state.setup.sides) else ()
    named = players[seat_number] if seat_number is not None and seat_number < len(players) else None
    article = form.get("article") or OWN_WORDS
    return Decision(article, whole(form.get("deal", ""), 9) or 0, number, player=named)


def _figure(form: Mapping[str, str]) -> str:
    """The figure typed, else that of the chip."""
    return form.get("other", "").strip() or form.get("points", "")


def _points(form: Mapping[str, str]) -> int:
    """The figure, with or without its minus. Raises `Refused` for what is none."""
    try:
        return abs(parse_number(_figure(form)))
    except NumberNotUnderstood:
        raise malformed("not_a_whole_number", "points", _figure(form)) from None


def _page(match_id: str, errors: Sequence[tuple[str | None, str]] = ()) -> str:
    state, form, say = current_desk().load(match_id).state, request.form, words().gettext
    deals = deals_for((), state)
    return render_template(
        "rulings/penalty.html",
        match_id=match_id,
        sides=tuple(_who(state, side) for side in range(len(state.setup.sides))),
        usual=[(points, words().signed(-points)) for points in USUAL],
        reasons=[(number, say(title)) for number, title in TABLE_PENALTIES.items()],
        deals=[(deal, say(N_("Deal %(number)s"), number=deal)) for deal in sorted(deals)],
        deal=form.get("deal") or next(iter(deals), ""),
        form=form,
        version=state.version,
        key=new_key(),
        errors=errors,
    )


def _who(state: State, number: int) -> tuple[str, str, list[tuple[str, str]]]:
    """Key and name of a side, and each of its players and itself to choose from."""
    side = state.setup.sides[number]
    players = [(f"{number}-{seat}", name) for seat, name in enumerate(side.players)] if len(side.players) > 1 else []
    return (
        SIDES[number],
        side.name,
        [*players, (str(number), words().gettext(N_("The side")) if players else side.name)],
    )
