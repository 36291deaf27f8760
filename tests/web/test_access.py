"""Access: the machine itself needs no link, and every other device needs one. Also what a device may do by its link."""

from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.ledger.records.matches import Glances
from scorekeeper.ledger.sqlite.connection import LedgerFile
from tests.web.crawling import pages_of
from tests.web.devices import device, let_in, link, with_pin
from tests.web.routes import path_of, rules
from tests.web.tables import desk_of, opened

FORWARDED = (
    *("Forwarded", "Via", "X-Real-IP"),
    *(f"X-Forwarded-{what}" for what in ("For", "Host", "Port", "Proto", "Server")),
)


# --- The machine itself --------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1"])
def test_the_machine_itself_needs_no_link(app: Flask, match_id: str, address: str) -> None:
    there = {"REMOTE_ADDR": address}
    assert app.test_client().get(f"/matches/{match_id}", environ_overrides=there).status_code == 200


@pytest.mark.parametrize("address", ["192.168.7.20", "10.0.0.1", "fe80::1", "203.0.113.9", "", "unix:"])
def test_nobody_else_gets_in_without_a_link(app: Flask, match_id: str, address: str) -> None:
    there = {"REMOTE_ADDR": address}
    for page in ("/", f"/matches/{match_id}", "/matches/unknown", "/players", "/rules", "/nowhere", "/club"):
        answer = app.test_client().get(page, environ_overrides=there)
        assert answer.status_code == 403, page
        assert "no access yet" in answer.text


@pytest.mark.parametrize("header", FORWARDED)
def test_a_proxy_on_the_machine_is_not_the_machine(client: FlaskClient, match_id: str, header: str) -> None:
    assert client.get(f"/matches/{match_id}", headers={header: "127.0.0.1"}).status_code == 403


def test_a_device_is_led_to_the_match_of_its_latest_link(app: Flask, client: FlaskClient, match_id: str) -> None:
    visitor = device(app)
    another = opened(client, key="another-match")
    for token in (link(app, match_id, "watch"), link(app, another, "edit"), link(app, match_id, "edit")):
        visitor.get(f"/s/{token}")
    assert visitor.get("/").location == f"/matches/{match_id}"


@pytest.mark.parametrize("page", ["", "/more"])
def test_what_a_device_may_do_with_a_match_is_looked_up_once_a_page(
    app: Flask, match_id: str, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rights are not looked up for each link on the page, because in a large evening, boards send hundreds of
    requests per second."""
    visitor = let_in(app, match_id)
    asked: list[str] = []
    look = Glances.at
    monkeypatch.setattr(Glances, "at", lambda self, match, *of: asked.append(match) or look(self, match, *of))
    assert visitor.get(f"/matches/{match_id}{page}").status_code == 200
    assert asked == [match_id]


def test_a_board_that_did_not_change_is_one_statement(
    app: Flask, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds for any number of links that the device has used."""
    visitor = let_in(app, match_id)
    for token in (link(app, None, "watch"), link(app, match_id, "watch")):
        assert visitor.get(f"/s/{token}").status_code == 303
    board = f"/matches/{match_id}"
    tag = visitor.get(board).headers["ETag"]
    said: list[str] = []
    rows = LedgerFile.rows
    monkeypatch.setattr(LedgerFile, "rows", lambda self, sql, **values: said.append(sql) or rows(self, sql, **values))
    assert visitor.get(board, headers={"If-None-Match": tag}).status_code == 304
    assert len(said) == 1


#: (club has a PIN, link is to one match, kind of link). Every pair of values from two columns occurs in some row.
LET_IN = [(False, True, "edit"), (False, False, "watch"), (True, True, "watch"), (True, False, "edit")]
REST = [
    pytest.param(*each, marks=pytest.mark.soak)
    for each in product((False, True), (False, True), ("edit", "watch"))
    if each not in LET_IN
]


@pytest.mark.parametrize(("pin", "one", "kind"), [*LET_IN, *REST])
def test_no_link_of_a_page_leads_to_a_closed_door(
    app: Flask, client: FlaskClient, match_id: str, pin: bool, one: bool, kind: str
) -> None:
    if pin:
        with_pin(app)
    tablet = let_in(app, match_id if one else None, kind)
    begin = [f"/matches/{match_id}", f"/matches/{match_id}/more", "/sheets", "/help"]
    pages = pages_of(tablet, begin, most=400, of_a_kind=4)
    assert len(pages) > 30
    assert {path: page.status_code for path, page in pages.items() if page.status_code >= 400} == {}
    forms = [path for path, page in pages.items() if page.mimetype == "text/html" and 'method="post"' in page.text]
    assert bool(forms) == (kind == "edit"), forms


def test_more_offers_to_share_where_the_director_may_enter_the_pin(app: Flask, match_id: str) -> None:
    more, tablet = f"/matches/{match_id}/more", let_in(app, match_id)
    assert f"/matches/{match_id}/share" not in tablet.get(more).text
    with_pin(app)
    assert f"/matches/{match_id}/share" in tablet.get(more).text


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize(
    ("mode", "dest"), [("no-cors", "image"), ("navigate", "iframe"), ("cors", "empty"), ("no-cors", "script")]
)
def test_a_foreign_page_fetches_nothing(client: FlaskClient, match_id: str, site: str, mode: str, dest: str) -> None:
    """Otherwise, a page of another site or program could at least keep the program busy."""
    told = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
    for path in ("/", f"/matches/{match_id}/history", "/search?q=HU-03", "/static/css/base.css", "/healthz"):
        assert client.get(path, headers=told).status_code == 403, path
        assert client.get(path, headers=told | {"Sec-Fetch-Site": "same-origin"}).status_code == 200, path


def test_a_link_in_a_message_leads_here_and_a_foreign_form_does_not(app: Flask, match_id: str) -> None:
    led = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    let_in(app, match_id)
    tablet = device(app)
    assert tablet.get(f"/s/token-of-{match_id}-edit", headers=led).status_code == 303
    assert tablet.get(f"/matches/{match_id}", headers=led).status_code == 200
    assert tablet.post(f"/matches/{match_id}/pause", headers=led).status_code == 403


# --- A device with the link of one match -----------------------------------------------------------


def test_every_page_of_another_match_is_404(app: Flask, client: FlaskClient, match_id: str) -> None:
    other = opened(client, ("Eszter", "Karel", "Ana", "Jaan"))
    tablet = let_in(app, match_id)
    asked = 0
    for rule in rules(app, of_matches=True):
        for method in sorted((rule.methods or set()) - {"OPTIONS"}):
            answer = tablet.open(path_of(app, rule, match_id=other), method=method)
            assert answer.status_code == 404, f"{method} {rule.rule}"
            assert "Eszter" not in answer.text
            asked += 1
    assert asked > 40
    assert desk_of(app).ledger.matches.version(other) == 1


def test_two_links_open_two_matches(app: Flask, client: FlaskClient, match_id: str) -> None:
    other = opened(client, ("Eszter", "Karel", "Ana", "Jaan"))
    tablet = let_in(app, match_id)
    tablet.get(f"/s/token-of-{other}-edit")
    assert tablet.get(f"/matches/{other}").status_code == 404
    let_in(app, other)
    tablet.get(f"/s/token-of-{other}-edit")
    assert tablet.get(f"/matches/{other}").status_code == 200
    assert tablet.get(f"/matches/{match_id}").status_code == 200
    assert tablet.get("/").location == f"/matches/{other}"


# --- Links that are closed -------------------------------------------------------------------------


def test_a_guessed_token_opens_nothing(app: Flask) -> None:
    outside = device(app)
    for guess in ("a", "x" * 22, "token-of-", "%00", "x" * 4000):
        answer = outside.get(f"/s/{guess}")
        assert answer.status_code == 404
        assert "Set-Cookie" not in answer.headers


def test_a_made_up_cookie_opens_nothing(app: Flask, match_id: str) -> None:
    let_in(app, match_id)
    outside = device(app)
    outside.set_cookie("scorekeeper", "eyJsaW5rcyI6WyJ4Il19.aaaa.bbbb")
    assert outside.get(f"/matches/{match_id}").status_code == 403


def test_a_cookie_holds_no_token(app: Flask, match_id: str) -> None:
    tablet = device(app)
    let_in(app, match_id)
    answer = tablet.get(f"/s/token-of-{match_id}-edit")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires" in cookie
    assert "token-of" not in cookie + answer.location
    assert answer.headers["Cache-Control"] == "no-store"
