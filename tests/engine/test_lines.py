"""The lines of a score explain themselves: the number of cards, the points of each, the reason, and the article."""

from typing import Any

import pytest

from scorekeeper.engine.deals.deal import Deal, Player, Side
from scorekeeper.engine.deals.findings import findings
from scorekeeper.engine.deals.reader import read_deal
from scorekeeper.engine.deals.scoring import (
    Line,
    Score,
    charged_articles,
    needs_unfilled,
    plain_line,
    score_deal,
    tally_side,
)
from scorekeeper.engine.rows import Need
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.loader import resolve


def score_of(rule_set: str, side: dict[str, Any], options: dict[str, Any] | None = None) -> Score:
    """The score of one side alone."""
    rules = resolve(rule_set, None, options)
    return score_deal(read_deal({"sides": [side]}, rules), rules)[0]


#: Rule set, options, side, its lines, the number of its canastas.
SIDES: list[tuple[str, dict[str, Any], dict[str, Any], list[Line], int]] = [
    ("hungarian", {}, {"melds": [{"rank": "K", "naturals": 5, "twos": 4}, {"rank": "Q", "naturals": 7}],
      "red_threes": 2, "hands": [{}, {"A": 1, "red3": 1, "4": 2}], "out": {"concealed": True},
      "rulings": [{"points": -100, "article": "HU-05"}, {"points": 0, "article": "HU-03"}]},
     [Line("cards_melded", 180, count=15), Line("natural_canastas", 500, count=1, each=500),
      Line("mixed_canastas", 300, count=1, each=300), Line("going_out", 200, "concealed"),
      Line("red_threes", 200, count=2, each=100), Line("cards_in_hand", -30, count=3),
      Line("excess_wilds", -20, count=1, article="HU-10"), Line("penalties", -100, "excess_wilds", 1, -100, "HU-10"),
      Line("penalties", -100, "ruling", article="HU-05"),
      Line("penalties", -500, "red_three_in_hand", 1, -500, "HU-09")], 2),
    ("classic", {}, {"melds": [{"rank": "K", "naturals": 3}], "red_threes": 4, "hand_points": 15},
     [Line("cards_melded", 30, count=3), Line("red_threes", 800, "all_four", 4), Line("cards_in_hand", -15)], 0),
    ("classic", {}, {"red_threes": 3}, [Line("red_threes", -300, count=3, each=-100)], 0),
    ("romanian", {}, {"red_threes": 4}, [Line("red_threes", -400, count=4, each=-100)], 0),
    ("classic", {}, {"red_threes": 4}, [Line("red_threes", -800, "all_four", 4)], 0),
    ("czech", {}, {"counted": {"tens": 3, "fives": 1}, "red_threes": 1},
     [Line("cards_melded", -35, "no_canasta", 4), Line("red_threes", -100, count=1, each=-100)], 0),
    ("czech", {}, {"counted": {"points": 295, "canastas": {"wild_jokers": 1, "natural": 1}}, "red_threes": 4},
     [Line("cards_melded", 295), Line("natural_canastas", 600, count=1, each=600),
      Line("wild_canastas", 2000, "wild_jokers", 1, 2000), Line("red_threes", 400, count=4, each=100)], 2),
    ("czech", {}, {"counted": {"points": 170, "canastas": {"wild_twos": 1}}},
     [Line("cards_melded", 170), Line("wild_canastas", 1000, "wild_twos", 1, 1000)], 1),
    ("romanian", {}, {"counted": {"points": 200, "canastas": {"natural": 1, "natural_aces": 1}}},
     [Line("cards_melded", 200), Line("natural_canastas", 1000, count=2, each=500)], 2),
    ("romanian", {"ace-canastas": True, "canasta-premiums": "both", "deck": "162"},
     {"counted": {"points": 400, "canastas": {"natural_aces": 1, "mixed_aces": 1, "natural": 3, "mixed": 2}}},
     [Line("cards_melded", 400), Line("natural_canastas", 1500, count=3, each=500),
      Line("natural_canastas", 1000, "natural_aces", 1, 1000), Line("mixed_canastas", 600, count=2, each=300),
      Line("mixed_canastas", 500, "mixed_aces", 1, 500), Line("premiums", 500, "5_canastas"),
      Line("premiums", 1000, "7_canastas")], 7),
    ("romanian", {"canasta-premiums": "highest"}, {"counted": {"points": 400, "canastas": {"mixed": 7}}},
     [Line("cards_melded", 400), Line("mixed_canastas", 2100, count=7, each=300), Line("premiums", 1000, "7_canastas")],
     7),
    ("viennese", {}, {"melds": [{"rank": "K", "naturals": 7}], "out": {"concealed": True}},
     [Line("cards_melded", 70, count=7), Line("natural_canastas", 500, count=1, each=500),
      Line("going_out", 1200, "hand_canasta")], 1),
    ("viennese", {}, {"melds": [{"rank": "K", "naturals": 7}], "out": {"concealed": True, "own_canasta": False}},
     [Line("cards_melded", 70, count=7), Line("natural_canastas", 500, count=1, each=500),
      Line("going_out", 200, "concealed")], 1),
    ("classic", {}, {"melds": [{"rank": "K", "naturals": 7}], "out": {"concealed": True, "own_canasta": False}},
     [Line("cards_melded", 70, count=7), Line("natural_canastas", 500, count=1, each=500),
      Line("going_out", 100, "plain")], 1),
    ("czech-fast", {"going-out-bonuses": "added"},
     {"melds": [{"rank": "K", "naturals": 7}, {"rank": "3", "naturals": 3}], "out": {"first_pile": True}},
     [Line("cards_melded", 85, count=10), Line("natural_canastas", 500, count=1, each=500),
      Line("going_out", 100, "plain"), Line("going_out", 200, "black_threes"), Line("going_out", 1000, "first_pile")],
     1),
    ("classic", {"wild-melds": True, "unfinished-wild-meld": -1000},
     {"melds": [{"rank": "wild", "twos": 3}, {"rank": "wild", "twos": 4}]},
     [Line("cards_melded", 140, count=7), Line("penalties", -2000, "unfinished_wild_meld", 2, -1000)], 0),
    (  # a fined meld is still a meld, also for red threes
        "uruguay",
        {"unfinished-wild-meld": -1000},
        {"red_threes": 2, "counted": {"points": 0, "unfinished": {"wild": 1}}},
        [Line("red_threes", 200, count=2, each=100), Line("penalties", -1000, "unfinished_wild_meld", 1, -1000)],
        0,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rule_set", "options", "side", "lines", "canastas"), SIDES)
def test_every_line_tells_its_reason(
    rule_set: str, options: dict[str, Any], side: dict[str, Any], lines: list[Line], canastas: int
) -> None:
    assert score_of(rule_set, side, options) == Score("A", sum(line.points for line in lines), tuple(lines), canastas)


def test_a_line_in_json_leaves_out_what_it_does_not_have() -> None:
    assert plain_line(Line("cards_in_hand", -15)) == {"key": "cards_in_hand", "points": -15}
    assert plain_line(Line("penalties", -100, "excess_wilds", 1, -100, "HU-10")) == {
        "key": "penalties",
        "detail": "excess_wilds",
        "count": 1,
        "each": -100,
        "points": -100,
        "article": "HU-10",
    }
    assert plain_line(Line("cards_melded", 5, count=0))["count"] == 0


@pytest.mark.parametrize(
    ("rule_set", "options", "articles"),
    [
        ("hungarian", {}, {"HU-09", "HU-10"}),
        ("romanian", {}, {"RO-10"}),
        ("classic", {}, set()),
        ("classic", {"penalty-code": "hungarian"}, {"HU-09", "HU-10"}),
        ("burraco", {}, set()),  # threes are cards like others there
        ("hungarian", {"red-three-in-hand": "as-laid"}, {"HU-10"}),
        ("romanian", {"red-three-in-hand": 0}, {"RO-10"}),
    ],
)
def test_the_articles_that_the_score_charges_by_itself(
    rule_set: str, options: dict[str, Any], articles: set[str]
) -> None:
    assert charged_articles(resolve(rule_set, None, options)) == articles


@pytest.mark.parametrize(
    ("rule_set", "alike"),
    [("classic", True), ("romanian", True), ("czech", True), ("samba", True), ("cuban", False), ("brazilian", False)],
)
def test_red_threes_that_are_worth_the_same_each_but_for_the_whole_set(rule_set: str, *, alike: bool) -> None:
    assert resolve(rule_set).threes_of["red"].alike == alike


def test_going_out_needs_as_many_canastas_as_its_places() -> None:
    two = resolve("hungarian", "two")
    assert [needs_unfilled(kinds, two) for kinds in ({}, {"mixed": 1}, {"mixed": 1, "natural": 1}, {"mixed": 3})] == [
        2, 1, 0, 0
    ]  # fmt: skip
    contract = replace(two, needs=(Need("pure", 2, ("natural",)), Need("any", 1)))
    told = {(0, 0): 3, (1, 0): 2, (2, 0): 1, (3, 0): 0, (0, 1): 2, (0, 3): 2, (2, 1): 0}
    for (natural, mixed), missing in told.items():
        assert needs_unfilled({"natural": natural, "mixed": mixed}, contract) == missing


def test_a_foot_is_told_with_its_cards_that_count() -> None:
    side = {"hands": [{"K": 1}, {}], "feet": [{"K": 2, "4": 1, "red3": 1}, {}], "exact_cuts": 0}
    lines = score_of("hand-and-foot", side).lines
    assert [(line.points, line.count) for line in lines if line.key == "foot"] == [(-25, 3)]
    assert not [line for line in lines if line.key == "deal_bonus"]


def test_a_side_without_facts_earns_no_bonus() -> None:
    rules = resolve("hand-and-foot")
    scored = score_deal(Deal((Side((Player("A"),)),)), rules)[0]
    assert [line for line in scored.lines if line.key == "deal_bonus"] == []


def test_tallies_are_of_the_sides_of_the_deal() -> None:
    rules = resolve("classic")
    pair = read_deal({"sides": [{}, {}]}, rules)
    with pytest.raises(ValueError, match="zip"):
        score_deal(pair, rules, [tally_side(pair.sides[0], rules)])
    with pytest.raises(ValueError, match="zip"):
        findings(pair, rules, [tally_side(pair.sides[0], rules)])


def test_only_a_side_that_is_out_lacks_anything() -> None:
    rules = resolve("classic")
    out, staying = read_deal({"sides": [{"out": {}}, {}]}, rules).sides
    assert (tally_side(out, rules).lacks, tally_side(staying, rules).lacks) == (("out_without_canasta",), ())
