"""The articles a table adds, and the recount of a deal."""

from typing import Any

import pytest

from scorekeeper.actions.matches.house_articles import add_article, retire_article
from scorekeeper.actions.matches.offences import house_articles, offence
from scorekeeper.actions.matches.recounts import keep_recount
from scorekeeper.engine.matches.entries import Recount
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.errors import Unknown, UnknownMatch
from tests.actions.referee import MATCH, NOW, Table, apply, now, stamp

COFFEE = {"title": "Coffee over the cards", "moment": "melding", "points": -50, "obligation": "The cards are dried."}


def test_it_works(table: Table) -> None:
    desk = table("hungarian")
    add_article(desk, MATCH, COFFEE, key="first-article", now=NOW)
    found = offence(desk, MATCH, now(desk).setup.rules, "T1")
    assert (found.code, found.article.house, found.article.title) == (None, True, "Coffee over the cards")
    apply(desk, "T1", 0)
    record = now(desk).rulings[0]
    assert (record.code, record.article, record.title, record.points) == ("house", "T1", "Coffee over the cards", -50)
    assert [owed["says"] for owed in record.obligations] == ["The cards are dried."]


def test_an_article_of_the_whole_house_holds_in_every_match(table: Table) -> None:
    desk = table()
    add_article(desk, MATCH, COFFEE, key="first-article", now=NOW, everywhere=True)
    assert [article.id for article in house_articles(desk, "another")] == ["H1"]
    retire_article(desk, MATCH, "H1", now=NOW)
    assert house_articles(desk, MATCH) == ()


def test_rulings_by_a_retired_article_stand(table: Table) -> None:
    desk = table()
    add_article(desk, MATCH, COFFEE, key="first-article", now=NOW)
    apply(desk, "T1", 0)
    retire_article(desk, MATCH, "T1", now=NOW)
    assert [(each.article, each.withdrawn) for each in now(desk).rulings] == [("T1", False)]
    with pytest.raises(Unknown):
        retire_article(desk, MATCH, "T9", now=NOW)


@pytest.mark.parametrize(
    ("change", "key", "where"),
    [
        ({"title": " "}, "not_text", "house_article.title"),
        ({"title": "x" * 201}, "too_long", "house_article.title"),
        ({"moment": "supper"}, "not_one_of", "house_article.moment"),
        ({"points": -10_001}, "out_of_range", "house_article.points"),
        ({"opening_raise": -5}, "out_of_range", "house_article.opening_raise"),
        ({"nonsense": 1}, "unknown_key", "house_article.nonsense"),
    ],
)
def test_a_wrong_article_is_refused(table: Table, change: dict[str, Any], key: str, where: str) -> None:
    desk = table()
    with pytest.raises(Refused) as refused:
        add_article(desk, MATCH, {**COFFEE, **change}, key="first-article", now=NOW)
    assert (refused.value.key, refused.value.where) == (key, where)
    assert house_articles(desk, MATCH) == ()


def test_a_match_that_is_not_there_has_no_articles(table: Table) -> None:
    with pytest.raises(UnknownMatch):
        add_article(table(), "nowhere", COFFEE, key="first-article", now=NOW)


def test_a_recount_keeps_both_figures_and_leaves_the_score(table: Table) -> None:
    desk = table("romanian", (500, 400))
    keep_recount(desk, MATCH, Recount(1, 0, 500, 450), stamp(desk, "recount-it"))
    (kept,) = now(desk).recounts
    assert (kept.deal, kept.side, kept.claimed, kept.verified) == (1, 0, 500, 450)
    assert now(desk).standings[0].score == 500


@pytest.mark.parametrize(("claimed", "verified", "favour", "error"), [(500, 450, True, 50), (450, 500, False, 50)])
def test_a_recount_says_in_whose_favour_it_was(claimed: int, verified: int, favour: bool, error: int) -> None:
    recount = Recount(1, 0, claimed, verified)
    assert (recount.in_own_favour, recount.error) == (favour, error)
