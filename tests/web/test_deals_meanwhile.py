"""A deal that another device saved in the meantime, or a match that changed: who, what and when, and what to do
next."""

import json
import re

from flask import Flask
from flask.testing import FlaskClient

from tests.web.tables import opened, play
from tests.web.test_deals import ROUND, send


def test_an_incomplete_entry_that_came_second_is_told_what_the_other_device_saved(
    app: Flask, client: FlaskClient
) -> None:
    """A deal that waited without a connection may have consent to earlier figures, or lack a field."""
    match = opened(client)
    play(app, match, (500, 300))
    for fields in ({"s0-mp": "420"}, {**ROUND, "agreed": "1475/455"}):
        answer = send(client, match, 1, fields, mode="record", version="1")
        told = json.loads(answer.headers["X-Stale"])
        assert (answer.status_code, told["version"], told["recorded"]) == (409, 2, True)
        assert told["says"][0].startswith("Deal 1 was saved on test at ")
    again = send(client, match, 1, ROUND, mode="record", version="2")  # by now it shows the other device's save
    assert again.status_code == 409


def test_a_device_that_goes_on_with_the_entry_of_another_is_told_that_the_other_saved_it(
    app: Flask, client: FlaskClient
) -> None:
    """Both send the key of the draft; one of them may have waited without a connection."""
    match = opened(client)
    assert send(client, match, 1, {**ROUND, "s0-mp": "425"}, mode="record").status_code == 303
    answer = send(client, match, 1, ROUND, mode="record")
    told = json.loads(answer.headers["X-Stale"])
    assert (answer.status_code, told["version"], told["recorded"]) == (409, 2, True)
    assert told["says"][0].startswith("Deal 1 was saved on ")


def test_a_save_whose_answer_was_lost_is_told_from_its_key(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    assert client.get(f"/matches/{match}/deals/1/saved?key=key-of-the-deal").status_code == 404
    assert send(client, match, 1, ROUND).status_code == 303
    for key, where in (("key-of-the-deal", ""), ("key-of-another", "on this computer ")):
        says = client.get(f"/matches/{match}/deals/1/saved?key={key}").get_json()["says"]
        expected = rf"Deal 1 was saved {where}at \d\d:\d\d: Ilona & Mihai 1,485, Jana & Tõnu 455\."
        assert re.fullmatch(expected, says), says
