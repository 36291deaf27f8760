"""Penalties of the director: warnings and points off the standings, each with its article or reason, and withdrawn."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.evenings import give_penalty, withdraw_penalty
from scorekeeper.engine.refused import Refused, impossible, malformed
from scorekeeper.engine.values import Struct
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.memory import PenaltyRecord
from scorekeeper.evening.people import names_of
from scorekeeper.evening.scoring import Warnings
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import resolve, with_code
from scorekeeper.web.frame.at_fields import AtFields
from scorekeeper.web.frame.desk import current_desk, new_key, refusal_text, stamp
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_, NumberNotUnderstood, Words, parse_number

blueprint = Blueprint("evening_penalties", __name__)

REASON_LENGTH = 200
WARNING, POINTS = "warning", "points"
#: What is taken off, by field.
TAKEN = ("points", "difference")


class PenaltyView(Struct):
    """A penalty in words; `withdraw` is its id where it stands."""

    id: str
    who: str
    says: str
    why: str
    withdrawn: str | None


class PenaltiesPage(AtFields, Struct):
    """Everything the page shows: for whom (`entrant`, empty until one is chosen), and what that one had before."""

    evening_id: str
    title: str
    entrants: tuple[tuple[str, str], ...]
    entrant: str
    name: str
    articles: tuple[tuple[str, str], ...]
    cost: str
    given: tuple[PenaltyView, ...]
    finished: bool
    version: int
    key: str
    typed: Mapping[str, str]
    errors: tuple[tuple[str, str], ...] = ()


@blueprint.get("/evenings/<evening_id>/penalties")
@needs(Right.DIRECT)
def index(evening_id: str) -> str:
    """The penalties of the evening, and whom to give one."""
    return _page(evening_id, request.args.get("entrant", ""))


@blueprint.post("/evenings/<evening_id>/penalties")
@needs(Right.DIRECT)
def give(evening_id: str) -> Response | tuple[str, int]:
    """Give a warning, or take points or difference off."""
    entrant = request.form.get("entrant", "")
    try:
        asked = _asked(request.form, current_desk().load_evening(evening_id).state)
        mark = stamp(request.form)
        give_penalty(current_desk(), evening_id, asked, mark, penalty_id=secrets.token_hex(6))
    except Refused as refused:
        return _page(evening_id, entrant, ((refused.where, refusal_text(refused)),)), 422
    return redirect(url_for("evening_penalties.index", evening_id=evening_id), 303)


@blueprint.post("/evenings/<evening_id>/penalties/<penalty_id>/withdraw")
@needs(Right.DIRECT)
def withdraw(evening_id: str, penalty_id: str) -> Response | tuple[str, int]:
    """Take a penalty back; it stays in the list, struck, with the reason."""
    reason = request.form.get("reason", "").strip()[:REASON_LENGTH]
    try:
        withdraw_penalty(current_desk(), evening_id, penalty_id, reason, stamp(request.form))
    except Refused as refused:
        return _page(evening_id, "", ((refused.where, refusal_text(refused)),)), 422
    return redirect(url_for("evening_penalties.index", evening_id=evening_id), 303)


def _asked(form: Mapping[str, str], evening: Evening) -> dict[str, Any]:
    """The penalty as it is typed: what is taken off is typed without a sign. Raises `Refused`."""
    kind = form.get("kind", "")
    if kind not in (WARNING, POINTS):
        raise malformed("missing", "kind")
    asked: dict[str, Any] = {"entrant": form.get("entrant", ""), "kind": kind}
    texts = {name: form.get(name, "").strip()[:REASON_LENGTH] for name in ("article", "reason")}
    asked |= {name: text for name, text in texts.items() if text}
    asked |= {"round": evening.current.number} if evening.current else {}
    typed = {name: form.get(name, "").strip() for name in TAKEN}
    taken = {name: -abs(_number(name, text)) for name, text in typed.items() if text}
    if kind == WARNING and any(taken.values()):
        raise impossible("warning_takes_nothing", next(name for name in TAKEN if taken.get(name)))
    return asked | (taken if kind == POINTS else {})


def _number(field: str, text: str) -> int:
    try:
        return parse_number(text)
    except NumberNotUnderstood as wrong:
        raise malformed("not_a_whole_number", field, text) from wrong


def _page(evening_id: str, entrant: str, errors: tuple[tuple[str, str], ...] = ()) -> str:
    evening, say = current_desk().load_evening(evening_id).state, words()
    names = names_of(evening)
    entrant = entrant if entrant in names else ""
    given = [each for each in evening.penalties if entrant in ("", each.entrant)]
    warned = sum(each.kind == WARNING and each.withdrawn is None for each in given) if entrant else 0
    page = PenaltiesPage(
        evening_id=evening_id,
        title=evening.setup.title,
        entrants=tuple(sorted(names.items(), key=lambda each: say.sort_key(each[1]))),
        entrant=entrant,
        name=names.get(entrant, ""),
        articles=_articles(evening, say),
        cost=say_cost(evening.setup.scoring.warnings, warned, say) if entrant else "",
        given=tuple(_view(each, evening, say) for each in reversed(given)),
        finished=evening.state == "finished",
        version=evening.version,
        key=new_key(),
        typed=request.form,
        errors=errors,
    )
    return render_template("evenings/penalties.html", page=page)


def say_cost(rule: Warnings | None, warned: int, say: Words) -> str:
    """What one warning more would cost an entrant who was warned so often."""
    number = warned + 1
    if rule is None:
        return say.gettext(N_("It would be warning %(number)s. Warnings cost nothing this evening."), number=number)
    if number % rule.every:
        return say.gettext(
            N_("It would be warning %(number)s. It costs nothing yet; every %(every)s warnings cost %(cost)s."),
            number=number, every=rule.every, cost=_say_taken(rule.points, rule.difference, say),
        )  # fmt: skip
    cost = _say_taken(rule.points, rule.difference, say)
    return say.gettext(N_("It would be warning %(number)s: it costs %(cost)s."), number=number, cost=cost)


def _say_taken(points: int, difference: int, say: Words) -> str:
    parts = [say.ngettext("%(num)s point", "%(num)s points", abs(points))] if points else []
    parts += [say.gettext(N_("difference %(number)s"), number=abs(difference))] if difference else []
    return ", ".join(parts)


def _view(record: PenaltyRecord, evening: Evening, say: Words) -> PenaltyView:
    off, names = _say_taken(record.points, record.difference, say), names_of(evening, record.round)
    says = _say_warning(record, evening, say) if record.kind == WARNING else say.gettext(N_("%(what)s off"), what=off)
    if record.round:
        says = f"{says} · {say.gettext(N_('Round %(round)s'), round=str(record.round))}"
    why = " · ".join(filter(None, (record.article, record.reason)))
    return PenaltyView(record.id, names[record.entrant], says, why, record.withdrawn)


def _say_warning(record: PenaltyRecord, evening: Evening, say: Words) -> str:
    """A warning, and what it cost where it made up the number that costs."""
    rule, says = evening.setup.scoring.warnings, say.gettext(N_("a warning"))
    standing = [
        each.id for each in evening.penalties
        if (each.kind, each.entrant, each.withdrawn) == (WARNING, record.entrant, None)
    ]  # fmt: skip
    if rule is None or record.id not in standing or (standing.index(record.id) + 1) % rule.every:
        return says
    cost = say.gettext(N_("cost %(cost)s"), cost=_say_taken(rule.points, rule.difference, say))
    return f"{says} · {cost}"


def _articles(evening: Evening, say: Words) -> tuple[tuple[str, str], ...]:
    """The articles of the code that the matches are played under."""
    setup = evening.setup
    code = codes().get(resolve(setup.rules, setup.format, with_code(setup.options, setup.code)).code.id)
    return tuple((each.id, f"{each.id} · {say.gettext(each.title)}") for each in code.articles) if code else ()
