"""A match without a penalty code: points off all the same, with a reason, and a code taken up while it is played."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.tables import desk_of, one_line, opened, play
from tests.web.test_rulings import texts


@pytest.fixture
def match(app: Flask, client: FlaskClient) -> str:
    """A classic match with one deal played."""
    match_id = opened(client)
    play(app, match_id, (500, 300))
    return match_id


def form(client: FlaskClient, page: str, action: str) -> dict[str, str]:
    """The hidden fields of a form."""
    text = one_line(client.get(page).text).partition(f'action="{action}"')[2].partition("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" ?value="([^"]*)"', text))


def test_points_are_taken_off_with_a_reason_without_any_code(app: Flask, client: FlaskClient, match: str) -> None:
    url = f"/matches/{match}/penalty"
    assert url in client.get(f"/matches/{match}/rulings/new").text
    sent = {**form(client, url, url), "who": "0-1", "points": "100", "article": "P4", "deal": "2"}
    assert sent["version"] == "2"
    for _ in range(2):
        assert client.post(url, data=sent).status_code == 303
    board = texts(client.get(f"/matches/{match}").text)
    assert "P4 Slow play (penalty of the table) −100" in board
    assert [ruling.player for ruling in desk_of(app).load(match).state.rulings] == ["Mihai"]
    play(app, match, (200, 200))
    assert "Slow play" in texts(client.get(f"/matches/{match}/sheet").text)
    assert "P4 Slow play (penalty of the table)" in texts(client.get(f"/matches/{match}/history").text)
    assert "P4, penalty of the table" in texts(client.get(f"/matches/{match}/rulings").text)
    assert client.get(f"/matches/{match}/deals/2").status_code == 200
    ruling = desk_of(app).load(match).state.rulings[0].id
    assert "Slow play" in texts(client.get(f"/matches/{match}/rulings/{ruling}/slip").text)
    assert "P4" in client.get(f"/matches/{match}.csv").text


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"who": ""}, "Choose who it was."),
        ({"who": "7"}, "side"),
        ({"who": "x"}, "Allowed: 0, 1"),
        ({"who": "", "points": ""}, "Choose how many points, or type a number."),
        ({"other": "37"}, "ends in 0 or 5"),
        ({"article": "", "reason": ""}, "Choose a reason, or type one."),
        ({"deal": "9"}, "cannot be applied to deal 9"),
        ({"version": "1"}, "has gone on in the meantime"),
    ],
)
def test_each_question_without_an_answer_is_named_and_nothing_typed_is_lost(
    app: Flask, client: FlaskClient, match: str, change: dict[str, str], says: str
) -> None:
    url = f"/matches/{match}/penalty"
    whole = {"who": "0-1", "points": "100", "article": "P4", "deal": "2", "reason": "The third time"}
    answer = client.post(url, data={**form(client, url, url), **whole, **change})
    assert answer.status_code in (409, 422)
    assert says in texts(answer.text)
    assert "The third time" in answer.text or "reason" in change
    assert desk_of(app).load(match).state.rulings == ()


def test_error_of_a_group_is_tied_to_its_fieldset(client: FlaskClient, match: str) -> None:
    url = f"/matches/{match}/penalty"
    page = client.post(url, data={**form(client, url, url), "deal": "2"}).text
    for group in ("who", "points", "article"):
        assert f'<fieldset id="{group}" aria-describedby="{group}-error">' in page
        assert f'<p class="error" id="{group}-error">' in page


def test_a_code_is_taken_up_while_the_match_is_played(app: Flask, client: FlaskClient, match: str) -> None:
    url = f"/matches/{match}/code"
    assert url in client.get(f"/matches/{match}/rulings/new").text
    assert url in client.get(f"/matches/{match}/more").text
    assert client.post(url, data={**form(client, url, url), "code": "hungarian", "deal": "3"}).status_code == 303
    assert "Hungarian penalty code from deal 3" in client.get(f"/matches/{match}").text
    assert "HU-05" not in client.get(f"/matches/{match}/rulings/new").text
    play(app, match, (400, 200))
    assert "HU-05" in client.get(f"/matches/{match}/rulings/new").text
    assert "No penalty code · Hungarian penalty code from deal 3" in texts(client.get(f"/matches/{match}/sheet").text)
    assert "From deal 3 on: Hungarian penalty code" in texts(client.get(f"/matches/{match}/history").text)
    assert "No penalty code · Hungarian penalty code from deal 3" in texts(client.get(f"/matches/{match}/more").text)
    case = {"article": "HU-05", "side": "1", "player": "Jana", "before_partners_turn": "yes", "deal": "1"}
    assert client.get(f"/matches/{match}/rulings/new", query_string=case).status_code == 422
    again = client.post(url, data={**form(client, url, url), "code": "hungarian", "deal": "3"})
    assert (again.status_code, "played already" in texts(again.text)) == (422, True)
    stale = client.post(url, data={**form(client, url, url), "version": "1", "code": "none", "deal": "3"})
    assert (stale.status_code, "has gone on in the meantime" in texts(stale.text)) == (409, True)
    assert client.post(url, data={**form(client, url, url), "code": "none", "deal": "3"}).status_code == 303
    assert "HU-05" not in client.get(f"/matches/{match}/rulings/new").text
    play(app, match, (5000, 0))
    assert "The match is over" in texts(client.get(url).text)
