"""The director's home page of an evening: the state of each table, what it waits for, and the director's next acts."""

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
from scorekeeper.evening.bracket import is_decided, is_last, knocks_out, plays_for, winners
from scorekeeper.evening.counting import seated_before_a_change
from scorekeeper.evening.fold import DONE, Evening, RoundNow
from scorekeeper.evening.people import names_of
from scorekeeper.web.evenings.heard import missing_since_restore, running_since, silent_for
from scorekeeper.web.evenings.views import Stands, clock_view, fresh, heading_of, stands_of
from scorekeeper.web.frame import Right, current_desk, needs, new_key, now, stamp, words
from scorekeeper.web.frame.forms import said
from scorekeeper.web.matches.listing import local
from scorekeeper.words import N_, Words
from scorekeeper.words.club import movements
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_director", __name__)

CLOCK = frozenset(("start", "pause", "resume", "add", "end"))
#: The number of characters of a time (ISO 8601) without its seconds.
MINUTE = len("2026-11-22T10:00")
#: For this number of minutes after the program starts, the page says how long it was down.
TELLS_FOR = 15
#: The label of the director's next act for a table, by the table's state.
ASKS = {
    "disputed": N_("Settle"),
    "calls": N_("Go to that table"),
    "late": N_("Walkover"),
    "uncounted": N_("Give the points"),
    "level": N_("Choose who plays on"),
}
#: The section of the result page that a table's line links to, by the table's state.
PARTS = {"late": "walkover", "uncounted": "assigned"}


@blueprint.get("/evenings/<evening_id>")
@needs(Right.DIRECT)
def home(evening_id: str) -> Response:
    """Show the current state of the evening and the next acts.

    `round` in the query is the round to show; without it, the last one is shown. The page is rendered again each
    minute, because a table may be late, or its device silent, without a new entry.
    """
    moment, number = now(), whole(request.args.get("round", ""), 3)
    page = partial(home_page, evening_id, moment=moment, number=number)
    return fresh(evening_id, "evenings/home.html", page, moment[:MINUTE])


@blueprint.get("/evenings/<evening_id>/more")
@needs(Right.DIRECT)
def more(evening_id: str) -> str:
    """Show the page of everything else about the evening."""
    evening = current_desk().load_evening(evening_id).state
    return render_template("evenings/more.html", evening_id=evening_id, evening=evening, key=new_key())


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/start")
@needs(Right.DIRECT)
def start(evening_id: str, number: int) -> Response:
    """Start the round and its clock."""
    start_round(current_desk(), evening_id, number, stamp(request.form))
    return _home(evening_id)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/close")
@needs(Right.DIRECT)
def close(evening_id: str, number: int) -> Response:
    """Close the round, which then counts in the standings."""
    close_round(current_desk(), evening_id, number, stamp(request.form))
    return _home(evening_id)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/reopen")
@needs(Right.DIRECT)
def reopen(evening_id: str, number: int) -> Response:
    """Reopen a closed round, with the reason."""
    reopen_round(current_desk(), evening_id, number, request.form.get("reason", ""), stamp(request.form))
    return _home(evening_id)


@blueprint.post("/evenings/<evening_id>/clock")
@needs(Right.DIRECT)
def clock(evening_id: str) -> Response:
    """Start, pause, resume or end the clock of the round that the page showed, or add minutes to it."""
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
    """Finish the evening."""
    acts.finish(current_desk(), evening_id, stamp(request.form))
    return _home(evening_id)


@blueprint.post("/evenings/<evening_id>/reopen")
@needs(Right.DIRECT)
def reopen_evening(evening_id: str) -> Response:
    """Reopen a finished evening, with the reason."""
    acts.reopen(current_desk(), evening_id, request.form.get("reason", ""), stamp(request.form))
    return _home(evening_id)


def _home(evening_id: str) -> Response:
    return redirect(url_for("evening_director.home", evening_id=evening_id), 303)


def home_page(evening_id: str, evening: Evening, moment: str, number: int | None = None) -> dict[str, Any]:
    """Return the template variables at a moment (ISO 8601, UTC).

    `round` is the round with this `number`, or else the last one; None before round 1. `tables` are its tables, and
    `notes` has further notes on them, by table number.

    `last`: this round is the last one so far. `ends`: no further round is planned. `over`: a knock-out is decided.
    `reopened` has the numbers of the rounds before the last one that are open again. `moved` has the numbers of the
    rounds whose seating used standings that have changed since.

    `seen` is the moment as a time of day. `away` says how long the program was down, see `_away`. `not_back` are the
    numbers of the tables whose device has sent no request since a copy was restored.
    """
    say, last, knocked = words(), evening.current, knocks_out(evening)
    shown = next((each for each in evening.rounds if each.number == number), last)
    tables = stands_of(evening, shown, moment) if shown else ()
    names = names_of(evening, shown.number if shown else None)
    resting = ", ".join(names[id_] for id_ in shown.sit_out) if shown else ""
    clock = clock_view(evening, shown, moment) if shown and shown is last and shown.state == "running" else None
    states = Counter(movements.TABLE_COUNTS[at.state] for at in tables)
    in_order = dict.fromkeys(movements.TABLE_COUNTS.values())
    return {
        "address": request.full_path.rstrip("?"),
        "evening": evening,
        "round": shown,
        "last": shown is last,
        "key": new_key(),
        "facts": " · ".join(_facts(evening_id, evening, say)),
        "ends": bool(last and is_last(evening, last.number)),
        "over": is_decided(evening),
        "heading": heading_of(evening, shown),
        "winner": movements.say_winners([names_of(evening)[id_] for id_ in winners(evening)], say),
        "round_says": say.gettext(movements.ROUND_STATES[shown.state]) if shown else "",
        "counts": [(states[says], say.gettext(says)) for says in in_order if states[says]],
        "tables": tables,
        "notes": {at.table.number: list(_notes(evening_id, at, say)) for at in tables},
        "asks": said(ASKS),
        "parts": PARTS,
        "resting": f"{movements.label_of_resting(say, knocks_out=knocked)} {resting}" if resting else "",
        "clock": clock,
        "away": _away(evening_id, shown, moment) if shown and clock and clock.runs else None,
        "reopened": evening.open_before(len(evening.rounds)),
        "moved": seated_before_a_change(evening),
        "seen": say.time(local(moment)),
        "not_back": () if evening.state == "finished" else missing_since_restore(evening_id),
    }


def _facts(evening_id: str, evening: Evening, say: Words) -> tuple[str, ...]:
    """The facts about an evening in words: its seasons, the number of entrants, its movement, its state.

    While rounds are played, the state is left out, because the page shows the state of a round.
    """
    here = Counter(entrant.kind for entrant in evening.entrants if entrant.status(evening.next_round) != "left")
    return (
        *(season.title for season in seasons_with(current_desk(), evening_id)),
        *(movements.say_entrants(kind, count, say) for kind, count in here.items()),
        say.gettext(movements.MOVEMENTS[evening.setup.movement][0]),
        *(() if evening.rounds and evening.state == "playing" else (movements.say_state(evening.state, say),)),
    )


def _notes(evening_id: str, at: Stands, say: Words) -> Iterator[str]:
    """Yield the notes on a table: its match in a knock-out, such as the final; how long its device has been silent."""
    if len(at.round.tables) > 1 and (
        says := movements.say_plays_for(plays_for(at.evening, at.round.number, at.table), say)
    ):
        yield says
    plays = at.table.state not in DONE and at.round.state != "closed"
    if plays and (silent := silent_for(evening_id, at.table.number, at.moment)):
        yield say.gettext(N_("silent for %(minutes)s minutes"), minutes=silent)


def _away(evening_id: str, round_: RoundNow, moment: str) -> dict[str, Any] | None:
    """The longest time that the program can have been down while the clock of this round ran.

    `saved` and `began` are times of day: `saved` is that of the last entry before the restart, of the evening or of a
    match of this round; `began` is that of the restart. `minutes` are the whole minutes between them. None if this is
    less than a minute, if the program has been running again for `TELLS_FOR` minutes, if the clock is stopped, or if
    the director has used it since.
    """
    began = running_since()
    clock = round_.clock
    if clock.since is None or began <= clock.since or minutes_between(began, moment) >= TELLS_FOR:
        return None
    ledger = current_desk().ledger
    chains = [ledger.evenings.entries(evening_id), *(ledger.matches.entries(table.match) for table in round_.tables)]
    times = [entry.recorded_at for entries in chains for entry in entries]
    if any(entry.kind == "clock" and entry.recorded_at > began for entry in chains[0]):
        return None
    saved = max(at for at in times if at <= began)
    minutes = minutes_between(saved, began)
    times_of_day = {"began": words().time(local(began)), "saved": words().time(local(saved))}
    return {**times_of_day, "minutes": minutes} if minutes else None
