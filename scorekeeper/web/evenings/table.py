"""The page of a table: its sides, result and points, and the consent of each side. Also the page to find one's seat."""

from contextlib import suppress
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from scorekeeper.actions.evenings.results import confirm, dispute
from scorekeeper.actions.matches.opening import close
from scorekeeper.evening.bracket import is_last, plays_for
from scorekeeper.evening.fold import DONE, Evening
from scorekeeper.evening.people import people_at
from scorekeeper.ledger.errors import StaleVersion
from scorekeeper.rulebook.search.speech import folded
from scorekeeper.web.evenings.views import ClockView, clock_view, fresh, seats_of, stands
from scorekeeper.web.frame import Right, current_desk, needs, new_key, now, stamp, words
from scorekeeper.web.frame.access import at_the_table, is_director, open_here
from scorekeeper.words import N_
from scorekeeper.words.club.evenings import say_evening, say_length, say_worth
from scorekeeper.words.club.movements import say_plays_for

blueprint = Blueprint("evening_table", __name__)

#: The maximum length of a side's message to the director, in characters, and the message if the side types none.
LONGEST_OBJECTION = 200
CALLED = N_("Please come to our table.")


@blueprint.get("/evenings/<evening_id>/tables/<int:table>")
@needs(Right.WATCH)
def show(evening_id: str, table: int) -> Response:
    """Show the table in the round that was published last. The page follows the rounds and the bell automatically."""
    clock = _clock(current_desk().load_evening(evening_id).state)
    page = partial(table_page, evening_id, number=table)
    return fresh(evening_id, "evenings/table.html", page, clock.phase if clock else "")


@blueprint.get("/evenings/<evening_id>/rounds/<int:number>/tables/<int:table>")
@needs(Right.WATCH)
def place(evening_id: str, number: int, table: int) -> Answer:
    """Go from a match to its place in the evening: its result for the director, the page of its table for others."""
    if current_desk().load_evening(evening_id).state.table(number, table) is None:
        abort(404)
    result = url_for("evening_results.show", evening_id=evening_id, number=number, table=table)
    here = url_for("evening_table.show", evening_id=evening_id, table=table)
    return redirect(result if is_director() else here, 303)


@blueprint.post("/evenings/<evening_id>/tables/<int:table>/agree")
@needs(Right.AT_TABLE)
def agree(evening_id: str, table: int) -> Answer:
    """Record that a side agrees to the totals that the page showed."""
    form = request.form
    try:
        totals = [int(each) for each in form.get("totals", "").split()]
        round_, side, seen = (int(form.get(name, "")) for name in ("round", "side", "match_version"))
    except ValueError:
        abort(400)
    confirm(current_desk(), evening_id, round_, table, side, stamp(form), totals=totals, match_version=seen)
    return redirect(url_for("evening_table.show", evening_id=evening_id, table=table), 303)


@blueprint.post("/evenings/<evening_id>/tables/<int:table>/time-up")
@needs(Right.AT_TABLE)
def time_up(evening_id: str, table: int) -> Answer:
    """End the match of the table with its current score: the bell has rung, and no deal is in progress.

    Nothing is ended if the page showed another round, or if a deal was recorded meanwhile.
    """
    mark, page = stamp(request.form), table_page(evening_id, current_desk().load_evening(evening_id).state, table)
    if page.get("time_up") and request.form.get("round") == str(page["round"].number):
        with suppress(StaleVersion):  # a deal was recorded meanwhile: the page shows it and asks again
            close(current_desk(), page["table"].match, "time", mark)
    return redirect(url_for("evening_table.show", evening_id=evening_id, table=table), 303)


@blueprint.get("/evenings/<evening_id>/tables/<int:table>/call")
@needs(Right.AT_TABLE)
def call(evening_id: str, table: int) -> str:
    """Show the form to call the director."""
    page = table_page(evening_id, current_desk().load_evening(evening_id).state, table)
    if page["table"] is None:
        abort(404)
    return render_template("evenings/call.html", **page, most=LONGEST_OBJECTION)


@blueprint.post("/evenings/<evening_id>/tables/<int:table>/call")
@needs(Right.AT_TABLE)
def called(evening_id: str, table: int) -> Answer:
    """Record that a side calls the director; after the match this means that it does not agree to the result."""
    form = request.form
    try:
        round_, side = int(form.get("round", "")), int(form.get("side", ""))
    except ValueError:
        abort(400)
    says = " ".join(form.get("says", "").split())[:LONGEST_OBJECTION]
    dispute(current_desk(), evening_id, round_, table, side, says or words().gettext(CALLED), stamp(form))
    return redirect(url_for("evening_table.show", evening_id=evening_id, table=table), 303)


@blueprint.get("/evenings/<evening_id>/tables/<int:table>/elsewhere")
@needs(Right.AT_TABLE)
def elsewhere(evening_id: str, table: int) -> str:
    """Show how to move a device to another table: it scans that table's QR code."""
    current_desk().load_evening(evening_id)
    return render_template("evenings/elsewhere.html", evening_id=evening_id, number=table)


@blueprint.get("/evenings/<evening_id>/me")
@needs(Right.WATCH)
def find(evening_id: str) -> str:
    """Show the seats, in the last published round, of all entrants whose name contains the typed letters."""
    evening = current_desk().load_evening(evening_id).state
    typed = request.args.get("name", "")[:60]
    return render_template(
        "evenings/me.html",
        evening_id=evening_id,
        title=say_evening(evening.setup.title, words()),
        round=evening.current.number if evening.current else 0,
        typed=typed,
        seats=[seat for seat in seats_of(evening) if folded(typed).strip() in folded(seat.name)],
    )


def table_page(evening_id: str, evening: Evening, number: int) -> dict[str, Any]:
    """Return the template variables for a table in the last published round.

    `speaks`: this device may send the page's forms. If nobody sits at the table, `table` is None, and the following
    variables are missing.

    `fields` are the values for the hidden fields of the page's forms. `record` is the address to record the next deal,
    and `goes_on` the one to resume a match that ended at the bell. `deals` are (number, address to amend that deal). An
    address that this device may not use is None, or left out of `deals`.

    `over`: the match is over, or the director has settled the table. `done`: the result is final. `calls`: a side waits
    for the director. `time_up`: the bell has rung, and the table may end its match. `last`: no round follows.

    `lasts` is the length of the round in words. `clock` is its clock until the table has a result, then None. `bell` is
    the clock's message, empty until the clock warns.
    """
    round_ = evening.current
    table = evening.table(round_.number, number) if round_ else None
    title = say_evening(evening.setup.title, words())
    page = {
        "evening_id": evening_id,
        "title": title,
        "number": number,
        "round": round_,
        "table": table,
        "speaks": at_the_table(evening_id, number),
    }
    if round_ is None or table is None:
        return page
    at, clock = stands(evening, round_, table, now()), _clock(evening)
    state = current_desk().load(table.match).state
    speaks = page["speaks"] and round_.state != "closed" and evening.state != "finished"
    plays = say_plays_for(plays_for(evening, round_.number, table), words())
    done = table.state in DONE
    waits = not table.now.over and not done
    amend = partial(url_for, "deals.amend", match_id=table.match)
    return page | {
        "title": " · ".join(filter(None, (title, plays))),
        "match": state,
        "at": at,
        "people": people_at(evening, round_.number, table.sides),
        "over": table.now.over or table.state == "settled",
        "done": done,
        "calls": any(table.objections.values()) and not done,
        "why": say_worth(evening.setup.scoring.in_round(round_.number), table, words()) if at.points else "",
        "speaks": speaks,
        "record": open_here(url_for("deals.new", match_id=table.match)) if waits else None,
        "deals": [(row.number, way) for row in state.rows if (way := open_here(amend(number=row.number)))],
        "fields": {
            "round": str(round_.number),
            "totals": " ".join(map(str, table.now.totals)),
            "match_version": str(table.now.version),
            "version": str(evening.version),
            "key": new_key(),
        },
        "lasts": say_length(evening.setup.round_end, words()),
        "clock": clock if waits else None,
        "bell": _bell(clock) if clock and waits else "",
        "time_up": bool(clock and clock.rung and waits and table.now.deals and speaks),
        "goes_on": open_here(url_for("table.take_up", match_id=table.match), "POST")
        if state.closed == "time" and not done
        else None,
        "last": is_last(evening, round_.number),
    }


def _clock(evening: Evening) -> ClockView | None:
    """The clock of the round that is being played; None without such a round or without a time limit."""
    round_ = evening.current
    return clock_view(evening, round_, now()) if round_ and round_.state == "running" else None


def _bell(clock: ClockView) -> str:
    """The message about the bell for the table; "" until the clock warns."""
    if not clock.warns:
        return ""
    if clock.rung:
        return clock.says
    rings = [words().gettext(N_("The bell rings at %(time)s."), time=clock.bell)] if clock.bell else []
    return " ".join((*rings, clock.says))
