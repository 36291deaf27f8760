"""The director's home of an evening: a line a table, what each waits for, and the one act that goes forward."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions import evenings as acts
from scorekeeper.actions.rounds import close_round, reopen_round, start_round, tell_clock
from scorekeeper.web.evenings.fresh import fresh
from scorekeeper.web.evenings.home import home_page
from scorekeeper.web.frame.desk import current_desk, new_key, now, stamp
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_director", __name__)

CLOCK = frozenset(("start", "pause", "resume", "add", "end"))
#: So much of a time (ISO) says its minute.
MINUTE = len("2026-11-22T10:00")


@blueprint.get("/evenings/<evening_id>")
@needs(Right.DIRECT)
def home(evening_id: str) -> Response:
    """The evening as it stands, and what comes next; it follows by itself, and every minute says who is late."""
    moment = now()
    return fresh(evening_id, partial(_home_page, evening_id, moment), moment[:MINUTE])


@blueprint.get("/evenings/<evening_id>/more")
@needs(Right.DIRECT)
def more(evening_id: str) -> str:
    """Everything else of the evening."""
    evening = current_desk().load_evening(evening_id).state
    return render_template("evenings/more.html", evening_id=evening_id, evening=evening, key=new_key())


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/start")
@needs(Right.DIRECT)
def start(evening_id: str, number: int) -> Response:
    """Let the round begin, and its clock with it."""
    start_round(current_desk(), evening_id, number, stamp(request.form))
    return _home(evening_id)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/close")
@needs(Right.DIRECT)
def close(evening_id: str, number: int) -> Response:
    """Close the round; the standings count it from then on."""
    close_round(current_desk(), evening_id, number, stamp(request.form))
    return _home(evening_id)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/reopen")
@needs(Right.DIRECT)
def reopen(evening_id: str, number: int) -> Response:
    """Take a closed round up again, with the reason."""
    reopen_round(current_desk(), evening_id, number, request.form.get("reason", ""), stamp(request.form))
    return _home(evening_id)


@blueprint.post("/evenings/<evening_id>/clock")
@needs(Right.DIRECT)
def clock(evening_id: str) -> Response:
    """Pause the clock of the round that its page showed, let it go on, or give some minutes more."""
    current = current_desk().load_evening(evening_id).state.current
    do, minutes = request.form.get("do", ""), whole(request.form.get("minutes", ""), 3)
    if current is None or do not in CLOCK or (do == "add" and not minutes):
        abort(400)
    number = whole(request.form.get("round", ""), 3) or current.number
    tell_clock(current_desk(), evening_id, number, do, stamp(request.form), seconds=60 * (minutes or 0))
    return _home(evening_id)


@blueprint.post("/evenings/<evening_id>/finish")
@needs(Right.DIRECT)
def finish(evening_id: str) -> Response:
    """End the evening."""
    acts.finish(current_desk(), evening_id, stamp(request.form))
    return _home(evening_id)


@blueprint.post("/evenings/<evening_id>/reopen")
@needs(Right.DIRECT)
def reopen_evening(evening_id: str) -> Response:
    """Go on with a finished evening, with the reason."""
    acts.reopen(current_desk(), evening_id, request.form.get("reason", ""), stamp(request.form))
    return _home(evening_id)


def _home(evening_id: str) -> Response:
    return redirect(url_for("evening_director.home", evening_id=evening_id), 303)


def _home_page(evening_id: str, moment: str, tag: str) -> str:
    """The page of the round that is asked for, of the last one without."""
    evening = current_desk().load_evening(evening_id).state
    page = home_page(evening_id, evening, moment, whole(request.args.get("round", ""), 3))
    return render_template("evenings/home.html", **page, tag=tag, address=request.full_path.rstrip("?"))
