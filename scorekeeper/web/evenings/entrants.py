"""Who is here: who comes late, rests a round or leaves, from the round to come on."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.evenings import NewEntrant, add_entrant, change_entrant, set_status
from scorekeeper.actions.matches import clean
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.memory import EntrantRecord
from scorekeeper.evening.people import names_of
from scorekeeper.ledger.renaming import in_lines
from scorekeeper.web.evenings.names import People, read_names
from scorekeeper.web.frame.desk import current_desk, stamp
from scorekeeper.web.frame.forms import (
    SAME,
    Number,
    PlainForm,
    Question,
    Select,
    Text,
    answered,
    questions,
    said,
    said_apart,
)
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_entrants", __name__)

MOST_TYPED = 150
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


class OneMoreForm(PlainForm):
    """One more entrant."""

    name = Text(N_("One more"), looks={"maxlength": MOST_TYPED})


class ChangeForm(PlainForm):
    """What is changed of one entrant: who plays for it and since when, what it is called, its own table."""

    players = Text(
        N_("Who plays"), hint=N_("A substitute takes over from one player; points and place are kept."),
        looks={"maxlength": MOST_TYPED},
    )  # fmt: skip
    since = Select(N_("Since when"))
    name = Text(N_("Name in the standings"), hint=N_("May stay empty."))
    fixed_table = Number(
        N_("Fixed table"),
        hint=N_("Leave empty to move like everyone else. Enter a table number for someone who cannot move about."),
    )

    def asked(self, players: tuple[str, ...], record: EntrantRecord, since: int) -> dict[str, Any]:
        """What is different from what is recorded."""
        asked: dict[str, Any] = {}
        if players != tuple(map(str, record.players(since))):
            asked["players"] = list(players)
        if (name := clean(self.name.data)[:NAME_LENGTH]) != record.name and name:
            asked["name"] = name
        if self.fixed_table.number != record.fixed_table:
            asked["fixed_table"] = self.fixed_table.number
        return asked


@blueprint.route("/evenings/<evening_id>/entrants", methods=["GET", "POST"])
@needs(Right.DIRECT)
def index(evening_id: str) -> Response | tuple[str, int]:
    """Who is here in the round to come; add one more, from that round on."""
    desk, form = current_desk(), OneMoreForm()
    alike: tuple[Question, ...] = ()
    evening = desk.load_evening(evening_id).state
    if form.is_submitted():
        mark, people = stamp(request.form), _people(form.name)
        new = desk.ledger.evenings.find_key(evening_id, mark.key) is None
        if new and (problem := _problem(people.lines, people.problems, evening)):
            form.wrong("name", problem)
        elif not (new and (alike := questions(people.everybody, said_apart(request.form), words()))):
            with form.refusals():
                if new:
                    add_entrant(desk, evening_id, NewEntrant(people.lines[0]), mark)
                return redirect(url_for("evening_entrants.index", evening_id=evening_id), 303)
    form.name.description = _what_is_typed(evening)
    return form.page(
        "evenings/entrants.html",
        evening_id=evening_id,
        evening=evening,
        round=evening.to_seat,
        names=names_of(evening, evening.to_seat),
        statuses=said(STATUSES),
        alike=alike,
        apart=said_apart(request.form),
    )


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


def _people(field: Text) -> People:
    """The people of a field, which then has them under the names that they were said to be known by."""
    if SAME in request.form:
        field.data = in_lines(field.data, answered(request.form))
    return read_names(field.data[:MOST_TYPED], words())


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


@blueprint.route("/evenings/<evening_id>/entrants/<entrant>/change", methods=["GET", "POST"])
@needs(Right.DIRECT)
def change(evening_id: str, entrant: str) -> Response | tuple[str, int]:
    """A substitute, another name, a table of its own, from now on."""
    desk, evening = current_desk(), current_desk().load_evening(evening_id).state
    alike: tuple[Question, ...] = ()
    record = _entrant(evening, entrant)
    players = " & ".join(map(str, record.players(evening.to_seat)))
    form = ChangeForm(players=players, name=record.name, fixed_table=str(record.fixed_table or ""))
    if form.is_submitted():
        mark, people = stamp(request.form), _people(form.players)
        new = desk.ledger.evenings.find_key(evening_id, mark.key) is None
        if new and (people.problems or [len(line) for line in people.lines] != [len(record.players(evening.to_seat))]):
            form.wrong("players", people.problems[0] if people.problems else words().gettext(AS_MANY))
        elif not (new and (alike := _asked(people, record))) and form.validate():
            since = whole(form.since.data or "", 3) or evening.to_seat
            with form.refusals():
                if new and (asked := form.asked(people.lines[0], record, since)):
                    change_entrant(desk, evening_id, entrant, asked, mark, round_=since if "players" in asked else None)
                return redirect(url_for("evening_entrants.index", evening_id=evening_id), 303)
    form.since.choices = {
        str(evening.to_seat): words().gettext(N_("from round %(number)s on"), number=str(evening.to_seat)),
        "1": words().gettext(N_("for the whole evening")),
    }
    return form.page(
        "evenings/entrant.html",
        evening_id=evening_id,
        entrant=entrant,
        title=record.name or players,
        version=evening.version,
        alike=alike,
        apart=said_apart(request.form),
    )


def _asked(people: People, record: EntrantRecord) -> tuple[Question, ...]:
    """What is asked of those who have not been in this place before."""
    before = {str(name) for _, players in record.line_ups for name in players}
    return questions(set(people.everybody) - before, said_apart(request.form), words())


def _entrant(evening: Evening, entrant: str) -> EntrantRecord:
    record = next((each for each in evening.entrants if each.id == entrant), None)
    if record is None or evening.state == "finished":
        abort(404)
    return record
