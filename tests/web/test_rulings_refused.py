"""What the pages of rulings refuse: every route with input that cannot be right, and nothing is written."""

from collections.abc import Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.matches.offences import house_articles
from tests.web.tables import desk_of, opened, play, post
from tests.web.test_rulings import texts

RULED = {
    "article": "HU-05",
    "side": "1",
    "deal": "3",
    "before_partners_turn": "yes",
    "version": "3",
    "key": "a-new-key",
}
ARTICLE = {"title": "Coffee over the cards", "moment": "melding", "points": "-50", "key": "a-new-key"}
RECOUNT = {"deal": "1", "side": "0", "claimed": "500", "verified": "450", "version": "3", "key": "a-new-key"}


@pytest.fixture
def match(app: Flask, client: FlaskClient) -> str:
    """A Hungarian match with two deals played."""
    match_id = opened(client, rules="hungarian")
    play(app, match_id, (1200, 300), (340, 1210))
    return match_id


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("article=HU-99", "There is no article"),
        ("article=RO-05", "Known: HU-01, HU-02"),
        ("article=HU-05&nonsense=yes", "Allowed: before_partners_turn"),
        ("article=HU-05&side=0&before_partners_turn=maybe", "Expected true or false"),
        ("article=HU-03&side=0&next_player_acted=no&cure=pray", "Allowed: add_or_rearrange, take_some_back, none"),
        ("article=HU-05&side=7&before_partners_turn=yes", "Allowed: 0, 1"),
        ("article=HU-05&side=x&before_partners_turn=yes", "Allowed: 0, 1"),
        ("article=HU-05&side=0&player=Nobody&before_partners_turn=yes", "Allowed: Ilona, Mihai"),
        ("article=HU-05&side=0&before_partners_turn=yes&deal=9", "Possible: 3, 2, 1."),
        ("article=HU-05&side=0&before_partners_turn=yes&deal=x", "Expected a whole number"),
        ("article=HU-05&side=0&before_partners_turn=yes&deal=99999999999999", "Expected a whole number"),
        ("article=HU-04&side=0&extra_cards=x", "Expected a whole number"),
        ("article=HU-04&side=0&extra_cards=0", "Found 0."),
        ("article=HU-04&side=0&extra_cards=-1", "Allowed: 1 to"),
        ("article=HU-04&side=0&extra_cards=99999999999", "whole number"),
    ],
)
def test_an_address_that_cannot_be_is_refused_with_what_is_allowed(
    client: FlaskClient, match: str, query: str, says: str
) -> None:
    answer = client.get(f"/matches/{match}/rulings/new?{query}")
    assert answer.status_code == 422
    assert says in texts(answer.text)


def test_a_number_that_cannot_be_read_stays_in_its_field(client: FlaskClient, match: str) -> None:
    answer = client.get(f"/matches/{match}/rulings/new?article=HU-04&side=0&extra_cards=two")
    assert 'value="two"' in answer.text
    assert 'id="extra_cards-error"' in answer.text
    assert "<title>Error:" in answer.text
    assert 'href="#extra_cards"' in answer.text


def test_a_rule_that_is_only_looked_up_leads_to_its_page(client: FlaskClient, match: str) -> None:
    answer = client.get(f"/matches/{match}/rulings/new?article=HU-11")
    assert (answer.status_code, answer.location) == (302, "/rules/articles/HU-11")


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"article": "HU-99"}, 422),
        ({"article": ""}, 422),
        ({"side": ""}, 422),
        ({"side": "unsure"}, 422),
        ({"side": "2"}, 422),
        ({"deal": ""}, 422),
        ({"deal": "4"}, 422),
        ({"player": "Nobody"}, 422),
        ({"before_partners_turn": "maybe"}, 422),
        ({"before_partners_turn": None}, 422),
        ({"nonsense": "yes"}, 422),
        ({"override": "yes", "points": "-50", "reason": ""}, 422),
        ({"version": ""}, 400),
        ({"version": "-1"}, 400),
        ({"key": "short"}, 400),
        ({"version": "2"}, 409),
        ({"csrf_token": "wrong"}, 400),
    ],
)
def test_a_ruling_that_cannot_be_is_not_written(
    app: Flask, client: FlaskClient, match: str, wrong: Mapping[str, str | None], status: int
) -> None:
    fields = {name: value for name, value in {**RULED, **wrong}.items() if value is not None}
    answer = post(client, f"/matches/{match}/rulings", fields)
    assert answer.status_code == status
    assert "Traceback" not in answer.text
    assert desk_of(app).ledger.version(match) == 3


def test_what_is_right_is_written(app: Flask, client: FlaskClient, match: str) -> None:
    assert post(client, f"/matches/{match}/rulings", RULED).status_code == 303
    assert desk_of(app).ledger.version(match) == 4


def test_a_key_that_stood_for_something_else_is_refused(client: FlaskClient, match: str) -> None:
    post(client, f"/matches/{match}/rulings", RULED)
    answer = post(client, f"/matches/{match}/rulings", {**RULED, "side": "0"})
    assert answer.status_code == 422
    assert "already sent with other values" in texts(answer.text)


def test_a_ruling_without_a_code_is_refused(client: FlaskClient) -> None:
    match_id = opened(client)
    answer = post(client, f"/matches/{match_id}/rulings", {**RULED, "deal": "1", "version": "1"})
    assert answer.status_code == 422
    assert "a code is chosen when a match is opened" in texts(answer.text)


@pytest.mark.parametrize("path", ["rulings", "rulings/new", "articles", "recount"])
def test_a_match_that_is_not_there_has_no_rulings(client: FlaskClient, path: str) -> None:
    assert client.get(f"/matches/nowhere/{path}").status_code == 404


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("rulings", RULED),
        ("rulings/nobody/withdraw", RULED),
        ("articles", ARTICLE),
        ("articles/T1/retire", {}),
        ("recount", RECOUNT),
    ],
)
def test_nothing_is_written_to_a_match_that_is_not_there(
    client: FlaskClient, path: str, fields: Mapping[str, str]
) -> None:
    assert post(client, f"/matches/nowhere/{path}", fields).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "status"), [({"version": "x"}, 400), ({"key": ""}, 400), ({"version": "1"}, 409), ({}, 422)]
)
def test_a_ruling_that_is_not_there_is_not_withdrawn(
    client: FlaskClient, match: str, wrong: Mapping[str, str], status: int
) -> None:
    fields = {"version": "3", "key": "a-new-key", **wrong}
    answer = post(client, f"/matches/{match}/rulings/nobody/withdraw", fields)
    assert answer.status_code == status


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "x" * 201}, "title"),
        ({"moment": "supper"}, "moment"),
        ({"points": "lots"}, "points"),
        ({"points": "-20000"}, "points"),
        ({"opening_raise": "-1"}, "opening_raise"),
        ({"obligation": "x" * 201}, "obligation"),
    ],
)
def test_a_house_article_with_a_mistake_comes_back(
    app: Flask, client: FlaskClient, match: str, wrong: Mapping[str, str], field: str
) -> None:
    answer = post(client, f"/matches/{match}/articles", {**ARTICLE, **wrong})
    assert answer.status_code == 422
    assert f'id="{field}-error"' in answer.text
    assert "Coffee over the cards" in answer.text or field == "title"
    assert house_articles(desk_of(app), match) == ()


def test_an_article_that_is_not_there_cannot_be_taken_out(client: FlaskClient, match: str) -> None:
    assert post(client, f"/matches/{match}/articles/T7/retire", {}).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "field", "status"),
    [
        ({"deal": "7"}, "deal", 422),
        ({"deal": ""}, "deal", 422),
        ({"side": "5"}, "side", 422),
        ({"claimed": "lots"}, "claimed", 422),
        ({"verified": ""}, "verified", 422),
        ({"verified": "999999999"}, "verified", 422),
        ({"version": "x"}, "", 400),
        ({"version": "2"}, "", 409),
    ],
)
def test_a_recount_with_a_mistake_comes_back(
    app: Flask, client: FlaskClient, match: str, wrong: Mapping[str, str], field: str, status: int
) -> None:
    answer = post(client, f"/matches/{match}/recount", {**RECOUNT, **wrong})
    assert answer.status_code == status
    assert not field or f'id="{field}-error"' in answer.text
    assert desk_of(app).load(match).state.recounts == ()


@pytest.mark.parametrize("path", ["/rules/articles/HU-99", "/rules/articles/", "/rules/articles/T1"])
def test_an_article_that_no_code_has_is_not_there(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("query", ["code=klingon", f"q={'x' * 201}"])
def test_a_search_that_cannot_be_says_why(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/search?{query}")
    assert answer.status_code == 422
    assert "Allowed:" in texts(answer.text)
