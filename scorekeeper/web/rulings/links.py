"""From what a deal's own figures show to the article that settles it, its questions answered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from scorekeeper.engine.findings import Finding
from scorekeeper.engine.match import State, places_of, read_body
from scorekeeper.rulebook.codes import adjudicating

#: What the number of a finding answers, by its key.
COUNTED = {"out_without_canasta": "canastas", "red_three_in_hand": "count"}
#: The counts of a meld that answer the questions about wild cards.
MELD = ("naturals", "jokers", "twos")


def findings_url(match_id: str, state: State, deal: int, finding: Finding, body: Mapping[str, Any]) -> str | None:
    """The address of the article that a finding opens, filled in; None where the match's code has none for it."""
    place = re.match(r"sides\[(\d+)\]", finding.where)
    if finding.article is None or place is None or state.setup.rules.code.id == "none":
        return None
    at = int(place[1])
    side = places_of(state.setup, read_body(state.setup, body), at)[0]
    query = {"article": finding.article, "deal": deal, "side": side, **answers_in(finding, body["sides"][at])}
    return f"/matches/{match_id}/rulings/new?{urlencode(query)}"


def answers_in(finding: Finding, side: Mapping[str, Any]) -> dict[str, int]:
    """What the figures answer by themselves, of what the article asks."""
    asked = _asked(finding.article)
    return {key: number for key, number in _figures(finding, side).items() if key in asked}


def _figures(finding: Finding, side: Mapping[str, Any]) -> dict[str, int]:
    """A meld's cards, a number of canastas or of red threes."""
    if finding.key in COUNTED:
        return {COUNTED[finding.key]: finding.found or 0}
    place = re.search(r"\.melds\[(\d+)\]", finding.where)
    if finding.key != "too_many_wilds" or place is None:
        return {}
    meld = side["melds"][int(place[1])]
    return {name: meld.get(name, 0) for name in MELD}


def _asked(article: str | None) -> set[str]:
    """The questions of an article; a rule that is only looked up asks nothing."""
    found = next((known for code in adjudicating() if (known := code.article(article))), None)
    return {question.key for question in found.questions} if found else set()
