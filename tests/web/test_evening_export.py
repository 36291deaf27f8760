"""An evening to take away, for whoever may watch it."""

import csv
import io

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.evenings.opening import finish
from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import close_round
from tests.actions.evenings import NIGHT, agree, opened, play, published, stamp
from tests.web.evening_devices import scanned
from tests.web.tables import desk_of


def test_it_works(app: Flask, client: FlaskClient) -> None:
    desk = desk_of(app)
    opened(desk)
    first, second = published(desk)
    for table in (first, second):
        play(desk, table.match, (600, 100))
        agree(desk, 1, table.number)
    assert [row["points"] for row in client.get(f"/evenings/{NIGHT}.json").json["standings"]] == [0, 0, 0, 0]
    close_round(desk, NIGHT, 1, stamp(desk, "close-round-1"))
    told = scanned(app, None).get(f"/evenings/{NIGHT}.json").json
    assert [row["points"] for row in told["standings"]] == [12, 12, 8, 8]
    assert told["rounds"][0]["tables"][0]["totals"] == [600, 100]
    text = scanned(app, None).get(f"/evenings/{NIGHT}.csv").data.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert rows[0] == {
        "round": "1", "table": "1", "kind": "played", "entrants": "Anna & Béla", "score": "600", "difference": "500",
        "points": "12", "outcome": "won",
    }  # fmt: skip
    assert [row["difference"] for row in rows] == ["500", "-500", "500", "-500"]
    assert app.test_client().get(f"/evenings/{NIGHT}x.json").status_code == 404


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
