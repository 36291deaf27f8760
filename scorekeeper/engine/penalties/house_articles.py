"""Articles a table adds to its code: one row, no questions, marked as the house's own."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.penalties.articles import MOMENTS, Article, Obligation, TableRow
from scorekeeper.engine.penalties.rulings import HIGHEST_RAISE, MOST_POINTS
from scorekeeper.engine.refused import malformed

#: The obligation of a house article has one key: its text is the table's own.
HOUSE_OBLIGATION = "HOUSE_OBLIGATION"

_KEYS = ("id", "title", "moment", "points", "opening_raise", "obligation")
_LONGEST_TEXT = 200


def house_article(stored: Mapping[str, Any]) -> Article:
    """The article made of `{id, title, moment, points, opening_raise, obligation}`.

    `points` (negative for a fine) and `opening_raise` default to 0, `obligation` to none. Raises `Refused`
    with the place, what was found and what is allowed.
    """
    _only_known_keys(stored)
    title, obligation = _text(stored, "title"), _optional_text(stored, "obligation")
    return Article(
        id=_text(stored, "id"),
        title=title,
        says=obligation or title,
        term="",
        moments=(_moment(stored),),
        every_row=(_row(stored, title, obligation),),
    )


def _row(stored: Mapping[str, Any], title: str, obligation: str) -> TableRow:
    return TableRow(
        points=_whole(stored, "points", -MOST_POINTS, MOST_POINTS),
        outcomes=(),
        do=(obligation,) if obligation else (),
        why=title,
        case="",
        opening_raise=_whole(stored, "opening_raise", 0, HIGHEST_RAISE),
        obligations=(Obligation(HOUSE_OBLIGATION, obligation),) if obligation else (),
    )


def _only_known_keys(stored: Mapping[str, Any]) -> None:
    if not isinstance(stored, Mapping):
        raise malformed("not_an_object", "house_article", stored)
    for key in stored:
        if key not in _KEYS:
            raise malformed("unknown_key", f"house_article.{key}", key, _KEYS)


def _text(stored: Mapping[str, Any], key: str) -> str:
    value = stored.get(key)
    if not isinstance(value, str) or not value.strip():
        raise malformed("not_text", f"house_article.{key}", value)
    if len(value) > _LONGEST_TEXT:
        raise malformed("too_long", f"house_article.{key}", value, (1, _LONGEST_TEXT))
    return value.strip()


def _optional_text(stored: Mapping[str, Any], key: str) -> str:
    return _text(stored, key) if stored.get(key) not in (None, "") else ""


def _moment(stored: Mapping[str, Any]) -> str:
    moment = stored.get("moment")
    if moment not in MOMENTS:
        raise malformed("not_one_of", "house_article.moment", moment, MOMENTS)
    return str(moment)


def _whole(stored: Mapping[str, Any], key: str, lowest: int, highest: int) -> int:
    value = stored.get(key, 0)
    if type(value) is not int:
        raise malformed("not_a_whole_number", f"house_article.{key}", value, (lowest, highest))
    if not lowest <= value <= highest:
        raise malformed("out_of_range", f"house_article.{key}", value, (lowest, highest))
    return value
