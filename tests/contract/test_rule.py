"""`rule` through the command line and the JSON API."""

from typing import Any

import pytest

from scorekeeper.contract.rule import rule, rule_list
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.words import words_for


def test_it_works() -> None:
    request = {
        "code": "hungarian",
        "article": "HU-03",
        "answers": {"next_player_acted": False, "cure": "take_some_back"},
    }
    assert rule(request) == {
        "points": -100,
        "opening_raise": 0,
        "outcomes": ["MELD_STANDS"],
        "article": "HU-03",
        "reading": None,
    }


@pytest.mark.parametrize(
    ("request_", "question", "answers"),
    [
        (
            {"code": "hungarian", "article": "HU-03", "answers": {"next_player_acted": False}},
            "cure",
            ["add_or_rearrange", "take_some_back", "none"],
        ),
        ({"code": "hungarian", "article": "HU-03"}, "next_player_acted", [True, False]),
        ({"code": "hungarian", "article": "HU-09", "answers": {}}, "count", {"min": 1, "max": 4}),
        ({"code": "hungarian", "article": "HU-04"}, "extra_cards", {"min": 1, "max": None}),
        ({"code": "hungarian", "article": "HU-02"}, "players", {"min": 2, "max": 6}),
        ({"code": "hungarian", "article": "HU-10", "answers": {"naturals": 4}}, "jokers", {"min": 0, "max": None}),
    ],
)  # fmt: skip
def test_a_missing_answer_is_asked_for(request_: dict[str, Any], question: str, answers: Any) -> None:
    assert rule(request_) == {"ask": {"question": question, "answers": answers}}


@pytest.mark.parametrize(
    ("match", "asks"),
    [
        ({}, True),
        ({"rules": "hungarian"}, True),
        ({"rules": "hungarian", "format": "two"}, False),
        ({"rules": "hungarian", "format": "three"}, False),
        ({"rules": "hungarian", "format": "cutthroat"}, True),  # two players may be partners
        ({"rules": "hungarian", "format": "five"}, True),
    ],
)
def test_where_nobody_has_a_partner_hu_05_asks_for_none_and_fines_nobody(match: dict[str, Any], asks: bool) -> None:
    ruled = rule({"code": "hungarian", "article": "HU-05", **match})
    assert ("ask" in ruled) == asks
    assert asks or (ruled["points"], ruled["reading"]) == (0, None)


@pytest.mark.parametrize(
    ("match", "points"),
    [
        ({}, 0),  # known from `players`: a match of four needs one canasta
        ({"rules": "hungarian"}, 0),
        ({"rules": "hungarian", "format": "two"}, -100),
        ({"rules": "hungarian", "format": "cutthroat"}, -100),
        ({"rules": "hungarian", "format": "two", "options": {"canastas-to-go-out": 1}}, 0),
    ],
)
def test_a_match_says_how_many_canastas_hu_07_needs(match: dict[str, Any], points: int) -> None:
    answers = {"canastas": 1, "players": 4}
    assert rule({"code": "hungarian", "article": "HU-07", "answers": answers, **match})["points"] == points


def test_a_match_answers_how_many_players_there_are() -> None:
    request = {"code": "hungarian", "article": "HU-02", "rules": "hungarian"}
    assert rule({**request, "format": "two"})["outcomes"] == []
    assert rule({**request, "format": "six"})["outcomes"] == ["CARD_STAYS_EXPOSED", "MELD_OR_DISCARD_FIRST_CHANCE"]


@pytest.mark.parametrize(
    ("request_", "where", "told"),
    [
        ({}, "code", "hungarian, romanian"),
        ({"code": "czech", "article": "CZ-01"}, "code", "hungarian, romanian"),
        ({"code": 3}, "code", "hungarian, romanian"),
        ({"code": "hungarian"}, "article", "HU-01, HU-02"),
        ({"code": "hungarian", "article": "HU-11"}, "article", "HU-01, HU-02"),  # for reference only, without a ruling
        ({"code": "hungarian", "article": "RO-01"}, "article", "HU-01, HU-02"),
        ({"code": "romanian", "article": "HU-01"}, "article", "RO-01, RO-02"),
        ({"code": "hungarian", "article": ["HU-01"]}, "article", "HU-01, HU-02"),
        ({"code": "hungarian", "article": "HU-01", "answer": {}}, "answer", "code, article, answers"),
        ({"code": "hungarian", "article": "HU-01", "answers": None}, "answers", "null"),
        ({"code": "hungarian", "article": "HU-01", "answers": {"why": 1}}, "answers.why", "fault, noticed"),
        ({"code": "hungarian", "article": "HU-01", "answers": {"fault": "tea"}}, "answers.fault", "cut_omitted"),
        ({"code": "hungarian", "article": "HU-07", "rules": "tea"}, "rules", "hungarian"),
        ({"code": "hungarian", "article": "HU-07", "rules": "hungarian", "format": "ten"}, "format", "four"),
        ({"code": "hungarian", "article": "HU-07", "rules": "hungarian", "options": {"tea": 1}}, "options.tea", "tie"),
        ([], "", "[]"),
        (None, "", "null"),
        ("HU-01", "", "HU-01"),
    ],
)  # fmt: skip
def test_bad_input_names_the_place_and_what_is_allowed(request_: Any, where: str, told: str) -> None:
    error = rule(request_)["error"]
    assert (error["kind"], error["where"]) == ("malformed", where)
    assert told in error["message"]


def test_the_list_has_every_article_and_question() -> None:
    listed = rule_list(None)["codes"]
    assert [code["code"] for code in listed] == ["hungarian", "romanian"]
    for told, code in zip(listed, adjudicating(), strict=True):
        assert [article["article"] for article in told["articles"]] == [article.id for article in code.articles]
    fault = listed[0]["articles"][0]["questions"][0]
    assert (fault["question"], fault["always"], fault["answers"][0]) == ("fault", True, "dealer_exposed_card")


def test_the_list_can_be_of_one_code_and_in_words_of_a_language() -> None:
    assert [code["title"] for code in rule_list("romanian", words_for("en"))["codes"]] == ["Romanian penalty code"]
    assert rule_list("estonian")["error"]["where"] == "code"
