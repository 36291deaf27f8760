"""Refusals as answers."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from scorekeeper.engine.refused import Refused
from scorekeeper.words import Words, words_for
from scorekeeper.words.refusals import say_refusal

Json = dict[str, Any]
Answer = Callable[[object, Words], Json]


def error(refused: Refused, words: Words) -> Json:
    """The contract's object for a refused input; `allowed` lists what may stand there."""
    refusal: Json = {"kind": refused.kind, "where": refused.where, "message": say_refusal(refused, words)}
    if refused.allowed is not None:
        refusal["allowed"] = list(refused.allowed)
    return {"error": refusal}


def answering(read: Answer) -> Callable[..., Json]:
    """Make a function that may refuse its input one that answers the refusal instead, in English by default."""

    @wraps(read)
    def answer(request: object, words: Words | None = None) -> Json:
        spoken = words or words_for("en")
        try:
            return read(request, spoken)
        except Refused as refused:
            return error(refused, spoken)

    return answer
