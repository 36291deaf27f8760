"""A name that is another spelling of a known player's is questioned where it is typed, and one tap answers."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.tables import desk_of, token
from tests.web.test_evenings import send, set_up

KNOWN = ("Béla", "Ferenc", "Árpád")
ASKED = "“Bela”: Béla played here before. Is this the same person?"
PAIRS = "Bela & Ida\nferenc & Jan\nBela Kiss & Kim\nLea & Max"


@pytest.fixture
def club(app: Flask) -> Flask:
    """A club in which two people have played."""
    for name in KNOWN:
        desk_of(app).ledger.players.remember(name, now="2026-11-21T18:00:00Z")
    return app


def answers(page: str) -> list[tuple[str, str]]:
    """The buttons that answer a question, as (field, name)."""
    return re.findall(r'<button class="btn" name="(same|apart)" value="([^"]*)"', page)


def test_a_new_evening_asks_below_the_names_and_loses_nothing(club: Flask, client: FlaskClient) -> None:
    typed = {"names": PAIRS, "title": "Autumn", "csrf_token": token(client)}
    refused = client.post("/evenings", data=typed)
    assert (refused.status_code, ASKED in unescape(refused.text)) == (422, True)
    assert answers(refused.text) == [(field, name) for name in ("Bela", "ferenc") for field in ("same", "apart")]
    for answer in ({"same": "ferenc"}, {"apart": "Bela"}):
        kept = client.get("/evenings/new").text if "apart" in answer else refused.text
        names = unescape(re.findall(r'<textarea id="names"[^>]*>([^<]*)', kept)[0])
        client.post("/evenings/new", data={**typed, "names": names, **answer})
    page = client.get("/evenings/new").text
    names = unescape(re.findall(r'<textarea id="names"[^>]*>([^<]*)', page)[0])
    assert names.split() == PAIRS.replace("ferenc", "Ferenc").split(), "nobody else's name is changed"
    assert 'value="Autumn"' in page
    assert (answers(page), 'name="apart" value="Bela"' in page) == ([], True)
    set_up(client, names, apart="Bela")
    assert {desk_of(club).ledger.players.find(name) is not None for name in ("Bela", "Béla", "Ferenc")} == {True}


def test_one_more_and_a_substitute_are_asked_about(club: Flask, client: FlaskClient) -> None:
    page = f"/evenings/{set_up(client)}/entrants"
    refused = send(client, page, page, name="ferenc & Otto")
    assert (refused.status_code, "Ferenc played here before" in unescape(refused.text)) == (422, True)
    assert send(client, page, page, name="ferenc & Otto", same="ferenc").status_code == 303
    assert "Ferenc &amp; Otto" in client.get(page).text
    change = re.findall(r'href="([^"]*/change)"', client.get(page).text)[0]
    refused = send(client, change, change, players="arpad & Mihai", since="1", name="", fixed_table="")
    assert (refused.status_code, "Árpád played here before" in unescape(refused.text)) == (422, True)
    kept = send(client, change, change, players="arpad & Mihai", same="arpad", since="1", name="", fixed_table="")
    assert kept.status_code == 303
    assert "Árpád &amp; Mihai" in client.get(page).text
