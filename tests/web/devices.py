"""Devices in the network: browsers on other machines, and links that give them access."""

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.security import generate_password_hash

from scorekeeper.actions.club.access import set_pin
from scorekeeper.actions.club.sharing import ShareKind, make_link
from tests.web.conftest import ReadingClient
from tests.web.tables import NOW, desk_of

PIN = "271828"


class Device(ReadingClient):
    """A browser somewhere in the network."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.environ_base["REMOTE_ADDR"] = "192.168.7.20"  # used for redirects, too


def device(app: Flask) -> FlaskClient:
    """A device without access."""
    return Device(app, app.response_class, use_cookies=True)


def let_in(app: Flask, match_id: str | None, kind: ShareKind = "edit") -> FlaskClient:
    """A device that has access by a link, to this match or (None) to every match."""
    visitor = device(app)
    assert visitor.get(f"/s/{link(app, match_id, kind)}").status_code == 303
    return visitor


def link(app: Flask, match_id: str | None, kind: ShareKind) -> str:
    """Make a link to this match or (None) to every match. Returns its token."""
    name = f"{match_id}-{kind}"
    make_link(desk_of(app), match_id, kind, share_id=name, token=f"token-of-{name}", now=NOW)
    return f"token-of-{name}"


def with_pin(app: Flask, pin: str = PIN) -> None:
    """Set a director's PIN, with a cheap hash, because tests set many."""
    set_pin(desk_of(app), pin, lambda text: generate_password_hash(text, "scrypt:1024:8:1"))
