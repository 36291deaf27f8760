"""The articles a table adds, and the recount of a deal."""

from typing import Any

import pytest

from scorekeeper.actions.matches.code import add_article
from scorekeeper.actions.matches.offences import house_articles
from scorekeeper.engine.matches.entries import Recount
from scorekeeper.engine.refused import Refused
from tests.actions.referee import MATCH, NOW, Table

COFFEE = {"title": "Coffee over the cards", "moment": "melding", "points": -50, "obligation": "The cards are dried."}


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


@pytest.mark.parametrize(("claimed", "verified", "favour", "error"), [(500, 450, True, 50), (450, 500, False, 50)])
def test_a_recount_says_in_whose_favour_it_was(claimed: int, verified: int, favour: bool, error: int) -> None:
    recount = Recount(1, 0, claimed, verified)
    assert (recount.in_own_favour, recount.error) == (favour, error)
