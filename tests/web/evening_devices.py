"""Devices of an evening: those that scanned the QR code of a table, and those that watch."""

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.club.sharing import link_of
from tests.actions.evenings import NIGHT
from tests.web.devices import device
from tests.web.tables import NOW, desk_of


def token_of(app: Flask, table: int | None, evening_id: str = NIGHT) -> str:
    """Make the link of a table, or (None) the link to watch. Returns its token."""
    name = f"{evening_id}-{table}"
    link_of(desk_of(app), evening_id, table, share_id=name, token=f"token-of-{name}", now=NOW)
    return f"token-of-{name}"


def scanned(app: Flask, table: int | None, evening_id: str = NIGHT) -> FlaskClient:
    """A device that scanned the QR code of a table, or (None) the QR code on the wall."""
    visitor = device(app)
    answer = visitor.get(f"/s/{token_of(app, table, evening_id)}")
    assert answer.status_code == 303
    assert answer.location == f"/evenings/{evening_id}/{f'tables/{table}' if table else 'me'}"
    return visitor
