"""Applying a ruling through the pages: it can be sent again if another entry was first. The usual course is one of the
stories in `tests/goldens`."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.html_tree import forms_to
from tests.web.tables import desk_of, opened, play
from tests.web.test_rulings import texts

OUT_OF_TURN = {"article": "HU-05", "side": "1", "player": "Jana", "before_partners_turn": "yes"}


@pytest.fixture
def match(app: Flask, client: FlaskClient) -> str:
    """A Hungarian match with two deals played."""
    match_id = opened(client, rules="hungarian")
    play(app, match_id, (1200, 300), (340, 1210))
    return match_id


def form_of(client: FlaskClient, match_id: str, case: dict[str, str]) -> dict[str, str]:
    """The fields of the form that applies the ruling for a case, as values by name."""
    page = client.get(f"/matches/{match_id}/rulings/new", query_string=case).text
    return forms_to(page, f"/matches/{match_id}/rulings")[0]


def apply(client: FlaskClient, match_id: str, case: dict[str, str]):
    """Tap "Apply" on the page of a case. Returns the answer."""
    return client.post(f"/matches/{match_id}/rulings", data=form_of(client, match_id, case))


def test_somebody_else_was_first(app: Flask, client: FlaskClient, match: str) -> None:
    form = form_of(client, match, OUT_OF_TURN)
    apply(client, match, {"article": "HU-14", "side": "0"})
    answer = client.post(f"/matches/{match}/rulings", data=form)
    assert answer.status_code == 409
    assert "Your entry was not saved over it" in texts(answer.text)
    assert [ruling.article for ruling in desk_of(app).load(match).state.rulings] == ["HU-14"]
    (again,) = forms_to(answer.text, f"/matches/{match}/rulings")
    assert client.post(f"/matches/{match}/rulings", data=again).status_code == 303
    assert [ruling.article for ruling in desk_of(app).load(match).state.rulings] == ["HU-14", "HU-05"]
