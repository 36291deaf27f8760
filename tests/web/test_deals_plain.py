"""A deal by cards in a browser without scripts: the page's form is filled in field by field, and sent."""

from collections.abc import Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.html_tree import found, sent
from tests.web.tables import desk_of, opened


class Plain:
    """The form on the entry page: its address, the value of each field, and the choices that a field offers."""

    def __init__(self, page: str) -> None:
        (form,) = found(page, "form#deal")
        self.action = form.get("action", "")
        fields = [each for each in form.iter() if each.tag in ("input", "select", "button") and each.get("name")]
        self.holds = dict(pair for each in fields if each.tag != "button" for pair in sent(each))
        self.typed = {each.get("name", "") for each in fields if each.get("type") == "text"}
        self.offers: dict[str, list[str]] = {}
        for each in fields:
            choices = each.iter("option") if each.tag == "select" else (each,)
            self.offers.setdefault(each.get("name", ""), []).extend(choice.get("value", "") for choice in choices)

    def filled(self, fields: Mapping[str, str]) -> dict[str, str]:
        """The form data with these values; empty fields are left out. Fails if the form has no such field or choice."""
        missing = {name: value for name, value in fields.items() if value not in self.offers.get(name, [])}
        assert missing.keys() <= self.typed
        return {name: value for name, value in {**self.holds, **fields}.items() if value}


def canasta(side: int, rank: str, naturals: int, twos: int = 0) -> dict[str, str]:
    return {f"s{side}-n-{rank}": str(naturals), f"s{side}-t-{rank}": str(twos)}


#: Deals as (rule set, fields of the form, points of each side). The points are melds and bonuses, less the cards left
#: in hand.
DEALS = [
    (
        "classic",
        {"end": "0", **canasta(0, "K", 7), **canasta(0, "A", 3, 1), "s0-red": "1", "s0-hp-tens": "20",
         **canasta(1, "Q", 4), "s1-hp-tens": "40", "s1-hp-fives": "5"},
        [70 + 500 + 80 + 100 + 100 - 20, 40 - 45],
    ),
    (
        "burraco",
        {"end": "0", **{f"s0-q0-{card}": "yes" for card in ("4", "5", "6", "8", "9", "10")}, "s0-q0-7": "2",
         "s0-q0-suit": "hearts", **canasta(0, "K", 3), **canasta(1, "Q", 3),
         "s1-hp-tens": "20", "s1-pozzetto": "played"},
        [45 + 20 + 100 + 30 + 100, 30 - 20],
    ),
    (
        "hand-and-foot",
        {"end": "none", **canasta(0, "K", 7), **canasta(1, "Q", 5, 2), "s0-hp-tens": "60", "s1-hp-tens": "20",
         "s1-feet": "1"},
        [70 + 500 - 60, 50 + 40 + 300 - 20],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "fields", "points"), DEALS, ids=[deal[0] for deal in DEALS])
def test_a_deal_by_cards_is_saved_by_the_plain_form(
    app: Flask, client: FlaskClient, rules: str, fields: dict[str, str], points: list[int]
) -> None:
    match = opened(client, rules=rules)
    form = Plain(client.get(f"/matches/{match}/deals/new?way=cards").text)
    looked_at = client.post(form.action, data=form.filled({**fields, "act": "look"}))
    assert looked_at.status_code == 303
    again = Plain(client.get(looked_at.headers["Location"].partition("#")[0]).text)
    assert {name: again.holds.get(name) for name in fields} == fields
    assert client.post(again.action, data=again.filled({"act": "save"})).status_code == 303
    assert [standing.score for standing in desk_of(app).load(match).state.standings] == points
