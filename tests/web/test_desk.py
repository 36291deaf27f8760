"""The application's desk: when its file is opened, how devices are named, and what pages show if the file cannot be
used."""

from contextlib import closing

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.ledger.address import Address
from scorekeeper.ledger.sqlite.driver import sqlite3
from scorekeeper.web.frame.desk import EXTENSION, LazyDesk, close_desk
from scorekeeper.web.frame.device import at_the_machine, say_device
from scorekeeper.web.frame.i18n import words
from tests.serving import free_port
from tests.web.tables import desk_of, opened, post, token

AGENTS = {
    "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)": "Tablet",
    "Mozilla/5.0 (Linux; Android 14; SM-X200)": "Tablet",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile": "Phone",
    "Mozilla/5.0 (X11; Linux x86_64)": "Computer",
}


def test_the_file_is_opened_with_the_first_page(app: Flask, client: FlaskClient) -> None:
    app.config["DATABASE"].unlink()
    client.get("/healthz")
    assert not app.config["DATABASE"].exists()
    client.get("/")
    assert app.config["DATABASE"].exists()


def test_a_closed_desk_is_opened_again(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client)
    close_desk(app)
    assert client.get(f"/matches/{match_id}").status_code == 200


def test_a_device_is_called_by_what_it_is_and_a_number_of_its_own(app: Flask) -> None:
    for number, (agent, kind) in enumerate(AGENTS.items(), 1):
        client = app.test_client()
        client.environ_base["HTTP_USER_AGENT"] = agent
        match_id = opened(client, key=f"opened-by-{number}")
        assert desk_of(app).ledger.matches.entries(match_id)[0].actor == f"{kind} {number}"
        assert f"this {kind.lower()}" in client.get(f"/matches/{match_id}/history").text
        assert f"{kind} {number}" in app.test_client().get(f"/matches/{match_id}/history?lang=cs").text.replace(
            "Počítač", "Computer"
        ).replace("Telefon", "Phone")


@pytest.mark.parametrize(
    ("actor", "says"), [("iPad 3LXK", "Tablet 3LXK"), ("Linux 3LXK", "Computer 3LXK"), ("a test", "a test")]
)
def test_devices_of_earlier_matches_are_called_by_what_they_are(app: Flask, actor: str, says: str) -> None:
    with app.test_request_context():
        assert say_device(actor, words()) == says


def test_a_file_of_a_newer_program_is_told_so(app: Flask, client: FlaskClient) -> None:
    client.get("/")
    close_desk(app)
    with closing(sqlite3.connect(app.config["DATABASE"])) as db, db:
        db.execute("UPDATE _sqlite_migrations SET name = 'a_step_from_the_future' WHERE rowid = 1")
    answer = client.get("/")
    assert answer.status_code == 503
    assert "newer version of the program" in answer.text


def test_a_file_that_is_something_else_is_503_until_it_is_gone(app: Flask, client: FlaskClient) -> None:
    app.config["DATABASE"].write_bytes(b"a shopping list, by no means a database " * 200)
    answer = client.get("/")
    assert answer.status_code == 503
    assert "cannot save just now" in answer.text
    app.config["DATABASE"].unlink()
    assert client.get("/").status_code == 200


def test_a_stale_write_of_a_script_is_an_object(client: FlaskClient) -> None:
    match_id = opened(client)
    post(client, f"/matches/{match_id}/pause", {"version": "1", "key": "match_paused-1"})
    headers = {"X-CSRFToken": token(client), "Accept": "application/json"}
    answer = client.post(f"/matches/{match_id}/pause", data={"version": "1", "key": "another-key"}, headers=headers)
    assert answer.status_code == 409
    assert answer.get_json()["error"]["kind"] == "conflict"


@pytest.mark.parametrize("query", ["endpoint=x", "_anchor=x", "_external=1", "_scheme=x", "match_id=x", "filename=x"])
def test_no_address_breaks_the_links_of_a_page(client: FlaskClient, query: str) -> None:
    match_id = opened(client)
    for path in ("/", f"/matches/{match_id}", "/matches/new", "/players"):
        assert client.get(f"{path}?{query}").status_code == 200


def test_a_server_that_does_not_answer_is_told_without_its_password(app: Flask, client: FlaskClient) -> None:
    app.config["DATABASE"] = Address(f"postgresql://postgres:geheim@127.0.0.1:{free_port()}/club")
    app.extensions[EXTENSION] = LazyDesk(app.config["DATABASE"])
    answer = client.get("/players")
    assert answer.status_code == 503
    assert "The database server does not answer." in answer.text
    assert "geheim" not in answer.text


def test_where_a_server_keeps_the_matches_nobody_is_taken_for_the_machine() -> None:
    address = Address("postgresql://postgres@127.0.0.1/club")
    with pytest.raises(ValueError, match="SECRET_KEY"):
        create_app({"DATABASE": address})
    app = create_app({"DATABASE": address, "SECRET_KEY": "a key of more than thirty-two letters"})
    for trusted in (False, True):
        app.config["TRUST_MACHINE"] = trusted or app.config["TRUST_MACHINE"]
        with app.test_request_context("/", environ_base={"REMOTE_ADDR": "127.0.0.1"}):
            assert at_the_machine() is trusted
