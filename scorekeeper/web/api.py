"""The JSON contract over HTTP: the same objects that the command line takes and prints.

No request stores anything, so the POST requests need no form token.
"""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify, request

from scorekeeper import contract
from scorekeeper.contract.answer import error, read_json
from scorekeeper.contract.openapi import document
from scorekeeper.contract.rule import rule
from scorekeeper.contract.search import search
from scorekeeper.engine.refused import Refused
from scorekeeper.web.frame import Right, needs, words
from scorekeeper.web.frame.answers import csrf

blueprint = Blueprint("api", __name__, url_prefix="/api")
csrf.exempt(blueprint)

#: The HTTP status for each kind of refusal.
STATUSES = {"malformed": 400, "impossible": 422}

Answer = tuple[Response, int]
#: The POST requests. The key is the address below `/api`; the value is the function that answers, and the description
#: of the address in `docs/routes.md`.
POSTED = {
    "score": (contract.score, "Score one deal."),
    "check/opening": (contract.check_opening, "Check an opening."),
    "check/meld": (contract.check_meld, "Check a meld."),
    "rule": (rule, "The ruling of an article, or the next question."),
    "pair": (contract.pair, "The seating of the next round of a club evening."),
    "rank": (contract.rank, "The standings of an evening, or of a season."),
}


@blueprint.get("/rules")
@needs(Right.ANY_LINK)
def rule_sets() -> Answer:
    """Every rule set with its options."""
    return _answer(contract.rule_sets, None)


@blueprint.get("/rules/<rule_set>")
@needs(Right.ANY_LINK)
def rule_set(rule_set: str) -> Answer:
    """One rule set, every value with its source."""
    answer, status = _answer(contract.rule_set, rule_set)
    return answer, 404 if status == 400 else status


@blueprint.get("/search")
@needs(Right.ANY_LINK)
def find() -> Answer:
    """Search articles, rules and words in any language; `rules` and `format` choose a game if the query names none."""
    asked = {key: request.args.get(key) for key in ("code", "rules", "format")}
    return _answer(search, {"query": request.args.get("q", ""), **asked})


@blueprint.get("/openapi.json")
@needs(Right.ANY_LINK)
def described() -> Response:
    """The description of this API."""
    return jsonify(document())


def _answer(answer: Callable[..., dict[str, Any]], asked: object) -> Answer:
    value = answer(asked, words())
    status = STATUSES[value["error"]["kind"]] if "error" in value else 200
    return jsonify(value), status


def _posted(answer: Callable[..., dict[str, Any]], what: str) -> Callable[[], Answer]:
    def view() -> Answer:
        try:
            asked = read_json(request.get_data())
        except Refused as refused:
            return jsonify(error(refused, words())), STATUSES[refused.kind]
        return _answer(answer, asked)

    view.__doc__ = what
    return needs(Right.ANY_LINK_TO_WRITE)(view)


for address, posted in POSTED.items():
    blueprint.add_url_rule(f"/{address}", address.replace("/", "_"), _posted(*posted), methods=["POST"])
