"""Data that outlives a request of the entry page: drafts, a game's cached fields, and a save that is sent again."""

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web.deals.fields import _table
from scorekeeper.web.deals.shape import shape_of
from tests.html_tree import values_of
from tests.web.tables import desk_of, opened, post
from tests.web.test_deals import ROUND, scores, send


def test_what_is_still_on_its_way_when_a_deal_is_saved_is_no_draft_of_it(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    send(client, match, 1, ROUND)
    assert send(client, match, 1, ROUND | {"s0-mp": "1"}, path="/draft").status_code == 409
    assert desk_of(app).ledger.drafts.get(match, 1) is None


def test_all_tables_of_a_game_share_the_fields_of_its_page(client: FlaskClient) -> None:
    """Computing the fields takes longer than rendering the page. A cache by table would be too small for an evening."""
    tables = [opened(client, players) for players in (("Ada", "Bo", "Cy", "Di"), ("Ed", "Flo", "Gus", "Hy"))]
    made = []
    for match in tables:
        assert client.get(f"/matches/{match}/deals/new").status_code == 200
        made.append((shape_of.cache_info().misses, _table.cache_info().misses))
    assert made[0] == made[1]


def test_a_retry_that_comes_after_the_undo_is_told_what_happened(app: Flask, client: FlaskClient) -> None:
    """The save was acknowledged and then undone on another device. The first device sends it again."""
    match = opened(client)
    saved = client.get(send(client, match, 1, ROUND).location).text
    mark = values_of(saved, "[name=key], [name=version]")
    post(client, f"/matches/{match}/deals/1/undo", mark, f"/matches/{match}/more")
    late = client.get(send(client, match, 1, ROUND).location, follow_redirects=True)
    assert (late.status_code, late.request.path) == (200, f"/matches/{match}/history")
    assert scores(app, match) == [0, 0]
