"""Forged requests and plain reading: neither a form without its token nor a GET changes anything."""

import time
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.ledger.address import Address
from scorekeeper.web.frame.desk import EXTENSION, LazyDesk
from tests.postgres import empty_database
from tests.reliability.evening import everything, played
from tests.web.crawling import pages_of
from tests.web.routes import of_a_table, path_of, reading, rules, unsafe
from tests.web.tables import desk_of, token

#: The API's blueprint. The API stores nothing, so its POST requests need no token.
COMPUTING = "api"
#: The database tables with results of matches and evenings. They are computed from the entries when a page needs them.
WORKED_OUT = ("match_figures", "evening_results")


#: The engines of the ledger. Tests that visit every page are `WALKED`: only the long tests run them with PostgreSQL.
ON_BOTH = pytest.mark.parametrize("place", ["sqlite", "postgresql"], indirect=True)
WALKED = pytest.mark.parametrize("place", ["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)], indirect=True)
#: A query with values that forms of the program send. In a GET, they must change nothing in the ledger.
ASKED = "?act=away&key=some-key-1&version=5&kind=edit&draw=partners&lang=hu&theme=dark"


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """The path of the application's ledger, or the address of its database."""
    on_a_server = getattr(request, "param", "sqlite") == "postgresql"
    return empty_database() if on_a_server else tmp_path / "scorekeeper.db"


@pytest.fixture
def app(app: Flask, place: Path | str) -> Flask:
    """The application with the ledger at `place`; all requests count as coming from the machine itself."""
    if isinstance(place, str):
        app.config["DATABASE"] = Address(place)
        app.extensions[EXTENSION] = LazyDesk(Address(place))
    return app


@pytest.fixture
def match_id(app: Flask, client: FlaskClient) -> str:
    """A match with content for every page."""
    return played(app, client)


@ON_BOTH
def test_every_unsafe_route_asks_for_its_token(
    app: Flask, client: FlaskClient, match_id: str, place: Path | str
) -> None:
    before = everything(place)
    asked = []
    for rule in rules(app):
        if rule.endpoint.split(".")[0] == COMPUTING:
            continue
        for method in unsafe(rule):
            path = path_of(app, rule, match_id=match_id, number=3)
            for data in ({}, {"csrf_token": "forged"}, {"version": "5", "key": "a-forged-one", "act": "save"}):
                answer = client.open(path, method=method, data=data)
                if of_a_table(app, rule):  # this device is always refused
                    assert answer.status_code == 403, f"{method} {path}"
                    continue
                assert answer.status_code == 400, f"{method} {path}"
                assert "open too long" in answer.text
            asked.append(rule.endpoint)
    assert len(asked) > 20
    assert everything(place) == before


def test_a_token_in_the_address_counts_for_nothing(client: FlaskClient, match_id: str) -> None:
    page = client.get(f"/matches/{match_id}/more").text
    token = page.split('name="csrf_token" value="')[1].split('"')[0]
    assert client.post(f"/matches/{match_id}/pause?csrf_token={token}", data={"version": "5"}).status_code == 400


def test_a_form_that_lay_open_on_the_table_all_day_still_saves(
    app: Flask, client: FlaskClient, match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = str(desk_of(app).ledger.matches.version(match_id))
    form = {"version": version, "key": "pause-late", "csrf_token": token(client)}
    later = time.time() + 24 * 3600
    monkeypatch.setattr(time, "time", lambda: later)
    assert client.post(f"/matches/{match_id}/pause", data=form).status_code == 303
    assert desk_of(app).load(match_id).state.paused


@ON_BOTH
def test_the_interface_for_programs_keeps_nothing(
    app: Flask, client: FlaskClient, match_id: str, place: Path | str
) -> None:
    before = everything(place)
    posts = [rule for rule in rules(app) if rule.endpoint.startswith(f"{COMPUTING}.") and unsafe(rule)]
    for rule in posts:
        assert client.post(rule.rule, json={"rules": "classic"}).status_code in (200, 400, 422)
    assert len(posts) == 6
    assert everything(place) == before


@WALKED
def test_no_get_changes_anything(app: Flask, client: FlaskClient, match_id: str, place: Path | str) -> None:
    visitor = app.test_client()
    before = everything(place, but=WORKED_OUT)
    asked = 0
    for rule in rules(app):
        if not reading(rule):
            continue
        here, nowhere = (
            path_of(app, rule, number=2, share_id="unknown", match_id=id_) for id_ in (match_id, "unknown")
        )
        printed = rule.endpoint.endswith("_pdf")  # only with ASKED, because printing takes a second
        for address in dict.fromkeys((nowhere, f"{here}{ASKED}") if printed else (nowhere, here, f"{here}{ASKED}")):
            visitor.get(address)
            asked += 1
    assert asked > 200
    assert everything(place, but=WORKED_OUT) == before


@WALKED
def test_no_link_of_any_page_changes_anything(
    app: Flask, client: FlaskClient, match_id: str, place: Path | str
) -> None:
    before = everything(place, but=WORKED_OUT)
    seen = pages_of(app.test_client(), ["/", f"/matches/{match_id}", "/club", "/rules"], most=400, of_a_kind=4)
    assert len(seen) > 80
    assert {path: answer.status_code for path, answer in seen.items() if answer.status_code >= 400} == {}
    assert everything(place, but=WORKED_OUT) == before
