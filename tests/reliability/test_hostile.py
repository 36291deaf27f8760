"""Hostile names on every page, in every language: everything that a user types is shown as text."""

import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.words import LANGUAGES
from tests.reliability.evening import played
from tests.web.crawling import pages_of

NAMES = (
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(2)>",
    "{{7*15873015}} {% raw %} ${7*15873015}",
    "</title></script><b>x&amp;",
)
#: Texts that show that a name was interpreted. The product in a name's template code has nine digits, so that it is in
#: no style sheet's address by chance.
BROKEN = re.compile(r"<script>alert|<img src=x|</title></script>|111111105|<b>x&amp;")


@pytest.fixture
def hostile(app: Flask, client: FlaskClient) -> str:
    """A match in which every possible name is hostile."""
    return played(app, client, NAMES, title=NAMES[0], note=NAMES[1], **{"side_names[0]": NAMES[2]})


def test_no_page_takes_a_name_for_anything_but_text(app: Flask, hostile: str) -> None:
    visitor = app.test_client()
    places = [
        "",
        "/watch",
        "/more",
        "/history",
        "/deals/1",
        "/deals/new",
        "/deals/1/amend",
        "?saved=2",
        "/rulings",
    ]
    places += ["/rulings/new", "/recount", "/articles", "/may-i", "/share", "/away", "/sheet", "/blank", "/card"]
    asked = ["/", "/?q=script", "/players", "/players/1", "/presets", f"/matches/new?from={hostile}"]
    asked += [f"/matches/{hostile}{place}" for place in places]
    for language in LANGUAGES:
        visitor.set_cookie("lang", language)
        for path in asked:
            page = visitor.get(path, follow_redirects=True)
            assert page.status_code == 200, (language, path)
            assert BROKEN.findall(page.text) == [], (language, path)
    assert "alert(1)" in visitor.get("/").text  # it is shown, as text


def test_no_page_behind_any_link_does(app: Flask, client: FlaskClient, hostile: str) -> None:
    seen = pages_of(app.test_client(), ["/", f"/matches/{hostile}"], most=400, of_a_kind=4)
    assert len(seen) > 80
    for path, answer in seen.items():
        if answer.mimetype == "text/html":
            assert BROKEN.findall(answer.text) == [], path


def test_exports_hold_them_as_they_are(client: FlaskClient, hostile: str) -> None:
    exported = json.loads(client.get(f"/matches/{hostile}.json").text)
    assert exported["entries"][0]["payload"]["seats"] == [" ".join(name.split()) for name in NAMES]
    table = client.get(f"/matches/{hostile}.csv")
    assert table.mimetype == "text/csv"
    assert table.headers["X-Content-Type-Options"] == "nosniff"


def test_an_address_is_not_written_into_its_error_page(client: FlaskClient) -> None:
    for path in ("/matches/%3Cscript%3Ealert(1)%3C/script%3E", "/players/%22onload=", "/%3Cb%3Ex&amp;"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert BROKEN.findall(answer.text) == [], path
