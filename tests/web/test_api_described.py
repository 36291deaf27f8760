"""The description of the API: whole, right, and enough for a program that knows nothing else."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings

from scorekeeper.cli import main
from scorekeeper.contract.openapi import api
from scorekeeper.contract.schemas import NAMES, schema_of
from scorekeeper.rulebook.loader import rulebook
from tests.engine.table import cases, of_deals

DEAL_KEYS = ("rules", "format", "options", "sides", "cards_left", "first_round_out")


def test_every_address_of_the_api_is_described_with_its_method(app: Flask, client: FlaskClient) -> None:
    told = client.get("/api/openapi.json").get_json()["paths"]
    routes = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule), *((rule.methods or set()) - {"HEAD", "OPTIONS"}))
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("api.")
    }
    assert {(path, method.upper()) for path, methods in told.items() for method in methods} == routes


def test_every_worked_deal_is_of_the_schema_of_any_game_and_of_its_own() -> None:
    of_any = jsonschema_rs.validator_for(schema_of("deal"))
    for name in of_deals():
        for case in cases(name):
            deal = {key: case[key] for key in DEAL_KEYS if key in case}
            own = jsonschema_rs.validator_for(schema_of("deal", case["rules"], case.get("format")))
            assert of_any.is_valid(deal)
            assert own.is_valid(deal), case


def test_the_examples_are_of_their_schemas_and_a_stranger_is_of_none() -> None:
    for each in api()["posted"]:
        validators = [jsonschema_rs.validator_for(schema_of(name)) for name in each["schemas"]]
        asked = json.loads(each["example"])
        assert any(one.is_valid(asked) for one in validators), each["path"]
        assert not any(one.is_valid({**asked, "tea": 1}) for one in validators), each["path"]


@pytest.mark.parametrize("name", NAMES)
def test_the_command_prints_each_schema(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", name]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(schema_of(name)))


def test_a_schema_of_a_game_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "deal", "--rules", "bridge"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["allowed"] == list(rulebook().rule_sets)


# --- A client written from docs/api.md alone -----------------------------------------------------------


def ruled(client: FlaskClient, code: str, article: str, known: dict[str, Any]) -> dict[str, Any]:
    """The ruling on an offence: each question is answered from what is known."""
    answers: dict[str, Any] = {}
    while True:
        told = client.post("/api/rule", json={"code": code, "article": article, "answers": answers}).get_json()
        if "ask" not in told:
            return dict(told)
        question = told["ask"]["question"]
        assert known[question] in told["ask"]["answers"]
        answers[question] = known[question]


def test_a_client_scores_a_deal(client: FlaskClient) -> None:
    north = {
        "name": "N",
        "melds": [{"rank": "A", "naturals": 4}, {"rank": "5", "naturals": 7}],
        "hands": [{}],
        "out": {},
    }
    south = {"name": "S", "score": 1400, "melds": [{"rank": "K", "naturals": 3}], "hands": [{"Q": 2}, {"4": 1}]}
    told = client.post("/api/score", json={"rules": "classic", "sides": [north, south]}).get_json()
    assert [(side["name"], side["total"], side["score"]) for side in told["sides"]] == [
        ("N", 4 * 20 + 7 * 5 + 500 + 100, 715),
        ("S", 3 * 10 - 2 * 10 - 5, 1405),
    ]
    refused = client.post("/api/score", json={"rules": "classic", "sides": [{"melds": [{"rank": "1"}]}]})
    assert (refused.status_code, refused.get_json()["error"]["where"]) == (400, "sides[0].melds[0].rank")
    assert "A" in refused.get_json()["error"]["allowed"]


def test_a_client_opens_an_evening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, file = str(tmp_path / "club.db"), tmp_path / "evening.json"
    entrants = [{"players": ["Anna", "Béla"], "name": "Owls"}, {"players": ["Mihai", "Jana"]}]
    evening = {
        "title": "Friday",
        "date": "2026-11-27",
        "rules": "samba",
        "format": "four",
        "movement": "swiss",
        "scoring": "sum",
        "round_end": {"by": "time", "minutes": 45},
        "entrants": entrants,
    }
    file.write_text(json.dumps(evening), encoding="utf-8")
    assert main(["evening", "open", str(file), "--database", database]) == 0
    id_ = json.loads(capsys.readouterr().out)["evening"]
    assert main(["evening", "show", id_, "--database", database]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["settings"]["round_end"], told["entrants"][0]["name"]) == (evening["round_end"], "Owls")


def test_a_client_asks_for_a_ruling(client: FlaskClient) -> None:
    known = {"next_player_acted": False, "cure": "take_some_back"}
    told = ruled(client, "hungarian", "HU-03", known)
    assert (told["points"], told["outcomes"]) == (-100, ["MELD_STANDS"])


# --- Whatever the description allows -------------------------------------------------------------------


@pytest.mark.soak
def test_whatever_the_description_allows_is_answered_or_refused(app: Flask) -> None:
    import schemathesis  # takes seconds

    def from_here(environ: dict[str, Any], start: Any) -> Any:
        return app({**environ, "REMOTE_ADDR": "127.0.0.1"}, start)

    described = schemathesis.openapi.from_wsgi("/api/openapi.json", from_here)
    operations = [each.ok() for each in described.get_all_operations()]
    assert len(operations) == len(api()["posted"]) + len(api()["got"]) - 1  # without the description itself
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
        def answered(case: Any) -> None:
            assert case.call().status_code in (200, 400, 404, 413, 422)

        answered()
