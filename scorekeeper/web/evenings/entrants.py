"""Who is here: who comes late, rests a round or leaves, from the round to come on."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.evenings import NewEntrant, add_entrant, set_status
from scorekeeper.engine.refused import Refused
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.people import names_of
from scorekeeper.web.evenings.names import read_names
from scorekeeper.web.frame.desk import current_desk, new_key, refusal_text, stamp
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_

blueprint = Blueprint("evening_entrants", __name__)

STATUSES = {"present": N_("here"), "absent": N_("rests"), "left": N_("left")}
ONE_MORE = N_("Type one name, or the two of a pair as “A & B”.")
AS_THE_OTHERS = N_("This evening is of pairs: type both names, as “A & B”.")
ALONE = N_("Everybody plays alone this evening: type one name.")
HERE_ALREADY = N_("%(name)s is in the list already.")


@dataclass(frozen=True, slots=True)
class EntrantsPage:
    """Everybody with the status in the round to come, and the field for one more."""

    evening_id: str
    round: int
    entrants: tuple[tuple[str, str, str], ...]
    statuses: tuple[tuple[str, str], ...]
    finished: bool
    version: int
    key: str
    typed: str
    errors: tuple[tuple[str, str], ...] = ()


@blueprint.get("/evenings/<evening_id>/entrants")
@needs(Right.DIRECT)
def index(evening_id: str) -> str:
    """Who is here in the round to come."""
    return _page(evening_id)


@blueprint.post("/evenings/<evening_id>/entrants")
@needs(Right.DIRECT)
def add(evening_id: str) -> Response | tuple[str, int]:
    """One more, from the round to come on."""
    typed, evening = request.form.get("name", "")[:150], current_desk().load_evening(evening_id).state
    told = stamp(request.form)
    people = read_names(typed, words())
    if current_desk().ledger.evenings.find_key(evening_id, told.key) is None:
        if problem := _problem(people.lines, people.problems, evening):
            return _page(evening_id, typed, (("name", problem),)), 422
        try:
            add_entrant(current_desk(), evening_id, NewEntrant(people.lines[0]), told)
        except Refused as refused:
            return _page(evening_id, typed, (("name", refusal_text(refused)),)), 422
    return redirect(url_for("evening_entrants.index", evening_id=evening_id), 303)


@blueprint.post("/evenings/<evening_id>/entrants/<entrant>")
@needs(Right.DIRECT)
def status(evening_id: str, entrant: str) -> Response:
    """Here, resting or gone, from the round to come on."""
    evening = current_desk().load_evening(evening_id).state
    set_status(
        current_desk(), evening_id, entrant, request.form.get("status", ""), stamp(request.form),
        round_=evening.next_round,
    )  # fmt: skip
    return redirect(url_for("evening_entrants.index", evening_id=evening_id), 303)


def _problem(lines: tuple[tuple[str, ...], ...], problems: tuple[str, ...], evening: Evening) -> str | None:
    """What is wrong with one more, in a sentence."""
    say = words()
    if problems:
        return problems[0]
    if len(lines) != 1:
        return say.gettext(ONE_MORE)
    size = len(evening.entrants[0].players(evening.next_round)) if evening.entrants else len(lines[0])
    if len(lines[0]) != size:
        return say.gettext(AS_THE_OTHERS if size > 1 else ALONE)
    there = {str(name).casefold() for each in evening.entrants for name in each.players(evening.next_round)}
    known = next((name for name in lines[0] if name.casefold() in there), None)
    return say.gettext(HERE_ALREADY, name=known) if known else None


def _page(evening_id: str, typed: str = "", errors: tuple[tuple[str, str], ...] = ()) -> str:
    evening = current_desk().load_evening(evening_id).state
    number, names = evening.next_round, names_of(evening, evening.next_round)
    page = EntrantsPage(
        evening_id=evening_id,
        round=number,
        entrants=tuple((each.id, names[each.id], each.status(number)) for each in evening.entrants),
        statuses=tuple((key, words().gettext(says)) for key, says in STATUSES.items()),
        finished=evening.state == "finished",
        version=evening.version,
        key=new_key(),
        typed=typed,
        errors=errors,
    )
    return render_template("evenings/entrants.html", page=page)
