"""A penalty code taken up while a match is played, another one, or none any more."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.adoption import adopt_code, adoptable, deals_to_begin
from scorekeeper.engine.match import State
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.errors import StaleVersion
from scorekeeper.rulebook.codes import codes
from scorekeeper.web.frame.access import require_director
from scorekeeper.web.frame.desk import current_desk, new_key, refusal_text, stamp
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_
from scorekeeper.words.numbers import whole
from scorekeeper.words.rulings import code_title, say_codes

blueprint = Blueprint("adoption", __name__, url_prefix="/matches/<match_id>/code")

THIS, NEXT = N_("Deal %(number)s, the one being played"), N_("Deal %(number)s, the next one")
OVERTAKEN = N_("The match has gone on in the meantime: look again, then send it again.")


@blueprint.get("")
@needs(Right.WRITE)
def index(match_id: str) -> str:
    """Which code, and from which deal."""
    return _page(match_id, _state(match_id))


@blueprint.post("")
@needs(Right.WRITE)
def adopt(match_id: str) -> Response | tuple[str, int]:
    """Write the code into the match and go to what it offers; without one to the board."""
    _state(match_id)
    code, deal = request.form.get("code", ""), whole(request.form.get("deal", ""), 9) or 0
    try:
        adopt_code(current_desk(), match_id, code, deal, stamp(request.form))
    except Refused as refused:
        return _page(match_id, _state(match_id), [(refused.where, refusal_text(refused))]), 422
    except StaleVersion:
        return _page(match_id, _state(match_id), [("deal", words().gettext(OVERTAKEN))]), 409
    return redirect(url_for("matches.board", match_id=match_id), 303)


def _state(match_id: str) -> State:
    """The match; at a table of an evening, where all play by the same rules, the director alone changes them."""
    state = current_desk().load(match_id).state
    if state.setup.evening:
        require_director()
    return state


def _page(match_id: str, state: State, errors: list[tuple[str, str]] | None = None) -> str:
    say, form = words().gettext, request.form
    first = state.next_deal
    held = state.setup.rules.code.id
    kinds = [(code, code_title(code, codes(), words())) for code in adoptable() if code != held or len(state.codes) > 1]
    return render_template(
        "rulings/code.html",
        match_id=match_id,
        held=say_codes(state.codes, codes(), words()),
        kinds=kinds,
        code=form.get("code") or next(code for code, _ in kinds),
        deals=[(deal, say(THIS if deal == first else NEXT, number=deal)) for deal in deals_to_begin(state)],
        deal=form.get("deal") or first,
        stays=say(N_("The deals before stay as they were scored.")) if state.rows else "",
        version=state.version,
        key=new_key(),
        errors=errors or [],
    )
