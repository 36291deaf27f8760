"""The director's word on a table: its totals as they stand or as its slip has them, a walk-over, points, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.evening_commit import derived
from scorekeeper.actions.evenings import reopen as reopen_evening
from scorekeeper.actions.results import answer_call, set_result
from scorekeeper.actions.rounds import reopen_round
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.values import Struct, replace
from scorekeeper.evening.fold import Evening, TableNow
from scorekeeper.web.evenings.slips import Errors, as_text, questions, read_totals
from scorekeeper.web.evenings.stands import say_stands, stands, state_of
from scorekeeper.web.frame.at_fields import AtFields
from scorekeeper.web.frame.desk import current_desk, new_key, now, refusal_text, stamp
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import NumberNotUnderstood, parse_number
from scorekeeper.words.evenings import say_decided
from scorekeeper.words.numbers import whole

blueprint = Blueprint("evening_results", __name__)

REASON_LENGTH = 200
NOBODY_CAME = "all"
#: The figure a side that a kind of result is typed with.
FIGURES = {"played": "score", "assigned": "points"}


class ResultPage(AtFields, Struct):
    """Everything the page shows: the totals that count, the points they are worth, and the deals as (number, figures,
    where it is put right); `objections` are the sentences of those who do not agree, `finished` says that the evening
    has to be reopened with the round. Of a table that is not `counted` the slip gives points; where the movement
    `needs_winner`, a draw says who goes on."""

    evening_id: str
    number: int
    table: int
    match: str
    sides: tuple[str, ...]
    totals: tuple[int, ...] | None
    points: tuple[int, ...]
    deals: tuple[tuple[int, str, str], ...]
    says: str
    state: str
    objections: tuple[tuple[str, str], ...]
    calls: bool
    decided: str
    reason: str
    closed: bool
    finished: bool
    version: int
    key: str
    typed: Mapping[str, str]
    counted: bool
    needs_winner: bool
    asked: str = ""
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
    fields = tuple(f"score-{side}" for side in range(len(table_now.sides)))
    if kind == "played" and (asked := _asked(evening, table_now, fields)):
        return _page(evening_id, number, table, asked), 422
    try:
        sides = _figures(kind, len(table_now.sides), request.form)
        mark, winner = stamp(request.form), whole(request.form.get("winner", ""), 1)
        set_result(current_desk(), evening_id, number, table, kind, mark, sides=sides, reason=reason, winner=winner)
    except Refused as refused:
        return _page(evening_id, number, table, ((refused.where, refusal_text(refused)),)), 422
    return redirect(url_for("evening_director.home", evening_id=evening_id, round=number), 303)


@blueprint.post("/evenings/<evening_id>/rounds/<int:number>/tables/<int:table>/reopen")
@needs(Right.DIRECT)
def reopen(evening_id: str, number: int, table: int) -> Response:
    """Reopen the round, and the evening with it where that is finished, and come back to this table."""
    desk, reason, mark = current_desk(), request.form.get("reason", "").strip()[:REASON_LENGTH], stamp(request.form)
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
    round_, moment = evening.rounds[number - 1], now()
    at = stands(evening, round_, table_now)
    return ResultPage(
        evening_id=evening_id,
        number=number,
        table=table_now.number,
        match=table_now.match,
        sides=at.sides,
        totals=table_now.scores,
        points=at.points,
        deals=_deals(table_now.match),
        says=say_stands(evening, round_, at, moment, words()),
        state=table_now.state,
        objections=tuple((at.sides[side], says) for side, says in table_now.objections.items()),
        calls=state_of(evening, round_, table_now, moment) == "calls",
        decided=say_decided(table_now, at.points, at.sides, words()),
        reason=table_now.decision.reason if table_now.decision else "",
        closed=round_.state == "closed" or evening.state == "finished",
        finished=evening.state == "finished",
        version=evening.version,
        key=new_key(),
        typed=request.form or _entered(table_now),
        counted=table_now.counted,
        needs_winner=table_now.needs_winner,
        asked=as_text(read_totals(request.form, tuple(f"score-{side}" for side in range(len(at.sides))))[0]),
        errors=errors,
    )


def _deals(match_id: str) -> tuple[tuple[int, str, str], ...]:
    """The deals of a match as (number, what each side made, where it is put right)."""
    rows = current_desk().load(match_id).state.rows
    return tuple(
        (
            row.number,
            " : ".join(words().number(side.total) for side in row.sides),
            url_for("deals.amend", match_id=match_id, number=row.number),
        )
        for row in rows
        if row.annulled is None
    )


def _entered(table: TableNow) -> dict[str, str]:
    """The figures of the director's decision as their fields have them, so that a correction begins with them; of a
    draw that both sides agreed to the totals, so that only who plays on is still to be chosen."""
    agreed = tuple({"score": total} for total in table.now.totals) if table.asks_winner else ()
    figures = table.decision.sides if table.decision else agreed
    return {f"{name}-{side}": str(value) for side, of in enumerate(figures) for name, value in of.items()}
