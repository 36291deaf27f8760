"""A clock that is set forwards and back: entries stay in the order of writing, and every page can be shown."""

from datetime import datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web.frame import desk as frame
from scorekeeper.web.matches import pages, table
from tests.web.tables import desk_of, opened, post

JUMPS = ("2026-11-21T20:00:00.000+00:00", "1999-01-01T00:00:00.000+00:00", "2099-12-31T23:59:59.000+00:00")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The time that the clock shows, in a list of one element, so that the test can change it."""
    hands = [JUMPS[0]]
    for module in (frame, pages, table):
        monkeypatch.setattr(module, "now", lambda: hands[0])
    return hands


def test_entries_stand_in_the_order_they_came(app: Flask, client: FlaskClient, clock: list[str]) -> None:
    match_id = opened(client)
    for number, (hands, act) in enumerate(zip(JUMPS * 2, ("pause", "resume") * 3, strict=True), start=1):
        clock[0] = hands
        answer = post(client, f"/matches/{match_id}/{act}", {"version": str(number), "key": f"act-number-{number}"})
        assert answer.status_code == 303
    entries = desk_of(app).ledger.matches.entries(match_id)
    assert [entry.version for entry in entries] == list(range(1, 8))
    assert [entry.recorded_at for entry in entries][1:] == list(JUMPS * 2)
    for page in ("", "/history", "/more"):
        assert client.get(f"/matches/{match_id}{page}").status_code == 200
    assert client.get("/").status_code == 200


def test_lists_go_by_what_was_opened_last_not_by_the_clock(client: FlaskClient, clock: list[str]) -> None:
    ids = []
    for number, hands in enumerate(JUMPS):
        clock[0] = hands
        ids.append(opened(client, (f"Ilona {number}", "Jana", "Mihai", "Tõnu")))
    assert sorted(ids, key=client.get("/").text.index) == ids[::-1]


def test_every_time_of_the_ledger_is_one(app: Flask, client: FlaskClient) -> None:
    entry = desk_of(app).ledger.matches.entries(opened(client))[0]
    assert datetime.fromisoformat(entry.recorded_at).tzinfo is not None
