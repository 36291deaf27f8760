"""A search tells a question from an offence, and says the rule itself."""

import pytest

from scorekeeper.contract.search import search
from scorekeeper.words import words_for


def found(query: str, **asked: str) -> list[dict[str, object]]:
    """The hits of a query."""
    hits: list[dict[str, object]] = search({"query": query, **asked}, words_for("en"))["hits"]
    return hits


@pytest.mark.parametrize(
    ("query", "rules", "rule", "said"),
    [
        ("how many cards in a samba", "samba", "sequences", "seven of them a canasta"),
        ("how many cards are in the pozzetto", "burraco", "second-hand", "a second hand of eleven cards"),
        ("jak velké je pozzetto", "burraco", "second-hand", "a second hand of eleven cards"),
        ("what is the foot", "hand-and-foot", "second-hand", "dealt a hand and a foot"),
        ("sequence", "burraco", "sequences", "the ace is low before the two"),
        ("number of jokers in one canasta", "hungarian", "wild-cards", "at most: 3"),
    ],
)
def test_a_question_is_answered_by_the_rule_of_the_game(query: str, rules: str, rule: str, said: str) -> None:
    first = found(query, rules=rules)[0]
    assert first["id"] == rule
    assert said in f"{first['says']} {first['answer']}"


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ("wild canasta value", "wild-melds"),
        ("clean canasta bonus", "canastas"),
        ("wild card limit", "wild-cards"),
        ("first meld at 5200", "opening"),
        ("cards per person", "dealing"),
        ("kolik karet na hráče", "dealing"),
    ],
)
def test_a_bare_question_without_a_game_finds_the_rule_before_the_articles(query: str, rule: str) -> None:
    assert found(query)[0]["id"] == rule


def test_a_word_that_has_two_senses_in_one_language_is_no_name_in_another() -> None:
    """Romanian "închis" is frozen or out; a player who says "going out" did not name the frozen pile."""
    assert "frozen" not in [hit["id"] for hit in found("going out")[:5]]


def test_a_short_query_lists_all_that_fits() -> None:
    assert len(found("frozen pile")) == 20


@pytest.mark.parametrize(
    ("said", "code", "article"),
    [
        ("he told his partner how many jokers he had", "romanian", "RO-14"),
        ("megkérdezte a társát, kimehet-e, de nem várt", "hungarian", "HU-08"),
        ("i-a spus partenerului câți jokeri are", "romanian", "RO-14"),
        ("řekl spoluhráči, kolik má žolíků", "romanian", "RO-14"),
        ("ütles paarilisele, mitu jokkerit tal on", "romanian", "RO-14"),
    ],
)
def test_a_question_that_somebody_asked_at_the_table_is_an_event(said: str, code: str, article: str) -> None:
    assert found(said, code=code)[0]["id"] == article


@pytest.mark.parametrize("rule_set", ["classic", "samba", "burraco", "hand-and-foot", "czech"])
def test_an_answer_says_no_sentence_twice(rule_set: str) -> None:
    for query in ("frozen pile", "red threes", "black threes", "target", "sequences", "talking", "the stock runs out"):
        first = found(query, rules=rule_set)[0]
        assert not [line for line in first["answer"] if line in first["says"]]  # type: ignore[operator, union-attr]
