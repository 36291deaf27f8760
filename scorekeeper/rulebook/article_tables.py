"""Checks of the articles and rules of a penalty code: the headings, outcomes, readings, answers, values and conditions
that they refer to must exist."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.engine.penalties.articles import (
    Article,
    Condition,
    Derived,
    PenaltyCode,
    Place,
    Question,
    Reference,
    TableRow,
)
from scorekeeper.engine.penalties.in_force import WILD_LIMITS
from scorekeeper.engine.refused import malformed
from scorekeeper.rulebook.tables import among, placed, wrong
from scorekeeper.rulebook.values import check_condition, check_path

#: The keys of facts about a match. A question names facts: `from` is the fact that answers it, `max_of` the fact that
#: is its maximum. A derived number has the key of a fact, and is computed only if the match does not have that fact.
FACTS = ("players", "canastas_needed", "before_partners_turn", "repeat", "red_threes", "rank", *WILD_LIMITS)
Questions = Mapping[str, Question]


def check_article(article: Article, where: str, code: PenaltyCode) -> None:
    """Raise `Refused` if an article has no row, or refers to something that does not exist. `where` is the location of
    the article."""
    check_citation(article, where, code)
    for condition, place in placed(article.where, f"{where}.where"):
        check_condition(condition, place)
    for question, place in placed(article.questions, f"{where}.question"):
        _check_question(question, place)
    questions = {each.key: each for each in article.questions}
    for number, place in placed(article.derived, f"{where}.derived"):
        _check_derived(number, place, questions)
    if not article.every_row:
        raise wrong("missing; an article decides by at least one row", f"{where}.row")
    for row, place in placed(article.every_row, f"{where}.row"):
        check_row(row, place, code, questions, [number.key for number in article.derived])
    for tile, place in placed(article.own_tiles, f"{where}.tile"):
        among((key for key, _ in tile.answers), f"{place}.answers", questions)
        for key, answer in tile.answers:
            _check_answers((answer,), f"{place}.answers.{key}", questions[key])


def check_reference(reference: Reference, where: str, code: PenaltyCode) -> None:
    """Raise `Refused` if a rule of a code refers to something that does not exist."""
    check_citation(reference, where, code)
    if reference.applies:
        check_row(reference.applies, f"{where}.applies", code)


def check_citation(cited: Article | Reference | TableRow, where: str, code: PenaltyCode) -> None:
    """Raise `Refused` if `cited` has no location or no clause, or cites a section that the code does not have."""
    among((cited.section,), f"{where}.section", code.sections)
    if cited.place == Place():
        raise wrong("empty; expected a paragraph, a row, an item or a point", f"{where}.place")
    if not (cited.cites and cited.cites.clause):
        raise malformed("missing", f"{where}.clause")


def check_row(
    row: TableRow, where: str, code: PenaltyCode, questions: Questions | None = None, numbers: Sequence[str] = ()
) -> None:
    """Raise `Refused` if a row refers to something that does not exist. `numbers` are the keys of derived numbers; a
    condition may use them as its `min` or `max`."""
    questions = questions or {}
    counted = [each.key for each in questions.values() if each.kind == "number"]
    readings = [each.id for each in code.readings]
    _check_when(row.when, f"{where}.when", questions, numbers)
    among(row.outcomes, f"{where}.outcomes", code.outcomes)
    among((row.times,), f"{where}.times", counted)
    among((row.reading,), f"{where}.reading", readings)
    among((row.aside,), f"{where}.aside", readings)
    for obligation, place in placed(row.obligations, f"{where}.obligation"):
        among((obligation.count,), f"{place}.count", counted)
    if row.section or row.clause or row.place != Place():
        check_citation(row, where, code)
    for path, place in placed(row.points_of, f"{where}.points_of"):
        check_path(path, place)
    for condition, place in placed(row.where, f"{where}.where"):
        check_condition(condition, place)


def _check_question(asked: Question, where: str) -> None:
    """Raise `Refused` for unknown facts. A question of the kind "number" must not list answers. A question of another
    kind must have at least two answers of the right type, all different, and no bounds."""
    if asked.kind == "number":
        if asked.choices:
            raise wrong("a number has none; allowed: min, max, max_of", f"{where}.answers")
    elif asked.minimum or asked.maximum is not None or asked.most:
        raise wrong("only a number has one; allowed: answers", f"{where}.min")
    else:
        for choice, place in placed(asked.choices, f"{where}.answers"):
            if isinstance(choice.key, bool) is not (asked.kind == "yes_no"):
                key = "not_true_or_false" if asked.kind == "yes_no" else "not_text"
                raise malformed(key, f"{place}.key", choice.key)
        if len(set(asked.keys)) < max(2, len(asked.keys)):
            raise wrong("expected at least two answers, each once", f"{where}.answers")
    among((asked.most,), f"{where}.max_of", FACTS)
    among((asked.fact,), f"{where}.from", FACTS)


def _check_derived(number: Derived, where: str, questions: Questions) -> None:
    among((number.key,), f"{where}.key", FACTS)
    if not number.rows or number.rows[-1].when:
        raise wrong("the last row must hold always: it has no `when`", f"{where}.rows")
    for row, place in placed(number.rows, f"{where}.rows"):
        _check_when(row.when, f"{place}.when", questions)


def _check_when(when: Iterable[Condition], where: str, questions: Questions, numbers: Sequence[str] = ()) -> None:
    for condition in when:
        place = f"{where}.{'+'.join(condition.keys)}"
        among(condition.keys, place, questions)
        for key, bound in (("min", condition.at_least), ("max", condition.at_most)):
            among((bound,) if isinstance(bound, str) else (), f"{place}.{key}", (*questions, *numbers))
        if condition.one_of and len(condition.keys) > 1:
            raise wrong("a sum is compared with bounds; allowed: min, max", place)
        _check_answers(condition.one_of, place, questions[condition.keys[0]])


def _check_answers(wanted: Iterable[Any], where: str, asked: Question) -> None:
    """Raise `Refused` for values that are not answers to a question."""
    answers = [(type(key), key) for key in asked.keys]
    for each in wanted:
        number = type(each) is int and each >= asked.minimum
        if not (number if asked.kind == "number" else (type(each), each) in answers):
            raise wrong(f"{each!r} is no answer to it; allowed: {asked.allowed()}", where)
