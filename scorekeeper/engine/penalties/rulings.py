"""decide(article, answers): the ruling, or the next question that still matters.

A question matters while some answer to it can still change points, raise, outcomes or reading. Answers may
come in any order; those that no longer matter are accepted and ignored. Everything here is pure.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from scorekeeper.engine.penalties.articles import (
    LARGEST_NUMBER,
    Article,
    Condition,
    Question,
    Reference,
    TableRow,
    Value,
    holds,
)
from scorekeeper.engine.penalties.in_force import OTHER_RANKS, in_force, ranks_apart
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct, replace

Answers = Mapping[str, Value]
#: What stands in for a code where a table penalises without any article, and for an article where it says why itself.
TABLE, OWN_WORDS = "table", "P0"
#: The reasons that a table gives most, by their numbers.
TABLE_REASONS = ("P1", "P2", "P3", "P4", "P5", "P6")


class Due(Struct):
    """An obligation of a ruling: its key, its text, and how often where the answers say so."""

    key: str
    says: str
    count: int | None = None


class Ruling(Struct):
    """The decision of an article. `points` are for the offender's side, for `count` cards where the article counts
    them; `row` has the texts."""

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
        """The identity of a ruling: two rulings with the same points, raise, outcomes and reading are the same."""
        return *self.effect, self.reading


class Ask(Struct):
    """The next question, because its answer still matters or is wanted for the record."""

    question: Question


class Branch(Struct):
    """The consequence of one answer, or of the numbers `answer` to `last` (None: and above)."""

    answer: Value
    last: Value | None
    result: Ruling | Ask
    rulings: tuple[Ruling, ...]


def facts(rules: RuleSet) -> dict[str, Value]:
    """The answers that the rules of a match give. Where no player has a partner, no partner's turn is to come; a meld
    is like others where no rank has limits of its own."""
    values: dict[str, Value] = {"players": rules.table.players, "canastas_needed": rules.canastas_needed}
    if not rules.table.partners:
        values["before_partners_turn"] = False
    if not ranks_apart(rules):
        values["rank"] = OTHER_RANKS
    return values


def decide(article: Article, answers: Mapping[str, Any], facts: Answers | None = None) -> Ruling | Ask:
    """The ruling of `article` on `answers`, or the question to ask next.

    `facts` are what the match knows. An answer given goes before a fact.
    Raises `Refused` (malformed) for a question the article does not have or an answer it does not allow.
    """
    given = _given(article, answers, facts or {})
    question = _next_question(article, given)
    if question is not None:
        return Ask(question)
    return _ruling(article, next(_completions(article, given)))


def settle(article: Article, answers: Mapping[str, Any], facts: Answers | None = None) -> Ruling | Ask:
    """As `decide` for a table: where whatever is still open changes the reading alone, nobody is asked."""
    result = decide(article, answers, facts)
    if isinstance(result, Ruling) or result.question.always:
        return result
    first, *others = possible(article, answers, facts)
    same = all(other.effect == first.effect for other in others)
    return first if same else result


def branches(article: Article, answers: Mapping[str, Any], facts: Answers | None = None) -> tuple[Branch, ...]:
    """The consequences of all answers to the next question; empty when the ruling is settled.

    Neighbouring numbers share a branch where nothing tells them apart; a branch that is open upwards carries
    the points of its lowest number.
    """
    asked = decide(article, answers, facts)
    if isinstance(asked, Ruling):
        return ()
    given = _given(article, answers, facts or {})
    values = _representatives(article, asked.question, given)
    by_value = [_branch(article, given, asked.question, value) for value in values]
    return tuple(_merged(by_value, asked.question))


def questions_left(article: Article, answers: Mapping[str, Any], facts: Answers | None = None) -> tuple[int, int]:
    """The least and the greatest number of questions that `settle` still asks."""
    asked = settle(article, answers, facts)
    if isinstance(asked, Ruling):
        return 0, 0
    after = ({**answers, asked.question.key: branch.answer} for branch in branches(article, answers, facts))
    left = [questions_left(article, given, facts) for given in after]
    return 1 + min(least for least, _ in left), 1 + max(most for _, most in left)


def row_of(entry: Article | Reference, answers: Mapping[str, Any], rules: RuleSet) -> TableRow | None:
    """The row by which a recorded ruling was made; None where an earlier wording of the code had asked other things."""
    if isinstance(entry, Reference):
        return entry.applies
    try:
        decided = settle(in_force(entry, rules) or entry, answers, facts(rules))
    except Refused:
        return None
    return decided.row if isinstance(decided, Ruling) else None


def possible(article: Article, answers: Mapping[str, Any], facts: Answers | None = None) -> tuple[Ruling, ...]:
    """Every ruling that the article can still come to, each verdict once, in the order of its answers."""
    return _possible(article, _given(article, answers, facts or {}))


def applied(reference: Reference) -> Ruling | None:
    """The ruling of a reference entry that can be applied (a raised opening minimum), or None."""
    return None if reference.applies is None else _from_row(reference.id, reference.applies, {})


def _given(article: Article, answers: Mapping[str, Any], facts: Answers) -> dict[str, Value]:
    """Facts and checked answers in one mapping, the answers before the facts that stand in for them."""
    from_facts = {q.key: facts[q.fact] for q in article.questions if q.fact is not None and q.fact in facts}
    return {**facts, **from_facts, **_checked(article, answers)}


def _checked(article: Article, answers: Mapping[str, Any]) -> dict[str, Value]:
    if not isinstance(answers, Mapping):
        raise malformed("not_an_object", "answers", answers)
    return {key: _checked_answer(article, key, value) for key, value in answers.items()}


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
    highest = LARGEST_NUMBER if question.maximum is None else question.maximum
    if type(value) is not int:
        raise malformed("not_a_whole_number", where, value, (question.minimum, highest))
    if not question.minimum <= value <= highest:
        raise malformed("out_of_range", where, value, (question.minimum, highest))
    return value


def _next_question(article: Article, given: Answers) -> Question | None:
    unanswered = [question for question in article.questions if question.key not in given]
    return next((q for q in unanswered if q.always or _matters(article, given, q)), None)


def _matters(article: Article, given: Answers, question: Question) -> bool:
    """Return whether two answers to `question` lead to two verdicts, whatever else is still open."""
    values = _representatives(article, question, given)
    others = _completions(article, {**given, question.key: values[0]})
    return any(_differ(article, rest, question.key, values) for rest in others)


def _differ(article: Article, rest: Answers, key: str, values: Iterable[Value]) -> bool:
    return len({_ruling(article, {**rest, key: value}).verdict for value in values}) > 1


def _completions(article: Article, given: Answers) -> Iterator[dict[str, Value]]:
    """`given` with every combination of representative answers to the open questions."""
    unanswered = [question for question in article.questions if question.key not in given]
    for values in product(*(_representatives(article, question, given) for question in unanswered)):
        yield {**given, **dict(zip((q.key for q in unanswered), values, strict=True))}


def _representatives(article: Article, question: Question, given: Answers) -> tuple[Value, ...]:
    """Answers that stand for all: each choice, or the numbers up to a little above every bound."""
    if question.kind != "number":
        return question.keys
    if question.maximum is not None:
        return tuple(range(question.minimum, question.maximum + 1))
    highest = max([question.minimum, *_limits(article, question.key, given)])
    return tuple(range(question.minimum, highest + 3))


def _limits(article: Article, key: str, given: Answers) -> Iterator[int]:
    """Every number that the article compares the answer `key` with, alone or in a sum."""
    for condition in _conditions(article):
        if key in condition.keys:
            yield from (int(value) for value in condition.one_of)
            yield from _bound_values(article, condition.at_least, given)
            yield from _bound_values(article, condition.at_most, given)


def _bound_values(article: Article, bound: int | str | None, given: Answers) -> Iterator[int]:
    """The values a bound can take: a number itself, or what the word it is stands for."""
    if isinstance(bound, int):
        yield bound
    elif bound is not None and bound in given:
        yield int(given[bound])
    else:
        yield from (row.value for derived in article.derived if derived.key == bound for row in derived.rows)


def _conditions(article: Article) -> Iterator[Condition]:
    for row in article.rows:
        yield from row.when
    for derived in article.derived:
        for derived_row in derived.rows:
            yield from derived_row.when


def _ruling(article: Article, values: Answers) -> Ruling:
    complete = _with_derived(article, values)
    row = next(row for row in article.rows if _all_hold(row.when, complete))
    return _from_row(article.id, row, complete)


def _all_hold(when: tuple[Condition, ...], values: Answers) -> bool:
    return all(holds(condition, values) for condition in when)


def _with_derived(article: Article, values: Answers) -> dict[str, Value]:
    complete = dict(values)
    for derived in article.derived:
        matching = (row.value for row in derived.rows if _all_hold(row.when, complete))
        complete.setdefault(derived.key, next(matching))
    return complete


def _from_row(article_id: str, row: TableRow, values: Answers) -> Ruling:
    times = 1 if row.times is None else int(values[row.times])
    due = (Due(o.key, o.says, None if o.count is None else int(values[o.count])) for o in row.obligations)
    points = row.points * times
    return Ruling(article_id, points, row.opening_raise, row.outcomes, row.reading, row, tuple(due), times)


def _possible(article: Article, given: Answers) -> tuple[Ruling, ...]:
    by_verdict: dict[Any, Ruling] = {}
    for values in _completions(article, given):
        ruling = _ruling(article, values)
        by_verdict.setdefault(ruling.verdict, ruling)
    return tuple(by_verdict.values())


def _branch(article: Article, given: Answers, question: Question, value: Value) -> Branch:
    after = {**given, question.key: value}
    following = _next_question(article, after)
    rulings = _possible(article, after)
    return Branch(value, value, rulings[0] if following is None else Ask(following), rulings)


def _merged(by_value: list[Branch], question: Question) -> Iterator[Branch]:
    """The branches of an open number with like neighbours joined, the last one open upwards."""
    if question.kind != "number" or question.maximum is not None:
        yield from by_value
        return
    held = by_value[0]
    for branch in by_value[1:]:
        if _rows(branch) == _rows(held):
            held = replace(held, last=branch.answer)
        else:
            yield held
            held = branch
    yield replace(held, last=None)


def _rows(branch: Branch) -> list[TableRow]:
    return [ruling.row for ruling in branch.rulings]
