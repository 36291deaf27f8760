"""Every boundary of every opening bracket, in every rule set and format."""

import pytest

from scorekeeper.engine.cards import RANKS
from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.opening import check_opening, opening
from scorekeeper.rulebook.loader import resolve, rulebook

#: (score, minimum) at every boundary and next to it.
THREE_BRACKETS = (
    (0, 50),
    (1, 50),
    (1495, 50),
    (1499, 50),
    (1500, 90),
    (2500, 90),
    (2995, 90),
    (3000, 120),
    (5000, 120),
)
FOUR_BRACKETS = ((0, 50), (1495, 50), (1500, 90), (2495, 90), (2500, 120), (4995, 120), (5000, 150), (9995, 150))
#: The minimum of a score below zero; 15 in games that are not listed.
BELOW_ZERO = {
    "romanian": 0,
    "czech": 50,
    "modern-american": 125,
    "hand-and-foot": 50,
    "burraco": 0,
}
#: The brackets of other games, by score, or in Hand and Foot by the number of the deal.
SAMBA = ((0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120), (6995, 120), (7000, 150), (14995, 150))
STEPS = {
    "czech": FOUR_BRACKETS,
    "cuban": (*THREE_BRACKETS[:-1], (4995, 120), (5000, 150)),
    "samba": SAMBA,
    "bolivia": SAMBA,
    "brazilian": (*SAMBA[:6], (7000, None), (8000, None), (9000, None)),
    "modern-american": ((0, 125), (2995, 125), (3000, 155), (4995, 155), (5000, 180), (8495, 180)),
    "hand-and-foot": ((1, 50), (2, 90), (3, 120), (4, 150), (5, 150)),
    "burraco": ((0, 0), (2000, 0)),
}
EVERY_FORMAT = [(facts.id, format_) for facts in rulebook().rule_sets.values() for format_ in facts.formats]


@pytest.mark.parametrize(("rule_set", "format_"), EVERY_FORMAT)
def test_every_boundary(rule_set: str, format_: str) -> None:
    rules = resolve(rule_set, format_)
    steps = STEPS.get(rule_set, THREE_BRACKETS)
    if rules.opening.by == "deal":
        assert [(deal, opening(9000, rules, deal=deal).points) for deal, _ in steps] == [*steps]
        return
    below = [(score, BELOW_ZERO.get(rule_set, 15)) for score in (-10_000, -5, -1)]
    assert [(score, opening(score, rules).points) for score, _ in (*below, *steps)] == [*below, *steps]


def test_only_some_canastas_open_a_brazilian_deal_and_cards_beside_them() -> None:
    rules = resolve("brazilian")
    mixed, natural, run = (
        Meld("K", 5, 0, 2),
        Meld("K", 7),
        Meld("sequence", 7, cards=RANKS[:-8:-1], suit="clubs"),
    )
    few, wild = Meld("4", 3), Meld("wild", 0, 3, 4)
    asked = {
        (7000, (mixed,)): (),
        (7000, (few,)): ("canasta",),
        (8000, (mixed,)): ("points",),
        (8000, (mixed, Meld("A", 6))): (),
        (9000, (mixed,)): ("natural_canasta",),
        (9000, (few,)): ("canasta", "natural_canasta"),
        **{(9000, (each,)): () for each in (natural, run, wild)},
    }
    assert {key: check_opening(key[1], key[0], rules).needs for key in asked} == asked
    told = [opening(score, rules) for score in (7000, 8000, 9000)]
    assert [(each.canasta, each.least, each.natural_canasta) for each in told] == [
        (True, None, False),
        (True, 200, False),
        (True, None, True),
    ]


def test_a_splash_opens_without_a_minimum() -> None:
    wild = [Meld("wild", 0, 0, 7)]
    assert check_opening(wild, 0, resolve("modern-american")).needs == ("natural_group",)
    assert check_opening(wild, 0, resolve("modern-american", None, {"splash": True})).meets
    assert check_opening([Meld("K", 5, 0, 2)], 5000, resolve("modern-american", None, {"splash": True})).needs == (
        "points",
        "natural_group",
    )


def test_a_last_step_of_deals_may_be_a_canasta() -> None:
    rules = resolve("hand-and-foot", None, {"opening-ladder": "50-90-120-150-canasta"})
    assert [opening(0, rules, deal=deal).points for deal in (4, 5, 6)] == [150, None, None]
    by_score = resolve("hand-and-foot", None, {"opening-ladder": "by-score"})
    assert [opening(score, by_score, deal=3).points for score in (-5, 2495, 2500, 7500)] == [50, 50, 90, 150]


@pytest.mark.parametrize(("rule_set", "natural_group"), [("classic", False), ("czech", True), ("czech-fast", True)])
def test_the_czech_games_ask_for_a_natural_group(rule_set: str, natural_group: bool) -> None:
    minimum = opening(0, resolve(rule_set))
    assert (minimum.natural_group, minimum.canasta) == (natural_group, False)


@pytest.mark.parametrize(("score", "points", "canasta"), [(5000, 130, False), (5001, None, True), (-5, 10, False)])
def test_only_a_canasta_opens_strictly_above_the_agreed_score(score: int, points: int | None, canasta: bool) -> None:
    minimum = opening(score, resolve("romanian", None, {"opening-canasta-above": 5000}), raised=10)
    assert (minimum.points, minimum.canasta, minimum.raised) == (points, canasta, 10)


def test_the_faster_czech_variant_opens_only_when_everybody_has_discarded() -> None:
    melds = [Meld("A", 3), Meld("K", 3)]
    early = check_opening(melds, 0, resolve("czech-fast"), all_discarded=False)
    assert (early.needs, early.meets) == (("all_discarded",), False)
    assert check_opening(melds, 0, resolve("czech-fast")).meets
    assert check_opening(melds, 0, resolve("czech"), all_discarded=False).meets
