"""Articles of a table's own."""

from typing import Any

import pytest

from scorekeeper.engine.house_articles import HOUSE_OBLIGATION, house_article
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rulings import Ruling, decide

TALKING = {"id": "HOUSE-1", "title": "Talking during play", "moment": "melding", "points": -50}


def test_a_house_article_charges_its_points_without_a_question() -> None:
    article = house_article(TALKING)
    ruling = decide(article, {})
    assert isinstance(ruling, Ruling)
    assert (ruling.article, ruling.points, ruling.opening_raise, ruling.obligations) == ("HOUSE-1", -50, 0, ())
    assert (article.house, article.moments, article.title) == (True, ("melding",), "Talking during play")
    assert article.tiles[0].title == "Talking during play"


def test_a_house_article_may_raise_the_minimum_and_bind() -> None:
    ruling = decide(house_article({**TALKING, "points": 0, "opening_raise": 10, "obligation": "Pours the coffee."}), {})
    assert isinstance(ruling, Ruling)
    assert (ruling.points, ruling.opening_raise) == (0, 10)
    assert [(due.key, due.says) for due in ruling.obligations] == [(HOUSE_OBLIGATION, "Pours the coffee.")]
    assert ruling.row.do == ("Pours the coffee.",)


@pytest.mark.parametrize(
    ("change", "key", "where"),
    [
        ({"title": ""}, "not_text", "house_article.title"),
        ({"title": None}, "not_text", "house_article.title"),
        ({"title": "x" * 201}, "too_long", "house_article.title"),
        ({"id": 3}, "not_text", "house_article.id"),
        ({"moment": "tea"}, "not_one_of", "house_article.moment"),
        ({"moment": ["deal"]}, "not_one_of", "house_article.moment"),
        ({"points": "-50"}, "not_a_whole_number", "house_article.points"),
        ({"points": True}, "not_a_whole_number", "house_article.points"),
        ({"points": -10_001}, "out_of_range", "house_article.points"),
        ({"opening_raise": -10}, "out_of_range", "house_article.opening_raise"),
        ({"obligation": 7}, "not_text", "house_article.obligation"),
        ({"fine": 5}, "unknown_key", "house_article.fine"),
    ],
)
def test_a_house_article_of_another_shape_is_refused(change: dict[str, Any], key: str, where: str) -> None:
    with pytest.raises(Refused) as refused:
        house_article({**TALKING, **change})
    assert (refused.value.key, refused.value.where) == (key, where)


def test_a_house_article_that_is_no_object_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        house_article(["Talking"])  # type: ignore[arg-type]
    assert (refused.value.key, refused.value.where) == ("not_an_object", "house_article")
