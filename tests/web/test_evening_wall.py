"""The wall of an evening: welcome, seats, standings, the clock and a box a table."""

import re
from datetime import datetime
from html import unescape

from flask import Flask

from scorekeeper.actions.evenings.opening import finish
from scorekeeper.actions.evenings.rounds import close_round, start_round, tell_clock
from scorekeeper.web.evenings.views import ClockView
from scorekeeper.web.evenings.wall import wall_page
from scorekeeper.words import words_for
from tests.actions.evenings import NIGHT, agree, opened, play, published, stamp
from tests.web.evening_devices import scanned
from tests.web.tables import desk_of, one_line, post

WALL = f"/evenings/{NIGHT}/wall"
TIMED = {"by": "deals", "deals": 4, "minutes": 50, "warning": 10}


def clock_at(app: Flask, moment: str) -> ClockView:
    """The clock of the wall at a moment."""
    with app.test_request_context():
        found = wall_page(NIGHT, desk_of(app).load_evening(NIGHT).state, moment)["clock"]
    assert isinstance(found, ClockView)
    return found


def test_it_welcomes_then_seats_then_ranks(app: Flask) -> None:
    desk = desk_of(app)
    opened(desk)
    screen = scanned(app, None)
    assert "Welcome" in screen.get(WALL).text
    tables = published(desk)
    page = screen.get(WALL)
    assert re.findall(r'<th scope="row"[^>]*>\s*([^<]+?)</th>', unescape(page.text)) == [
        "Anna & Béla", "Ionuț & Jüri", "Maie & Zoltán", "Petra & Karel",
    ]  # fmt: skip
    assert re.findall(r'<li class="([\w-]+)">', page.text) == ["not-begun", "not-begun"]
    assert screen.get(WALL, headers={"If-None-Match": page.headers["ETag"]}).status_code == 304
    for table in tables:
        play(desk, table.match, (600, 200))
        agree(desk, 1, table.number)
    assert "Standings" not in screen.get(WALL).text, "nothing changes while results are discussed"
    close_round(desk, NIGHT, 1, stamp(desk, "close-round-1"))
    page = screen.get(WALL, headers={"If-None-Match": page.headers["ETag"]})
    assert page.status_code == 200
    assert "Standings" in page.text
    assert re.findall(r'<td class="points">(\d+)</td>', page.text) == ["12", "12", "8", "8"]
    assert "finished" in re.findall(r'<li class="([\w-]+)">', page.text)
    finish(desk, NIGHT, stamp(desk, "finish-it"))
    page = screen.get(WALL).text
    assert ("Final standings" in page, re.findall(r'<li class="([\w-]+)">', page)) == (True, []), "no table is left"
    assert [says for says in ("Round 1 of", "4 deals", "Where do I sit?", "Ask at the desk") if says in page] == []


def test_the_clock_goes_by_its_entries(app: Flask) -> None:
    desk = desk_of(app)
    opened(desk, round_end=TIMED)
    published(desk)
    start_round(desk, NIGHT, 1, stamp(desk, "start-round-1"))  # at 18:00
    begun = clock_at(app, "2026-11-21T18:37:20+00:00")
    assert (begun.face, begun.runs, begun.warns, begun.bell != "") == ("12:40", True, False, True)
    assert clock_at(app, "2026-11-21T18:41:00+00:00").warns
    began = words_for("en").time(datetime.fromisoformat("2026-11-21T18:00:00+00:00").astimezone())
    assert (begun.began, round(begun.part, 3), begun.warns_from) == (began, 0.747, 0.8)
    rung = clock_at(app, "2026-11-21T18:51:00+00:00")
    assert (rung.face, rung.bell, rung.part) == ("0:00", "", 1)
    assert (begun.rung, rung.rung) == (False, True)
    tell_clock(desk, NIGHT, 1, "add", stamp(desk, "five-more"), seconds=300)
    more = clock_at(app, "2026-11-21T18:51:00+00:00")
    assert (more.face, more.began) == ("4:00", began)
    assert f"<span>began {began}</span>" in one_line(app.test_client().get(WALL).text)


def test_the_code_on_the_wall_is_the_link_to_watch(app: Flask) -> None:
    opened(desk_of(app))
    machine = app.test_client()
    assert "<svg" not in machine.get(WALL).text.partition('class="find"')[2].partition("</section>")[0]
    app.config["SHARED_ADDRESS"] = "http://192.168.7.2:8000"
    post(machine, f"/evenings/{NIGHT}/links", {}, f"/evenings/{NIGHT}/links")
    assert "<svg" in machine.get(WALL).text.partition('class="find"')[2].partition("</section>")[0]
