"""The director's word on a table: its totals as they stand or as its slip has them, a walk-over, points, or nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from scorekeeper.actions.evening_commit import derived
from scorekeeper.actions.evenings import reopen as reopen_evening
from scorekeeper.actions.results import answer_call, set_result
from scorekeeper.actions.rounds import reopen_round
from scorekeeper.engine.values import replace
from scorekeeper.evening.fold import Evening, TableNow
from scorekeeper.web.evenings.slips import Errors, as_text, questions, read_totals
from scorekeeper.web.evenings.stands import say_stands, stands, state_of
from scorekeeper.web.frame.desk import current_desk, now, stamp
from scorekeeper.web.frame.forms import SIGNED, Number, PlainForm, Reason, Select
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_
from scorekeeper.words.evenings import say_decided
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_results", __name__)

NOBODY_CAME = "all"
#: The figures of each side that the form has, by kind of result.
FIGURES = {"played": ("score",), "assigned": ("points", "difference")}


class ResultForm(PlainForm):
    """The director's word on a table: the `kind` of result, and who was `absent` at a walkover. The figures of the
    sides are fields that `result_form` adds."""

    kind = HiddenField()
    asked = HiddenField()
    absent = HiddenField()
    winner = Select(N_("Plays on after a draw"))
    reason = Reason()

    def field_of(self, where: str) -> str:
        """The field of a side's figure."""
        return re.sub(r"(?:changed\.)?sides\[(\d+)\]\.(\w+)", r"\2-\1", where)

    def figures(self, sides: int) -> list[dict[str, Any]]:
        """The figures of each side, as its kind of result has them."""
        if self.kind.data == "walk_over":
            return [{"absent": True} if self.absent.data in (str(side), NOBODY_CAME) else {} for side in range(sides)]
        fields = {
            name: [self[f"{name}-{side}"].number for side in range(sides)] for name in FIGURES.get(self.kind.data, ())
        }
        return [
            {name: of[side] for name, of in fields.items() if of[side] is not None} for side in range(sides) if fields
        ]


def result_form(sides: int, entered: Mapping[str, str]) -> ResultForm:
    """The form of a table with so many sides; the figures are those that were `entered` before."""
    fields = {
        f"{name}-{side}": Number("", looks=SIGNED) for of in FIGURES.values() for name in of for side in range(sides)
    }
    form: ResultForm = type("ResultForm", (ResultForm,), fields)(data=entered)
    return form


@blueprint.route("/evenings/<evening_id>/rounds/<int:number>/tables/<int:table>/result", methods=["GET", "POST"])
@needs(Right.DIRECT)
def show(evening_id: str, number: int, table: int) -> Response | tuple[str, int]:
    """The result of the table, and the director's word on it; a figure that cannot be read comes back as typed."""
    desk, moment = current_desk(), now()
    evening = desk.load_evening(evening_id).state
    table_now = evening.table(number, table)
    if table_now is None:
        abort(404)
    form = result_form(len(table_now.sides), _entered(table_now))
    fields = tuple(f"score-{side}" for side in range(len(table_now.sides)))
    if form.is_submitted():
        if form.kind.data == "played":
            for name, says in _asked(evening, table_now, fields):
                form.wrong(name, says)
        if not form.errors and form.validate():
            with form.refusals():
                sides, mark = form.figures(len(table_now.sides)), stamp(request.form)
                set_result(
                    desk, evening_id, number, table, form.kind.data, mark,
                    sides=sides, reason=form.reason.data, winner=whole(form.winner.data or "", 1),
                )  # fmt: skip
                return redirect(url_for("evening_director.home", evening_id=evening_id, round=number), 303)
    round_ = evening.rounds[number - 1]
    at = stands(evening, round_, table_now)
    form.winner.choices = {"": "–", **{str(side): name for side, name in enumerate(at.sides)}}
    return form.page(
        "evenings/result.html",
        evening_id=evening_id,
        number=number,
        table=table_now,
        at=at,
        deals=[row for row in desk.load(table_now.match).state.rows if row.annulled is None],
        says=say_stands(evening, round_, at, moment, words()),
        calls=state_of(evening, round_, table_now, moment) == "calls",
        decided=say_decided(table_now, at.points, at.sides, words()),
        closed=round_.state == "closed" or evening.state == "finished",
        finished=evening.state == "finished",
        version=evening.version,
        asked=as_text(read_totals(request.form, fields)[0]),
    )


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/tables/<int:table>/reopen")
@needs(Right.DIRECT)
def reopen(evening_id: str, number: int, table: int) -> Response:
    """Reopen the round, and the evening with it where that is finished, and come back to this table."""
    desk, reason, mark = current_desk(), ResultForm().reason.data, stamp(request.form)
    if desk.load_evening(evening_id).state.state == "finished":
        written = reopen_evening(desk, evening_id, reason, replace(mark, key=derived(mark.key, "evening")))
        mark = replace(mark, version=written.entry.version)
    reopen_round(desk, evening_id, number, reason, mark)
    return redirect(url_for("evening_results.show", evening_id=evening_id, number=number, table=table), 303)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/tables/<int:table>/answer")
@needs(Right.DIRECT)
def answer(evening_id: str, number: int, table: int) -> Response:
    """The director was at the table that called."""
    answer_call(current_desk(), evening_id, number, table, stamp(request.form))
    return redirect(url_for("evening_director.home", evening_id=evening_id, round=number), 303)


def _asked(evening: Evening, table: TableNow, fields: tuple[str, ...]) -> Errors:
    """What cannot be read of a slip, and what is asked about its figures; nothing of totals that the match has."""
    totals, wrong = read_totals(request.form, fields)
    asked = as_text(table.now.totals) if totals == table.now.totals else request.form.get("asked", "")
    return wrong or tuple(questions(evening, table, totals, fields, asked))


def _entered(table: TableNow) -> dict[str, str]:
    """The figures of the director's decision as their fields have them, so that a correction begins with them; of a
    draw that both sides agreed to the totals, so that only who plays on is still to be chosen."""
    agreed = tuple({"score": total} for total in table.now.totals) if table.asks_winner else ()
    figures = table.decision.sides if table.decision else agreed
    return {f"{name}-{side}": str(value) for side, of in enumerate(figures) for name, value in of.items()}
