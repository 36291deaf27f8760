"""Trusting the program once: the certificate, the QR code of the page with the steps, and the way to a match."""

import hashlib
import re
import ssl
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.cli.certificates import FILES, make
from tests.html_tree import found
from tests.web.devices import device, let_in, link
from tests.web.tables import opened, post

HTTPS = "https://club.local:8443"


@pytest.fixture
def club(app: Flask, tmp_path: Path) -> Flask:
    """A program that serves http and https."""
    make(tmp_path / "certificates", ["club.local"])
    authority = tmp_path / "certificates" / FILES["authority"]
    names = ["localhost", "club.local"]
    plain = "http://club.local:8000"
    app.config.update(PROTECTED_ADDRESS=HTTPS, AUTHORITY=authority, SHARED_ADDRESS=plain, TRUSTED_HOSTS=names)
    return app


def test_anybody_gets_the_certificate_and_can_compare_it(club: Flask) -> None:
    stranger = device(club)
    page, given = stranger.get("/trust").text, stranger.get("/trust/canasta-scorekeeper.crt")
    assert given.data == ssl.PEM_cert_to_DER_cert(club.config["AUTHORITY"].read_text())
    assert hashlib.sha256(given.data).digest().hex(" ").upper() in page
    assert f'href="{HTTPS}"' in page
    assert (page.count('<svg class="screen"'), page.count("data:")) == (8, 0)


def test_the_second_code_of_a_link_leads_over_the_pictures_to_the_match(club: Flask) -> None:
    machine = club.test_client()
    match_id = opened(machine)
    post(machine, f"/matches/{match_id}/share", {"kind": "edit"})
    page = machine.get(f"/matches/{match_id}/share").text
    codes = [each.get("src", "") for each in found(page, "img[src*='.svg']")]
    assert [code.partition("?")[2] for code in codes] == ["", "trust"]
    assert machine.get(codes[0]).data != machine.get(codes[1]).data
    token = re.search(r"http://club\.local:8000/s/([\w-]+)", page)
    assert token
    tablet = device(club)
    assert tablet.get(f"/s/{token[1]}?trust").location == "/trust"
    assert f'href="{HTTPS}/s/{token[1]}"' in tablet.get("/trust").text


def test_over_https_a_device_has_another_cookie_and_keeps_that_of_http(club: Flask) -> None:
    match_id = opened(club.test_client())
    tablet = let_in(club, match_id, "edit")
    assert tablet.get(f"/matches/{match_id}", base_url="https://localhost").status_code == 403
    entered = tablet.get(f"/s/{link(club, match_id, 'edit')}", base_url="https://localhost")
    cookie = entered.headers["Set-Cookie"]
    assert cookie.startswith("scorekeeper-https=")
    assert "Secure" in cookie
    for address in ("http://localhost", "https://localhost"):
        assert tablet.get(f"/matches/{match_id}", base_url=address).status_code == 200
