"""The director's home of an evening: how each table stands, what it waits for, and the acts that go forward."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.club.hearing import minutes_between
from scorekeeper.actions.club.seasons import seasons_with
from scorekeeper.actions.evenings import opening as acts
from scorekeeper.actions.evenings.rounds import close_round, reopen_round, start_round, tell_clock
from scorekeeper.evening.bracket import is_decided, is_last, knocks_out, plays_for, stage, winners
from scorekeeper.evening.counting import seated_before_a_change
from scorekeeper.evening.fold import DONE, Evening, RoundNow
from scorekeeper.evening.people import names_of
from scorekeeper.web.evenings.clock import clock_view
from scorekeeper.web.evenings.heard import missing_since_restore, running_since, silent_for
from scorekeeper.web.evenings.views import Stands, fresh, stands_of
from scorekeeper.web.frame import Right, current_desk, needs, new_key, now, stamp, words
from scorekeeper.web.frame.forms import said
from scorekeeper.web.matches.listing import local
from scorekeeper.words import N_, Words
from scorekeeper.words.club.movements import (
    MOVEMENTS,
    ROUND_STATES,
    TABLE_COUNTS,
    label_of_resting,
    say_entrants,
    say_plays_for,
    say_round,
    say_state,
    say_winners,
)
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_director", __name__)

CLOCK = frozenset(("start", "pause", "resume", "add", "end"))
#: The length of a time (ISO) up to its minute.
MINUTE = len("2026-11-22T10:00")
MORE_TIME = 5
#: For this number of minutes after its start the program says how long it was away.
TELLS_FOR = 15
#: What the director is led to by a line in such a state.
ASKS = {
    "disputed": N_("Settle"),
    "calls": N_("Go to that table"),
    "late": N_("Walkover"),
    "uncounted": N_("Give the points"),
    "level": N_("Choose who plays on"),
}
#: The part of the result's page that a line in such a state opens.
PARTS = {"late": "walkover", "uncounted": "assigned"}


@blueprint.get("/evenings/<evening_id>")
@needs(Right.DIRECT)
def home(evening_id: str) -> Response:
    """The evening as it stands, and what comes next; it follows by itself, and every minute says who is late."""
    moment = now()
    return fresh(evening_id, partial(_page, evening_id, moment), moment[:MINUTE])


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


def _page(evening_id: str, moment: str, tag: str) -> str:
    """Render the page of the round that is asked for, of the last one without."""
    evening = current_desk().load_evening(evening_id).state
    page = home_page(evening_id, evening, moment, whole(request.args.get("round", ""), 3))
    return render_template("evenings/home.html", **page, tag=tag, address=request.full_path.rstrip("?"))


def home_page(evening_id: str, evening: Evening, moment: str, number: int | None = None) -> dict[str, Any]:
    """Return what the page reads, at a moment (ISO, UTC): the evening, the round of this `number` or else the last one
    (None before the first), and what is worked out from them.

    `notes` are what else is said of a table, by its number; `ends` after the last round, for a knockout once it is
    `over`; `moved` are the rounds seated by standings that have changed, `seen` is the time of day, `away` how long the
    program was away, `not_back` are the tables whose device was not heard of since a copy was put back.
    """
    say, last = words(), evening.current
    shown = next((each for each in evening.rounds if each.number == number), last)
    tables = stands_of(evening, shown, moment) if shown else ()
    planned = None if knocks_out(evening) else evening.setup.rounds
    clock = clock_view(evening, shown, moment) if shown and shown is last and shown.state == "running" else None
    states = Counter(TABLE_COUNTS[at.state] for at in tables)
    return {
        "evening_id": evening_id,
        "evening": evening,
        "round": shown,
        "last": shown is last,
        "key": new_key(),
        "facts": " · ".join(_facts(evening_id, evening, say)),
        "ends": bool(last and is_last(evening, last.number)),
        "over": is_decided(evening),
        "heading": say_round(shown.number, stage(evening, shown.number), planned, say) if shown else "",
        "winner": say_winners([names_of(evening)[id_] for id_ in winners(evening)], say),
        "round_says": say.gettext(ROUND_STATES[shown.state]) if shown else "",
        "counts": [(states[says], say.gettext(says)) for says in dict.fromkeys(TABLE_COUNTS.values()) if states[says]],
        "tables": tables,
        "notes": {at.table.number: list(_notes(evening_id, at, say)) for at in tables},
        "asks": said(ASKS),
        "parts": PARTS,
        "resting": _resting(evening, shown, say) if shown else "",
        "clock": clock,
        "away": _away(evening_id, shown, moment) if shown and clock and clock.runs else None,
        "reopened": evening.open_before(len(evening.rounds)),
        "moved": seated_before_a_change(evening),
        "seen": say.time(local(moment)),
        "not_back": () if evening.state == "finished" else missing_since_restore(evening_id),
        "more_time": MORE_TIME,
    }


def _facts(evening_id: str, evening: Evening, say: Words) -> tuple[str, ...]:
    """The seasons that the evening is in, who takes part, and how they meet; how it stands where no round says so."""
    here = Counter(entrant.kind for entrant in evening.entrants if entrant.status(evening.next_round) != "left")
    return (
        *(season.title for season in seasons_with(current_desk(), evening_id)),
        *(say_entrants(kind, count, say) for kind, count in here.items()),
        say.gettext(MOVEMENTS[evening.setup.movement][0]),
        *(() if evening.rounds and evening.state == "playing" else (say_state(evening.state, say),)),
    )


def _resting(evening: Evening, shown: RoundNow, say: Words) -> str:
    """Those who sit out in a round, or have a bye; empty where all have a table."""
    names = names_of(evening, shown.number)
    label = label_of_resting(say, knocks_out=knocks_out(evening))
    return f"{label} {', '.join(names[id_] for id_ in shown.sit_out)}" if shown.sit_out else ""


def _notes(evening_id: str, at: Stands, say: Words) -> Iterator[str]:
    """The notes of a table: the place it plays for, and that nothing is heard from its device."""
    if len(at.round.tables) > 1 and (says := say_plays_for(plays_for(at.evening, at.round.number, at.table), say)):
        yield says
    plays = at.table.state not in DONE and at.round.state != "closed"
    if plays and (silent := silent_for(evening_id, at.table.number, at.moment)):
        yield say.gettext(N_("silent for %(minutes)s minutes"), minutes=silent)


def _away(evening_id: str, round_: RoundNow, moment: str) -> dict[str, Any] | None:
    """The longest time that the program may have been away while the clock of this round ran, for a while after it came
    back."""
    began = running_since()
    clock = round_.clock
    if clock.since is None or began <= clock.since or minutes_between(began, moment) >= TELLS_FOR:
        return None
    ledger = current_desk().ledger
    chains = [ledger.evenings.entries(evening_id), *(ledger.entries(table.match) for table in round_.tables)]
    times = [entry.recorded_at for entries in chains for entry in entries]
    if any(entry.kind == "clock" and entry.recorded_at > began for entry in chains[0]):
        return None
    saved = max(at for at in times if at <= began)
    minutes = minutes_between(saved, began)
    times_of_day = {"began": words().time(local(began)), "saved": words().time(local(saved))}
    return {**times_of_day, "minutes": minutes} if minutes else None
