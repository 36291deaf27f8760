"""An evening whose machine is replaced: the copy is restored on another machine, and the tables continue."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.ledger.copies.backup import backup
from scorekeeper.ledger.sqlite.restore import restore
from scorekeeper.web.evenings.heard import missing_since_restore
from scorekeeper.web.frame.desk import close_desk
from scorekeeper.web.frame.links import evening_link, renew_evening_links, token_of
from tests.actions.evenings import NIGHT, opened, published
from tests.html_tree import forms_to
from tests.web.devices import PIN, device, with_pin
from tests.web.tables import desk_of, one_line, post

HOME = f"/evenings/{NIGHT}"


def here(app: Flask) -> tuple[int, ...]:
    """The tables whose devices have sent no request since the restore."""
    with app.test_request_context():
        return missing_since_restore(NIGHT)


def came(app: Flask, table: int) -> FlaskClient:
    """A device that scanned a table's card."""
    with app.test_request_context():
        token = token_of(evening_link(NIGHT, table).id)
    visitor = device(app)
    assert visitor.get(f"/s/{token}").status_code == 303
    return visitor


@pytest.fixture
def tablets(own_app: Flask) -> list[FlaskClient]:
    """The devices of two tables in an evening in progress; the first one is the director's, too."""
    opened(desk_of(own_app))
    published(desk_of(own_app))
    with_pin(own_app)
    tablets = [came(own_app, 1), came(own_app, 2)]
    for table, tablet in enumerate(tablets, start=1):
        assert tablet.get(f"{HOME}/tables/{table}").status_code == 200
    post(tablets[0], "/director", {"pin": PIN}, page="/director")
    match = desk_of(own_app).load_evening(NIGHT).state.rounds[0].tables[0].match
    called = post(tablets[0], f"{HOME}/tables/1/call", {"says": "Please come"}, page=f"/matches/{match}/deals/new")
    assert called.status_code < 500, "what a device writes is written down with who was heard of"
    return tablets


@pytest.fixture
def elsewhere(own_app: Flask, tablets: list[FlaskClient], tmp_path: Path) -> Iterator[Flask]:
    """The application on another machine, with the copy restored there."""
    copy = backup(desk_of(own_app).ledger.store, tmp_path / "stick" / "copy.db")
    assert not here(own_app)
    restore(copy, tmp_path / "new" / "scorekeeper.db", now="2099-01-01T00:00:00+00:00")
    app = create_app({"DATABASE": tmp_path / "new" / "scorekeeper.db"})
    yield app
    close_desk(app)


def moved(tablet: FlaskClient, app: Flask) -> FlaskClient:
    """The same device, with its cookie, as a client of the program on the new machine."""
    again = device(app)
    name = app.config["SESSION_COOKIE_NAME"]
    cookie = tablet.get_cookie(name)
    assert cookie
    again.set_cookie(name, cookie.value)
    return again


def test_the_devices_and_the_director_go_on_at_the_copy(elsewhere: Flask, tablets: list[FlaskClient]) -> None:
    first, second = (moved(tablet, elsewhere) for tablet in tablets)
    assert first.get(f"{HOME}/tables/1").status_code == 200
    assert second.get(f"{HOME}/tables/2").status_code == 200
    assert first.get(HOME).status_code == 200, "the director's session"
    assert second.get(HOME).status_code in (303, 403)


def test_the_cards_that_were_printed_go_on_at_the_copy(own_app: Flask, elsewhere: Flask) -> None:
    with own_app.test_request_context():
        token = token_of(evening_link(NIGHT, 2).id)
    with elsewhere.test_request_context():
        assert token_of(evening_link(NIGHT, 2).id) == token
    assert device(elsewhere).get(f"/s/{token}").location == f"{HOME}/tables/2"


def test_tables_that_did_not_come_back_are_known_until_they_do(
    elsewhere: Flask, tablets: list[FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.evenings.heard.now", lambda: "2099-01-01T00:01:00+00:00")
    assert here(elsewhere) == (1, 2)
    moved(tablets[1], elsewhere).get(f"{HOME}/tables/2")
    assert here(elsewhere) == (1,)
    moved(tablets[0], elsewhere).get(f"{HOME}/tables/1")
    assert here(elsewhere) == ()


def test_new_codes_shut_out_the_devices_of_these_tables_alone(elsewhere: Flask, tablets: list[FlaskClient]) -> None:
    with elsewhere.test_request_context():
        renew_evening_links(NIGHT, (2,))
    first, second = (moved(tablet, elsewhere) for tablet in tablets)
    assert first.get(f"{HOME}/tables/1").status_code == 200
    shut_out = second.get(f"{HOME}/tables/2")
    assert (shut_out.status_code, "or ask the director for the new code" in one_line(shut_out.text)) == (403, True)
    assert came(elsewhere, 2).get(f"{HOME}/tables/2").status_code == 200


def test_a_device_without_a_link_is_sent_to_the_card_of_its_table(elsewhere: Flask) -> None:
    match = desk_of(elsewhere).load_evening(NIGHT).state.rounds[0].tables[0].match
    for page in (f"{HOME}/tables/1", f"/matches/{match}"):
        told = device(elsewhere).get(page)
        assert (told.status_code, "Scan the card of your table once more." in one_line(told.text)) == (403, True)


def test_home_names_the_tables_that_did_not_come_back_and_makes_new_codes_by_one_tap(
    elsewhere: Flask, tablets: list[FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.evenings.heard.now", lambda: "2099-01-01T00:01:00+00:00")
    director, second = (moved(tablet, elsewhere) for tablet in tablets)
    page = one_line(director.get(HOME).text)
    assert "1 device of this evening has not come back since the copy was put back: table 2." in page
    renew = f"{HOME}/links/renew"
    (form,) = forms_to(page, renew)
    assert form["tables"] == "2"
    assert director.post(renew, data=form).location == f"{HOME}/links"
    assert second.get(f"{HOME}/tables/2").status_code == 403, "the table scans its new code once"
