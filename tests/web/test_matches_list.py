"""The results of the evening, one tap from the list of matches; the list itself is in stories."""

import re

from flask import Flask
from flask.testing import FlaskClient

from tests.web.tables import desk_of, opened


def test_the_results_of_the_evening_are_one_tap_from_the_list(app: Flask, client: FlaskClient) -> None:
    assert "Tonight" not in client.get("/").text
    match_id = opened(client)
    found = re.search(r'href="(/sheets/evening/[^"]+)"><span>Tonight', client.get("/").text)
    assert found
    assert "Ilona &amp; Mihai" in client.get(found[1]).text
    ledger = desk_of(app).ledger
    with ledger.store.write_tx() as db:
        db.execute("UPDATE matches SET opened_at = '2026-03-05T19:00:00.000+00:00' WHERE id = ?", [match_id])
    assert 'href="/sheets/evening/2026-03-05"><span>Last evening' in client.get("/").text
