"""The director's home of an evening: a line a table, what each waits for, and the one act that goes forward."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions import evenings as acts
from scorekeeper.actions.rounds import close_round, reopen_round, start_round, tell_clock
from scorekeeper.evening.fold import Evening, RoundNow, TableNow
from scorekeeper.evening.people import names_of, side_name
from scorekeeper.web.frame.desk import current_desk, new_key, now, stamp
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.matches.listing import local
from scorekeeper.words import N_, Words
from scorekeeper.words.movements import MOVEMENTS, ROUND_STATES, TABLE_STATES, say_state

blueprint = Blueprint("evening_director", __name__)

CLOCK = {"start", "pause", "resume", "add", "end"}
MORE_TIME = 5


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table of the round in a line; `totals` are None before its first deal, `shape` names the mark of its state."""

    number: int
    sides: tuple[str, ...]
    totals: tuple[int, ...] | None
    state: str
    says: str
    url: str


@dataclass(frozen=True, slots=True)
class ClockView:
    """What the clock says, and whether it stands."""

    says: str
    stands: bool
    started: bool


@dataclass(frozen=True, slots=True)
class HomePage:
    """Everything the page shows; `waits` is how many tables have no result yet."""

    evening_id: str
    title: str
    facts: str
    state: str
    version: int
    key: str
    next_round: int
    number: int
    round_state: str
    round_says: str
    lines: tuple[TableLine, ...]
    waits: int
    clock: ClockView | None


@blueprint.get("/evenings/<evening_id>")
@needs(Right.DIRECT)
def home(evening_id: str) -> str:
    """The evening as it stands, and what comes next."""
    return render_template("evenings/home.html", page=_page(evening_id, current_desk().load_evening(evening_id).state))


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
    """Pause the clock of the round, let it go on, or give five minutes more."""
    current = current_desk().load_evening(evening_id).state.current
    do = request.form.get("do", "")
    if current is not None and do in CLOCK:
        told = stamp(request.form)
        tell_clock(current_desk(), evening_id, current.number, do, told, seconds=60 * MORE_TIME)
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


def _page(evening_id: str, evening: Evening) -> HomePage:
    say, current = words(), evening.current
    return HomePage(
        evening_id=evening_id,
        title=evening.setup.title,
        facts=" · ".join((say.gettext(MOVEMENTS[evening.setup.movement][0]), say_state(evening.state, say))),
        state=evening.state,
        version=evening.version,
        key=new_key(),
        next_round=evening.next_round,
        number=current.number if current else 0,
        round_state=current.state if current else "",
        round_says=say.gettext(ROUND_STATES[current.state]) if current else "",
        lines=tuple(_line(evening_id, evening, current, table, say) for table in current.tables) if current else (),
        waits=len(current.waits_for) if current else 0,
        clock=_clock(evening, current, say) if current and current.state == "running" else None,
    )


def _line(evening_id: str, evening: Evening, current: RoundNow, table: TableNow, say: Words) -> TableLine:
    names = names_of(evening, current.number)
    sides = tuple(side_name(names, side) for side in table.sides)
    waits = " & ".join(name for at, name in enumerate(sides) if at not in table.agreed)
    return TableLine(
        number=table.number,
        sides=sides,
        totals=_totals(table),
        state=table.state,
        says=say.gettext(TABLE_STATES[table.state], names=waits),
        url=url_for("evening_results.show", evening_id=evening_id, number=current.number, table=table.number),
    )


def _totals(table: TableNow) -> tuple[int, ...] | None:
    """What stands at a table: the director's figures before the match's."""
    if table.decision is not None:
        given = [side.get("score") for side in table.decision.sides]
        scores = tuple(score for score in given if score is not None)
        return scores if len(scores) == len(table.sides) else None
    return table.now.totals if table.now.deals else None


def _clock(evening: Evening, current: RoundNow, say: Words) -> ClockView | None:
    """The bell as a time of day while the clock runs, the minutes left while it stands; None without a time limit."""
    minutes = evening.setup.round_end.get("minutes")
    if minutes is None:
        return None
    left = current.clock.left(now(), minutes)
    if left <= 0:
        says = say.gettext(N_("The bell has rung: finish the deal, begin no other"))
    elif current.clock.since:
        says = say.gettext(N_("Bell at %(time)s"), time=say.time(local(now()) + timedelta(seconds=left)))
    else:
        says = say.gettext(N_("The clock stands: %(minutes)s minutes left"), minutes=round(left / 60))
    return ClockView(says, current.clock.since is None, current.clock.started)
