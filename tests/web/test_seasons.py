"""The pages of a season, in addition to its stories: hostile names, links, and the speed of a long season."""

from time import process_time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.club.seasons import SeasonEvening, load_season
from scorekeeper.web.seasons import standings_of
from scorekeeper.words.club.seasons import STATES
from tests.actions.test_seasons import held
from tests.ledger.cast import player_id
from tests.web.many_evenings import many
from tests.web.tables import desk_of, post


def begun(client: FlaskClient, **values: object) -> str:
    """Begin a season through its form. Returns its id."""
    answer = post(client, "/seasons", {"title": "Autumn league", "key": "key-of-season", **values}, "/seasons/new")
    assert answer.status_code == 303, answer.text
    return answer.location.rpartition("/")[2]


@pytest.fixture
def nights(app: Flask) -> list[str]:
    """The ids of two finished evenings; see tests/actions/test_seasons.py for their points."""
    desk = desk_of(app)
    return [held(desk, "night-03", (3000, 2000), (2250, 2000)), held(desk, "night-10", (2000, 3000), (2000, 2100))]


def test_an_evening_leads_to_its_standings_while_it_is_played_too(app: Flask) -> None:
    with app.test_request_context("/"):
        found = {state: standings_of(SeasonEvening(1, "x", "X", "", state), linked=True) for state in STATES}
    assert {state for state, url in found.items() if url} == {"in_play"}


def test_names_are_written_as_text(client: FlaskClient, app: Flask, nights: list[str]) -> None:
    desk = desk_of(app)
    season_id = begun(client, evening=nights, title="<script>alert(1)</script>")
    desk.ledger.rename_player(player_id(desk.ledger, "Anna"), '"><img src=x>', now="2026-11-22T10:00:00Z")
    for page in ("", "/settings", "/evenings", "/history"):
        shown = client.get(f"/seasons/{season_id}{page}").text
        assert "<script>alert" not in shown
        assert "<img" not in shown
    assert load_season(desk, season_id).memory.setup.title.startswith("<script>")


@pytest.mark.soak
def test_a_season_of_forty_evenings_and_eighty_players_is_quick(client: FlaskClient, app: Flask) -> None:
    """The page should take 100 ms. Only processor time is measured here, with a margin for slow machines."""
    desk = desk_of(app)
    season_id = begun(client, evening=many(desk, 40, 80))
    client.get(f"/seasons/{season_id}")
    best = min(_timed(client, season_id) for _ in range(3))
    assert best < 0.2


def _timed(client: FlaskClient, season_id: str) -> float:
    begin = process_time()
    assert client.get(f"/seasons/{season_id}").status_code == 200
    return process_time() - begin
