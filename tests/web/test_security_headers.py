"""Headers of every answer, the key that signs cookies, and the protection against forged requests."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask, current_app, render_template_string, session
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.actions.club.access import secret_key
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.ledger.records.settings import Settings
from scorekeeper.web.frame.answers import HEADERS
from scorekeeper.web.frame.desk import close_desk
from scorekeeper.web.frame.rights import Right, needs
from tests.html_tree import values_of
from tests.web.conftest import application

FORM = '{% import "_components.html" as ui %}<form method="post">{{ ui.token() }}</form>'


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An application for the tests of this file, with a form that counts its saves."""

    @needs(Right.WRITE)
    def save() -> str:
        current_app.config["saved"] += 1
        return "saved"

    with application(tmp_path_factory.mktemp("security")) as app:
        app.add_url_rule("/form", "form", needs(Right.WATCH)(lambda: render_template_string(FORM)))
        app.add_url_rule("/form", "save", save, methods=["POST"])
        yield app


@pytest.fixture
def form_client(app: Flask) -> FlaskClient:
    """A browser; the form of the application has saved nothing yet."""
    app.config["saved"] = 0
    return app.test_client()


@pytest.mark.parametrize("path", ["/help", "/static/css/base.css", "/nowhere", "/patterns/error/500", "/healthz"])
def test_every_answer_carries_the_headers(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert re.fullmatch("[0-9a-f]{8}", answer.headers["X-Request-ID"])


def test_the_policy_allows_nothing_inline_and_nobody_else() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert not re.search(r"unsafe|\*|https?:|data:", policy)


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "10.0.0.1:8000"])
def test_a_foreign_host_name_is_refused(client: FlaskClient, host: str) -> None:
    answer = client.get("/help", headers={"Host": host})
    assert answer.status_code == 400
    assert "does not answer to this address" in answer.text
    assert host not in answer.text


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8123"])
def test_the_machine_itself_is_served(client: FlaskClient, host: str) -> None:
    assert client.get("/help", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("[fd00::5]:8000", 200),
        ("[fd00::5]", 200),
        ("[fd00::6]:8000", 400),
        ("[fd00::5]evil.example", 400),
        ("[fd00::5]:8000:80", 400),
        ("[", 400),
        ("[]", 400),
        ("192.168.7.2", 400),
    ],
)
def test_an_ipv6_address_is_a_host_like_any_other(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch, host: str, status: int
) -> None:
    monkeypatch.setitem(app.config, "TRUSTED_HOSTS", ["localhost", "[fd00::5]"])
    assert client.get("/help", headers={"Host": host}).status_code == status


# --- Cookies -------------------------------------------------------------------------------------


def test_cookies_are_out_of_reach_for_scripts_and_other_sites(form_client: FlaskClient) -> None:
    cookies = form_client.get("/form?lang=hu&theme=dark&text=large").headers.getlist("Set-Cookie")
    assert sorted(cookie.partition("=")[0] for cookie in cookies) == ["lang", "scorekeeper", "text", "theme"]
    assert form_client.application.config["PERMANENT_SESSION_LIFETIME"] == timedelta(days=180)
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie


def test_a_page_fetched_ahead_begins_no_session(form_client: FlaskClient) -> None:
    """The page fetched ahead may arrive after the page that the user opened. If it began a new session, the form on the
    user's page would be refused."""
    assert not form_client.get("/form", headers={"X-Ahead": "yes"}).headers.getlist("Set-Cookie")
    opened = values_of(form_client.get("/form").text, "[name=csrf_token]")
    form_client.get("/form", headers={"X-Ahead": "yes"})
    assert form_client.post("/form", data={**opened, "note": "kings"}).status_code == 200


# --- Forged posts --------------------------------------------------------------------------------


def test_over_tls_a_post_needs_no_referrer(form_client: FlaskClient, app: Flask) -> None:
    mine = values_of(form_client.get("/form", base_url="https://localhost").text, "[name=csrf_token]")
    form_client.post("/form", data=mine, base_url="https://localhost")
    assert app.config["saved"] == 1


# --- The key -------------------------------------------------------------------------------------


def test_the_key_is_made_once_and_is_kept_in_the_ledger(tmp_path: Path) -> None:
    with open_desk(tmp_path / "a.db").ledger as one, open_desk(tmp_path / "a.db").ledger as other:
        key = secret_key(Desk(one))
        assert len(key) == 32
        assert secret_key(Desk(other)) == key == key_of(tmp_path)
    assert not (tmp_path / "secret_key").exists()


def test_a_key_that_another_process_made_meanwhile_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_desk(tmp_path / "a.db").ledger as ledger:
        theirs = secret_key(Desk(ledger))
        monkeypatch.setattr(Settings, "get", lambda *_: None)  # as if another process stored the key after this check
        assert secret_key(Desk(ledger)) == theirs


def test_the_key_of_an_earlier_version_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_bytes(bytes(range(32)))
    assert key_of(tmp_path) == bytes(range(32))
    (tmp_path / "secret_key").unlink()
    assert key_of(tmp_path) == bytes(range(32))


def key_of(folder: Path) -> object:
    """Start an application with the ledger in this folder. Returns the key that signs its cookies."""
    app = create_app({"DATABASE": folder / "a.db"})
    close_desk(app)
    return app.config["SECRET_KEY"]


def test_a_session_survives_a_restart(tmp_path: Path) -> None:
    def restarted() -> FlaskClient:
        app = create_app({"DATABASE": tmp_path / "scorekeeper.db"})
        app.add_url_rule("/sit", "sit", needs(Right.WATCH)(lambda: session.setdefault("seat", "North")))
        app.add_url_rule("/where", "where", needs(Right.WATCH)(lambda: session.get("seat", "nowhere")))
        return app.test_client(use_cookies=False)

    kept = restarted().get("/sit").headers["Set-Cookie"].partition(";")[0]
    assert restarted().get("/where", headers={"Cookie": kept}).text == "North"
    assert restarted().get("/where").text == "nowhere"
