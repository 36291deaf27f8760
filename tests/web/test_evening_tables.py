"""A table of an evening on its own device: the page follows the rounds, and both sides agree or object to results."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.desk import Stamp
from scorekeeper.actions.evenings.opening import finish
from scorekeeper.actions.evenings.rounds import close_round, start_round
from scorekeeper.actions.matches.deals import DealSheet, amend_deal
from scorekeeper.evening.fold import TableNow
from scorekeeper.web.frame.access import ONLY_AT_THE_TABLE
from tests.actions.evenings import NIGHT, agree, opened, play, published, stamp, table_now
from tests.html_tree import forms_to, found, text_of
from tests.totals import counted
from tests.web.devices import PIN, device, with_pin
from tests.web.evening_devices import scanned, token_of
from tests.web.tables import NOW, desk_of, one_line, post, token

HOME = f"/evenings/{NIGHT}/tables/1"


def table(app: Flask, number: int = 1, round_: int = 1) -> TableNow:
    """The current state of a table."""
    return table_now(desk_of(app), number, round_)


def words_of(client: FlaskClient, page: str = HOME) -> list[dict[str, str]]:
    """The forms of the buttons by which sides agree, each as values by name."""
    return forms_to(client.get(page).text, f"{page}/agree")


def say(client: FlaskClient, side: int, page: str = HOME) -> int:
    """Press the button by which a side agrees. Returns the status."""
    mine = next(form for form in words_of(client, page) if form["side"] == str(side))
    return client.post(f"{page}/agree", data=mine).status_code


def call(client: FlaskClient, side: int, says: str, page: str = HOME) -> int:
    """Call the director for a side. Returns the status."""
    form = forms_to(client.get(f"{page}/call").text, "")[0]
    return client.post(f"{page}/call", data={**form, "side": str(side), "says": says}).status_code


def amend(app: Flask, match_id: str, *points: int) -> None:
    """Amend the first deal to these points."""
    state = desk_of(app).load(match_id).state
    sides = [counted(mine) for mine in points]
    at = Stamp(state.version, f"amend-{state.version}-{match_id}", "tablet", NOW)
    sheet = DealSheet({"sides": sides}, ["totals", "totals"])
    amend_deal(desk_of(app), match_id, 1, sheet, "miscounted", at)


def test_both_sides_agree_and_an_amended_deal_takes_it_back(night: Flask) -> None:
    """One side confirms, and an amendment voids that. Once both have confirmed, the table may not amend any more."""
    tablet, match = scanned(night, 1), table(night).match
    play(desk_of(night), match, (600, 200), (300, 500))
    assert "Difference 200 (105 to 300): 11 to 9." in unescape(one_line(tablet.get(HOME).text))
    assert say(tablet, 0) == 303
    assert table(night).state == "half_confirmed"
    amend(night, match, 700, 200)
    assert (table(night).state, table(night).agreed) == ("finished", ())
    assert [say(tablet, side) for side in (0, 1)] == [303, 303]
    assert table(night).state == "confirmed"
    assert words_of(tablet) == []
    assert tablet.get(f"/matches/{match}/deals/1/amend").status_code == 403
    assert tablet.get(f"/matches/{match}/watch").status_code == 200
    amend(night, match, 650, 200)
    assert table(night).amended
    assert "changed after all sides had agreed" in tablet.get(HOME).text
    assert len(words_of(tablet)) == 2


def test_a_button_of_totals_that_are_no_more_agrees_to_nothing(night: Flask) -> None:
    tablet, match = scanned(night, 1), table(night).match
    play(desk_of(night), match, (600, 200))
    seen = words_of(tablet)[0]
    amend(night, match, 700, 200)
    assert tablet.post(f"{HOME}/agree", data=seen).status_code == 422
    assert table(night).state == "finished"


def test_a_link_follows_the_rounds_and_ends_with_the_evening(night: Flask) -> None:
    desk, tablet = desk_of(night), scanned(night, 1)
    first = [table(night, number).match for number in (1, 2)]
    for number, match in enumerate(first, start=1):
        play(desk, match, (600, 200))
        agree(desk, 1, number)
    close_round(desk, NIGHT, 1, stamp(desk, "close-round-1"))
    second = published(desk)
    assert tablet.get(f"/matches/{second[0].match}/deals/new").status_code == 200
    assert tablet.get(f"/matches/{second[1].match}/deals/new").status_code == 403
    assert tablet.get(f"/matches/{second[1].match}/watch").status_code == 200
    assert tablet.get(f"/matches/{first[0]}/deals/1/amend").status_code == 403
    assert tablet.get(f"/matches/{first[0]}/sheet").status_code == 200
    assert tablet.get("/").location == HOME
    for number, each in enumerate(second, start=1):
        play(desk, each.match, (100, 700))
        agree(desk, 2, number)
    close_round(desk, NIGHT, 2, stamp(desk, "close-round-2"))
    finish(desk, NIGHT, stamp(desk, "finish-it-all"))
    assert tablet.get(f"/matches/{second[0].match}/deals/1/amend").status_code == 403
    assert "elsewhere" not in tablet.get(HOME).text
    assert tablet.get(f"/evenings/{NIGHT}/standings").status_code == 200


def test_only_the_table_itself_speaks_for_it(night: Flask) -> None:
    """The machine, a device that watches, and another table cannot agree for the table. A device of another evening
    gets 404."""
    play(desk_of(night), table(night).match, (600, 200))
    tablet, other, screen = scanned(night, 1), scanned(night, 2), scanned(night, None)
    seen = words_of(tablet)[0]
    machine = night.test_client()
    assert words_of(machine) == words_of(other) == words_of(screen) == []
    for visitor in (machine, other, screen):
        for act in ("call", "elsewhere"):
            answer = visitor.get(f"{HOME}/{act}")
            assert (answer.status_code, ONLY_AT_THE_TABLE in unescape(answer.text)) == (403, True)
        assert visitor.post(f"{HOME}/agree", data=seen).status_code == 403
    opened(desk_of(night), "other-night")
    stranger = scanned(night, 1, "other-night")
    assert [stranger.get(f"/evenings/{NIGHT}/{page}").status_code for page in ("tables/1", "standings", "me")] == [
        404
    ] * 3
    assert stranger.get(f"/matches/{table(night).match}/watch").status_code == 404
    assert stranger.post(f"{HOME}/agree", data=seen).status_code in (400, 404)


def test_whoever_moves_takes_the_link_of_the_other_table(night: Flask) -> None:
    tablet = scanned(night, 1)
    typed = {"csrf_token": token(tablet, f"{HOME}/elsewhere"), "link": f" https://club.example/s/{token_of(night, 2)} "}
    assert tablet.post("/s", data=typed).location == f"/evenings/{NIGHT}/tables/2"
    assert tablet.get(f"/matches/{table(night, 2).match}/deals/new").status_code == 200
    assert tablet.get(f"/matches/{table(night, 1).match}/deals/new").status_code == 403
    assert tablet.post("/s", data={**typed, "link": "nothing"}).status_code == 404


def test_a_director_with_the_pin_may_record_and_amend_at_every_table(night: Flask) -> None:
    with_pin(night)
    phone = scanned(night, 1)
    match = table(night, 2).match
    play(desk_of(night), match, (600, 200))
    agree(desk_of(night), 1, 2)
    assert phone.get(f"/matches/{match}/deals/1/amend").status_code == 403
    assert phone.get(f"/evenings/{NIGHT}/links").location.startswith("/director")
    assert post(phone, "/director", {"pin": PIN}, "/director").status_code == 303
    assert phone.get(f"/matches/{match}/deals/1/amend").status_code == 200
    assert phone.get(f"/evenings/{NIGHT}/links").status_code == 200


def at_minute(monkeypatch: pytest.MonkeyPatch, minute: int) -> None:
    """Set the clock of the table's page to this minute after the start of the round."""
    monkeypatch.setattr("scorekeeper.web.evenings.table.now", lambda: f"2026-11-21T18:{minute:02}:00+00:00")


def form_to(client: FlaskClient, act: str) -> dict[str, str]:
    """The fields of the form that the table's page has for the address `act`; empty without such a form."""
    return next(iter(forms_to(client.get(HOME).text, act)), {})


def test_at_the_bell_a_table_ends_its_match_and_may_take_it_up_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round has fifty minutes, with a warning ten minutes before the end.

    From the warning on, the page mentions the bell, and changes automatically when it rings.
    """
    desk = desk_of(app)
    opened(desk, round_end={"by": "time", "minutes": 50, "warning": 10, "in_progress": "count"})
    match = published(desk)[0].match
    start_round(desk, NIGHT, 1, stamp(desk, "start-round-1"))
    tablet, act = scanned(app, 1), f"{HOME}/time-up"
    at_minute(monkeypatch, 51)
    assert form_to(tablet, act) == {}, "there is no deal that could count"
    play(desk, match, (600, 200), closing=False)
    early = form_to(tablet, act)
    told, tags = {}, {}
    for minute in (39, 40, 49, 50):
        at_minute(monkeypatch, minute)
        page = tablet.get(HOME)
        told[minute], tags[minute] = one_line(page.text), page.headers["ETag"]
    assert [("bell rings at" in page, "has rung: stop and count" in page) for page in told.values()] == [
        (False, False), (True, False), (True, False), (False, True)
    ]  # fmt: skip
    assert [tags[39] == tags[40], tags[40] == tags[49], tags[49] == tags[50]] == [False, True, False]
    at_minute(monkeypatch, 49)
    assert (form_to(tablet, act), tablet.post(act, data=early).status_code) == ({}, 303)
    assert not desk.load(match).state.over, "before the bell nobody ends it"
    at_minute(monkeypatch, 50)
    overtaken = form_to(tablet, act)
    play(desk, match, (0, 100), closing=False)
    assert tablet.post(act, data=overtaken).status_code == 303
    assert not desk.load(match).state.over, "a deal was recorded meanwhile"
    ends = form_to(tablet, act)
    assert [tablet.post(act, data=ends).status_code for _ in range(2)] == [303, 303]
    assert (desk.load(match).state.closed, table(app).state) == ("time", "finished")
    back = f"/matches/{match}/resume"
    assert tablet.post(back, data=form_to(tablet, back)).status_code == 303
    assert table(app).state == "playing"
    tablet.post(act, data=form_to(tablet, act))
    assert [say(tablet, side) for side in (0, 1)] == [303, 303]
    assert (table(app).state, form_to(tablet, back)) == ("confirmed", {})
    assert "the next round appears here automatically" in tablet.get(HOME).text


def test_the_board_of_a_match_leads_to_its_table_and_the_director_to_its_result(
    night: Flask, client: FlaskClient
) -> None:
    match, tablet = table(night).match, scanned(night, 1)
    place = f"/evenings/{NIGHT}/rounds/1/tables/1"
    ways = [f'class="btn back" href="{place}"', f'href="/matches/{match}/sheet"']
    shown = tablet.get(f"/matches/{match}").text
    assert [way in shown for way in ways] == [True, False]
    play(desk_of(night), match, (600, 200))
    assert [way in tablet.get(f"/matches/{match}").text for way in ways] == [True, True]
    assert [who.get(place).location for who in (tablet, client)] == [HOME, f"{place}/result"]
    assert tablet.get(f"/evenings/{NIGHT}/rounds/1/tables/9").status_code == 404


def test_a_table_that_comes_second_is_led_to_its_own_page(night: Flask) -> None:
    play(desk_of(night), table(night).match, (600, 200))
    tablet, other = scanned(night, 1), scanned(night, 1)
    form = next(each for each in words_of(other) if each["side"] == "0")
    assert say(tablet, 0) == 303
    stale = other.post(f"{HOME}/agree", data=form)
    assert (stale.status_code, f'href="{HOME}"' in stale.text) == (409, True)
    assert f'href="/evenings/{NIGHT}"' not in stale.text


def test_the_links_are_made_once_shown_as_codes_and_taken_back(night: Flask) -> None:
    night.config["SHARED_ADDRESS"] = "http://192.168.7.2:8000"
    machine, page = night.test_client(), f"/evenings/{NIGHT}/links"
    for _ in range(2):
        assert post(machine, page, {}, page).status_code == 303
    shares = desk_of(night).ledger.shares.of_evening(NIGHT)
    assert [share.table for share in shares] == [None, 1, 2]
    links = re.findall(r"http://192\.168\.7\.2:8000(/s/[\w-]{22})<", machine.get(page).text)
    assert len(set(links)) == 3
    assert machine.get(f"{page}/{shares[1].id}.svg").mimetype == "image/svg+xml"
    tablet = device(night)
    assert tablet.get(links[1]).location == HOME
    assert post(machine, f"{page}/{shares[1].id}/revoke", {}, page).status_code == 303
    assert tablet.get(links[1]).status_code == 404
    assert tablet.get(f"/matches/{table(night).match}/deals/new").status_code == 403
    other = opened(desk_of(night), "other-night")
    assert post(machine, f"/evenings/{other}/links/{shares[2].id}/revoke", {}, page).status_code == 404


def test_after_a_deal_recorded_past_the_bell_both_sides_agree(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desk_of(app)
    opened(desk, round_end={"by": "time", "minutes": 50, "in_progress": "finish"})
    match = published(desk)[0].match
    start_round(desk, NIGHT, 1, stamp(desk, "start-round-1"))
    tablet = scanned(app, 1)
    acts = []
    for minute in (40, 51):
        at_minute(monkeypatch, minute)
        moment = f"2026-11-21T18:{minute}:00+00:00"
        acts.append([text_of(each) for each in found(tablet.get(HOME).text, ".btn.main span")])
        monkeypatch.setattr("tests.actions.evenings.NOW", moment)
        play(desk, match, (600, 200), closing=False)
    acts.append([text_of(each) for each in found(tablet.get(HOME).text, ".btn.main span")])
    assert acts == [["Record deal 1"], ["Record deal 2"], ["Anna & Béla agree", "Maie & Zoltán agree"]]
