"""Strict parsing of JSON (no duplicate keys, no NaN or Infinity, nothing too large), and refusals as answers."""

import json
from collections.abc import Callable
from functools import wraps
from math import isfinite
from typing import Any

from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.words import Words, words_for
from scorekeeper.words.refusals import say_refusal

Json = dict[str, Any]
Answer = Callable[[object, Words], Json]


def error(refused: Refused, words: Words) -> Json:
    """The JSON of a refusal; `allowed` lists the allowed values, if the refusal has them."""
    refusal: Json = {"kind": refused.kind, "where": refused.where, "message": say_refusal(refused, words)}
    if refused.allowed is not None:
        refusal["allowed"] = list(refused.allowed)
    return {"error": refusal}


def answering(read: Answer) -> Callable[..., Json]:
    """Decorator: return a refusal as JSON instead of raising it. The words default to English."""

    @wraps(read)
    def answer(request: object, words: Words | None = None) -> Json:
        spoken = words or words_for("en")
        try:
            return read(request, spoken)
        except Refused as refused:
            return error(refused, spoken)

    return answer


def read_json(text: bytes, where: str = "") -> Any:
    """Parse one JSON value. Raises `Refused` if it is not valid JSON, is too large, or has a key twice."""
    try:
        value = json.loads(text.decode("utf-8-sig"), **_HOOKS)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeError:
        raise malformed("not_json", where, "text that is not UTF-8") from None
    except json.JSONDecodeError as problem:
        line = f"line {problem.lineno}" if problem.lineno > 1 else where
        raise malformed("not_json", line, f"{problem.msg}, column {problem.colno}") from None
    except Refused as refused:
        raise refused.moved(where) from None
    except RecursionError:
        raise malformed("too_large", where) from None
    return value


def _whole(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:  # Python converts no number of more than 4,300 digits
        raise malformed("too_large", "") from None


def _decimal(digits: str) -> float:
    value = float(digits)
    if not isfinite(value):
        raise malformed("too_large", "")
    return value


def _constant(name: str) -> Any:
    raise malformed("not_json", "", name)


def _object(pairs: list[tuple[str, Any]]) -> Json:
    members: Json = {}
    for key, value in pairs:
        if key in members:
            raise malformed("key_twice", "", key)
        members[key] = value
    return members


#: The functions by which `json.loads` makes numbers and objects. They raise `Refused` without a location.
_HOOKS: Any = {
    "parse_int": _whole,
    "parse_float": _decimal,
    "parse_constant": _constant,
    "object_pairs_hook": _object,
}
