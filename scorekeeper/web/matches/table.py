"""What a table does to its match besides deals and rulings: pause, resume, names, tick off, play again."""

from __future__ import annotations

import secrets

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.matches import mistakes_in_names, open_rematch, pause, rename, resume, write_names
from scorekeeper.actions.rulings import tick_obligation
from scorekeeper.engine.refused import Refused
from scorekeeper.web.frame.desk import current_desk, device, new_key, now, refusal_text, remember_match, stamp
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.matches.more import more_page
from scorekeeper.web.matches.names import asked_of_names, names_page, read_names
from scorekeeper.web.matches.pages import ID_LETTERS
from scorekeeper.words.numbers import whole

blueprint = Blueprint("table", __name__, url_prefix="/matches/<match_id>")


@blueprint.get("/more")
@needs(Right.WATCH)
def more(match_id: str) -> str:
    """The rules of the match, its deals, and the rarer acts."""
    return _more(match_id)


@blueprint.post("/pause")
@needs(Right.WRITE)
def set_aside(match_id: str) -> Response:
    """Put the match aside; it is found again in the list."""
    pause(current_desk(), match_id, stamp(request.form))
    return redirect(url_for("matches.index"), 303)


@blueprint.post("/resume")
@needs(Right.WRITE)
def take_up(match_id: str) -> Response:
    """Take up a paused match."""
    resume(current_desk(), match_id, stamp(request.form))
    return _to_board(match_id)


@blueprint.post("/rename")
@needs(Right.WRITE)
def retitle(match_id: str) -> Response | tuple[str, int]:
    """Give the match another title."""
    title = request.form.get("title", "")
    try:
        rename(current_desk(), match_id, title, stamp(request.form))
    except Refused as refused:
        return _more(match_id, title=title, error=refusal_text(refused)), 422
    return _to_board(match_id)


@blueprint.get("/names")
@needs(Right.WRITE)
def names(match_id: str) -> str:
    """Write the names of those who sit here, or put them right."""
    return render_template("matches/names.html", page=names_page(current_desk(), match_id, request.args, words()))


@blueprint.post("/names")
@needs(Right.WRITE)
def put_names(match_id: str) -> Response | tuple[str, int]:
    """Give the players and sides of the match these names; with a mistake the form comes back as typed."""
    desk, written = current_desk(), stamp(request.form)
    setup = desk.load(match_id).state.setup
    players, sides = read_names(setup, request.form)
    mistakes = mistakes_in_names(desk, match_id, players, sides)
    asked = asked_of_names(setup, players, request.form, words())
    if mistakes or asked:
        page = names_page(desk, match_id, request.form, words(), mistakes, asked)
        return render_template("matches/names.html", page=page), 422
    write_names(desk, match_id, players, sides, written)
    return _to_board(match_id)


@blueprint.post("/obligations")
@needs(Right.WRITE)
def tick(match_id: str) -> Response:
    """Tick off what a ruling asked for."""
    index = whole(request.form.get("index", ""), 3)
    if index is None:
        abort(400)
    ruling = request.form.get("ruling", "")
    key = f"done-{ruling}-{index}"[:64]
    tick_obligation(current_desk(), match_id, ruling, index, stamp(request.form, key=key))
    return _to_board(match_id)


@blueprint.post("/rematch")
@needs(Right.WRITE)
def play_again(match_id: str) -> Response:
    """Open the next match with the same seats, sides and rules; asked twice, it is still one match."""
    new_id = "".join(secrets.choice(ID_LETTERS) for _ in range(10))
    key = stamp(request.form).key
    opened = open_rematch(current_desk(), match_id, new_id=new_id, key=key, actor=device(), now=now())
    remember_match(opened)
    return _to_board(opened)


def _to_board(match_id: str) -> Response:
    return redirect(url_for("matches.board", match_id=match_id), 303)


def _more(match_id: str, *, title: str | None = None, error: str | None = None) -> str:
    desk = current_desk()
    page = more_page(match_id, desk.load(match_id).state, words())
    return render_template("matches/more.html", page=page, title=title, error=error, key=new_key())
