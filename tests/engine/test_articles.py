"""A small code made for these tests: when a row applies, what is asked, and the results of the answers."""

from typing import Any

import pytest

from scorekeeper.engine.penalties.articles import (
    Article,
    Choice,
    Condition,
    Derived,
    DerivedRow,
    Obligation,
    Question,
    TableRow,
    holds,
)
from scorekeeper.engine.penalties.rulings import Ask, Due, Ruling, decide, settle
from scorekeeper.engine.refused import Refused

VALUES = {"cups": 3, "pots": 2, "size": "pot", "canastas_needed": 5}


@pytest.mark.parametrize(
    ("condition", "there"),
    [
        (Condition(("size",), ("cup", "pot")), True),
        (Condition(("size",), ("cup",)), False),
        (Condition(("cups",)), True),
        (Condition(("cups",), at_least=3), True),
        (Condition(("cups",), at_least=4), False),
        (Condition(("cups",), at_most=3), True),
        (Condition(("cups",), at_most=2), False),
        (Condition(("cups", "pots"), at_least=5, at_most=5), True),
        (Condition(("cups", "pots"), at_least=6), False),
        (Condition(("cups", "pots"), at_most=4), False),
        (Condition(("cups", "pots"), at_least="canastas_needed", at_most="canastas_needed"), True),
        (Condition(("cups",), at_least="canastas_needed"), False),
        (Condition(("cups",), at_most="pots"), False),
    ],
)
def test_a_condition_holds_within_its_bounds(condition: Condition, there: bool) -> None:
    assert holds(condition, VALUES) is there


def row(case: str, points: int, *when: Condition, **more: Any) -> TableRow:
    """A row of the small code."""
    return TableRow(points, (case.upper(),), ("Do.",), "Why.", case, when, **more)


FEW = row("few", 0, Condition(("cups",), at_most="canastas_needed"))
MANY = row(
    "many",
    -5,
    times="cups",
    opening_raise=10,
    reading="R-1",
    obligations=(Obligation("SIP", "Sip.", "cups"), Obligation("STIR", "Stir.")),
)
TEA = Article(
    "OU-01",
    "Tea",
    "Tea.",
    "Tea",
    ("deal",),
    (
        Question("cups", "number", "How many?", minimum=1, maximum=9),
        Question("size", "choice", "How large?", (Choice("cup", "A cup"), Choice("pot", "A pot"))),
    ),
    (FEW, MANY),
    derived=(Derived("canastas_needed", (DerivedRow(4, (Condition(("size",), ("pot",)),)), DerivedRow(2))),),
)


def few(article: str = "OU-01") -> Ruling:
    return Ruling(article, 0, 0, ("FEW",), None, FEW)


def many(cups: int) -> Ruling:
    return Ruling(
        "OU-01", -5 * cups, 10, ("MANY",), "R-1", MANY, (Due("SIP", "Sip.", cups), Due("STIR", "Stir.", None)), cups
    )


@pytest.mark.parametrize(
    ("answers", "facts", "result"),
    [
        ({}, None, "cups"),
        # Two cups are few and five are many, whatever their size, so the size is not asked.
        ({"cups": 2}, None, few()),
        ({"cups": 5}, None, many(5)),
        # Three or four are few only with size "pot", so the size is asked, unless the match says how many are needed.
        ({"cups": 3}, None, "size"),
        ({"cups": 4}, None, "size"),
        ({"cups": 3, "size": "pot"}, None, few()),
        ({"cups": 4, "size": "pot"}, None, few()),
        ({"cups": 4, "size": "cup"}, None, many(4)),
        ({"cups": 4}, {"canastas_needed": 4}, few()),
        ({"cups": 4}, {"canastas_needed": 3}, many(4)),
    ],
)
def test_only_what_matters_is_asked(
    answers: dict[str, Any], facts: dict[str, Any] | None, result: Ruling | str
) -> None:
    for found in (decide(TEA, answers, facts), settle(TEA, answers, facts)):
        assert (found.question.key if isinstance(found, Ask) else found) == result


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ([1], ("not_an_object", "answers", [1], None)),
        ({"tea": 1}, ("unknown_key", "answers.tea", "tea", ("cups", "size"))),
        ({"cups": "1"}, ("not_a_whole_number", "answers.cups", "1", (1, 9))),
        ({"cups": True}, ("not_a_whole_number", "answers.cups", True, (1, 9))),
        ({"cups": 0}, ("out_of_range", "answers.cups", 0, (1, 9))),
        ({"cups": 10}, ("out_of_range", "answers.cups", 10, (1, 9))),
        ({"size": "jug"}, ("not_one_of", "answers.size", "jug", ("cup", "pot"))),
    ],
)
def test_what_is_no_answer_is_refused(answers: Any, told: tuple[str, str, Any, Any]) -> None:
    with pytest.raises(Refused) as caught:
        decide(TEA, answers)
    refused = caught.value
    assert (refused.kind, refused.key, refused.where, refused.found, refused.allowed) == ("malformed", *told)


def test_what_changes_the_reading_alone_is_not_asked_of_a_table() -> None:
    alike = row("many", -5, reading="R-2")
    small = row("many", -5, Condition(("size",), ("cup",)), reading="R-1")
    article = Article("OU-02", "Tea", "Tea.", "Tea", ("deal",), TEA.questions[1:], (small, alike))
    assert isinstance(decide(article, {}), Ask)
    assert settle(article, {}) == Ruling("OU-02", -5, 0, ("MANY",), "R-1", small)
