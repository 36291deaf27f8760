"""The JSON Schemas of the requests, for `scorekeeper schema` and the pages of the API, and the description of the HTTP
API (OpenAPI 3.1), made from them and from api.toml."""

import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache, reduce
from pathlib import Path
from typing import Any

from scorekeeper.contract.answer import Json
from scorekeeper.contract.evening import EVENING, AskedResult
from scorekeeper.contract.rule import RuleIn
from scorekeeper.contract.score import MeldCheckIn, OpeningIn
from scorekeeper.engine.deals.reader import deal_in
from scorekeeper.engine.reading import schema
from scorekeeper.evening.pairing import AskIn
from scorekeeper.evening.ranking.rank_reader import ContestIn, SeasonIn
from scorekeeper.rulebook.loader import resolve, rulebook

#: The descriptions of answers that are refusals, by HTTP status.
REFUSALS = {"400": "Malformed.", "413": "Too large.", "422": "Impossible: no pack of cards allows it."}
ERROR: Json = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message"],
            "properties": {
                "kind": {"enum": ["malformed", "impossible"]},
                "where": {"type": "string", "description": "The location, as `sides[0].melds[2].jokers`."},
                "message": {"type": "string"},
                "allowed": {"type": "array", "description": "What is allowed there."},
            },
        }
    },
}


@cache
def api() -> Mapping[str, Any]:
    """The parsed api.toml."""
    return tomllib.loads((Path(__file__).parent / "api.toml").read_text(encoding="utf-8"))


def described(name: str) -> Json:
    """The JSON Schema of a request with descriptions of its keys, from `api.toml`. An entry there is for the key of one
    object type ("PlayedSide.score"), of all types whose names end with a word ("Scoring.kind"), or of any type
    ("score"). The most specific entry is used."""
    told: Json = json.loads(json.dumps(schema_of(name)).replace("DealIn_Side_", "Deal"))
    says = api()["keys"]
    for part, of_part in told["$defs"].items():
        for key, value in of_part["properties"].items():
            named = [f"{part}.{key}", f"{re.split('(?=[A-Z])', part)[-1]}.{key}", key]
            value["description"] = next(says[each] for each in named if each in says)
    return told


@cache
def document() -> Json:
    """The whole OpenAPI description."""
    parts: Json = {"Error": ERROR}
    paths = {each["path"]: {"get": _operation(each, {"404": "Not found."})} for each in api()["got"]}
    for each in api()["posted"]:
        asked = [described(name) for name in each["schemas"]]
        for one in asked:
            parts |= one["$defs"]
        content = {
            "schema": {"anyOf": [{"$ref": one["$ref"]} for one in asked]},
            "example": json.loads(each["example"]),
        }
        body = {"required": True, "content": {"application/json": content}}
        paths[each["path"]] = {"post": {**_operation(each, REFUSALS), "requestBody": body}}
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "Canasta Scorekeeper",
            "version": "1",
            "description": "Computes results. Nothing is stored or changed.",
        },
        "paths": paths,
        "components": {"schemas": parts},
    }
    referred: Json = json.loads(json.dumps(whole).replace("#/$defs/", "#/components/schemas/"))
    return referred


def _operation(each: Mapping[str, Any], refusals: Mapping[str, str]) -> Json:
    """An operation without its request body: its parameters, the keys of its answer, and its refusals."""
    answer = {"type": "object", "properties": {key: {} for key in each.get("answers", ())}}
    responses = {"200": {"description": "The answer.", "content": {"application/json": {"schema": answer}}}}
    error = {"application/json": {"schema": {"$ref": "#/$defs/Error"}}}
    responses |= {code: {"description": says, "content": error} for code, says in refusals.items()}
    named = each.get("parameters", {}).items()
    return {
        "summary": each["says"],
        "parameters": [
            {
                "name": name,
                "in": "path" if f"{{{name}}}" in each["path"] else "query",
                "required": f"{{{name}}}" in each["path"],
                "description": says,
                "schema": {"type": "string"},
            }
            for name, says in named
        ],
        "responses": responses,
    }


DEAL = "deal"
#: The types of the requests by the names of their schemas, except that of a deal, which depends on the game.
TYPES: Mapping[str, Any] = {
    "opening": OpeningIn,
    "meld": MeldCheckIn,
    "rule": RuleIn,
    "pair": AskIn,
    "rank": ContestIn,
    "season": SeasonIn,
    "evening": EVENING,
    "result": AskedResult,
}
NAMES = (DEAL, *TYPES)


def schema_of(name: str, rules: str | None = None, format_: str | None = None) -> Json:
    """The JSON Schema of a request. For a deal, it describes the deals of one game, or without `rules` those of all
    games.

    Raises `Refused` for an unknown rule set or format.
    """
    if name != DEAL:
        return _whole(TYPES[name])
    return _of_any_game() if rules is None else _whole(deal_in(resolve(rules, format_)))


@cache
def _of_any_game() -> Json:
    games = [resolve(id_, format_) for id_, facts in rulebook().rule_sets.items() for format_ in facts.formats]
    merged: Json = reduce(_either, [_whole(deal_in(game)) for game in games])
    return merged


def _whole(kind: Any) -> Json:
    (told,), parts = schema(kind)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **told, "$defs": parts}


def _either(one: Any, other: Any, key: str = "") -> Any:
    """A schema for all values that at least one of two schemas allows: with all keys and choices of both, and the wider
    limits."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {
            each: _either(one[each], other[each], each) if each in one and each in other else {**one, **other}[each]
            for each in {**one, **other}
        }
    if key == "anyOf":
        return [_either(*each) for each in zip(one, other, strict=True)]
    if isinstance(one, list):
        return [each for each in one if each in other] if key == "required" else [*dict.fromkeys((*one, *other))]
    return max(one, other) if key.startswith("max") else one
