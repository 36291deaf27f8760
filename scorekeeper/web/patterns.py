"""The living page of components, `/patterns`: each one in each state, and whole boards to look at."""

from __future__ import annotations

from types import ModuleType
from typing import NoReturn

from flask import Blueprint, abort, render_template

from scorekeeper.web.board.model import ActView, Frame
from scorekeeper.web.board.view import board_page
from scorekeeper.web.frame.errors import TEXTS
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_

blueprint = Blueprint("patterns", __name__, url_prefix="/patterns")


@blueprint.get("")
@needs(Right.WATCH)
def index() -> str:
    """Show every component."""
    return render_template(
        "patterns.html",
        board=sample("usual"),
        three=sample("three"),
        boards=tuple(_samples().SAMPLES),
        codes=tuple(TEXTS),
        long_names=tuple(_samples().LONG),
    )


@blueprint.get("/board/<name>")
@needs(Right.WATCH)
def board(name: str) -> str:
    """Show one sample board as the page that a table sees."""
    if name not in _samples().SAMPLES:
        abort(404)
    return render_template("board/board.html", **sample(name), back_url="/patterns")


@blueprint.get("/error/<int:code>")
@needs(Right.WATCH)
def error(code: int) -> NoReturn:
    """Show the page of an error."""
    abort(code if code in TEXTS else 404)


def sample(name: str) -> dict[str, object]:
    """Lay out a sample match, with acts that lead nowhere."""
    state = _samples().SAMPLES[name].state()
    main = N_("Rematch") if state.over else N_("Record deal %(number)s")
    acts = (
        ActView(words().gettext(main, number=state.next_deal), "#", "main"),
        *(ActView(words().gettext(label), "#") for label in (N_("Ruling"), N_("Recount"), N_("May I?"), N_("Sheet"))),
        ActView(words().pgettext("of this match", "More"), "#"),
    )
    return board_page(state, words(), Frame(acts=acts, done_url="/patterns"))


def _samples() -> ModuleType:
    """The samples. They are of rule sets and codes, which are all read for them."""
    from scorekeeper.web.board import samples

    return samples
