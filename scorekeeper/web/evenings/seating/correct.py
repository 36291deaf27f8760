"""Correcting the seating of a published round, so that it says where everybody really sat."""

from collections.abc import Sequence

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.evenings.rounds import correct_seating, play_again
from scorekeeper.evening.fold import Evening, RoundNow
from scorekeeper.evening.people import names_of
from scorekeeper.evening.values import Seated
from scorekeeper.web.evenings.views import round_of
from scorekeeper.web.frame import Right, current_desk, needs, stamp, words
from scorekeeper.web.frame.forms import PlainForm, Reason
from scorekeeper.words import N_
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_correct", __name__)

#: The prefix of a choice that is a table, such as "table-3"; other choices are the ids of entrants.
TABLE = "table-"


class CorrectForm(PlainForm):
    """The form with the reason for a correction."""

    reason = Reason()


@blueprint.route("/evenings/<evening_id>/rounds/<int:number>/correct", methods=["GET", "POST"])
@needs(Right.DIRECT)
def show(evening_id: str, number: int) -> Response | tuple[str, int]:
    """Show the tables of a round as corrected so far; save the correction, or have tables play again.

    The address has the corrected seating (`sits`, see `_in_order`) and the entrant or table that is selected
    (`picked`). Once the correction is saved, the deals count for the people who really played them.
    """
    desk, form, values = current_desk(), CorrectForm(), request.values
    evening = desk.load_evening(evening_id).state
    round_ = round_of(evening, number)
    order = _in_order(evening, round_, values.get("sits", ""))
    if form.is_submitted():
        reason, mark = form.reason.data, stamp(request.form)
        with form.refusals():
            if values.get("act") == "again":
                again = [table for text in values.getlist("again") if (table := whole(text, 3)) is not None]
                play_again(desk, evening_id, number, again, reason, mark)
            else:
                sat, rested = _sat(round_, order)
                correct_seating(desk, evening_id, number, sat, reason, mark, sit_out=rested)
            return redirect(url_for("evening_director.home", evening_id=evening_id, round=number), 303)
    picked, order = _tapped(round_, order, values.get("picked", ""), values.get("pick", ""))
    ids, names = [entrant.id for entrant in evening.entrants], names_of(evening, number)
    at_tables = [table.sides for table in _sat(round_, order)[0]]
    seated = sum(len(side) for sides in at_tables for side in sides)
    laid = list(zip(round_.tables, at_tables, strict=True))
    moved = {table.number for table, sides in laid if sides != table.sides}
    return form.page(
        "evenings/correct.html",
        evening_id=evening_id,
        evening=evening,
        round=round_,
        tables=laid,
        moved=moved,
        again=moved | {whole(values.get("table", ""), 3)},
        names=names,
        away=order[seated:],
        picked=picked,
        picked_name=words().gettext(N_("Table %(number)s"), number=picked.removeprefix(TABLE))
        if picked.startswith(TABLE)
        else names.get(picked, ""),
        sits=" ".join(str(ids.index(id_)) for id_ in order),
        changed=order != _seats(round_),
    )


def _seats(round_: RoundNow) -> tuple[str, ...]:
    """The ids of all entrants of a published round: seat by seat, then those who sit out, then the absent ones."""
    at_tables = (id_ for table in round_.tables for side in table.sides for id_ in side)
    return (*at_tables, *round_.sit_out, *round_.missed)


def _in_order(evening: Evening, round_: RoundNow, text: str) -> tuple[str, ...]:
    """The ids of all entrants as corrected so far, in the order of `_seats`.

    `text` has a number for each entrant, its index in `evening.entrants`: "2 0 1 3". The published order is returned if
    the text is empty or invalid.
    """
    published, ids = _seats(round_), [entrant.id for entrant in evening.entrants]
    indexes = [whole(each, 4) for each in text.split()]
    order = tuple(ids[index] for index in indexes if index is not None and index < len(ids))
    return order if sorted(order) == sorted(published) else published


def _sat(round_: RoundNow, order: Sequence[str]) -> tuple[list[Seated], list[str]]:
    """The tables with the entrants of this order (see `_seats`), and the ids of those who sit out."""
    people = iter(order)
    tables = [
        Seated(table.number, tuple(tuple(next(people) for _ in side) for side in table.sides))
        for table in round_.tables
    ]
    return tables, [next(people) for _ in round_.sit_out]


def _tapped(round_: RoundNow, order: tuple[str, ...], first: str, then: str) -> tuple[str, tuple[str, ...]]:
    """The selection and the order after a tap; the second tap exchanges two people, or all people of two tables.

    `first` is the selection before the tap, `then` the tapped entrant or table; "" for none.
    """
    if not first or not then or first.startswith(TABLE) != then.startswith(TABLE):
        return then or first, order
    if not first.startswith(TABLE):
        pairs = [(first, then)] if {first, then} <= set(order) else []
    else:
        tables = {f"{TABLE}{each.number}": sum(each.sides, ()) for each in _sat(round_, order)[0]}
        pairs = list(zip(tables.get(first, ()), tables.get(then, ()), strict=False))
    change = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    return "", tuple(change.get(id_, id_) for id_ in order)
