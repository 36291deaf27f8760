"""Questions and messages to the director, so that no table and no round gets stuck."""

from flask import Flask
from flask.testing import FlaskClient

from tests.actions.evenings import NIGHT, agree, opened, play, published, table_now
from tests.web.tables import desk_of, one_line
from tests.web.test_evenings import send

HOME = f"/evenings/{NIGHT}"


def test_a_draw_that_both_sides_of_a_knock_out_agreed_to_leads_to_who_plays_on(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    opened(desk, movement="knockout")
    first, _ = published(desk)
    play(desk, first.match, (500, 500))
    agree(desk, 1, first.number)
    assert "Choose who plays on" in one_line(client.get(HOME).text)
    page = f"{HOME}/rounds/1/tables/1/result"
    refused = send(client, page, page, kind="played", **{"score-0": "500", "score-1": "500"})
    assert (refused.status_code, "Choose who plays on" in one_line(refused.text)) == (422, True)
    typed = {"score-0": "500", "score-1": "500", "winner": "1"}
    assert send(client, page, page, kind="played", **typed).status_code == 303
    assert "plays on: Maie &amp; Zoltán" in one_line(client.get(f"{HOME}/history").text)
    now = table_now(desk)
    assert (now.winner, now.asks_winner) == (1, False)
