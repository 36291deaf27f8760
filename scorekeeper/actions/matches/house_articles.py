"""The articles people add to their code: for one match, or for every match kept in this file."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.desk import Desk
from scorekeeper.actions.matches.offences import house_articles
from scorekeeper.actions.matches.rulings import check_meant
from scorekeeper.engine.penalties.house_articles import house_article
from scorekeeper.engine.refused import impossible
from scorekeeper.ledger import HouseArticle

#: Numbers of articles: of a table for one match, of the whole house.
TABLE, HOUSE = "T", "H"
MOST_ARTICLES = 40
#: Where the points and the raise of an article stand.
FIGURES = ("house_article.points", "house_article.opening_raise")


def add_article(
    desk: Desk,
    match_id: str,
    fields: Mapping[str, Any],
    *,
    key: str,
    now: str,
    everywhere: bool = False,
    sure: bool = False,
) -> HouseArticle:
    """Add an article `{title, moment, points, opening_raise, obligation}`; the same key again is the same article.

    `everywhere`: for every match, not for this one alone. `sure`: figures that look mistyped are meant so. Raises
    `Refused` with the place of a mistake and `UnknownMatch`.
    """
    article = house_article({**fields, "id": TABLE})
    if not sure:
        check_meant(article.rows[0].points, article.rows[0].opening_raise, fields=FIGURES)
    desk.load(match_id)
    if len(house_articles(desk, match_id)) >= MOST_ARTICLES:
        raise impossible("too_many_articles", "house_article.title", MOST_ARTICLES, [MOST_ARTICLES])
    kept = desk.ledger.house_articles
    if everywhere:
        return kept.add(fields, prefix=HOUSE, key=key, now=now)
    return kept.add(fields, prefix=f"{match_id}:{TABLE}", key=key, now=now, match_id=match_id)


def retire_article(desk: Desk, match_id: str, number: str, *, now: str) -> None:
    """Take an article out of force; rulings by it stand. Raises UnknownHouseArticle."""
    stored = number if number.startswith(HOUSE) else f"{match_id}:{number}"
    desk.ledger.house_articles.retire(stored, now=now)
