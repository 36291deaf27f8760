"""What a director of an evening is asked, and told, so that no table and no round comes to a stop."""

import re

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import close_round
from tests.actions.evenings import NIGHT, agree, opened, play, published, stamp
from tests.web.tables import desk_of, one_line
from tests.web.test_evenings import evening, send, set_up

HOME = f"/evenings/{NIGHT}"


def test_points_typed_under_a_warning_are_asked_about_and_a_warning_that_cost_says_so(
    app: Flask, client: FlaskClient
) -> None:
    desk = desk_of(app)
    opened(desk)
    page = f"{HOME}/penalties"
    asked = send(client, f"{page}?entrant=1", page, kind="warning", points="2", reason="late")
    assert (asked.status_code, "A warning takes nothing off" in one_line(asked.text)) == (422, True)
    assert desk.load_evening(NIGHT).state.penalties == ()
    for _ in range(2):
        assert send(client, f"{page}?entrant=1", page, kind="warning", points="0", reason="late").status_code == 303
    assert one_line(client.get(page).text).count("</b> a warning · cost 1 point") == 1


def test_a_table_of_three_is_told_at_the_seating_and_its_slip_asks_for_points(app: Flask, client: FlaskClient) -> None:
    names = "\n".join(f"P{at:02}" for at in range(1, 8))
    evening_id = set_up(client, names, rules="hungarian", movement="individual")
    page = f"/evenings/{evening_id}/rounds/1"
    assert send(client, page, f"{page}/draft", extra="three").status_code == 303
    assert "Table 2: the scoring has no points for three sides" in one_line(client.get(page).text)
    assert send(client, page, page).status_code == 303
    slip = f"{page}/tables/2/result"
    told = one_line(client.get(slip).text)
    assert ("Points of the slip" in told, "From the slip" in told) == (True, False)
    points = {f"points-{side}": str(points) for side, points in enumerate((12, 9, 6))}
    assert send(client, slip, slip, kind="assigned", **points).status_code == 303
    assert evening(app, evening_id).rounds[0].tables[1].state == "settled"


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


def test_who_plays_on_after_a_draw_is_said_wherever_the_table_is_shown(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    opened(desk, movement="knockout")
    published(desk)
    level, won = [{"score": 900}, {"score": 900}], [{"score": 900}, {"score": 500}]
    set_result(desk, NIGHT, 1, 1, "played", stamp(desk, "level-at-one"), sides=level, winner=1)
    set_result(desk, NIGHT, 1, 2, "played", stamp(desk, "won-at-two"), sides=won)
    close_round(desk, NIGHT, 1, stamp(desk, "close-round-1"))
    for page in ("", "/tables/1", "/rounds/1/tables/1/result", "/rounds/1/slips", "/wall", "/print/round"):
        told = re.findall(r"plays on: ([^.<]+)", one_line(client.get(HOME + page).text))
        assert (page, {name.strip() for name in told}) == (page, {"Maie &amp; Zoltán"})
    published(desk)  # the final; of those who are out nothing is said
    assert "not there" not in client.get(f"{HOME}/print/round").text


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


def test_the_home_leads_to_the_reopened_round_before_the_next_is_seated(app: Flask, client: FlaskClient) -> None:
    desk, home = desk_of(app), HOME
    opened(desk)
    for number in (1, 2):
        for table in published(desk):
            play(desk, table.match, (500, 400))
            agree(desk, number, table.number)
        assert send(client, home, f"{home}/rounds/{number}/close").status_code == 303
    assert "Seat round 3" in client.get(home).text
    assert send(client, f"{home}/more?round=1", f"{home}/rounds/1/reopen", reason="a slip").status_code == 303
    page = one_line(client.get(home).text)
    assert f'<a class="btn main" href="{home}?round=1"><span>Close round 1</span></a>' in page
    assert "Seat round 3" not in page
    assert client.get(f"{home}/rounds/3").location == home
