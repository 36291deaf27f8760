"""What is wrong or open in a deal as it is entered, in sentences: at its field, and on the button that leads to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorekeeper.engine.refused import Refused
from scorekeeper.web.deals.entry import Problem
from scorekeeper.words import entry
from scorekeeper.words.refusals import say_refusal

if TYPE_CHECKING:
    from scorekeeper.web.deals.views import EntryPage


def mistakes(page: EntryPage) -> Iterator[tuple[str | None, str]]:
    """What cannot be, each with its field: what cannot be read, then why the deal is refused. Where there is nothing of
    that and the deal was to be saved, the first thing that is missing: one at a time, as the green button asks."""
    refused = page.preview.refused
    wrong = [*page.entered.problems]
    if page.saving and not wrong and not refused:
        reason = [Problem("reason", "reason_missing")] if page.amending and not page.value("reason") else []
        wrong = [*page.open_questions, *reason][:1]
    for each in wrong:
        values = {"typed": each.typed, "found": each.typed, "side": _side(each, page)}
        yield each.field, page.words.gettext(entry.PROBLEMS[each.key], **values)
    if refused:
        yield page.entered.field_at(refused.where), say_refused(refused, page)


def say_question(question: Problem, page: EntryPage) -> str:
    """An open question as the button says it that leads to it."""
    figure = entry.FIGURES.get(question.field.partition("-")[2], question.key)
    key = question.key if question.sure else figure
    return page.words.gettext(entry.QUESTIONS.get(key, entry.QUESTIONS["refused"]), side=_side(question, page))


def say_refused(refused: Refused, page: EntryPage) -> str:
    """The sentence for a deal that cannot be; too many cards name the side where the last of them were entered."""
    if refused.key != "too_many_of_a_kind":
        return say_refusal(refused, page.words)
    name, team = page.entered.field_at(refused.where) or "", page.entered.team_at(refused.where)
    group = {name.rpartition("-")[2]: page.form.table[name].cards} if name in page.form.table else {}
    return entry.say_too_many(refused, group, page.shape.rules, page.name(team) if team else "", page.words)


def _side(question: Problem, page: EntryPage) -> str:
    return page.name(question.team) if question.team else ""
