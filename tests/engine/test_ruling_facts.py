"""The questions that the match itself answers, and those that remain."""

from typing import Any

import pytest

from scorekeeper.engine.penalties.articles import Article, Reference
from scorekeeper.engine.penalties.rulings import (
    Ask,
    Ruling,
    applied,
    branches,
    facts,
    questions_left,
    row_of,
    settle,
)
from scorekeeper.rulebook.codes import code, codes
from scorekeeper.rulebook.loader import resolve

#: The facts of a Hungarian match, by format. With two players, or if all play alone, nobody has a partner. In the
#: cutthroat game two players may be partners, so that question stays open.
FACTS: list[tuple[str, dict[str, Any]]] = [
    ("four", {"players": 4, "canastas_needed": 1, "rank": "other"}),
    ("two", {"players": 2, "canastas_needed": 2, "rank": "other", "before_partners_turn": False}),
    ("three", {"players": 3, "canastas_needed": 1, "rank": "other", "before_partners_turn": False}),
    ("cutthroat", {"players": 3, "canastas_needed": 2, "rank": "other"}),
    ("six", {"players": 6, "canastas_needed": 1, "rank": "other"}),
]


def article(id_: str) -> Article:
    """An article of the Hungarian code."""
    found = code("hungarian").article(id_)
    assert found is not None
    return found


def known(format_: str) -> dict[str, Any]:
    """The facts of a Hungarian match in a format."""
    return dict(facts(resolve("hungarian", format_)))


@pytest.mark.parametrize(("format_", "expected"), FACTS)
def test_a_match_knows_who_plays_and_what_going_out_needs(format_: str, expected: dict[str, Any]) -> None:
    assert known(format_) == expected


@pytest.mark.parametrize(
    ("format_", "case"), [("two", "Two players"), ("three", "Three or more players"), ("six", "Three or more players")]
)
def test_a_dropped_card_is_ruled_without_a_question_where_the_players_are_known(format_: str, case: str) -> None:
    dropped, told = article("HU-02"), known(format_)
    ruled, row = settle(dropped, {}, told), row_of(dropped, {}, resolve("hungarian", format_))
    assert isinstance(ruled, Ruling)
    assert row is not None
    assert (ruled.row.case, row.case) == (case, case)
    assert (questions_left(dropped, {}, told), branches(dropped, {}, told)) == ((0, 0), ())
    assert (isinstance(settle(dropped, {}), Ask), questions_left(dropped, {})) == (True, (1, 1))
    assert len(branches(dropped, {})) == 5  # one for each number of players, from two to six


@pytest.mark.parametrize(
    ("format_", "canastas", "points"), [("four", 1, 0), ("four", 0, -100), ("two", 1, -100), ("two", 2, 0)]
)
def test_going_out_asks_for_canastas_alone_where_the_players_are_known(
    format_: str, canastas: int, points: int
) -> None:
    out, told = article("HU-07"), known(format_)
    assert (questions_left(out, {}, told), questions_left(out, {})) == ((1, 1), (1, 2))
    assert (len(branches(out, {}, told)), len(branches(out, {}))) == (2, 3)
    ruled = settle(out, {"canastas": canastas}, told)
    assert isinstance(ruled, Ruling)
    assert ruled.points == points


def test_a_question_follows_the_answers_that_do_not_settle_it() -> None:
    first, second = branches(article("HU-07"), {"players": 2}), branches(article("HU-07"), {})
    assert [(each.answer, each.last, isinstance(each.result, Ruling)) for each in first] == [
        (0, 1, True),
        (2, None, True),
    ]
    assert [each.result.question.key for each in second if isinstance(each.result, Ask)] == ["players"]


def test_a_reference_that_can_be_applied_gives_its_own_ruling() -> None:
    entries = [entry for each in codes().values() for entry in each.references]
    rulings = {entry.id: (applied(entry), row_of(entry, {}, resolve("hungarian"))) for entry in entries}
    for entry in entries:
        ruling, row = rulings[entry.id]
        assert isinstance(entry, Reference)
        assert row is entry.applies
        assert (ruling is None) == (entry.applies is None)
        assert ruling is None or (ruling.article, ruling.row, ruling.points) == (entry.id, row, entry.applies.points)
    assert any(ruling for ruling, _ in rulings.values())


def test_what_a_code_says_of_itself() -> None:
    hungarian = code("hungarian")
    known_reading = hungarian.readings[-1]
    assert (hungarian.reading(known_reading.id), hungarian.reading("AMB-999")) == (known_reading, None)
    count = article("HU-09").question("count")
    assert count is not None
    assert count.allowed() == {"min": 1, "max": 4}
