"""The requests as JSON Schema: for `scorekeeper schema`, for the description of the API, and for its page."""

from collections.abc import Mapping
from functools import cache, reduce
from typing import Any

from scorekeeper.contract.answer import Json
from scorekeeper.contract.checks import MeldCheckIn, OpeningIn
from scorekeeper.contract.evening import EVENING, AskedResult
from scorekeeper.contract.rule import RuleIn
from scorekeeper.engine.deals.reader import deal_in
from scorekeeper.engine.reading import schema
from scorekeeper.evening.ranking.rank_reader import ContestIn, SeasonIn
from scorekeeper.evening.seating.pair_reader import AskIn
from scorekeeper.rulebook.loader import resolve, rulebook

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEAL = "deal"
#: Every question but the deal, whose type depends on the game, by the name of its schema.
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
    """The JSON Schema of a question; of a deal as any game has it, or as one game has it.

    Raises `Refused` for a rule set or a format that there is not.
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
    return {"$schema": DIALECT, **told, "$defs": parts}


def _either(one: Any, other: Any, key: str = "") -> Any:
    """A schema of what either of two schemas allows: all keys and choices, the wider limits."""
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
