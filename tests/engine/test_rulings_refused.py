"""Invalid and arbitrary answers to articles lead to a ruling, a question or a refusal, never to anything else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.penalties.articles import Article, Question, holds
from scorekeeper.engine.penalties.rulings import Ask, Ruling, branches, decide
from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.codes import adjudicating, code
from tests.examples import texts

ARTICLES = [article for code_ in adjudicating() for article in code_.articles]


CURES = ("add_or_rearrange", "take_some_back", "none")


def article(id_: str) -> Article:
    """An article of either code."""
    return next(article for article in ARTICLES if article.id == id_)


@pytest.mark.parametrize(
    ("id_", "answers", "key", "where", "allowed"),
    [
        ("HU-12", {"count": 3}, "unknown_key", "answers.count", ()),
        ("HU-03", {"cure": ["none"]}, "not_one_of", "answers.cure", CURES),
        ("HU-03", {"next_player_acted": 1}, "not_true_or_false", "answers.next_player_acted", (True, False)),
        ("HU-04", {"extra_cards": 0}, "out_of_range", "answers.extra_cards", (1, 1_000_000)),
        ("HU-10", {"jokers": -1}, "out_of_range", "answers.jokers", (0, 1_000_000)),
        # An answer that no longer matters must still be allowed.
        ("HU-03", {"next_player_acted": True, "cure": "all"}, "not_one_of", "answers.cure", CURES),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_refused_with_the_allowed_ones(
    id_: str, answers: dict[str, Any], key: str, where: str, allowed: tuple[Any, ...]
) -> None:
    with pytest.raises(Refused) as refused:
        decide(article(id_), answers)
    told = refused.value
    assert (told.kind, told.key, told.where, told.allowed) == ("malformed", key, where, allowed)


articles = st.sampled_from(ARTICLES)
keys = st.sampled_from(sorted({question.key for one in ARTICLES for question in one.questions}))
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts(8) | st.sampled_from(["yes", "none"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts(4), inner, max_size=2),
    max_leaves=3,
)


@given(articles, st.dictionaries(keys | texts(8), anything, max_size=5))
def test_any_answers_give_a_ruling_a_question_or_a_refusal(one: Article, answers: dict[str, Any]) -> None:
    assert isinstance(result_of(one, answers), Ruling | Ask | Refused)


def result_of(one: Article, answers: dict[str, Any]) -> Ruling | Ask | Refused:
    """The ruling on these answers, the next question, or the refusal of an answer. Raises any other refusal."""
    try:
        return decide(one, answers)
    except Refused as refused:
        if not refused.where.startswith("answers."):
            raise
        return refused


def lawful(question: Question) -> st.SearchStrategy[Any]:
    """Answers that a question allows."""
    if question.kind == "number":
        return st.integers(question.minimum, 60 if question.maximum is None else question.maximum)
    return st.sampled_from(question.keys)


@st.composite
def answered(draw: st.DrawFn) -> tuple[Article, dict[str, Any]]:
    """An article with every question answered, in any order."""
    one = draw(articles)
    order = draw(st.permutations(one.questions))
    return one, {question.key: draw(lawful(question)) for question in order}


@given(answered())
def test_all_answers_give_the_first_row_that_holds(case: tuple[Article, dict[str, Any]]) -> None:
    one, answers = case
    values = {"canastas_needed": 2 if answers.get("players") == 2 else 1, "wilds_over": 4, **answers}
    row = next(row for row in one.rows if all(holds(condition, values) for condition in row.when))
    ruling = decide(one, answers)
    assert isinstance(ruling, Ruling)
    assert ruling.row is row
    assert ruling.points == row.points * (answers[row.times] if row.times else 1)


@given(answered(), st.data())
def test_a_ruling_on_fewer_answers_is_the_ruling_on_all(
    case: tuple[Article, dict[str, Any]], data: st.DataObject
) -> None:
    one, answers = case
    kept = data.draw(st.sets(st.sampled_from(sorted(answers)))) if answers else set()
    some = {key: value for key, value in answers.items() if key in kept}
    early, late = decide(one, some), decide(one, answers)
    if isinstance(early, Ruling):
        assert isinstance(late, Ruling)
        assert early.verdict == late.verdict
    else:
        assert early.question.key not in some
        assert branches(one, some)


@given(answered())
def test_following_the_questions_ends_within_their_number(case: tuple[Article, dict[str, Any]]) -> None:
    one, answers = case
    given_: dict[str, Any] = {}
    while isinstance(result := decide(one, given_), Ask):
        given_[result.question.key] = answers[result.question.key]
    assert len(given_) <= len(one.questions)
    assert result.verdict == decide(one, answers).verdict  # type: ignore[union-attr]  # all answers lead to a ruling


def test_the_two_codes_share_no_article() -> None:
    assert code("hungarian").article("RO-01") is None
    assert code("romanian").article("HU-01") is None
