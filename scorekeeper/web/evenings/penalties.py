"""The director's penalties: warnings, points off in the standings, and their withdrawal."""

import secrets
from typing import Any

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from scorekeeper.actions.evenings.opening import give_penalty, withdraw_penalty
from scorekeeper.engine.refused import impossible
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.memory import PenaltyRecord
from scorekeeper.evening.people import names_of
from scorekeeper.evening.ranking.scoring import Warnings
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import resolve, with_code
from scorekeeper.web.frame import Right, current_desk, needs, stamp, words
from scorekeeper.web.frame.forms import Chips, Number, PlainForm, Reason, Select
from scorekeeper.words import N_, Words

blueprint = Blueprint("evening_penalties", __name__)

WARNING, POINTS = "warning", "points"
KINDS = {WARNING: N_("A warning"), POINTS: N_("Points off")}


class PenaltyForm(PlainForm):
    """A penalty. Points and difference are typed without a minus. To withdraw a penalty, only `reason` is needed."""

    entrant = HiddenField()
    kind = Chips(N_("What kind of penalty?"), KINDS, default=WARNING)
    article = Select(N_("Article"))
    reason = Reason()
    points = Number(N_("Points off the standings"))
    difference = Number(N_("Difference off"))

    def asked(self, evening: Evening) -> dict[str, Any]:
        """The penalty as JSON. Raises `Refused` for a warning that takes points or difference off."""
        texts = {name: self[name].data for name in ("entrant", "kind", "article", "reason")}
        off = {name: -abs(self[name].number) for name in ("points", "difference") if self[name].number is not None}
        if self.kind.data == WARNING and any(off.values()):
            raise impossible("warning_takes_nothing", next(name for name in off if off[name]))
        round_ = {"round": evening.current.number} if evening.current else {}
        return {name: text for name, text in texts.items() if text} | round_ | (off if self.kind.data == POINTS else {})


@blueprint.route("/evenings/<evening_id>/penalties", methods=["GET", "POST"])
@needs(Right.DIRECT)
def index(evening_id: str) -> Response | tuple[str, int]:
    """Show the penalties of the evening; give an entrant a warning, or take points or difference off."""
    form, evening = PenaltyForm(entrant=request.args.get("entrant", "")), current_desk().load_evening(evening_id).state
    if form.validate_on_submit():
        with form.refusals():
            asked, mark = form.asked(evening), stamp(request.form)
            give_penalty(current_desk(), evening_id, asked, mark, penalty_id=secrets.token_hex(6))
            return redirect(url_for("evening_penalties.index", evening_id=evening_id), 303)
    return _page(evening_id, evening, form)


@blueprint.post("/evenings/<evening_id>/penalties/<penalty_id>/withdraw")
@needs(Right.DIRECT)
def withdraw(evening_id: str, penalty_id: str) -> Response | tuple[str, int]:
    """Withdraw a penalty; it stays in the list, struck through, with the reason."""
    form = PenaltyForm()
    with form.refusals():
        withdraw_penalty(current_desk(), evening_id, penalty_id, form.reason.data, stamp(request.form))
        return redirect(url_for("evening_penalties.index", evening_id=evening_id), 303)
    return _page(evening_id, current_desk().load_evening(evening_id).state, form)


def _page(evening_id: str, evening: Evening, form: PenaltyForm) -> tuple[str, int]:
    say, names, entrant = words(), names_of(evening), form.entrant.data
    given = [each for each in evening.penalties if entrant not in names or each.entrant == entrant]
    warned = sum(each.kind == WARNING and each.withdrawn is None for each in given)
    form.article.choices = _articles(evening, say)
    return form.page(
        "evenings/penalties.html",
        evening_id=evening_id,
        evening=evening,
        entrants=sorted(names.items(), key=lambda each: say.sort_key(each[1])),
        name=names.get(entrant, ""),
        cost=say_cost(evening.setup.scoring.warnings, warned, say),
        given=[(each, names_of(evening, each.round)[each.entrant], _says(each, evening, say)) for each in given[::-1]],
    )


def say_cost(rule: Warnings | None, warned: int, say: Words) -> str:
    """The sentence that says what one more warning would cost an entrant who has `warned` warnings.

    If `rule` is None, warnings cost nothing.
    """
    number = warned + 1
    if rule is None:
        return say.gettext(N_("It would be warning %(number)s. Warnings cost nothing this evening."), number=number)
    cost = _say_taken(rule.points, rule.difference, say)
    says = N_("It would be warning %(number)s: it costs %(cost)s.")
    if number % rule.every:
        says = N_("It would be warning %(number)s. It costs nothing yet; every %(every)s warnings cost %(cost)s.")
    return say.gettext(says, number=number, every=rule.every, cost=cost)


def _say_taken(points: int, difference: int, say: Words) -> str:
    parts = [say.ngettext("%(num)s point", "%(num)s points", abs(points))] if points else []
    parts += [say.gettext(N_("difference %(number)s"), number=abs(difference))] if difference else []
    return ", ".join(parts)


def _says(record: PenaltyRecord, evening: Evening, say: Words) -> str:
    """A penalty in words: a warning, with its cost if it cost anything, or what was taken off; then its round."""
    rule, off = evening.setup.scoring.warnings, _say_taken(record.points, record.difference, say)
    parts = [say.gettext(N_("a warning")) if record.kind == WARNING else say.gettext(N_("%(what)s off"), what=off)]
    warnings = [
        each.id for each in evening.penalties
        if (each.kind, each.entrant, each.withdrawn) == (WARNING, record.entrant, None)
    ]  # fmt: skip
    if rule and record.id in warnings and (warnings.index(record.id) + 1) % rule.every == 0:
        parts.append(say.gettext(N_("cost %(cost)s"), cost=_say_taken(rule.points, rule.difference, say)))
    if record.round:
        parts.append(say.gettext(N_("Round %(round)s"), round=str(record.round)))
    return " · ".join(parts)


def _articles(evening: Evening, say: Words) -> dict[str, str]:
    """The articles of the penalty code of the evening's matches, as labels by id; empty without a code.

    The first choice, "", is no article.
    """
    setup = evening.setup
    code = codes().get(resolve(setup.rules, setup.format, with_code(setup.options, setup.code)).code.id)
    articles = {each.id: f"{each.id} · {say.gettext(each.title)}" for each in code.articles} if code else {}
    return {"": say.gettext(N_("none: the reason alone")), **articles} if articles else {}
