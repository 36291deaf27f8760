"""What happened at a table is said in the same words on home, its own page, the result page and the wall; ways back."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.evenings.opening import finish
from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import close_round, start_round
from scorekeeper.evening.fold import Evening
from scorekeeper.web.evenings import clock as clocks
from tests.actions.evenings import NIGHT, opened, play, published, stamp
from tests.web.evening_devices import scanned
from tests.web.tables import desk_of, one_line
from tests.web.test_evening_tables import amend, say
from tests.web.test_evenings import send

HOME = f"/evenings/{NIGHT}"
RESULT = HOME + "/rounds/1/tables/{}/result"


@pytest.fixture
def night(app: Flask) -> Flask:
    """An evening of two tables whose first round is published."""
    opened(desk_of(app))
    published(desk_of(app))
    return app


def decide(app: Flask, table: int, kind: str, *sides: Mapping[str, Any], round_: int = 1, reason: str = "") -> None:
    desk = desk_of(app)
    key = f"set-{round_}-{table}-{desk.ledger.evenings.version(NIGHT)}"
    set_result(desk, NIGHT, round_, table, kind, stamp(desk, key), sides=sides, reason=reason)


def close(app: Flask, number: int = 1) -> None:
    close_round(desk_of(app), NIGHT, number, stamp(desk_of(app), f"close-round-{number}"))


def state_of(app: Flask) -> Evening:
    return desk_of(app).load_evening(NIGHT).state


def text(client: FlaskClient, address: str) -> str:
    return unescape(one_line(client.get(address).text))


# --- Ways back ---------------------------------------------------------------------------------------


def test_every_page_that_the_director_reaches_has_the_way_back_to_the_evening(
    night: Flask, client: FlaskClient
) -> None:
    match = state_of(night).rounds[0].tables[0].match
    pages = {
        **dict.fromkeys(("/standings", "/links", "/tables/1", "/me", "/history", "/seasons", "/more"), HOME),
        **dict.fromkeys(("/rounds/1", "/entrants", "/penalties", "/print", "/settings"), HOME),
        "/rounds/1/tables/1/result": f"{HOME}?round=1",
        "/cross": f"{HOME}/standings",
    }
    backs = {page: re.findall(r'<a class="btn back" href="([^"]+)"', client.get(HOME + page).text) for page in pages}
    assert backs == {page: [way] for page, way in pages.items()}
    for board in (f"/matches/{match}", f"/matches/{match}/watch"):
        place = re.findall(r'<a class="btn back" href="([^"]+)"', client.get(board).text)
        assert client.get(place[0]).location == RESULT.format(1)
    assert "btn back" not in scanned(night, None).get(f"{HOME}/standings").text, "for others there is no such page"


def test_a_deal_is_put_right_from_the_result_page(night: Flask, client: FlaskClient) -> None:
    match = state_of(night).rounds[0].tables[0].match
    play(desk_of(night), match, (600, 200), (300, 500))
    page = text(client, RESULT.format(1))
    assert re.findall(r'href="(/matches/[^"]+/amend)"><span>(Deal \d) <b class="num">([^<]+)', page) == [
        (f"/matches/{match}/deals/{number}/amend", f"Deal {number}", figures)
        for number, figures in ((1, "600 : 200"), (2, "300 : 500"))
    ]


# --- A result of a closed round ----------------------------------------------------------------------


@pytest.mark.parametrize("finished", [False, True])
def test_a_result_of_a_closed_round_is_corrected_in_four_taps(
    night: Flask, client: FlaskClient, *, finished: bool
) -> None:
    for table in (1, 2):
        decide(night, table, "played", {"score": 1000}, {"score": 500})
    close(night)
    if finished:
        finish(desk_of(night), NIGHT, stamp(desk_of(night), "finish-it"))
    page = RESULT.format(1)
    reason = re.search(r'name="reason" type="text" value="([^"]+)"', client.get(page).text)
    assert reason, "a reason is filled in"
    reopened = send(client, page, page.replace("/result", "/reopen"), reason=reason[1])  # tap 1
    assert (reopened.status_code, reopened.location) == (303, page)
    form = {"kind": "played", "score-0": "1000", "score-1": "550"}
    settled = send(client, page, page, **form)  # tap 2: the field; tap 3: Settle
    assert settled.location == f"{HOME}?round=1"
    assert "Close round 1" in client.get(settled.location).text
    send(client, settled.location, f"{HOME}/rounds/1/close")  # tap 4
    now = state_of(night)
    decision = now.rounds[0].tables[0].decision
    assert (now.rounds[0].state, decision and decision.sides[1]) == ("closed", {"score": 550})


def test_the_standings_stay_on_the_wall_while_a_closed_round_is_corrected(
    night: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = state_of(night).rounds[0].tables[0].match
    play(desk_of(night), match, (600, 200))
    for side in (0, 1):
        say(scanned(night, 1), side, f"{HOME}/tables/1")
    decide(night, 2, "walk_over", {}, {"absent": True})
    close(night)
    watching, wall = scanned(night, None), f"{HOME}/wall"
    pages = (wall, f"{HOME}/standings", f"{HOME}/cross")

    def seen() -> list[list[str]]:
        figures = r"<td[^>]*>(?:<b>)?([^<]*)|<span class=\"gap\">.*?</span>([^<]*)|</span> *([^<]*)</small>"
        return [[one for many in re.findall(figures, text(watching, page)) for one in many if one] for page in pages]

    before = seen()
    page = RESULT.format(1)
    send(client, page, page.replace("/result", "/reopen"), reason="a deal was wrong")
    monkeypatch.setattr("tests.web.test_evening_tables.NOW", datetime.now(UTC).isoformat(timespec="milliseconds"))
    amend(night, match, 900, 200)
    decide(night, 2, "void", reason="they came after all")
    assert ("Standings" in text(watching, wall), "not there: " in text(watching, wall)) == (True, True)
    assert [each[:12] for each in seen()] == [each[:12] for each in before]
    assert "+700" in text(client, f"{HOME}/standings/now")
    decide(night, 1, "played", {"score": 900}, {"score": 200})
    send(client, HOME, f"{HOME}/rounds/1/close")
    assert ("+700" in text(watching, wall), "not there: " in text(watching, wall)) == (True, False)


# --- Home and table ----------------------------------------------------------------------------------


def test_a_table_shows_its_seats_and_how_long_the_round_is(app: Flask) -> None:
    opened(desk_of(app), round_end={"by": "deals", "deals": 4, "minutes": 50, "warning": 10})
    published(desk_of(app))
    tablet = scanned(app, 1)
    page = text(tablet, f"{HOME}/tables/1")
    assert re.findall(r'<b class="seat">(\w)</b> (\w+)', page) == [
        ("N", "Anna"), ("S", "Béla"), ("E", "Maie"), ("W", "Zoltán"),
    ]  # fmt: skip
    assert ("<span>4 deals, 50 minutes" in page, "data-rings" in page) == (True, False)
    start_round(desk_of(app), NIGHT, 1, stamp(desk_of(app), "start-round-1"))
    page = text(tablet, f"{HOME}/tables/1")
    assert ("data-rings" in page or "data-warns" in page, "bell" in page) == (True, True)


@pytest.mark.parametrize(
    ("minutes", "face", "phase", "says"),
    [
        (29, "1:00", "runs", "The deal in progress may go on for 10 minutes after the bell; then stop and count."),
        (31, "9:00", "extra", "The bell has rung: finish the deal by "),
        (40, "0:00", "over", "The bell has rung: stop and count"),
    ],
)
def test_the_minutes_after_the_bell_are_counted_down(
    app: Flask, minutes: int, face: str, phase: str, says: str
) -> None:
    desk = desk_of(app)
    opened(desk, round_end={"by": "time", "minutes": 30, "in_progress": "count", "extra": 10})
    published(desk)
    start_round(desk, NIGHT, 1, stamp(desk, "start-round-1"))
    evening = state_of(app)
    begun = datetime.fromisoformat(str(evening.rounds[0].clock.since)).astimezone(UTC)
    with app.test_request_context():
        shown = clocks.clock_view(evening, evening.rounds[0], (begun + timedelta(minutes=minutes)).isoformat())
        assert shown
        assert (shown.face, shown.phase, shown.says.startswith(says)) == (face, phase, True)


# --- The wall ----------------------------------------------------------------------------------------


# --- A knock-out, and who has won --------------------------------------------------------------------


def test_rounds_seated_before_a_correction_are_told_in_one_note(night: Flask, client: FlaskClient) -> None:
    page = RESULT.format(1)
    for number in (1, 2, 3):
        if number > 1:
            published(desk_of(night))
        for table in (1, 2):
            decide(night, table, "played", {"score": 900 + 100 * table}, {"score": 500}, round_=number)
        close(night, number)
    send(client, page, page.replace("/result", "/reopen"), reason="the other way round")
    decide(night, 1, "played", {"score": 100}, {"score": 2900})
    home = text(client, HOME)
    assert home.count("that have since changed") == 1
    assert "Rounds 2, 3 were seated by standings that have since changed. They stay as played." in home


def test_the_rows_of_the_standings_are_in_the_order_of_the_rounds(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    opened(desk, movement="danish_no_repeat")
    send(client, f"{HOME}/entrants", f"{HOME}/entrants", name="Otto & Ödön")
    for number in (1, 2):
        for table in published(desk):
            decide(app, table.number, "played", {"score": 900}, {"score": 500}, round_=number)
        close(app, number)
    page = text(client, f"{HOME}/standings")
    rounds = re.findall(r'<th scope="row">(\d)</th>', page)
    assert rounds == ["1", "2"] * 5
    assert "<span>Points</span><span>Difference</span>" in page
