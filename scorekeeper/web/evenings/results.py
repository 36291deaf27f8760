"""Results that the director enters: the list of a round's slips, and the page of one table for every decision on it."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from scorekeeper.actions.evenings import results as acts
from scorekeeper.actions.evenings.opening import reopen as reopen_evening
from scorekeeper.actions.evenings.rounds import reopen_round
from scorekeeper.actions.journal import StaleAct, derived
from scorekeeper.engine.refused import Refused, impossible
from scorekeeper.engine.values import replace
from scorekeeper.evening.fold import Evening, RoundNow, TableNow
from scorekeeper.web.evenings.views import Stands, round_of, stands, stands_of
from scorekeeper.web.frame import Right, current_desk, needs, new_key, now, refusal_text, stamp, words
from scorekeeper.web.frame.forms import SIGNED, Number, PlainForm, Reason, Select
from scorekeeper.words import N_
from scorekeeper.words.entry import PROBLEMS
from scorekeeper.words.numbers import NumberNotUnderstood, parse_number, whole

blueprint = Blueprint("evening_results", __name__)

#: The maximum number of characters that are read from a field; a typed sum such as "1200+350" may be long.
LONGEST = 60
#: The questions about an unusual figure. If the same figure is saved again, it is accepted.
QUESTIONS = {
    "no_multiple": N_("%(figure)s is not a multiple of 5. If the slip says so, save again."),
    "too_many": N_("%(figure)s is more than can be made in this round. If the slip says so, save again."),
}
MISSING = N_("The total of this side is missing.")
CONFIRMED = N_("The sides confirmed %(figures)s. Save again to replace them with your figures.")
CHANGED = N_("In the meantime another device entered %(figures)s. Save again to replace them with your figures.")
MEANWHILE = N_("Another device has saved something in the meantime. Look at the tables, then save again.")
#: Errors as (field, sentence).
Errors = tuple[tuple[str, str], ...]
NOBODY_CAME = "all"
#: The fields that the form has for each side, by kind of result.
FIGURES = {"played": ("score",), "assigned": ("points", "difference")}


class ResultForm(PlainForm):
    """The director's decision on a table: the `kind` of result, and for a walkover the side that was `absent`.

    `asked` are the totals that were questioned before. `result_form` adds the fields for the figures of the sides.
    """

    kind = HiddenField()
    asked = HiddenField()
    absent = HiddenField()
    winner = Select(N_("Plays on after a draw"))
    reason = Reason()

    def field_of(self, where: str) -> str:
        """The name of the field for a path in the act: "points-0" for "sides[0].points"."""
        return re.sub(r"(?:changed\.)?sides\[(\d+)\]\.(\w+)", r"\2-\1", where)

    def figures(self, sides: int) -> list[dict[str, Any]]:
        """The JSON of each side, with the figures that this kind of result needs: {"score": 1200}. A figure that was
        left empty is missing. The list is empty for a kind without figures, such as "void"."""
        if self.kind.data == "walk_over":
            return [{"absent": True} if self.absent.data in (str(side), NOBODY_CAME) else {} for side in range(sides)]
        typed = [
            {name: self[f"{name}-{side}"].number for name in FIGURES.get(self.kind.data, ())} for side in range(sides)
        ]
        return [{name: number for name, number in of.items() if number is not None} for of in typed if of]


def result_form(sides: int, entered_before: Mapping[str, str]) -> ResultForm:
    """Make the form for a table with this number of `sides`; `entered_before` has texts for its fields, by name."""
    names = [name for of in FIGURES.values() for name in of]
    fields = {f"{name}-{side}": Number("", render_kw=SIGNED) for name in names for side in range(sides)}
    form: ResultForm = type("ResultForm", (ResultForm,), fields)(data=entered_before)
    return form


@blueprint.get("/evenings/<evening_id>/rounds/<int:number>/slips")
@needs(Right.DIRECT)
def slips(evening_id: str, number: int, errors: Errors = ()) -> str:
    """Show the tables of a round with the totals entered so far; after an error, what was typed, and the `errors`."""
    evening, wrong = current_desk().load_evening(evening_id).state, dict(errors)
    round_ = round_of(evening, number)
    tables = stands_of(evening, round_, now())
    fields = {at.table.number: _fields(at.table) for at in tables}
    saw = {at.table.number: acts.entered(at.table) for at in tables}
    was = {name: str(total) for at, names in fields.items() for name, total in zip(names, saw[at] or (), strict=False)}
    typed = {name: request.form.get(name, was.get(name, ""))[:LONGEST] for names in fields.values() for name in names}
    totals = {at: _read_totals(typed, names)[0] for at, names in fields.items()}
    return render_template(
        "evenings/slips.html",
        evening_id=evening_id,
        evening=evening,
        round=round_,
        tables=tables,
        fields=fields,
        typed=typed,
        focus=None if errors else next((name for name, text in typed.items() if not text), None),
        saw=saw,
        stood={at.table.number: _stood(at.table) for at in tables},
        asked={at: totals[at] for at, names in fields.items() if any(name in wrong for name in names)},
        plays_on={at.table.number: _plays_on(at) for at in tables if _is_level(at.table, totals[at.table.number])},
        winners={at: request.form.get(f"winner-{at}", "") for at in fields},
        key=new_key(),
        errors=errors,
        wrong=wrong,
    )


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/slips")
@needs(Right.DIRECT)
def save_slips(evening_id: str, number: int) -> Response | tuple[str, int]:
    """Settle all tables whose totals were typed or changed, together.

    After an error or a question, nothing is saved, and the page is shown again as typed.
    """
    desk, form = current_desk(), request.form
    evening = desk.load_evening(evening_id).state
    round_, mark = round_of(evening, number), stamp(form)
    if desk.ledger.evenings.find_key(evening_id, mark.key) is None:
        typed, errors = _read(evening, round_, form)
        if errors:
            return slips(evening_id, number, errors), 422
        try:
            if typed:
                acts.set_slips(desk, evening_id, number, typed, replace(mark, version=evening.version))
        except (Refused, StaleAct) as failure:
            says = refusal_text(failure) if isinstance(failure, Refused) else words().gettext(MEANWHILE)
            return slips(evening_id, number, ((f"score-{typed[0].table}-0", says),)), 409
    if round_of(desk.load_evening(evening_id).state, number).waits_for:
        return redirect(url_for("evening_results.slips", evening_id=evening_id, number=number), 303)
    return redirect(url_for("evening_director.home", evening_id=evening_id, round=number), 303)


@blueprint.route("/evenings/<evening_id>/rounds/<int:number>/tables/<int:table>/result", methods=["GET", "POST"])
@needs(Right.DIRECT)
def show(evening_id: str, number: int, table: int) -> Response | tuple[str, int]:
    """Show the result of a table, and record the director's decision on it."""
    desk = current_desk()
    evening = desk.load_evening(evening_id).state
    table_now = evening.table(number, table)
    if table_now is None:
        abort(404)
    form = result_form(len(table_now.sides), _entered(table_now))
    fields = tuple(f"score-{side}" for side in range(len(table_now.sides)))
    totals, wrong = _read_totals(request.form, fields)
    if form.is_submitted():
        if form.kind.data == "played":  # the match's own totals are not questioned
            asked = _as_text(totals) if totals == table_now.now.totals else request.form.get("asked", "")
            for name, says in wrong or _questions(evening, table_now, totals, fields, asked):
                form.wrong(name, says)
        if not form.errors and form.validate():
            with form.refusals():
                sides, mark = form.figures(len(table_now.sides)), stamp(request.form)
                acts.set_result(
                    desk, evening_id, number, table, form.kind.data, mark,
                    sides=sides, reason=form.reason.data, winner=whole(form.winner.data or "", 1),
                )  # fmt: skip
                return redirect(url_for("evening_director.home", evening_id=evening_id, round=number), 303)
    at = stands(evening, evening.rounds[number - 1], table_now, now())
    form.winner.choices = _plays_on(at)
    return form.page(
        "evenings/result.html",
        evening_id=evening_id,
        at=at,
        deals=[row for row in desk.load(table_now.match).state.rows if row.annulled is None],
        asked=_as_text(totals),
    )


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/tables/<int:table>/reopen")
@needs(Right.DIRECT)
def reopen(evening_id: str, number: int, table: int) -> Response:
    """Reopen the round, and the evening if that is finished, and return to this table."""
    desk, reason, mark = current_desk(), ResultForm().reason.data, stamp(request.form)
    if desk.load_evening(evening_id).state.state == "finished":
        written = reopen_evening(desk, evening_id, reason, replace(mark, key=derived(mark.key, "evening")))
        mark = replace(mark, version=written.entry.version)
    reopen_round(desk, evening_id, number, reason, mark)
    return redirect(url_for("evening_results.show", evening_id=evening_id, number=number, table=table), 303)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/tables/<int:table>/answer")
@needs(Right.DIRECT)
def answer(evening_id: str, number: int, table: int) -> Response:
    """Note that the director has come to a table that called."""
    acts.answer_call(current_desk(), evening_id, number, table, stamp(request.form))
    return redirect(url_for("evening_director.home", evening_id=evening_id, round=number), 303)


def _entered(table: TableNow) -> dict[str, str]:
    """The figures to show in the form, by field: those of the director's decision, if any.

    If all sides agreed to a draw in a knock-out, the figures are the agreed totals. The director then only chooses the
    side that goes on to the next round.
    """
    agreed = tuple({"score": total} for total in table.now.totals) if table.asks_winner else ()
    figures = table.decision.sides if table.decision else agreed
    return {f"{name}-{side}": str(value) for side, of in enumerate(figures) for name, value in of.items()}


def _fields(table: TableNow) -> tuple[str, ...]:
    """The names of the fields for a table's totals in the list of slips, one for each side."""
    return tuple(f"score-{table.number}-{side}" for side in range(len(table.sides)))


def _read_totals(form: Mapping[str, str], fields: tuple[str, ...]) -> tuple[tuple[int, ...], Errors]:
    """The totals in these fields, and an error for each field that cannot be read. Such a field has no total, so there
    may be fewer totals than fields."""
    totals: list[int] = []
    errors: list[tuple[str, str]] = []
    for name in fields:
        typed = form.get(name, "").strip()[:LONGEST]
        try:
            totals.append(parse_number(typed))
        except NumberNotUnderstood as wrong:
            errors.append((name, words().gettext(MISSING if not typed else PROBLEMS[wrong.key], typed=typed)))
    return tuple(totals), tuple(errors)


def _questions(
    evening: Evening, table: TableNow, totals: tuple[int, ...], fields: tuple[str, ...], asked: str
) -> Iterator[tuple[str, str]]:
    """Yield the questions about these totals as (field, sentence).

    `asked` are the totals of the last questions (see `_as_text`); the same totals are not questioned twice.
    """
    if asked == _as_text(totals):
        return
    if table.state == "confirmed":
        yield fields[0], words().gettext(CONFIRMED, figures=_say_totals(table.now.totals))
    ends, rules = evening.setup.round_end, current_desk().load(table.match).state.setup.rules
    for name, total in zip(fields, totals, strict=True):
        if question := acts.unlikely(total, rules, ends.get("deals") if ends.get("by") == "deals" else None):
            yield name, words().gettext(QUESTIONS[question], figure=total)


def _as_text(totals: tuple[int, ...] | None) -> str:
    """The totals as the text of a hidden field: "1200 950"; "" for None."""
    return " ".join(map(str, totals or ()))


def _stood(table: TableNow) -> str:
    """The text of the hidden field with the entrants at a table, and with the director's decision if it is not by
    totals. A slip is not saved if this has changed."""
    decided = table.decision.kind if table.decision and not acts.entered(table) else ""
    return " ".join(filter(None, (*map("+".join, table.sides), decided)))


def _say_totals(totals: tuple[int, ...]) -> str:
    return " : ".join(map(words().number, totals))


def _read(evening: Evening, round_: RoundNow, form: Mapping[str, str]) -> tuple[list[acts.Slip], Errors]:
    """The slips that were typed or changed, and the errors and questions about them. If there are any, a slip may lack
    totals."""
    slips: list[acts.Slip] = []
    errors: list[tuple[str, str]] = []
    for table in round_.tables:
        fields = _fields(table)
        if not any(form.get(name, "").strip() for name in fields):
            continue
        totals, wrong = _read_totals(form, fields)
        has, saw = acts.entered(table), form.get(f"saw-{table.number}", "")
        if not wrong and _as_text(totals) in (saw, _as_text(has)):
            continue
        if not wrong and (saw != _as_text(has) or form.get(f"stood-{table.number}") not in (None, _stood(table))):
            figures = _say_totals(has or ()) or stands(evening, round_, table, now()).says
            wrong = ((fields[0], words().gettext(CHANGED if has or table.decision else MEANWHILE, figures=figures)),)
        errors += wrong or _questions(evening, table, totals, fields, form.get(f"asked-{table.number}", ""))
        winner = whole(form.get(f"winner-{table.number}", ""), 1) if len(set(totals)) < len(totals) else None
        slip = acts.Slip(table.number, totals, has, winner)
        if not wrong and acts.asks_who_plays_on(table, slip):
            errors.append((f"winner-{table.number}", refusal_text(impossible("who_goes_on", ""))))
        slips.append(slip)
    return slips, tuple(errors)


def _is_level(table: TableNow, totals: tuple[int, ...]) -> bool:
    """Return whether these totals are a draw at a table that needs a winner: one side must go on to the next round."""
    return table.needs_winner and len(set(totals)) < len(totals)


def _plays_on(at: Stands) -> dict[str, str]:
    """The choices for the side that goes on to the next round after a draw, as labels by value; "" is no side."""
    return {"": "–", **{str(side): name for side, name in enumerate(at.sides)}}
