"""Too much of anything (bodies, names, fields, numbers) is refused in words, and nothing is saved."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.reliability.evening import everything, played
from tests.web.routes import of_a_table, path_of, rules, unsafe
from tests.web.tables import fields, opened, post, token

LARGE = "x" * 260 * 1024


@pytest.fixture
def match_id(app: Flask, client: FlaskClient) -> str:
    """A match with content for every page."""
    return played(app, client)


def test_no_route_takes_more_than_256_kilobytes(app: Flask, client: FlaskClient, match_id: str, tmp_path: Path) -> None:
    before = everything(tmp_path / "scorekeeper.db")
    asked = 0
    for rule in rules(app):
        for method in unsafe(rule):
            path = path_of(app, rule, match_id=match_id, number=3)
            answer = client.open(path, method=method, data={"csrf_token": token(client), "note": LARGE})
            if of_a_table(app, rule):  # this device is always refused
                assert answer.status_code == 403, f"{method} {path}"
                continue
            assert answer.status_code == 413, f"{method} {path}"
            assert "256 kB" in answer.text
            assert answer.is_json == path.startswith("/api/"), f"{method} {path}"
            asked += 1
    assert asked > 25
    assert everything(tmp_path / "scorekeeper.db") == before


def test_too_many_fields_are_too_much(client: FlaskClient, match_id: str) -> None:
    many = {f"f{number}": "1" for number in range(2500)}
    kind = "multipart/form-data"
    answer = client.post(f"/matches/{match_id}/pause", data={**many, "csrf_token": token(client)}, content_type=kind)
    assert answer.status_code == 413


def test_a_name_has_sixty_characters(client: FlaskClient) -> None:
    for field in ("players[0]", "title", "side_names[0]"):
        assert post(client, "/matches", fields(key=f"sixty-{field}") | {field: "Ő" * 60}).status_code == 303, field
        answer = post(client, "/matches", fields(key=f"sixty-one-{field}") | {field: "Ő" * 61})
        assert answer.status_code == 422, field
        assert "60" in answer.text
        assert "Ő" * 61 in answer.text  # typed values stay


def test_a_key_has_its_length_and_a_version_is_a_number_of_this_match(client: FlaskClient, match_id: str) -> None:
    versions = ("-1", "1e9", "١", "9" * 10, "9" * 400, "0x5", " 5", "5.0", "", "²", "①")
    odd = [("5", key) for key in ("", "short", "k" * 65, "k" * 5000)] + [(each, "some-key-1") for each in versions]
    for version, key in odd:
        answer = post(client, f"/matches/{match_id}/pause", {"version": version, "key": key})
        assert answer.status_code == 400, (version, key)


ODD = ("²", "①", "١", "𝟙", "-1", "1.5", "9" * 5000, "x")


def test_what_is_no_number_is_never_a_mistake_of_the_program(client: FlaskClient, match_id: str) -> None:
    """The program's own forms and addresses have numbers in them. This test replaces the numbers with odd digits, with
    too many digits, and with texts such as "1.5" and "x"."""
    for odd in ODD:
        no_mistake(client, match_id, odd)


def no_mistake(client: FlaskClient, match_id: str, odd: str) -> None:
    """Send a text that is not a number wherever a number is expected, and check that there is no server error."""
    deal = f"/matches/{match_id}/deals/3"
    form = {"key": "odd-numbers", "version": odd, "seen": odd, "act": "again", f"s{odd}-mp": "5", f"rows{odd}": "1"}
    fields = {f"s0-h{odd}": "1", f"s0-{odd}-n": "1", f"s0-m{odd}": "1"}
    for path in (f"{deal}/draft", f"{deal}/preview", deal, f"/matches/{match_id}/obligations"):
        assert post(client, path, form | fields | {"index": odd, "ruling": "r"}).status_code < 500, path
    for address in (f"{deal[:-1]}{odd}", f"/players/{odd}", f"/players?after={odd}", f"/?before={odd}",
                    f"/matches/{match_id}/rulings/new?article=HU-02&side=0&deal={odd}", f"/may-i/opening?score={odd}",
                    f"/matches/new?first_dealer={odd}"):  # fmt: skip
        assert client.get(address).status_code < 500, address


def test_a_deal_that_cannot_be_is_not_there(client: FlaskClient, match_id: str) -> None:
    for number in ("0", "-1", "99999999999999999999", "1.5", "x"):
        for page in ("", "/amend"):
            assert client.get(f"/matches/{match_id}/deals/{number}{page}").status_code == 404, (number, page)


def test_a_figure_that_is_none_comes_back_to_its_field(client: FlaskClient) -> None:
    match_id = opened(client)
    for points in ("9" * 30, "1" * 61, "-5", "abc", "1+", "=1", "٣", "1e5", "²"):
        sent = {"version": "1", "key": "a-figure-1", "act": "save", "end": "none", "s0-way": "totals", "s0-mp": points}
        answer = post(client, f"/matches/{match_id}/deals/1", sent)
        assert answer.status_code == 422, points
        assert "s0-mp" in answer.text


def test_a_query_may_be_long_and_odd(client: FlaskClient, match_id: str) -> None:
    for query in ("%00", "%ff%fe", '"' * 200, "*" * 100, "a OR b NEAR(c", "%F0%9F%83%8F" * 50):
        for page in ("/", "/players", "/search", "/api/search"):
            assert client.get(f"{page}?q={query}").status_code == 200, (page, query)
    too_long = {
        page: client.get(f"{page}?q={'a' * 5000}").status_code for page in ("/players", "/search", "/api/search")
    }
    assert too_long == {"/players": 200, "/search": 422, "/api/search": 400}


def test_an_odd_method_is_405_or_400(client: FlaskClient, match_id: str) -> None:
    for method in ("DELETE", "PATCH", "PUT", "TRACE", "PROPFIND"):
        for path in ("/", f"/matches/{match_id}", "/api/score", "/club"):
            assert client.open(path, method=method).status_code in (400, 405)
