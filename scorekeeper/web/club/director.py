"""The director's PIN: the page that asks for it, and the way out."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from scorekeeper.actions.director import LONGEST, TooManyTries
from scorekeeper.web.frame.director import NO_PIN_YET, is_director, leave_session, may_direct, try_director
from scorekeeper.web.frame.forms import PlainForm, Text
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_

blueprint = Blueprint("director", __name__, url_prefix="/director")

WRONG = N_("That is not the PIN. After five wrong tries you have to wait a quarter of an hour.")


class EnterForm(PlainForm):
    """The PIN."""

    pin = Text(N_("PIN"), looks={"type": "password", "autocomplete": "current-password", "maxlength": LONGEST})


@blueprint.route("", methods=["GET", "POST"])
@needs(Right.ANY_LINK_TO_WRITE)
def enter() -> Response | tuple[str, int]:
    """Ask for the PIN, and go on to the page that asked for it; the director's device goes on at once."""
    form, page = EnterForm(), _next(request.values.get("next", ""))
    if form.is_submitted():
        try:
            if try_director(form.pin.data):
                return redirect(page, 303)
        except TooManyTries:
            abort(429)
        form.wrong("pin", words().gettext(WRONG))
    elif is_director():
        return redirect(page, 303)
    elif not may_direct():
        abort(403, description=words().gettext(NO_PIN_YET))
    return form.page("club/director.html", next=page)


@blueprint.post("/leave")
@needs(Right.ANY_LINK_TO_WRITE)
def leave() -> Response:
    """Give up the director's rights on this device."""
    leave_session()
    return redirect("/", 303)


def _next(path: str) -> str:
    """A page of this program, never another site's."""
    local = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if local else "/club"
