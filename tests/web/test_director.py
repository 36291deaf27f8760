"""The director's PIN: when it is asked for, how attempts are limited, how long it is valid."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.club.access import pin_hash
from scorekeeper.web.frame import access as director
from scorekeeper.web.frame.rights import Right, right_for
from tests.web.devices import PIN, let_in, with_pin
from tests.web.routes import path_of, reading, rules, unsafe
from tests.web.tables import desk_of, opened, post, token


@pytest.fixture
def match_id(client: FlaskClient) -> str:
    """A match under the Hungarian code."""
    return opened(client, rules="hungarian")


def enter(client: FlaskClient, pin: str = PIN, **more: str):
    """Send the form that asks for the PIN. Returns the answer."""
    return post(client, "/director", {"pin": pin, **more}, page="/director")


def test_everything_of_a_director_asks_for_the_pin(app: Flask, client: FlaskClient, match_id: str) -> None:
    with_pin(app)
    tablet = let_in(app, None)
    asked = 0
    for rule in rules(app):
        with app.app_context():
            if right_for(rule.endpoint) is not Right.DIRECT:
                continue
        path = path_of(app, rule, match_id=match_id)
        for browser in (client, tablet):
            if reading(rule):
                assert browser.get(path).location.startswith("/director?next="), path
            for method in unsafe(rule):
                answer = browser.open(path, method=method)
                assert answer.status_code == 403, path
                assert "director" in answer.text
            asked += 1
    assert asked >= 2 * 14


def test_an_override_asks_for_the_pin_and_a_ruling_does_not(app: Flask, client: FlaskClient, match_id: str) -> None:
    with_pin(app)
    ruling = f"/matches/{match_id}/rulings/new?article=HU-02&side=0"
    assert client.get(ruling).status_code == 200
    assert client.get(f"{ruling}&override=form").status_code == 303
    entries = len(desk_of(app).ledger.matches.entries(match_id))
    data = {"article": "HU-02", "side": "0", "deal": "1", "override": "yes", "points": "-5", "reason": "as agreed"}
    refused = post(client, f"/matches/{match_id}/rulings", {**data, "version": "1", "key": "override-1"})
    assert refused.status_code == 403
    assert "Enter the director" in refused.text
    assert f'href="/director?next=/matches/{match_id}/rulings"' in refused.text
    assert len(desk_of(app).ledger.matches.entries(match_id)) == entries
    enter(client)
    assert client.get(f"{ruling}&override=form").status_code == 200


OVERRIDE = {"override": "yes", "points": "-5", "reason": "as agreed"}


@pytest.mark.parametrize(
    ("query", "form", "kept"),
    [
        ("override=", OVERRIDE, False),  # an override in the form, none in the address
        ("override=&override=form", OVERRIDE, False),
        ("override=yes&points=-5&reason=so", OVERRIDE, False),
        ("", OVERRIDE | {"override": "form"}, False),
        ("override=yes&points=-5&reason=so", {}, True),  # an override in the address only: the ruling has none
    ],
)
def test_a_pin_is_asked_for_by_the_values_that_decide(
    app: Flask, client: FlaskClient, match_id: str, query: str, form: dict[str, str], kept: bool
) -> None:
    with_pin(app)
    tablet = let_in(app, match_id)
    case = {"article": "HU-02", "side": "0", "deal": "1", "version": "1", "key": "an-override"}
    sent = post(tablet, f"/matches/{match_id}/rulings?{query}", case | form, page=f"/matches/{match_id}/more")
    assert sent.status_code == (303 if kept else 403)
    rulings = [entry for entry in desk_of(app).ledger.matches.entries(match_id) if entry.kind == "ruling_applied"]
    assert [entry.payload["override"] for entry in rulings] == ([False] if kept else [])


def test_where_no_pin_is_set_no_other_device_is_offered_an_override(
    app: Flask, client: FlaskClient, match_id: str
) -> None:
    ruling = f"/matches/{match_id}/rulings/new?article=HU-02&side=0"
    tablet = let_in(app, match_id)
    assert "override=form" in client.get(ruling).text
    assert "override=form" not in tablet.get(ruling).text
    with_pin(app)
    assert "override=form" in tablet.get(ruling).text
    assert tablet.get(f"{ruling}&override=form").location.startswith("/director?next=")


@pytest.mark.parametrize(
    ("sent", "page"),
    [
        ("/matches/{}/articles/H1/retire", "/matches/{}/articles"),
        ("/matches/{}/share/an-id/revoke", "/matches/{}/share"),
        ("/matches/{}/away", "/matches/{}/away"),
        ("/share/an-id/revoke", "/share"),
        ("/club/cards-left", "/club"),
        ("/club/copy", "/club"),
    ],
)
def test_from_the_pin_one_comes_back_to_the_page_of_the_form(
    app: Flask, client: FlaskClient, match_id: str, sent: str, page: str
) -> None:
    with_pin(app)
    refused = post(client, sent.format(match_id), {})
    assert refused.status_code == 403
    assert f'href="/director?next={page.format(match_id)}"' in refused.text


def test_five_tries_and_then_a_quarter_of_an_hour(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_pin(app)
    clock = ["2026-11-21T20:00:00.000+00:00"]
    monkeypatch.setattr(director, "now", lambda: clock[0])
    assert [enter(client, "111222").status_code for _ in range(6)] == [422] * 5 + [429]
    assert enter(client).status_code == 429  # even the right PIN is refused now
    clock[0] = "2026-11-21T20:14:59.000+00:00"
    assert enter(client).status_code == 429
    clock[0] = "2026-11-21T20:15:01.000+00:00"
    assert enter(client).status_code == 303


def test_tries_from_the_network_do_not_shut_the_machine_out(app: Flask, client: FlaskClient, match_id: str) -> None:
    with_pin(app)
    for number in range(1, 10):
        tablet = let_in(app, match_id)
        tablet.environ_base["REMOTE_ADDR"] = f"192.168.7.{number}"
        answers = [enter(tablet, "111222").status_code for _ in range(6)]
        assert answers == ([422] * 5 + [429] if number < 7 else [429] * 6)  # all devices together have thirty attempts
    assert enter(client).status_code == 303


def test_wrong_tries_of_one_tablet_lock_no_other_one_out(app: Flask, client: FlaskClient, match_id: str) -> None:
    with_pin(app)
    guessing, directing = let_in(app, match_id), let_in(app, None)
    assert [enter(guessing, "111222").status_code for _ in range(6)] == [422] * 5 + [429]
    guessing.delete_cookie("scorekeeper")  # a device that uses its link again gets no more attempts
    guessing.get(f"/s/token-of-{match_id}-edit")
    assert enter(guessing).status_code == 429
    assert enter(directing).status_code == 303


def test_another_pin_ends_every_session(app: Flask, client: FlaskClient) -> None:
    with_pin(app)
    enter(client)
    with_pin(app, "314159")
    assert client.get("/club").status_code == 303


def test_a_session_ends_after_an_evening(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    with_pin(app)
    enter(client)
    monkeypatch.setattr(director, "now", lambda: "2999-01-01T00:00:00.000+00:00")
    assert client.get("/club").status_code == 303


@pytest.mark.parametrize("way_out", ["/director/leave", "/device/forget"])
def test_leaving_ends_it(app: Flask, client: FlaskClient, way_out: str) -> None:
    with_pin(app)
    enter(client)
    copied = client.get_cookie("scorekeeper")
    assert copied
    other = app.test_client()
    other.set_cookie("scorekeeper", copied.value)
    assert other.get("/club").status_code == 200
    post(client, way_out, {})
    assert client.get("/club").status_code == 303
    assert other.get("/club").status_code == 303  # an earlier copy of the cookie is no longer valid


def test_one_director_leaves_and_another_stays(app: Flask, client: FlaskClient) -> None:
    with_pin(app)
    tablet = let_in(app, None)
    for each in (client, tablet):
        enter(each)
    post(client, "/director/leave", {})
    assert tablet.get("/club").status_code == 200


@pytest.mark.parametrize("place", ["//evil.example", "/\\evil.example", "https://evil.example", "club", "/\n/x", ""])
def test_the_way_on_stays_in_the_program(app: Flask, client: FlaskClient, place: str) -> None:
    with_pin(app)
    assert enter(client, next=place).location == "/club"


# --- Setting the PIN -------------------------------------------------------------------------------


def set_it(client: FlaskClient, pin: str, again: str | None = None):
    """Send the form that sets the PIN. Returns the answer."""
    return client.post("/club/pin", data={"csrf_token": token(client), "pin": pin, "again": again or pin})


def test_a_pin_is_set_at_the_machine(app: Flask, client: FlaskClient) -> None:
    assert set_it(client, PIN).status_code == 303
    kept = pin_hash(desk_of(app))
    assert kept
    assert kept.startswith("scrypt:32768:")
    assert PIN not in kept


@pytest.mark.parametrize("pin", ["27182", "abcdef", "2718 28", "٣١٤١٥٩", "1" * 33, ""])
def test_a_pin_is_six_digits_at_least(app: Flask, client: FlaskClient, pin: str) -> None:
    answer = set_it(client, pin)
    assert answer.status_code == 422
    assert "6 to 32 digits" in answer.text
    assert pin_hash(desk_of(app)) is None


@pytest.mark.parametrize("pin", [
    "000000", "123456", "987654321", "777777777", "121212", "123123", "112233", "123321", "147258", "789456", "100000",
    "890123", "12341234", "010203", "102030", "001002003", "19991231", "31121999", "241126", "112426", "261124",
])  # fmt: skip
def test_a_pin_is_not_the_first_one_to_try(client: FlaskClient, pin: str) -> None:
    assert "too easy to guess" in set_it(client, pin).text
