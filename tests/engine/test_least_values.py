"""The value of the cheapest canasta of each kind, calculated by hand. Fewer points can only be a typing error."""

from typing import Any
from uuid import uuid4

import pytest

from scorekeeper.engine.deals.melds import least_value
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.loader import resolve

#: natural: seven cards at 5; mixed: six of them and a two; wild_twos: seven twos; wild_jokers: four jokers and three
#: twos. "wild" in `LEAST`: seven twos (140); a joker and six twos (170) if seven twos are another kind of canasta.
PLAIN = {"natural": 35, "mixed": 50}
WILD = {"wild_twos": 140, "wild_jokers": 260}
LEAST: list[tuple[str, dict[str, Any], dict[str, int]]] = [
    ("classic", {}, {**PLAIN, "no_such_kind": 0}),
    ("classic", {"wild-melds": True}, {**PLAIN, "wild": 140, **WILD}),
    ("romanian", {"ace-canastas": True}, {**PLAIN, "natural_aces": 140, "mixed_aces": 140}),
    ("czech", {}, {**PLAIN, "wild_jokers": 260}),
    ("uruguay", {}, {**PLAIN, "wild": 140}),
    ("cuban", {}, {**PLAIN, **WILD, "wild": 170}),
    ("samba", {}, {**PLAIN, "sequence": 50}),  # 4 5 6 7 at 5, 8 9 10 at 10
    ("bolivia", {}, {**PLAIN, "sequence": 50, "wild": 140}),
    ("modern-american", {}, {**PLAIN, "sevens": 35, "natural_aces": 140, **WILD, "wild": 170}),
    ("hand-and-foot", {"wild-melds": True}, {**PLAIN, "sevens": 35, "wild": 140}),
    # Sevens to threes at 5, a two 20, a joker 30, an ace 15; thirteen of a suit are 15 + 20 + 25 + 60.
    ("burraco", {}, {"natural": 35, "mixed": 50, "semi_clean": 55, "super": 40, "royal": 120}),
]


@pytest.mark.parametrize(("game", "options", "least"), LEAST)
def test_the_cheapest_canasta_of_a_kind(game: str, options: dict[str, Any], least: dict[str, int]) -> None:
    fresh = replace(resolve(game, None, options), id=uuid4().hex)  # a new id: derived values are cached
    assert {kind: least_value(kind, fresh) for kind in least} == least
