"""Applying and withdrawing rulings through the pages: one line on the board, and afterwards exactly the earlier
state."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.actions.referee import bare
from tests.web.tables import desk_of, opened, play, post
from tests.web.test_rulings import texts

OUT_OF_TURN = {"article": "HU-05", "side": "1", "player": "Jana", "before_partners_turn": "yes"}


@pytest.fixture
def match(app: Flask, client: FlaskClient) -> str:
    """A Hungarian match with two deals played."""
    match_id = opened(client, rules="hungarian")
    play(app, match_id, (1200, 300), (340, 1210))
    return match_id


def form_of(client: FlaskClient, match_id: str, case: dict[str, str]) -> dict[str, str]:
    """The fields of the form that applies a case, as on its page."""
    return fields_in(client.get(f"/matches/{match_id}/rulings/new", query_string=case).text, match_id)


def fields_in(page: str, match_id: str) -> dict[str, str]:
    """The fields of the form that applies the ruling of a page."""
    form = page.partition(f'action="/matches/{match_id}/rulings"')[2].partition("</form>")[0]
    found = re.findall(r'name="([^"]+)" value="([^"]*)"', form)
    return {unescape(name): unescape(value) for name, value in found}


def apply(client: FlaskClient, match_id: str, case: dict[str, str]):
    """Tap "Apply"."""
    return client.post(f"/matches/{match_id}/rulings", data=form_of(client, match_id, case))


def test_a_double_tap_is_one_ruling(app: Flask, client: FlaskClient, match: str) -> None:
    form = form_of(client, match, OUT_OF_TURN)
    for _ in range(2):
        assert client.post(f"/matches/{match}/rulings", data=form).status_code == 303
    assert len(desk_of(app).load(match).state.rulings) == 1


def test_somebody_else_was_first(app: Flask, client: FlaskClient, match: str) -> None:
    form = form_of(client, match, OUT_OF_TURN)
    apply(client, match, {"article": "HU-14", "side": "0"})
    answer = client.post(f"/matches/{match}/rulings", data=form)
    assert answer.status_code == 409
    assert "Your entry was not saved over it" in texts(answer.text)
    assert [ruling.article for ruling in desk_of(app).load(match).state.rulings] == ["HU-14"]
    again = fields_in(answer.text, match)
    assert client.post(f"/matches/{match}/rulings", data=again).status_code == 303
    assert [ruling.article for ruling in desk_of(app).load(match).state.rulings] == ["HU-14", "HU-05"]


def test_whoever_was_first_with_the_same_ruling_is_named(client: FlaskClient, match: str) -> None:
    form = form_of(client, match, OUT_OF_TURN)
    apply(client, match, OUT_OF_TURN)
    answer = client.post(f"/matches/{match}/rulings", data=form)
    assert "Earlier against this side Deal 3, Jana: HU-05 Laid out of turn" in texts(answer.text)


def test_withdrawing_restores_the_very_state(app: Flask, client: FlaskClient, match: str) -> None:
    before = desk_of(app).load(match).state
    apply(client, match, OUT_OF_TURN)
    state = desk_of(app).load(match).state
    url = f"/matches/{match}/rulings/{state.rulings[0].id}/withdraw"
    fields = {"version": str(state.version), "key": "withdraw-once", "reason": "It was the other side"}
    answer = post(client, url, fields)
    assert (answer.status_code, answer.location) == (303, f"/matches/{match}/rulings")
    assert repr(bare(desk_of(app).load(match).state)) == repr(bare(before))
    assert "withdrawn" in texts(client.get(f"/matches/{match}/rulings").text)
    assert "It was the other side" in client.get(f"/matches/{match}/history").text
    again = post(client, url, {**fields, "version": str(state.version + 1), "key": "withdraw-twice"})
    assert again.status_code == 422
    assert "There is no such active ruling." in texts(again.text)
