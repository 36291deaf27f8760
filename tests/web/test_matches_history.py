"""The history of a match and the page of one deal: who, when, what before and after, every line and why."""

import re

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.desk import Stamp
from scorekeeper.actions.matches.deals import DealSheet, amend_deal, remove_last_deal
from scorekeeper.actions.matches.rulings import Decision, apply_ruling, withdraw_ruling
from scorekeeper.engine.matches.entries import HANDLERS
from scorekeeper.web.matches.events import DOES
from tests.totals import counted
from tests.web.tables import NOW, desk_of, one_line, opened, play, post

CARDS = {
    "sides": [
        {
            "melds": [{"rank": "K", "naturals": 7}, {"rank": "Q", "naturals": 4, "jokers": 1, "twos": 2}],
            "red_threes": 2,
            "hands": [{}, {"A": 1}],
            "out": {},
        },
        {"melds": [{"rank": "5", "naturals": 3}], "hands": [{"joker": 1}, {"4": 1}]},
    ]
}
FIGURES = re.compile(r'<th scope="row">([^<]+)</th><td>([^<]*)</td><td class="new-value">([^<]*)</td><td>([^<]*)</td>')


def amend(app: Flask, match_id: str, number: int, body: dict, reason: str) -> None:
    desk = desk_of(app)
    stamp = Stamp(desk.load(match_id).state.version, f"amend-{number}-{reason}"[:60], "iPad 7KD2", NOW)
    amend_deal(desk, match_id, number, DealSheet(body, ["cards", "cards"], agreed=True), reason, stamp)


def test_it_works(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (515, 340), (790, -85))
    page = client.get(f"/matches/{match_id}/history").text
    assert page.index("Deal 2 recorded") < page.index("Deal 1 recorded") < page.index("Match opened")
    assert ("Ilona &amp; Mihai: score", "515", "1,305", "+790") in FIGURES.findall(one_line(page))
    assert "Nov 20, 2026" in page
    assert "test" in page  # the device that wrote it


def test_every_kind_of_entry_has_its_sentence() -> None:
    assert set(DOES) == {"match_opened", *HANDLERS}


def test_an_amended_deal_shows_before_and_after_and_why(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (515, 340), (790, 205))
    amend(app, match_id, 1, CARDS, "Counted the queens again")
    page = client.get(f"/matches/{match_id}/history").text
    assert "Reason: Counted the queens again" in page
    assert ("Deal 1, Ilona &amp; Mihai: points", "515", "1,280", "+765") in FIGURES.findall(one_line(page))
    assert ("Ilona &amp; Mihai: score", "1,305", "2,070", "+765") in FIGURES.findall(one_line(page))


def test_a_raised_minimum_of_a_played_deal_is_told(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (1000, 340), (790, 205))
    play_more = {"sides": [counted(1600), counted(340)]}
    amend(app, match_id, 1, play_more, "A canasta was forgotten")
    page = client.get(f"/matches/{match_id}/history").text
    assert ("Deal 2, Ilona &amp; Mihai: opening minimum", "50", "90", "") in FIGURES.findall(one_line(page))
    assert "Deals already played stand as they were opened." in page


def test_a_deal_taken_back_stays_in_the_history(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (515, 340))
    remove_last_deal(desk_of(app), match_id, 1, "Wrong table", Stamp(2, "undo-key-1", "iPad 7KD2", NOW))
    page = client.get(f"/matches/{match_id}/history").text
    assert "Deal 1 taken back" in page
    assert "Reason: Wrong table" in page
    assert "Deal 1 recorded" in page
    assert f"/matches/{match_id}/deals/1" not in page  # there is no such deal to look at now


def test_rulings_and_their_withdrawal_are_told(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="hungarian")
    desk = desk_of(app)
    decision = Decision("HU-07", 1, 1, {"canastas": 0}, player="Tõnu")
    apply_ruling(desk, match_id, decision, Stamp(1, "ruling-key-1", "iPad 7KD2", NOW), ruling_id="r1")
    withdraw_ruling(desk, match_id, "r1", "The cards were counted again", Stamp(2, "ruling-key-2", "iPad 7KD2", NOW))
    page = client.get(f"/matches/{match_id}/history").text
    assert "Ruling HU-07 Going out without a canasta in deal 1: Tõnu" in page
    assert "Ruling HU-07 Going out without a canasta in deal 1 withdrawn: Tõnu" in page
    assert "Tablet 7KD2" in page
    play(app, match_id, (515, 340))
    deal = client.get(f"/matches/{match_id}/deals/1").text
    assert "Ruling HU-07 Going out without a canasta in deal 1 withdrawn: Tõnu" in deal
    assert "Reason: The cards were counted again" in deal


def test_pausing_and_renaming_are_told(client: FlaskClient) -> None:
    match_id = opened(client)
    post(client, f"/matches/{match_id}/pause", {"version": "1", "key": "match_paused-1"})
    post(client, f"/matches/{match_id}/resume", {"version": "2", "key": "match_resumed-2"})
    post(client, f"/matches/{match_id}/rename", {"version": "3", "key": "rename-test-1", "title": "Friday"})
    page = client.get(f"/matches/{match_id}/history").text
    for told in ("Paused", "Resumed", "The match is called: Friday"):
        assert told in page


def test_the_same_browser_is_the_same_device(client: FlaskClient) -> None:
    match_id = opened(client)
    post(client, f"/matches/{match_id}/pause", {"version": "1", "key": "match_paused-1"})
    page = client.get(f"/matches/{match_id}/history").text
    devices = re.findall(r"</time>\s*·\s*([^·]+) ·", page)
    assert len(devices) == 2
    assert len(set(devices)) == 1


# --- One deal ------------------------------------------------------------------------------------


def test_a_deal_shows_every_line_and_why(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (0, 0))
    amend(app, match_id, 1, CARDS, "By cards")
    page = client.get(f"/matches/{match_id}/deals/1").text
    for told in ("Natural canastas <small>1 × 500", "Mixed canastas <small>1 × 300", "Red threes <small>2 × 100"):
        assert told in page
    assert "Ilona dealt, Jana led" in page
    assert "<span>K×7 <small>natural" in page
    assert "+500</small></span><b>70</b>" in page
    assert "Opening minimum 50" in page
    assert "The other side confirmed this deal." in page
    assert "By cards" in page


def test_a_deal_entered_as_totals_says_so(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (515, 340))
    assert "Entered as totals; not checked card by card." in client.get(f"/matches/{match_id}/deals/1").text


def test_deals_lead_to_their_neighbours(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    play(app, match_id, (515, 340), (790, 205), (5, 5))
    page = client.get(f"/matches/{match_id}/deals/2").text
    assert f'href="/matches/{match_id}/deals/1"' in page
    assert f'href="/matches/{match_id}/deals/3"' in page


def test_a_deal_that_is_not_there_is_404(client: FlaskClient) -> None:
    match_id = opened(client)
    assert client.get(f"/matches/{match_id}/deals/1").status_code == 404
