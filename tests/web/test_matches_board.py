"""The board of a match: its content, how a second device follows it, and the acts on it."""

import re
from unittest.mock import patch

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.matches.entries import HANDLERS
from scorekeeper.web.matches.events import DOES
from tests.web.tables import desk_of, opened, play, post

# --- A second device -----------------------------------------------------------------------------


def test_an_unchanged_board_is_304_without_folding(client: FlaskClient) -> None:
    match_id = opened(client)
    tag = client.get(f"/matches/{match_id}").headers["ETag"]
    with patch.object(Desk, "load", side_effect=AssertionError("folded")):
        answer = client.get(f"/matches/{match_id}", headers={"If-None-Match": tag})
    assert answer.status_code == 304
    assert answer.data == b""
    assert answer.headers["ETag"] == tag


def test_another_language_is_another_board(client: FlaskClient) -> None:
    match_id = opened(client)
    tag = client.get(f"/matches/{match_id}").headers["ETag"]
    assert client.get(f"/matches/{match_id}?lang=hu", headers={"If-None-Match": tag}).status_code == 200


def test_the_page_tells_its_script_what_to_ask(client: FlaskClient) -> None:
    match_id = opened(client)
    answer = client.get(f"/matches/{match_id}")
    assert f'data-address="/matches/{match_id}"' in answer.text
    tag = re.search(r'data-tag="([^"]+)"', answer.text)
    assert tag
    assert tag[1].replace("&#34;", '"') == answer.headers["ETag"]


# --- Acts ------------------------------------------------------------------------------------------


def test_a_rematch_keeps_the_seats_and_is_one_match(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, **{"side_names[0]": "North–South"})
    play(app, match_id, (5000, 340))
    page = client.get(f"/matches/{match_id}").text
    key = re.search(r'name="key" value="(rematch-[^"]+)"', page)
    assert key
    sent = {"version": "2", "key": key[1]}
    first, second = (post(client, f"/matches/{match_id}/rematch", sent) for _ in range(2))
    assert first.location == second.location != f"/matches/{match_id}"
    setup = desk_of(app).load(first.location.rsplit("/", 1)[1]).state.setup
    assert setup.seats == ("Ilona", "Jana", "Mihai", "Tõnu")
    assert setup.sides[0].name == "North–South"
    assert setup.first_dealer == 1


def test_every_kind_of_entry_has_its_sentence_in_the_history() -> None:
    assert set(DOES) == {"match_opened", *HANDLERS}
