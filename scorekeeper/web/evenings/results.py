"""The director's word on a table: its totals as they stand or as its slip has them, a walk-over, points, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.hearing import minutes_between
from scorekeeper.actions.results import answer_call, set_result
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.values import light
from scorekeeper.evening.fold import Evening, TableNow
from scorekeeper.evening.people import names_of, side_name
from scorekeeper.web.evenings.home import state_of
from scorekeeper.web.frame.at_fields import AtFields
from scorekeeper.web.frame.desk import current_desk, new_key, now, refusal_text, stamp
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import NumberNotUnderstood, parse_number
from scorekeeper.words.evenings import DECIDED
from scorekeeper.words.movements import TABLE_STATES

blueprint = Blueprint("evening_results", __name__)

REASON_LENGTH = 200
NOBODY_CAME = "all"
#: The figure a side that a kind of result is typed with.
FIGURES = {"played": "score", "assigned": "points"}


@light(frozen=True, slots=True)
class ResultPage(AtFields):
    """Everything the page shows; `objections` are the sentences of those who do not agree."""

    evening_id: str
    number: int
    table: int
    match: str
    sides: tuple[str, ...]
    totals: tuple[int, ...]
    says: str
    state: str
    objections: tuple[tuple[str, str], ...]
    calls: bool
    decided: str
    reason: str
    closed: bool
    version: int
    key: str
    typed: Mapping[str, str]
    errors: tuple[tuple[str, str], ...] = ()


@blueprint.get("/evenings/<evening_id>/rounds/<int:number>/tables/<int:table>/result")
@needs(Right.DIRECT)
def show(evening_id: str, number: int, table: int) -> str:
    """What stands at the table, and what the director may put in its place."""
    return _page(evening_id, number, table)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/tables/<int:table>/result")
@needs(Right.DIRECT)
def settle(evening_id: str, number: int, table: int) -> Response | tuple[str, int]:
    """Settle the table; a figure that cannot be read comes back as typed."""
    evening = current_desk().load_evening(evening_id).state
    table_now = evening.table(number, table)
    if table_now is None:
        abort(404)
    kind, reason = request.form.get("kind", ""), request.form.get("reason", "").strip()[:REASON_LENGTH]
    try:
        sides = _figures(kind, len(table_now.sides), request.form)
        mark = stamp(request.form)
        set_result(current_desk(), evening_id, number, table, kind, mark, sides=sides, reason=reason)
    except Refused as refused:
        return _page(evening_id, number, table, ((refused.where, refusal_text(refused)),)), 422
    return redirect(url_for("evening_director.home", evening_id=evening_id, round=number), 303)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/tables/<int:table>/answer")
@needs(Right.DIRECT)
def answer(evening_id: str, number: int, table: int) -> Response:
    """The director was at the table that called."""
    answer_call(current_desk(), evening_id, number, table, stamp(request.form))
    return redirect(url_for("evening_director.home", evening_id=evening_id, round=number), 303)


def _figures(kind: str, sides: int, form: Mapping[str, str]) -> list[dict[str, Any]]:
    """A figure a side, as its kind of result has it. Raises `Refused`."""
    if kind in FIGURES:
        given = [{FIGURES[kind]: _number(form, f"{FIGURES[kind]}-{side}")} for side in range(sides)]
        for side in range(sides) if kind == "assigned" else ():
            if form.get(f"difference-{side}", "").strip():
                given[side]["difference"] = _number(form, f"difference-{side}")
        return given
    if kind == "walk_over":
        absent = form.get("absent", "")
        return [{"absent": True} if absent in (str(side), NOBODY_CAME) else {} for side in range(sides)]
    return []


def _number(form: Mapping[str, str], field: str) -> int:
    try:
        return parse_number(form.get(field, ""))
    except NumberNotUnderstood as wrong:
        raise malformed("not_a_whole_number", field, form.get(field, "")) from wrong


def _page(evening_id: str, number: int, table: int, errors: tuple[tuple[str, str], ...] = ()) -> str:
    evening = current_desk().load_evening(evening_id).state
    table_now = evening.table(number, table)
    if table_now is None:
        abort(404)
    return render_template("evenings/result.html", page=_view(evening_id, evening, number, table_now, errors))


def _view(
    evening_id: str, evening: Evening, number: int, table_now: TableNow, errors: tuple[tuple[str, str], ...]
) -> ResultPage:
    names = names_of(evening, number)
    sides = tuple(side_name(names, side) for side in table_now.sides)
    round_, moment = evening.rounds[number - 1], now()
    state = state_of(evening, round_, table_now, moment)
    figures = {
        "names": " & ".join(name for at, name in enumerate(sides) if at not in table_now.agreed),
        "deal": table_now.now.deals + 1,
        "minutes": minutes_between(table_now.called, moment) if table_now.called else 0,
    }
    return ResultPage(
        evening_id=evening_id,
        number=number,
        table=table_now.number,
        match=table_now.match,
        sides=sides,
        totals=table_now.now.totals,
        says=words().gettext(TABLE_STATES[state], **figures),
        state=table_now.state,
        objections=tuple((sides[side], says) for side, says in table_now.objections.items()),
        calls=state == "calls",
        decided=words().gettext(DECIDED[table_now.decision.kind]) if table_now.decision else "",
        reason=table_now.decision.reason if table_now.decision else "",
        closed=round_.state == "closed" or evening.state == "finished",
        version=evening.version,
        key=new_key(),
        typed=request.form,
        errors=errors,
    )
