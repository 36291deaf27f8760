"""decide(article, answers): the ruling, or the next question that still matters.

A question matters as long as some answer to it can change the points, the raise, the outcomes or the reading. Answers
may come in any order; those that no longer matter are accepted and ignored.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby, product
from typing import Any

from scorekeeper.engine.penalties.articles import Article, Condition, Question, Reference, TableRow, Value, holds
from scorekeeper.engine.penalties.in_force import OTHER_RANKS, in_force, ranks_apart
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.shape import MOST
from scorekeeper.engine.values import Struct, replace

Answers = Mapping[str, Value]
#: The `code` of penalties without an article, and their `article` if the table gives a reason of its own.
TABLE, OWN_WORDS = "table", "P0"
#: The ids of the most frequent reasons for a penalty without an article.
TABLE_REASONS = ("P1", "P2", "P3", "P4", "P5", "P6")


class Due(Struct):
    """An obligation of a ruling: its key, its text, and the number of times, if the answers give one."""

    key: str
    says: str
    count: int | None = None


class Ruling(Struct):
    """The decision of an article. `points` is the total for the offender's side, `row` the row with the texts. `count`
    is the number of cards that were charged, or 1 if the article does not count them."""

    article: str
    points: int
    opening_raise: int
    outcomes: tuple[str, ...]
    reading: str | None
    row: TableRow
    obligations: tuple[Due, ...] = ()
    count: int = 1

    @property
    def effect(self) -> tuple[int, int, tuple[str, ...]]:
        """The effect of a ruling on a match: points, raise and outcomes."""
        return self.points, self.opening_raise, self.outcomes

    @property
    def verdict(self) -> tuple[int, int, tuple[str, ...], str | None]:
        """The parts that make two rulings the same: points, raise, outcomes and reading."""
        return *self.effect, self.reading


class Ask(Struct):
    """The next question. Its answer still matters, or is asked for the record."""

    question: Question


class Branch(Struct):
    """The consequence of one answer, or of the numbers from `answer` to `last` (None: no upper limit). `rulings` are
    all that are still possible after it."""

    answer: Value
    last: Value | None
    result: Ruling | Ask
    rulings: tuple[Ruling, ...]


def facts(rules: RuleSet) -> dict[str, Value]:
    """The answers that the rules of a match give. If no player has a partner, no offence is before the partner's turn;
    if no rank has its own limit of wild cards, the rank of a meld does not matter."""
    values: dict[str, Value] = {"players": rules.table.players, "canastas_needed": rules.canastas_needed}
    if not rules.table.partners:
        values["before_partners_turn"] = False
    if not ranks_apart(rules):
        values["rank"] = OTHER_RANKS
    return values


def decide(article: Article, answers: Mapping[str, Any], facts: Answers | None = None) -> Ruling | Ask:
    """The ruling of `article` on `answers`, or the question to ask next.

    `facts` are answers known from the match; `answers` take precedence over them. Raises `Refused` (malformed) for a
    question that the article does not have, or for an answer that is not allowed.
    """
    given = _given(article, answers, facts or {})
    unanswered = [question for question in article.questions if question.key not in given]
    question = next((q for q in unanswered if q.always or _matters(article, given, q)), None)
    if question is not None:
        return Ask(question)
    return _ruling(article, next(_completions(article, given)))


def settle(article: Article, answers: Mapping[str, Any], facts: Answers | None = None) -> Ruling | Ask:
    """As `decide`, but without questions whose answers can only change the reading."""
    result = decide(article, answers, facts)
    if isinstance(result, Ruling) or result.question.always:
        return result
    first, *others = possible(article, answers, facts)
    same = all(other.effect == first.effect for other in others)
    return first if same else result


def branches(article: Article, answers: Mapping[str, Any], facts: Answers | None = None) -> tuple[Branch, ...]:
    """The consequences of all answers to the next question; empty if there is a ruling.

    If the answer is a number without a maximum, consecutive numbers that are decided by the same rows are one branch,
    with the result and the rulings of the lowest of them. The last branch has no upper limit.
    """
    asked = decide(article, answers, facts)
    if isinstance(asked, Ruling):
        return ()
    question, found = asked.question, []
    for value in _representatives(article, question, _given(article, answers, facts or {})):
        after = {**answers, question.key: value}
        found.append(Branch(value, value, decide(article, after, facts), possible(article, after, facts)))
    if question.kind != "number" or question.maximum is not None:
        return tuple(found)
    alike = [[*same] for _, same in groupby(found, key=lambda branch: [ruling.row for ruling in branch.rulings])]
    lasts = [*(same[-1].answer for same in alike[:-1]), None]
    return tuple(replace(same[0], last=last) for same, last in zip(alike, lasts, strict=True))


def questions_left(article: Article, answers: Mapping[str, Any], facts: Answers | None = None) -> tuple[int, int]:
    """The smallest and the largest number of questions that `settle` may still ask."""
    asked = settle(article, answers, facts)
    if isinstance(asked, Ruling):
        return 0, 0
    after = ({**answers, asked.question.key: branch.answer} for branch in branches(article, answers, facts))
    left = [questions_left(article, given, facts) for given in after]
    return 1 + min(least for least, _ in left), 1 + max(most for _, most in left)


def row_of(entry: Article | Reference, answers: Mapping[str, Any], rules: RuleSet) -> TableRow | None:
    """The row by which a recorded ruling with these answers was made. None if they do not lead to a ruling by the
    article as it is now."""
    if isinstance(entry, Reference):
        return entry.applies
    try:
        decided = settle(in_force(entry, rules) or entry, answers, facts(rules))
    except Refused:
        return None
    return decided.row if isinstance(decided, Ruling) else None


def possible(article: Article, answers: Mapping[str, Any], facts: Answers | None = None) -> tuple[Ruling, ...]:
    """Every ruling that is still possible, each verdict once, in the order of the answers that lead to it."""
    by_verdict: dict[Any, Ruling] = {}
    for values in _completions(article, _given(article, answers, facts or {})):
        ruling = _ruling(article, values)
        by_verdict.setdefault(ruling.verdict, ruling)
    return tuple(by_verdict.values())


def applied(reference: Reference) -> Ruling | None:
    """The ruling of a reference entry, such as a raised opening minimum; None if the entry cannot be applied."""
    return None if reference.applies is None else _from_row(reference.id, reference.applies, {})


def _given(article: Article, answers: Mapping[str, Any], facts: Answers) -> dict[str, Value]:
    """The facts, overridden by the checked answers. A fact that answers a question is also under the question's key."""
    if not isinstance(answers, Mapping):
        raise malformed("not_an_object", "answers", answers)
    from_facts = {q.key: facts[q.fact] for q in article.questions if q.fact is not None and q.fact in facts}
    return {**facts, **from_facts, **{key: _checked_answer(article, key, value) for key, value in answers.items()}}


def _checked_answer(article: Article, key: Any, value: Any) -> Value:
    question = article.question(key)
    if question is None:
        raise malformed("unknown_key", f"answers.{key}", key, (q.key for q in article.questions))
    if question.kind == "number":
        return _checked_number(question, value)
    if not any(type(allowed) is type(value) and allowed == value for allowed in question.keys):
        error = "not_true_or_false" if question.kind == "yes_no" else "not_one_of"
        raise malformed(error, f"answers.{key}", value, question.keys)
    return value  # type: ignore[no-any-return]  # it is one of the question's own keys


def _checked_number(question: Question, value: Any) -> int:
    where = f"answers.{question.key}"
    highest = MOST if question.maximum is None else question.maximum
    if type(value) is not int:
        raise malformed("not_a_whole_number", where, value, (question.minimum, highest))
    if not question.minimum <= value <= highest:
        raise malformed("out_of_range", where, value, (question.minimum, highest))
    return value


def _matters(article: Article, given: Answers, question: Question) -> bool:
    """Return whether, with some answers to the other open questions, two answers to `question` give different
    verdicts."""
    values = _representatives(article, question, given)
    others = _completions(article, {**given, question.key: values[0]})
    return any(
        len({_ruling(article, {**rest, question.key: value}).verdict for value in values}) > 1 for rest in others
    )


def _completions(article: Article, given: Answers) -> Iterator[dict[str, Value]]:
    """`given` with every combination of representative answers to the open questions."""
    unanswered = [question for question in article.questions if question.key not in given]
    for values in product(*(_representatives(article, question, given) for question in unanswered)):
        yield {**given, **dict(zip((q.key for q in unanswered), values, strict=True))}


def _representatives(article: Article, question: Question, given: Answers) -> tuple[Value, ...]:
    """Enough answers to reach every verdict: all choices; all numbers up to the maximum; or, without a maximum, the
    numbers up to a little above the highest bound."""
    if question.kind != "number":
        return question.keys
    if question.maximum is not None:
        return tuple(range(question.minimum, question.maximum + 1))
    return tuple(range(question.minimum, max([question.minimum, *_limits(article, question.key, given)]) + 3))


def _limits(article: Article, key: str, given: Answers) -> Iterator[int]:
    """The numbers with which the article compares the answer to the question `key`, or a sum that contains it."""
    for condition in _conditions(article):
        if key in condition.keys:
            yield from (int(value) for value in condition.one_of)
            yield from _bound_values(article, condition.at_least, given)
            yield from _bound_values(article, condition.at_most, given)


def _bound_values(article: Article, bound: int | str | None, given: Answers) -> Iterator[int]:
    """The values that a bound can have: the number itself, or those of the answer or derived number that it names."""
    if isinstance(bound, int):
        yield bound
    elif bound is not None and bound in given:
        yield int(given[bound])
    else:
        yield from (row.value for derived in article.derived if derived.key == bound for row in derived.rows)


def _conditions(article: Article) -> Iterator[Condition]:
    for row in article.rows:
        yield from row.when
    for derived_row in (row for derived in article.derived for row in derived.rows):
        yield from derived_row.when


def _ruling(article: Article, values: Answers) -> Ruling:
    """The ruling on a complete set of answers: that of the first row whose conditions hold."""
    complete = dict(values)
    for derived in article.derived:
        complete.setdefault(derived.key, next(row.value for row in derived.rows if _all_hold(row.when, complete)))
    return _from_row(article.id, next(row for row in article.rows if _all_hold(row.when, complete)), complete)


def _all_hold(when: tuple[Condition, ...], values: Answers) -> bool:
    return all(holds(condition, values) for condition in when)


def _from_row(article_id: str, row: TableRow, values: Answers) -> Ruling:
    times = 1 if row.times is None else int(values[row.times])
    due = (Due(o.key, o.says, None if o.count is None else int(values[o.count])) for o in row.obligations)
    points = row.points * times
    return Ruling(article_id, points, row.opening_raise, row.outcomes, row.reading, row, tuple(due), times)
