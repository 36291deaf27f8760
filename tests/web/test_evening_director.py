"""The director's page: tables that need attention, silent tables, and the time that the program was down."""

from datetime import datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.club.hearing import KEY, LastWords, together
from scorekeeper.actions.evenings.results import dispute
from scorekeeper.evening.acts import EVENING_ACTS
from scorekeeper.web.evenings import heard, home
from scorekeeper.web.evenings.home import home_page
from scorekeeper.words.club.history import KINDS
from tests.actions.evenings import NIGHT, opened, play, published, stamp
from tests.web.evening_devices import scanned
from tests.web.tables import desk_of, token
from tests.web.test_evenings import send

HOME = f"/evenings/{NIGHT}"


def states(app: Flask, moment: str = "2026-11-21T18:00:00+00:00") -> list[tuple[str, str, tuple[str, ...]]]:
    """The line of each table at a moment: (state, label of the act that the page asks the director for, notes). The
    label is "" if there is none."""
    with app.test_request_context():
        page = home_page(NIGHT, desk_of(app).load_evening(NIGHT).state, moment)
    return [(at.state, page["asks"].get(at.state, ""), tuple(page["notes"][at.table.number])) for at in page["tables"]]


@pytest.fixture
def night(app: Flask) -> Flask:
    """The application with an evening of four pairs. Round 1 is published, and a table is late after 15 minutes."""
    opened(desk_of(app), round_end={"by": "deals", "deals": 4, "minutes": 50, "late": 15})
    published(desk_of(app))
    return app


def later(minutes: float) -> str:
    return (datetime.fromisoformat("2026-11-21T18:00:00+00:00") + timedelta(minutes=minutes)).isoformat()


def test_a_late_table_is_offered_the_walk_over_after_the_time_of_the_club(night: Flask, client: FlaskClient) -> None:
    assert states(night, later(60))[0][0] == "not_begun", "the round has not begun"
    send(client, HOME, f"{HOME}/rounds/1/start")
    begun = desk_of(night).load_evening(NIGHT).state.rounds[0].clock.since
    assert begun
    after = [(datetime.fromisoformat(begun) + timedelta(minutes=minutes)).isoformat() for minutes in (14, 15)]
    assert [states(night, moment)[0][:2] for moment in after] == [("not_begun", ""), ("late", "Walkover")]
    play(desk_of(night), desk_of(night).load_evening(NIGHT).state.rounds[0].tables[0].match, (5, 0), closing=False)
    assert [state[0] for state in states(night, after[1])] == ["playing", "late"]


def test_a_table_of_which_nothing_is_heard_says_so(night: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    tablet = scanned(night, 2)
    monkeypatch.setattr(heard, "now", lambda: later(0))
    assert tablet.get(f"{HOME}/tables/2").status_code == 200
    assert [state[2] for state in states(night, later(4))] == [(), ()]
    assert [state[2] for state in states(night, later(5))] == [(), ("silent for 5 minutes",)]


def test_a_table_that_another_process_hears_of_is_heard_of(night: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process knows the last requests of tables only from its own memory and from the ledger."""
    night.config["SEVERAL_PROCESSES"] = True
    here, there = LastWords(later(-60)), LastWords(later(-60))
    told = []

    def asked(process: LastWords, table: int, minutes: float) -> None:
        night.extensions[heard.EXTENSION] = process
        monkeypatch.setattr(heard, "now", lambda: later(minutes))
        assert tablets[table].get(f"{HOME}/tables/{table}").status_code == 200
        told.append(desk_of(night).ledger.settings.get(KEY)["at"])

    tablets = {table: scanned(night, table) for table in (1, 2)}
    for minutes in (0.25, 0.5, 0.75, 1.25):
        asked(here, 2, minutes)
        asked(there, 1, minutes)
    assert told == [later(0.25)] * 6 + [later(1.25)] * 2, "each process writes once a minute"
    for process in (here, there):
        night.extensions[heard.EXTENSION] = process
        notes = {minutes: [state[2] for state in states(night, later(minutes))] for minutes in (6.0, 6.25)}
        assert notes == {6.0: [(), ()], 6.25: [("silent for 5 minutes",)] * 2}


def test_a_process_that_is_replaced_was_not_the_program(night: Flask) -> None:
    both = together(together({}, LastWords(later(0)), later(1)), LastWords(later(1)), later(2))
    assert both["since"] == later(0)
    replaced = together({**both, "at": later(9)}, LastWords(later(10)), later(10))
    assert replaced["since"] == later(0), "another one served meanwhile"
    away = together(both, LastWords(later(10)), later(10))
    assert away["since"] == later(10)
    assert together(away, LastWords(later(0)), later(11))["since"] == later(0), "one was there and had not been asked"
    night.config["SEVERAL_PROCESSES"] = True
    night.extensions[heard.EXTENSION] = LastWords(later(10))
    desk_of(night).ledger.settings.put(KEY, replaced)
    with night.test_request_context():
        assert heard.running_since() == later(0)


def test_what_was_heard_a_day_ago_is_kept_no_longer() -> None:
    old = together({}, LastWords(later(0), {("spring", 1): later(0), ("spring", 2): later(30)}), later(30))
    new = together(old, LastWords(later(0), {("autumn", 1): later(1450)}), later(1450))
    assert new["evenings"] == {"spring": {"2": later(30)}, "autumn": {"1": later(1450)}}
    assert together(new, LastWords(later(0)), later(1500))["evenings"] == {"autumn": {"1": later(1450)}}
    before = together(new, LastWords(later(0), {("autumn", 1): later(1440)}), later(1450))
    assert before["evenings"]["autumn"] == {"1": later(1450)}, "what another process heard later stays"


def test_the_home_is_answered_by_its_tag_until_something_happens_or_a_minute_has_passed(
    night: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "now", lambda: later(1))
    page = client.get(HOME)
    known = {"If-None-Match": page.headers["ETag"]}
    assert client.get(HOME, headers=known).status_code == 304
    monkeypatch.setattr(home, "now", lambda: later(2))
    assert client.get(HOME, headers=known).status_code == 200
    monkeypatch.setattr(home, "now", lambda: later(1))
    desk = desk_of(night)
    dispute(desk, NIGHT, 1, 2, 1, "Please come", stamp(desk, "we-call-you"))
    assert client.get(HOME, headers=known).status_code == 200


def test_how_long_the_program_was_away_is_told_and_given_back(night: Flask, client: FlaskClient) -> None:
    send(client, HOME, f"{HOME}/rounds/1/start")
    begun = desk_of(night).load_evening(NIGHT).state.rounds[0].clock.since
    assert begun
    back = (datetime.fromisoformat(begun) + timedelta(minutes=7)).isoformat(timespec="milliseconds")
    night.extensions[heard.EXTENSION].since = back
    with night.test_request_context():
        away = home_page(NIGHT, desk_of(night).load_evening(NIGHT).state, back)["away"]
        assert away
        assert away["minutes"] == 7
        assert home_page(NIGHT, desk_of(night).load_evening(NIGHT).state, later(10**6))["away"] is None
    form = {"csrf_token": token(client), "version": str(desk_of(night).ledger.evenings.version(NIGHT))}
    given = client.post(f"{HOME}/clock", data={**form, "key": "give-it-back-1", "do": "add", "minutes": "7"})
    assert given.status_code == 303
    assert desk_of(night).load_evening(NIGHT).state.rounds[0].clock.added == 7 * 60


def test_every_kind_of_entry_has_its_sentence() -> None:
    assert EVENING_ACTS.all.keys() == KINDS
