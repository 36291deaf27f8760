"""The director's PIN: the page that asks for it, and the way out."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.actions.director import TooManyTries
from scorekeeper.web.frame.director import NO_PIN_YET, is_director, leave_session, may_direct, try_director
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_

blueprint = Blueprint("director", __name__, url_prefix="/director")

WRONG = N_("That is not the PIN. After five wrong tries you have to wait a quarter of an hour.")


@blueprint.get("")
@needs(Right.ANY_LINK_TO_WRITE)
def enter() -> Response | str:
    """Ask for the PIN; whoever is the director already goes on."""
    page = _next(request.args.get("next", ""))
    if is_director():
        return redirect(page, 303)
    if not may_direct():
        abort(403, description=words().gettext(NO_PIN_YET))
    return render_template("club/director.html", next=page, error=None)


@blueprint.post("")
@needs(Right.ANY_LINK_TO_WRITE)
def check() -> Response | tuple[str, int]:
    """Take the PIN, and go on to the page that asked for it."""
    page = _next(request.form.get("next", ""))
    try:
        if try_director(request.form.get("pin", "").strip()):
            return redirect(page, 303)
    except TooManyTries:
        abort(429)
    return render_template("club/director.html", next=page, error=words().gettext(WRONG)), 422


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
