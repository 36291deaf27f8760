"""The page for the names of a match, reached from its board or from More; it needs a link to write, and saves once per
tap."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.actions.evenings import opened as evening_opened
from tests.actions.evenings import published
from tests.web.devices import let_in
from tests.web.tables import FOUR, desk_of, fields, opened, post

NOBODY = ("", "   ", "   ", "   ")


def names(players: tuple[str, ...] = FOUR, version: int = 1, **more: str) -> dict[str, str]:
    """The form as a browser sends it."""
    typed = {f"players[{seat}]": name for seat, name in enumerate(players)}
    return {"version": str(version), "key": "key-of-the-names", **typed, **more}


def in_form(page: str) -> list[str]:
    """The contents of the fields of players and sides."""
    found = re.findall(r'name="((?:players|side_names)\[\d\])"[^>]*? value="([^"]*)"', page)
    return [value for _, value in found]


def test_a_second_tap_is_the_same_act_and_one_that_was_overtaken_is_409(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    right = names((*FOUR[:3], "Tõnis"))
    for _ in range(2):
        assert post(client, f"/matches/{match_id}/names", right).status_code == 303
    assert desk_of(app).ledger.version(match_id) == 2
    late = post(client, f"/matches/{match_id}/names", names((*FOUR[:3], "Jaan"), key="key-of-another"))
    assert late.status_code == 409
    assert "Somebody else saved first" in late.text
    assert desk_of(app).load(match_id).state.setup.seats[3] == "Tõnis"


@pytest.mark.parametrize("language", ["en", "hu"])
def test_names_of_sides_that_somebody_gave_are_kept_and_numbers_are_not(client: FlaskClient, language: str) -> None:
    sent = fields(NOBODY, **{"side_names[0]": "We"})
    client.get("/?lang=hu")
    match_id = post(client, "/matches", sent).location.rsplit("/", 1)[1]
    assert [side.name for side in desk_of(client.application).load(match_id).state.setup.sides] == ["We", "2. fél"]
    form = client.get(f"/matches/{match_id}/names?lang={language}", follow_redirects=True).text
    assert in_form(form)[4:] == ["We", ""]


def test_who_watches_is_refused_and_is_not_offered_the_way(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, NOBODY)
    screen, tablet = let_in(app, match_id, "watch"), let_in(app, match_id)
    for page in ("/watch", "/more"):
        assert "/names" not in screen.get(f"/matches/{match_id}{page}").text
    assert screen.get(f"/matches/{match_id}/names").status_code == 403
    assert screen.post(f"/matches/{match_id}/names", data=names()).status_code in (400, 403)
    assert post(tablet, f"/matches/{match_id}/names", names(), page=f"/matches/{match_id}/names").status_code == 303


def test_at_an_evening_nobody_is_offered_to_write_names(app: Flask, client: FlaskClient) -> None:
    evening_opened(desk_of(app))
    match_id = published(desk_of(app))[0].match
    assert f"/matches/{match_id}/names" not in client.get(f"/matches/{match_id}/more").text
    answers = client.get(f"/matches/{match_id}/names"), post(client, f"/matches/{match_id}/names", names())
    assert [answer.status_code for answer in answers] == [422, 422]
    assert "This match is a table of a club evening" in answers[0].text
