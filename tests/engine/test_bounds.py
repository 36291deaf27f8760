"""Figures for which the pack does not have enough cards, and the maximum points of a deal."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.deals.pack import most_points
from scorekeeper.engine.deals.reader import read_deal
from scorekeeper.engine.deals.scoring import score_deal, tally_side
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rules import RuleSet
from scorekeeper.rulebook.loader import resolve, rulebook
from tests.engine.strategies import tables
from tests.examples import examples

MELDED, HELD = "sides[0].counted.points", "sides[1].hand_points"
#: The value of all cards when they are melded, and when they are held in hands, by game. Two packs with four jokers:
#: 4 jokers at 50, 8 aces and 8 twos at 20, 48 cards at 10, 32 at 5 and 4 black threes at 5. Brazilian and Bolivia: each
#: of the six black threes costs 100 in a hand. Modern American: a red three in a hand costs 5, too. Burraco: jokers 30,
#: twos 20, aces 15, eight threes. A game that is not listed has the values of two packs.
TWO_PACKS, THREE_PACKS, DEAR_THREES = (1180, 1180), (1770, 1770), (1770, 2340)
WORTH = {
    "modern-american": (1180, 1200),
    "burraco": (1080, 1080),
    "samba": THREE_PACKS,
    "bolivia": DEAR_THREES,
    "brazilian": DEAR_THREES,
    "hand-and-foot": (2950, 2950),
}
KINGS = {"rank": "K", "naturals": 8}


def totals(melded: int, held: int) -> dict[str, Any]:
    """A deal with the points that the first side melded, and the points that the second side holds."""
    return {"sides": [{"counted": {"points": melded}}, {"counted": {"points": 0}, "hand_points": held}]}


def refusal(body: dict[str, Any], rules: RuleSet) -> tuple[str, str, Any, Any] | None:
    """The refusal of a new deal as (key, location, value, limit); None if it is accepted. Also checks that a deal
    recorded earlier is accepted with the same figures."""
    read_deal(body, rules, recorded=True)
    try:
        read_deal(body, rules)
    except Refused as refused:
        return refused.key, refused.where, refused.found, refused.allowed
    return None


@pytest.mark.parametrize("game", rulebook().rule_sets)
def test_no_figure_is_above_the_worth_of_the_pack(game: str) -> None:
    rules, (melded, held) = resolve(game), WORTH.get(game, TWO_PACKS)
    assert refusal(totals(melded, 0), rules) is None
    assert refusal(totals(0, held), rules) is None
    assert refusal(totals(melded + 5, 0), rules) == ("more_than_the_pack", MELDED, melded + 5, (melded,))
    assert refusal(totals(0, held + 5), rules) == ("more_than_the_pack", HELD, held + 5, (held,))


CARDS = [
    # both figures together are too high; the refusal names the larger one
    (totals(600, 585), ("more_than_the_pack_together", MELDED, 1185, (1180,))),
    (totals(580, 605), ("more_than_the_pack_together", HELD, 1185, (1180,))),
    (totals(600, 580), None),
    # cards that are shown elsewhere cannot be in these melds: eight kings, counts or hands of the other side
    ({"sides": [{"counted": {"points": 1100}}, {"melds": [KINGS]}]}, None),
    ({"sides": [{"counted": {"points": 1105}}, {"melds": [KINGS]}]}, ("more_than_the_pack", MELDED, 1105, (1100,))),
    ({"sides": [{"counted": {"points": 985}}, {"counted": {"jokers": 4}}]},
     ("more_than_the_pack", MELDED, 985, (980,))),
    ({"sides": [{"counted": {"points": 985}}, {"melds": [], "hands": [{"joker": 2}, {"joker": 2}]}]},
     ("more_than_the_pack", MELDED, 985, (980,))),
    ({"sides": [{"melds": [], "hand_points": 0}, {"melds": [KINGS], "hand_points": 1100}]}, None),
    ({"sides": [{"melds": [], "hand_points": 0}, {"melds": [KINGS], "hand_points": 1105}]},
     ("more_than_the_pack", HELD, 1105, (1100,))),
]  # fmt: skip


@pytest.mark.parametrize(("body", "refused"), CARDS)
def test_figures_share_the_cards_of_one_pack(body: dict[str, Any], refused: tuple[Any, ...] | None) -> None:
    assert refusal(body, resolve("classic")) == refused


@examples(60, soak=3_000)
@given(tables(), st.lists(st.sampled_from(["cards", "counts", "totals"]), min_size=3, max_size=3))
def test_what_lay_on_a_table_is_never_refused_however_it_is_counted(
    table: tuple[RuleSet, dict[str, Any]], ways: list[str]
) -> None:
    rules, body = table
    read = read_deal(body, rules)
    for side, told, way in zip(read.sides, body["sides"], ways, strict=False):
        tally = tally_side(side, rules)
        hands = [*side.hands, *side.feet] if "members" not in told else []
        if way != "cards":
            kinds = [(kind, count) for meld in side.melds for kind, count in meld.kinds().items()]
            counts = {
                name: sum(count for kind, count in kinds if kind in members) for name, members in rules.classes.items()
            }
            told["counted"] = {"points": tally.points} if way == "totals" else counts
            del told["melds"]
        if way == "totals" and hands:
            told["hand_points"] = sum(count * rules.in_hand[kind] for hand in hands for kind, count in hand.items())
            told.pop("hands", None)
            left = sum(1 for foot in told.pop("feet", ()) if foot)
            told.update({"feet_not_begun": left} if left else {})
    read_deal(body, rules)


@examples(60, soak=3_000)
@given(tables())
def test_no_deal_gives_a_side_more_than_the_most(table: tuple[RuleSet, dict[str, Any]]) -> None:
    rules, body = table
    for score in score_deal(read_deal(body, rules), rules):
        assert score.total <= most_points(rules)


def test_the_most_of_deals_is_that_of_one_by_their_number() -> None:
    rules = resolve("classic")
    # all cards, eleven natural canastas, five mixed ones (31 cards are left: enough for four and a part of a fifth),
    # four red threes, going out
    assert most_points(rules) == 1180 + 11 * 500 + 5 * 300 + 800 + 200
    assert most_points(rules, 4) == 4 * most_points(rules)
    # the same with one canasta of wild cards, and four mixed ones (24 cards are left: three and a part of a fourth)
    assert most_points(resolve("uruguay")) == 1180 + 2000 + 11 * 500 + 4 * 300 + 800 + 200


@pytest.mark.parametrize("game", rulebook().rule_sets)
def test_the_most_of_a_deal_holds_all_cards_and_the_dearest_canasta(game: str) -> None:
    rules = resolve(game)
    dearest = max(rules.bonus_of[row.name] for rows in rules.canastas_of.values() for row in rows)
    assert most_points(rules) >= WORTH.get(game, TWO_PACKS)[0] + dearest
