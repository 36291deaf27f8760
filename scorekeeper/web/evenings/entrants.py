"""Who is here: who comes late, rests a round or leaves, from the round to come on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.evenings import NewEntrant, add_entrant, change_entrant, set_status
from scorekeeper.actions.matches import clean
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.engine.values import Struct
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.memory import EntrantRecord
from scorekeeper.evening.people import names_of
from scorekeeper.ledger.renaming import in_lines
from scorekeeper.web.evenings.names import People, read_names
from scorekeeper.web.frame.at_fields import AtFields
from scorekeeper.web.frame.desk import current_desk, new_key, refusal_text, stamp
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.frame.spelling import SAME, Question, answered, questions, said_apart
from scorekeeper.words import N_
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_entrants", __name__)

STATUSES = {"present": N_("here"), "absent": N_("rests"), "left": N_("left")}
ONE_MORE = N_("Type one name, or the two of a pair as “A & B”.")
#: How one more is typed, by how many players each of the others has.
AS_THE_OTHERS = {
    1: N_("Everyone plays alone this evening: type one name."),
    2: N_("Pairs play this evening: type both names, like “A & B”."),
    3: N_("Sides of three play this evening: type all three names, like “A & B & C”."),
}
AS_MANY = N_("Type the same number of names as before, like “A & B”.")
HERE_ALREADY = N_("%(name)s is in the list already.")


class EntrantView(Struct):
    """An entrant in a line."""

    id: str
    name: str
    number: int
    status: str
    fixed_table: int | None


class EntrantsPage(Struct):
    """Everybody with the status in the round that may be seated now, and the field for one more; `seated` says that
    this round is published already, and has to be seated anew."""

    evening_id: str
    round: int
    entrants: tuple[EntrantView, ...]
    seated: bool
    statuses: tuple[tuple[str, str], ...]
    finished: bool
    version: int
    key: str
    typed: str
    hint: str
    alike: tuple[Question, ...]
    apart: tuple[str, ...]
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
    typed, evening = _as_known("name"), current_desk().load_evening(evening_id).state
    mark = stamp(request.form)
    people = read_names(typed, words())
    if current_desk().ledger.evenings.find_key(evening_id, mark.key) is None:
        asked = questions(people.everybody, said_apart(request.form), words())
        if problem := _problem(people.lines, people.problems, evening):
            return _page(evening_id, typed, (("name", problem),)), 422
        if asked:
            return _page(evening_id, typed, alike=asked), 422
        try:
            add_entrant(current_desk(), evening_id, NewEntrant(people.lines[0]), mark)
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
        round_=evening.to_seat,
    )  # fmt: skip
    return redirect(url_for("evening_entrants.index", evening_id=evening_id), 303)


def _as_known(field: str) -> str:
    """What is typed, under the name that is known where it was said to be the same person's."""
    typed = request.form.get(field, "")[:150]
    return in_lines(typed, answered(request.form)) if SAME in request.form else typed


def _what_is_typed(evening: Evening) -> str:
    """How one more is typed: as many names as the others have."""
    if not evening.entrants:
        return ONE_MORE
    return AS_THE_OTHERS[len(evening.entrants[0].players(evening.to_seat))]


def _problem(lines: tuple[tuple[str, ...], ...], problems: tuple[str, ...], evening: Evening) -> str | None:
    """What is wrong with one more, in a sentence."""
    say = words()
    if problems:
        return problems[0]
    if len(lines) != 1:
        return say.gettext(ONE_MORE)
    size = len(evening.entrants[0].players(evening.to_seat)) if evening.entrants else len(lines[0])
    if len(lines[0]) != size:
        return say.gettext(AS_THE_OTHERS[size])
    there = {str(name).casefold() for each in evening.entrants for name in each.players(evening.to_seat)}
    doubled = next((name for name in lines[0] if name.casefold() in there), None)
    return say.gettext(HERE_ALREADY, name=doubled) if doubled else None


def _page(
    evening_id: str,
    typed: str = "",
    errors: tuple[tuple[str, str], ...] = (),
    *,
    alike: tuple[Question, ...] = (),
) -> str:
    evening = current_desk().load_evening(evening_id).state
    number, names = evening.to_seat, names_of(evening, evening.to_seat)
    page = EntrantsPage(
        evening_id=evening_id,
        round=number,
        entrants=tuple(
            EntrantView(each.id, names[each.id], each.number, each.status(number), each.fixed_table)
            for each in evening.entrants
        ),
        seated=number < evening.next_round,
        statuses=tuple((key, words().gettext(says)) for key, says in STATUSES.items()),
        finished=evening.state == "finished",
        version=evening.version,
        key=new_key(),
        typed=typed,
        hint=words().gettext(_what_is_typed(evening)),
        alike=alike,
        apart=said_apart(request.form),
        errors=errors,
    )
    return render_template("evenings/entrants.html", page=page)


class ChangePage(AtFields, Struct):
    """What is changed of one entrant: who plays for it, what it is called, its own table."""

    evening_id: str
    entrant: str
    title: str
    typed: Mapping[str, str]
    rounds: tuple[tuple[str, str], ...]
    version: int
    key: str
    alike: tuple[Question, ...]
    apart: tuple[str, ...]
    errors: tuple[tuple[str, str], ...] = ()


@blueprint.get("/evenings/<evening_id>/entrants/<entrant>/change")
@needs(Right.DIRECT)
def change(evening_id: str, entrant: str) -> str:
    """A substitute, another name, a table of its own."""
    return _change_page(evening_id, entrant)


@blueprint.post("/evenings/<evening_id>/entrants/<entrant>/change")
@needs(Right.DIRECT)
def changed(evening_id: str, entrant: str) -> Response | tuple[str, int]:
    """Write down what is different from now on."""
    evening, mark, form = current_desk().load_evening(evening_id).state, stamp(request.form), request.form
    record = _entrant(evening, entrant)
    if current_desk().ledger.evenings.find_key(evening_id, mark.key) is None:
        people, table = read_names(_as_known("players"), words()), form.get("fixed_table", "").strip()
        if people.problems or [len(line) for line in people.lines] != [len(record.players(evening.to_seat))]:
            says = people.problems[0] if people.problems else words().gettext(AS_MANY)
            return _change_page(evening_id, entrant, (("players", says),)), 422
        if asked_now := _asked(people, record):
            return _change_page(evening_id, entrant, alike=asked_now), 422
        since = whole(form.get("since", ""), 3) or evening.to_seat
        asked: dict[str, Any] = {}
        if people.lines[0] != tuple(map(str, record.players(since))):
            asked["players"] = list(people.lines[0])
        if (name := clean(form.get("name", ""))[:NAME_LENGTH]) != record.name and name:
            asked["name"] = name
        if (number := whole(table, 3) if table else None) != record.fixed_table:
            asked["fixed_table"] = number
        try:
            if table and not number:
                raise malformed("not_a_whole_number", "fixed_table", table)
            if asked:
                change_entrant(
                    current_desk(), evening_id, entrant, asked, mark, round_=since if "players" in asked else None
                )
        except Refused as refused:
            return _change_page(evening_id, entrant, ((refused.where, refusal_text(refused)),)), 422
    return redirect(url_for("evening_entrants.index", evening_id=evening_id), 303)


def _asked(people: People, record: EntrantRecord) -> tuple[Question, ...]:
    """What is asked of those who have not been in this place before."""
    before = {str(name) for _, players in record.line_ups for name in players}
    return questions(set(people.everybody) - before, said_apart(request.form), words())


def _entrant(evening: Evening, entrant: str) -> EntrantRecord:
    record = next((each for each in evening.entrants if each.id == entrant), None)
    if record is None or evening.state == "finished":
        abort(404)
    return record


def _change_page(
    evening_id: str,
    entrant: str,
    errors: tuple[tuple[str, str], ...] = (),
    *,
    alike: tuple[Question, ...] = (),
) -> str:
    evening, say = current_desk().load_evening(evening_id).state, words()
    record = _entrant(evening, entrant)
    players = " & ".join(map(str, record.players(evening.to_seat)))
    page = ChangePage(
        evening_id=evening_id,
        entrant=entrant,
        title=record.name or players,
        typed={**request.form, "players": _as_known("players")}
        if request.form
        else {"players": players, "name": record.name, "fixed_table": str(record.fixed_table or ""), "since": ""},
        rounds=(
            (str(evening.to_seat), say.gettext(N_("from round %(number)s on"), number=str(evening.to_seat))),
            ("1", say.gettext(N_("for the whole evening"))),
        ),
        version=evening.version,
        key=new_key(),
        alike=alike,
        apart=said_apart(request.form),
        errors=errors,
    )
    return render_template("evenings/entrant.html", page=page)
