"""The results of the day, which the list of matches links to; the list itself is in stories."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.actions.evenings import PAIRS, published
from tests.actions.evenings import opened as evening_opened
from tests.html_tree import found, text_of
from tests.web.tables import desk_of, opened


def test_the_results_of_the_evening_are_one_tap_from_the_list(app: Flask, client: FlaskClient) -> None:
    assert "Tonight" not in client.get("/").text
    match_id = opened(client)
    (tonight,) = found(client.get("/").text, "a[href^='/sheets/evening/']")
    assert text_of(tonight).startswith("Tonight")
    assert "Ilona &amp; Mihai" in client.get(tonight.get("href", "")).text
    with desk_of(app).ledger.store.write_tx() as db:
        db.execute("UPDATE matches SET opened_at = '2026-03-05T19:00:00.000+00:00' WHERE id = ?", [match_id])
    assert 'href="/sheets/evening/2026-03-05"><span>Last evening' in client.get("/").text


def test_results_have_every_match_of_a_day(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.paper.MOST_MATCHES", 2)
    opened(client)
    (today,) = found(client.get("/").text, "a[href^='/sheets/evening/']")
    evening_opened(desk_of(app), date="2026-11-19")  # its matches are opened on another day
    published(desk_of(app))
    (night,) = found(client.get("/").text, "a[href^='/sheets/evening/']")
    assert night.get("href") == "/sheets/evening/2026-11-19"
    results = client.get("/sheets/evening/2026-11-19").text
    assert [name for pair in PAIRS for name in pair if name not in results] == []
    assert "Ilona &amp; Mihai" in client.get(today.get("href", "")).text
