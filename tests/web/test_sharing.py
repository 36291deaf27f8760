"""The page of links: they are made, shown as QR codes, and revoked."""

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web.frame.links import new_link
from tests.html_tree import found
from tests.web.devices import PIN, device, let_in, with_pin
from tests.web.tables import desk_of, opened, post

LAN = "http://192.168.7.2:8000"


@pytest.fixture
def match_id(app: Flask, client: FlaskClient) -> str:
    """A match on a machine that other devices in the network can reach."""
    app.config["SHARED_ADDRESS"] = LAN
    return opened(client)


def made(client: FlaskClient, place: str, kind: str = "edit") -> str:
    """Make a link and return its address."""
    assert post(client, f"{place}/share", {"kind": kind}).status_code == 303
    found = re.search(rf"{LAN}/s/[\w-]+", client.get(f"{place}/share").text)
    assert found
    return found[0]


def test_it_works(app: Flask, client: FlaskClient, match_id: str) -> None:
    address = made(client, f"/matches/{match_id}")
    assert len(urlsplit(address).path) == len("/s/") + 22  # 128 bits
    tablet = device(app)
    assert tablet.get(urlsplit(address).path).location == f"/matches/{match_id}"
    assert tablet.get(f"/matches/{match_id}").status_code == 200


def test_taken_back_the_link_is_closed_for_everybody(app: Flask, client: FlaskClient, match_id: str) -> None:
    address = made(client, f"/matches/{match_id}")
    tablet = device(app)
    tablet.get(urlsplit(address).path)
    share = _shares(app, match_id)[0]
    assert post(client, f"/matches/{match_id}/share/{share.id}/revoke", {}).status_code == 303
    assert tablet.get(f"/matches/{match_id}").status_code == 403
    gone = tablet.get(urlsplit(address).path)
    assert gone.status_code == 404
    assert "revoked" in gone.text
    assert made(client, f"/matches/{match_id}") != address


def test_a_link_is_not_taken_back_through_another_match(app: Flask, client: FlaskClient, match_id: str) -> None:
    made(client, f"/matches/{match_id}")
    share = _shares(app, match_id)[0]
    other = opened(client, ("Eszter", "Karel", "Ana", "Jaan"))
    assert post(client, f"/matches/{other}/share/{share.id}/revoke", {}).status_code == 404
    assert client.get(f"/matches/{other}/share/{share.id}.svg").status_code == 404
    assert _shares(app, match_id)
    made(client, "")
    (of_the_club,) = desk_of(app).ledger.shares.of(None)
    assert post(client, f"/matches/{other}/share/{of_the_club.id}/revoke", {}).status_code == 404


def test_with_another_key_a_link_still_opens_but_is_not_shown(app: Flask, client: FlaskClient, match_id: str) -> None:
    address = made(client, f"/matches/{match_id}")
    app.config["SECRET_KEY"] = b"another key" * 3
    page = client.get(f"/matches/{match_id}/share").text
    assert address not in page
    assert "cannot be shown again" in page
    assert device(app).get(urlsplit(address).path).status_code == 303


def test_the_address_is_the_one_that_a_director_came_by(app: Flask, match_id: str) -> None:
    app.config["SHARED_ADDRESS"] = None
    with_pin(app)
    tablet = let_in(app, match_id)
    post(tablet, "/director", {"pin": PIN}, page="/director")
    with app.app_context():
        new_link(match_id, "watch")
    page = tablet.get(f"/matches/{match_id}/share", base_url="http://localhost:8000").text
    assert "http://localhost:8000/s/" in page


def _shares(app: Flask, match_id: str):
    return desk_of(app).ledger.shares.of(match_id)


def test_a_link_is_taken_back_by_a_second_tap_elsewhere(client: FlaskClient) -> None:
    match_id = opened(client)
    post(client, f"/matches/{match_id}/share", {"kind": "edit"})
    page = client.get(f"/matches/{match_id}/share").text
    revokes = "form[action$='/revoke']"
    assert len(found(page, revokes)) == len(found(page, f"details.help {revokes}")) == 1
