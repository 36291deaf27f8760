"""The standings while a closed round is corrected, and the minutes after the bell."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import close_round, start_round
from scorekeeper.evening.fold import Evening
from scorekeeper.web.evenings.views import clock_view
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
        shown = clock_view(evening, evening.rounds[0], (begun + timedelta(minutes=minutes)).isoformat())
        assert shown
        assert (shown.face, shown.phase, shown.says.startswith(says)) == (face, phase, True)
