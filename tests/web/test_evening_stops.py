"""What a director of an evening is asked, and told, so that no table and no round comes to a stop."""

from flask import Flask
from flask.testing import FlaskClient

from tests.actions.evenings import NIGHT, agree, opened, play, published
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
    now = desk.load_evening(NIGHT).state.table(1, 1)
    assert now
    assert (now.winner, now.asks_winner) == (1, False)


def test_a_substitute_takes_the_seat_and_not_the_past(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    opened(desk)
    page = f"{HOME}/penalties"
    for number in (1, 2):
        for table in published(desk):
            slip = f"{HOME}/rounds/{number}/tables/{table.number}/result"
            assert send(client, slip, slip, kind="played", **{"score-0": "900", "score-1": "100"}).status_code == 303
        if number == 1:
            assert send(client, f"{page}?entrant=1", page, kind="warning", reason="late").status_code == 303
        assert send(client, HOME, f"{HOME}/rounds/{number}/close").status_code == 303
        if number == 1:
            change = f"{HOME}/entrants/1/change"
            assert send(client, change, change, players="Anna & Zita", since="2").status_code == 303
    standings = one_line(client.get(f"{HOME}/standings").text)
    assert "Anna &amp; Béla, from round 2 Anna &amp; Zita" in standings
    assert "against Anna &amp; Béla" in standings
    assert "against Anna &amp; Zita" in standings
    sheet = one_line(client.get(f"{HOME}/print/standings").text)
    assert "Anna &amp; Béla, from round 2 Anna &amp; Zita" in sheet
    assert "<b>Anna &amp; Béla</b> a warning" in one_line(client.get(page).text)
    assert "Zita" not in client.get(f"{HOME}/rounds/1").text
