"""Another device saved the deal in the meantime, or the match changed: the page says who did what and when, and what to
do next."""

import json

from flask import Flask
from flask.testing import FlaskClient

from tests.web.tables import opened, play
from tests.web.test_deals import ROUND, send


def test_an_incomplete_entry_that_came_second_is_told_what_the_other_device_saved(
    app: Flask, client: FlaskClient
) -> None:
    """A deal that waited for a connection may contain consent to earlier figures, or may lack a field."""
    match = opened(client)
    play(app, match, (500, 300))
    for fields in ({"s0-mp": "420"}, {**ROUND, "agreed": "1475/455"}):
        answer = send(client, match, 1, fields, mode="record", version="1")
        told = json.loads(answer.headers["X-Stale"])
        assert (answer.status_code, told["version"], told["recorded"]) == (409, 2, True)
        assert told["says"][0].startswith("Deal 1 was saved on test at ")
    assert send(client, match, 1, ROUND, mode="record", version="2").status_code == 409


def test_a_device_that_goes_on_with_the_entry_of_another_is_told_that_the_other_saved_it(
    app: Flask, client: FlaskClient
) -> None:
    """Both devices send the key of the draft; one of them may have waited for a connection."""
    match = opened(client)
    assert send(client, match, 1, {**ROUND, "s0-mp": "425"}, mode="record").status_code == 303
    answer = send(client, match, 1, ROUND, mode="record")
    told = json.loads(answer.headers["X-Stale"])
    assert (answer.status_code, told["version"], told["recorded"]) == (409, 2, True)
    assert told["says"][0].startswith("Deal 1 was saved on ")
