"""A table's own articles."""

from typing import Any

import pytest

from scorekeeper.engine.penalties.articles import HIGHEST_RAISE, HOUSE_OBLIGATION, MOMENTS, house_article
from scorekeeper.engine.penalties.rulings import Ruling, decide
from scorekeeper.engine.refused import Refused

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


def test_a_house_article_says_what_it_binds_to_or_its_title() -> None:
    plain, binding = house_article(TALKING), house_article({**TALKING, "obligation": "Pours the coffee."})
    assert (plain.says, binding.says) == ("Talking during play", "Pours the coffee.")
    assert (plain.rows[0].why, plain.rows[0].do, plain.rows[0].case) == ("Talking during play", (), "")
    assert house_article({**TALKING, "obligation": ""}) == plain == house_article({**TALKING, "obligation": None})


def test_a_house_article_goes_to_its_limits() -> None:
    most = house_article({**TALKING, "title": "x" * 200, "points": -10_000, "opening_raise": HIGHEST_RAISE})
    assert (most.rows[0].points, most.rows[0].opening_raise, len(most.title)) == (-10_000, HIGHEST_RAISE, 200)
    assert house_article({**TALKING, "points": 10_000}).rows[0].points == 10_000


KEYS = ("id", "title", "moment", "points", "opening_raise", "obligation")
TEXTS, POINTS = (1, 200), (-10_000, 10_000)


@pytest.mark.parametrize(
    ("change", "key", "where", "allowed"),
    [
        ({"title": ""}, "not_text", "title", None),
        ({"title": None}, "not_text", "title", None),
        ({"title": "x" * 201}, "too_long", "title", TEXTS),
        ({"id": 3}, "not_text", "id", None),
        ({"moment": "tea"}, "not_one_of", "moment", tuple(MOMENTS)),
        ({"moment": ["deal"]}, "not_one_of", "moment", tuple(MOMENTS)),
        ({"points": "-50"}, "not_a_whole_number", "points", None),
        ({"points": True}, "not_a_whole_number", "points", None),
        ({"points": -10_001}, "out_of_range", "points", POINTS),
        ({"points": 10_001}, "out_of_range", "points", POINTS),
        ({"opening_raise": -10}, "out_of_range", "opening_raise", (0, HIGHEST_RAISE)),
        ({"obligation": 7}, "not_text", "obligation", None),
        ({"fine": 5}, "unknown_key", "fine", KEYS),
    ],
)
def test_a_house_article_of_another_shape_is_refused(
    change: dict[str, Any], key: str, where: str, allowed: tuple[Any, ...] | None
) -> None:
    with pytest.raises(Refused) as refused:
        house_article({**TALKING, **change})
    told = refused.value
    found = "fine" if key == "unknown_key" else next(iter(change.values()))
    assert (told.key, told.where, told.found) == (key, f"house_article.{where}", found)
    assert (told.allowed and tuple(told.allowed)) == allowed


def test_a_house_article_that_is_no_object_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        house_article(["Talking"])  # type: ignore[arg-type]
    told = refused.value
    assert (told.key, told.where, told.found) == ("not_an_object", "house_article", ["Talking"])
