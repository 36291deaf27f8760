"""The description of the API is complete and correct. A program that knows nothing else can use the API."""

import json
import re
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings

from scorekeeper.cli import main
from scorekeeper.contract.openapi import NAMES, api, schema_of
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


# --- All requests that the description allows ----------------------------------------------------------


@pytest.mark.soak
def test_whatever_the_description_allows_is_answered_or_refused(app: Flask) -> None:
    import schemathesis  # takes seconds

    def from_here(environ: dict[str, Any], start: Any) -> Any:
        return app({**environ, "REMOTE_ADDR": "127.0.0.1"}, start)

    described = schemathesis.openapi.from_wsgi("/api/openapi.json", from_here)
    operations = [each.ok() for each in described.get_all_operations()]
    assert len(operations) == len(api()["posted"]) + len(api()["got"]) - 1  # all except the description itself
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
        def answered(case: Any) -> None:
            assert case.call().status_code in (200, 400, 404, 413, 422)

        answered()
