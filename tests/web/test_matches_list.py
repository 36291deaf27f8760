"""The list of matches: found by words and status, page after page."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web.matches.listing import PAGE
from tests.actions.evenings import NIGHT, published
from tests.actions.evenings import opened as evening_opened
from tests.web.tables import desk_of, one_line, opened, play, post


def test_a_device_continues_the_match_that_it_wrote_to_last(app: Flask, client: FlaskClient) -> None:
    mine = opened(client)
    others = opened(app.test_client(), ("Eszter", "Karel", "Jaan", "Ana"))
    page = one_line(client.get("/").text)
    assert (
        f'class="btn tile continue" href="/matches/{mine}"><span>Continue: Ilona &amp; Mihai – Jana &amp; Tõnu' in page
    )
    assert "Continue:" not in client.get("/?q=Ilona").text
    assert "Continue:" not in app.test_client().get("/").text, "a device that wrote to none"
    post(client, f"/matches/{others}/rename", {"version": "1", "key": "match-renamed-1", "title": "Friday"})
    assert f'continue" href="/matches/{others}"' in client.get("/").text
    play(app, others, (5000, 340))
    assert "Continue:" not in client.get("/").text, "it is over"
    again = post(client, f"/matches/{others}/rematch", {"version": "2", "key": "another-match-1"}).location
    assert f'continue" href="{again}"' in client.get("/").text


def test_the_matches_of_an_evening_are_one_line_that_leads_to_them(app: Flask, client: FlaskClient) -> None:
    single = opened(client)
    evening_opened(desk_of(app))
    first, second = (table.match for table in published(desk_of(app)))
    page = one_line(client.get("/").text)
    day = "Nov 21, 2026".replace(" ", "\N{NO-BREAK SPACE}")
    assert f'<a href="/?evening={NIGHT}"><span>Club night <small>Club evening · {day}</small>' in page
    assert [match_id for match_id in (single, first, second) if match_id in page] == [single]
    inside = client.get(f"/?evening={NIGHT}").text
    assert [match_id for match_id in (single, first, second) if match_id in inside] == [first, second]
    assert "<h2>Club night</h2>" in inside
    assert inside.count("Club night") == 1, "each is called by its sides there"
    assert f'href="/?evening={NIGHT}&amp;status=paused"' in inside
    assert "There are no matches in this part of the list." in client.get(f"/?evening={NIGHT}&status=paused").text
    found = client.get("/?q=Petra").text
    assert first in found or second in found


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


def test_pages_follow_each_other_without_gap_or_repeat(client: FlaskClient) -> None:
    ids = [opened(client, key=f"key-of-match-{n}") for n in range(PAGE + 3)]
    first = client.get("/").text
    assert [id_ for id_ in ids if id_ in first] == ids[3:]
    older = f"/?before={4}"
    assert f'href="{older}"' in first
    second = client.get(older).text
    assert [id_ for id_ in ids if id_ in second] == ids[:3]
    assert "Latest" in second


@pytest.mark.parametrize("query", ["before=x", "before=-1", "before=99999999999999999999", "status=lost", 'q="(*'])
def test_an_odd_address_still_shows_a_list(client: FlaskClient, query: str) -> None:
    opened(client)
    assert client.get(f"/?{query}").status_code == 200
