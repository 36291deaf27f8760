"""A director's evening by hand: names typed, a seating published, slips typed in, rounds closed, people come and go."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.evening.fold import Evening
from scorekeeper.web.evenings.entrants import read_names
from scorekeeper.web.evenings.setup.settings import fitting
from scorekeeper.web.evenings.views import seats_of
from scorekeeper.words import words_for
from tests.web.tables import desk_of, one_line, post, token

SIXTEEN = (
    "Ilona", "Mihai", "Jana", "Tõnu", "Béla", "Zsuzsa", "Radu", "Elena", "Pavel", "Věra", "Katrin", "Mart",
    "Gábor", "Ágnes", "Florin", "Dana",
)  # fmt: skip
PAIRS = "Ilona & Mihai\nJana & Tõnu\nBéla & Zsuzsa\nRadu & Elena"
KEY = "key-of-the-evening"
HIDDEN = re.compile(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"')


def set_up(client: FlaskClient, names: str = PAIRS, **more: str) -> str:
    """Open an evening through the form. Answers its id."""
    answer = post(client, "/evenings", {"names": names, "key": KEY, **more}, "/evenings/new")
    assert answer.status_code == 303, answer.text
    assert answer.location.endswith("/rounds/1")
    return answer.location.split("/")[2]


def send(client: FlaskClient, page: str, act: str, **more: str) -> TestResponse:
    """Send the form of a page that goes to `act`, with everything hidden in it."""
    shown = client.get(page).text
    form = next(part for part in shown.split("<form")[1:] if f'method="post" action="{act}"' in part).partition(
        "</form>"
    )[0]
    return client.post(act, data={**dict(HIDDEN.findall(form)), **more})


def publish(client: FlaskClient, evening_id: str, number: int = 1) -> None:
    page = f"/evenings/{evening_id}/rounds/{number}"
    assert send(client, page, page).status_code == 303


def evening(app: Flask, evening_id: str) -> Evening:
    return desk_of(app).load_evening(evening_id).state


def test_who_is_typed_is_counted_and_the_movements_that_fit_come_first(client: FlaskClient) -> None:
    page = one_line(client.get("/evenings/new", query_string={"names": "\n".join(SIXTEEN)}).text)
    assert "<b>16</b> people" in page
    assert "<b>4</b> tables" in page
    assert "nobody sits out" in page
    assert 'value="individual" checked' in page


@pytest.mark.parametrize(
    ("names", "best"),
    [("\n".join(SIXTEEN), "individual"), (PAIRS, "round_robin"),
     (f"{PAIRS}\nA & B\nC & D\nE & F\nG & H", "danish_no_repeat"),
     (f"{PAIRS}\nA\nB", "round_robin")],
)  # fmt: skip
def test_the_best_movement_by_who_comes(names: str, best: str) -> None:
    assert fitting(read_names(names, words_for("en")))[0] == best


@pytest.mark.parametrize(
    ("names", "says"),
    [("", "four people at least"), (f"{PAIRS}\nilona", "there twice"),
     (f"{PAIRS}\nA & B & C", "neither a name nor a pair"),
     (f"{PAIRS}\nOtto", "Otto has no partner")],
)  # fmt: skip
def test_what_cannot_be_is_told_at_the_names(client: FlaskClient, names: str, says: str) -> None:
    answer = post(client, "/evenings", {"names": names, "key": KEY}, "/evenings/new")
    assert answer.status_code == 422
    assert says in answer.text
    assert 'href="#names"' in answer.text


def test_sent_twice_it_is_one_evening(app: Flask, client: FlaskClient) -> None:
    assert set_up(client) == set_up(client)
    assert len(desk_of(app).ledger.evenings.page()) == 1


def test_the_next_evening_has_the_values_and_people_of_the_last(client: FlaskClient) -> None:
    set_up(client, title="Thursdays", deals="3", minutes="35", scoring="victory_points_3")
    page = one_line(client.get("/evenings/new?last=yes").text)
    assert "All 8 from last time" in page
    assert 'value="Thursdays"' in page
    assert 'name="minutes" type="text" inputmode="numeric" autocomplete="off" maxlength="60" value="35"' in page
    assert '<option value="victory_points_3" selected>' in page
    assert "Ilona &amp; Mihai" in page


def test_those_who_come_alone_are_drawn_together_for_an_evening_of_pairs(app: Flask, client: FlaskClient) -> None:
    found = evening(app, set_up(client, "\n".join(SIXTEEN), movement="danish_no_repeat"))
    assert [entrant.kind for entrant in found.entrants] == ["pair"] * 8
    assert {str(name) for entrant in found.entrants for name in entrant.players(1)} == {*SIXTEEN}


def test_sixteen_names_become_a_published_round(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client, "\n".join(SIXTEEN))
    seating = client.get(f"/evenings/{evening_id}/rounds/1").text
    assert "not yet published" in seating
    assert all(name in seating for name in SIXTEEN)
    publish(client, evening_id)
    found = evening(app, evening_id)
    assert [len(table.sides) for table in found.rounds[0].tables] == [2, 2, 2, 2]
    with app.test_request_context("/"):
        seats = seats_of(found)
    assert {(len(seat.partners), seat.name in seat.partners, len(seat.others)) for seat in seats} == {(1, False, 1)}
    assert "not yet published" not in client.get(f"/evenings/{evening_id}/rounds/1").text


def test_two_exchanged_by_hand_are_published_so(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client)
    page = f"/evenings/{evening_id}/rounds/1"
    before = evening(app, evening_id)
    send(client, page, f"{page}/draft", one="1", other="2")
    shown = client.get(page).text
    form = dict(HIDDEN.findall(next(part for part in shown.split("<form")[1:] if f'"{page}"' in part)))
    assert form["swap"] == "1-2"
    plain = desk_of(app)
    from_movement = [table.sides for table in seating_of(app, evening_id)]
    assert client.post(page, data=form).status_code == 303
    published = [table.sides for table in evening(app, evening_id).rounds[0].tables]
    change = {"1": "2", "2": "1"}
    assert published == [tuple((change.get(side[0], side[0]),) for side in sides) for sides in from_movement]
    assert (before.state, evening(app, evening_id).rounds[0].record.by) == ("open", "director")
    assert plain.load_evening(evening_id).state.state == "playing"


def seating_of(app: Flask, evening_id: str):
    """The tables as the movement has them."""
    from scorekeeper.actions.evenings.rounds import seating

    return seating(desk_of(app), evening_id).tables


def test_a_draw_again_is_another_seed_that_is_counted(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client, movement="draw")
    page = f"/evenings/{evening_id}/rounds/1"
    for _ in range(2):
        assert send(client, page, f"{page}/draft", again="yes", anew="").location == page
    publish(client, evening_id)
    assert evening(app, evening_id).rounds[0].record.redrawn == 2


def test_a_round_is_started_settled_from_slips_closed_and_the_next_seated(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client, minutes="45")
    home = f"/evenings/{evening_id}"
    assert "Publish round 1 first" in client.get(home).text
    publish(client, evening_id)
    assert send(client, home, f"{home}/rounds/1/start").status_code == 303
    assert "bell at" in client.get(home).text
    assert "2 tables to finish" in one_line(client.get(home).text)
    slip = f"{home}/rounds/1/tables/1/result"
    wrong = send(client, slip, slip, kind="played", **{"score-0": "2.500", "score-1": "much"})
    assert (wrong.status_code, "2.500" in wrong.text, 'id="score-1-error"' in wrong.text) == (422, True, True)
    assert send(client, slip, slip, kind="played", **{"score-0": "2.500", "score-1": "1990"}).status_code == 303
    other = f"{home}/rounds/1/tables/2/result"
    assert send(client, other, other, kind="walk_over", absent="1").status_code == 303
    page = client.get(home).text
    assert ("2,500" in page, "settled" in page) == (True, True)
    assert send(client, home, f"{home}/rounds/1/close").status_code == 303
    assert evening(app, evening_id).rounds[0].state == "closed"
    assert "/rounds/2" in client.get(home).text
    publish(client, evening_id, 2)
    assert len(evening(app, evening_id).rounds) == 2


def test_the_clock_is_paused_and_given_more_time(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client, minutes="45")
    home = f"/evenings/{evening_id}"
    publish(client, evening_id)
    send(client, home, f"{home}/rounds/1/start")
    send(client, home, f"{home}/clock", do="add", minutes="5")
    send(client, home, f"{home}/clock", do="pause")
    page = one_line(client.get(home).text)
    left = re.search(r'data-left="(\d+)"', page)
    assert left
    assert 3000 - 120 <= int(left[1]) <= 3000  # less the seconds that the test took until then
    assert ("the clock is stopped" in page, "data-rings" in page) == (True, False)
    send(client, home, f"{home}/clock", do="resume")
    page = client.get(home).text
    assert ("bell at" in page, "data-rings" in page) == (True, True)


def test_a_closed_round_is_reopened_with_a_reason_and_an_evening_finished(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client)
    home = f"/evenings/{evening_id}"
    publish(client, evening_id)
    for table in "12":
        page = f"{home}/rounds/1/tables/{table}/result"
        send(client, page, page, kind="void", reason="a wrong pack")
    send(client, home, f"{home}/rounds/1/close")
    assert send(client, f"{home}/more", f"{home}/rounds/1/reopen").status_code == 422
    assert send(client, f"{home}/more", f"{home}/rounds/1/reopen", reason="table 2 was wrong").status_code == 303
    send(client, home, f"{home}/rounds/1/close")
    assert send(client, f"{home}/more", f"{home}/finish").status_code == 303
    assert evening(app, evening_id).state == "finished"
    assert send(client, f"{home}/more", f"{home}/reopen", reason="one more round").status_code == 303
    assert evening(app, evening_id).state == "playing"


def test_one_comes_late_another_rests(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client)
    page = f"/evenings/{evening_id}/entrants"
    assert send(client, page, page, name="Otto").status_code == 422
    assert "is in the list already" in send(client, page, page, name="Otto & ilona").text
    assert send(client, page, page, name="Otto & Ödön").status_code == 303
    assert send(client, page, f"{page}/1", status="absent").status_code == 303
    found = evening(app, evening_id)
    assert [entrant.status(1) for entrant in found.entrants] == [
        "absent" if entrant.id == "1" else "present" for entrant in found.entrants
    ]
    assert len(found.entrants) == 5
    seats = client.get(f"/evenings/{evening_id}/rounds/1").text
    assert ("Otto" in seats, "Ödön" in seats) == (True, True)


def test_an_act_that_comes_second_is_told_in_words(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client)
    publish(client, evening_id)
    home = f"/evenings/{evening_id}"
    seen = str(evening(app, evening_id).version)
    form = {"csrf_token": token(client), "version": seen}
    assert client.post(f"{home}/rounds/1/start", data={**form, "key": "first-tap"}).status_code == 303
    assert client.post(f"{home}/rounds/1/start", data={**form, "key": "first-tap"}).status_code == 303
    stale = client.post(f"{home}/rounds/1/start", data={**form, "key": "another-device"})
    assert (stale.status_code, "changed on another device" in stale.text, "Round 1 started" in stale.text) == (
        409, True, True
    )  # fmt: skip
    assert f'href="{home}"' in stale.text
