"""Exports of an evening, for every device that may watch it. Before the evening is finished, only the director's export
has the seed."""

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.evenings.opening import finish
from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import close_round
from tests.actions.evenings import NIGHT, opened, published, stamp
from tests.web.evening_devices import scanned
from tests.web.tables import desk_of


def test_the_seed_of_draws_to_come_is_told_to_the_director_alone(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    opened(desk, movement="draw")
    published(desk)
    watcher = scanned(app, None)
    address = f"/evenings/{NIGHT}"
    seeds = [visitor.get(f"{address}.json").get_json()["settings"].get("seed") for visitor in (client, watcher)]
    assert seeds == ["4711", None]
    assert "4711" not in watcher.get(f"{address}/history").text
    for table in (1, 2):
        set_result(desk, NIGHT, 1, table, "walk_over", stamp(desk, f"settle-{table}"), sides=[{}, {"absent": True}])
    close_round(desk, NIGHT, 1, stamp(desk, "close--1"))
    finish(desk, NIGHT, stamp(desk, "finish-1"))
    assert watcher.get(f"{address}.json").get_json()["settings"]["seed"] == "4711"
