"""Findings about a meld, a side or a whole deal: level, location, article, and the numbers in the sentence."""

from typing import Any

import pytest

from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.findings import Finding, findings
from scorekeeper.engine.deals.melds import Violation, violations
from scorekeeper.engine.deals.opening import check_opening
from scorekeeper.engine.deals.pack import cards_missing, check_meld, check_melds
from scorekeeper.engine.deals.reader import read_deal
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rules import RuleSet
from scorekeeper.rulebook.loader import resolve

OUTNUMBER = {"naturals-outnumber-wilds": True}
#: Rule set, options, meld, whether its player goes out, and the violations with their numbers.
BROKEN: list[tuple[str, dict[str, Any], Meld, bool, list[Violation]]] = [
    ("classic", {}, Meld("K", 2), False, [Violation("too_few_cards", 2, 3)]),
    ("classic", {}, Meld("K", 1, 1, 1), False, [Violation("too_few_naturals", 1, 2)]),
    ("classic", {}, Meld("K", 5, 2, 3), False, [Violation("too_many_wilds", 5, 3)]),
    ("viennese", {}, Meld("K", 2, 1, 2), False, [Violation("more_wilds_than_naturals", 3, 2)]),
    ("romanian", OUTNUMBER, Meld("K", 3, 1, 2), False, [Violation("naturals_do_not_outnumber_wilds", 3, 2)]),
    ("romanian", OUTNUMBER, Meld("K", 0, 1, 2), False, [
        Violation("too_few_naturals", 0, 2), Violation("naturals_do_not_outnumber_wilds", 3, 0)
    ]),
    ("romanian", {"canasta-exactly-seven": True}, Meld("K", 8), False, [Violation("too_many_cards", 8, 7)]),
    ("classic", {}, Meld("3", 3), False, [Violation("black_threes_only_going_out")]),
    ("classic", {}, Meld("3", 3, 1, 1), True, [Violation("wilds_among_black_threes", 2, 0)]),
    ("classic", {}, Meld("3", 2), True, [Violation("too_few_cards", 2, 3)]),
    ("czech", {}, Meld("3", 1, 1, 1), True, [Violation("too_few_naturals", 1, 2)]),
    ("czech", {}, Meld("3", 2, 1, 3), True, [Violation("too_many_wilds", 4, 3)]),
    ("romanian", {}, Meld("3", 5), True, [Violation("too_many_cards", 5, 4)]),
    ("romanian", {"deck": "162"}, Meld("3", 7), True, [Violation("too_many_cards", 7, 6)]),
    ("czech-fast", {}, Meld("sequence", 3, cards=("7", "8", "9")), False, [Violation("sequence_not_allowed")]),
    ("czech", {}, Meld("sequence", 2, cards=("7", "9")), False, [
        Violation("not_a_sequence"), Violation("too_few_cards", 2, 3)
    ]),
    ("classic", {}, Meld("wild", 0, 1, 2), False, [
        Violation("wild_meld_not_allowed"), Violation("too_few_naturals", 0, 2)
    ]),
    ("czech", {}, Meld("wild", 0, 0, 2), False, [Violation("too_few_cards", 2, 3)]),
]  # fmt: skip


@pytest.mark.parametrize(("rule_set", "options", "meld", "going_out", "told"), BROKEN)
def test_a_violation_tells_its_numbers(
    rule_set: str, options: dict[str, Any], meld: Meld, going_out: bool, told: list[Violation]
) -> None:
    assert list(violations(meld, resolve(rule_set, None, options), going_out=going_out)) == told


#: Rule set, one side, and all findings about it.
SIDES: list[tuple[str, dict[str, Any], list[Finding]]] = [
    ("hungarian", {"melds": [{"rank": "K", "naturals": 4, "twos": 4}]},
     [Finding("irregular", "too_many_wilds", "sides[0].melds[0]", "HU-10", 4, 3)]),
    # A special hand is laid in one turn, so no other condition applies, and the side has no melds.
    ("modern-american", {"special_hand": "pairs", "out": {}}, []),
    ("modern-american", {"special_hand": "pairs", "melds": [{"rank": "K", "naturals": 3}]},
     [Finding("irregular", "melds_with_special_hand", "sides[0].special_hand")]),
    ("modern-american", {"special_hand": "pairs", "counted": {"points": 0, "canastas": {"natural": 0}}}, []),
    # The points and cards of a canasta are not checked if its kind is not played.
    ("classic", {"counted": {"points": 0, "canastas": {"wild": 1}}},
     [Finding("irregular", "wild_canasta_not_allowed", "sides[0].counted.canastas.wild")]),
    ("hungarian", {"melds": [{"rank": "K", "naturals": 6}], "out": {}},
     [Finding("irregular", "out_without_canasta", "sides[0].out", "HU-07", 0, 1)]),
    ("romanian", {"melds": [{"rank": "4", "naturals": 3}, {"rank": "4", "naturals": 3}]},
     [Finding("irregular", "rank_twice", "sides[0].melds[1]")]),
    ("hungarian", {"hands": [{"red3": 2}, {"red3": 1}]},
     [Finding("irregular", "red_three_in_hand", "sides[0].hands", "HU-09", 3, 0)]),
    ("classic", {"counted": {"points": 70, "canastas": {"wild_twos": 1, "wild": 0, "wild_jokers": 0}}},
     [Finding("irregular", "wild_canasta_not_allowed", "sides[0].counted.canastas.wild_twos")]),
    ("classic", {"counted": {"fives": 6, "canastas": {"mixed": 1}}, "hand_points": 12},
     [Finding("unusual", "not_a_multiple_of_five", "sides[0].hand_points", None, 12, 5),
      Finding("unusual", "too_few_points_for_canastas", "sides[0].counted", None, 30, 50)]),
]  # fmt: skip


@pytest.mark.parametrize(("rule_set", "side", "told"), SIDES)
def test_a_finding_tells_level_place_article_and_numbers(
    rule_set: str, side: dict[str, Any], told: list[Finding]
) -> None:
    rules = resolve(rule_set)
    assert list(findings(read_deal({"sides": [side]}, rules), rules)) == told


def test_a_wild_canasta_that_earns_nothing_apart_may_be_of_twos() -> None:
    for rule_set in ("czech", "czech-fast"):
        rules = resolve(rule_set)
        side = {"counted": {"points": 140, "canastas": {"wild": 1}}}
        assert findings(read_deal({"sides": [side]}, rules), rules) == ()


def test_six_cards_make_no_canasta_whatever_they_are_worth() -> None:
    rules = resolve("classic")
    side = {"counted": {"tens": 6, "canastas": {"natural": 1}}}
    assert list(findings(read_deal({"sides": [side]}, rules), rules)) == [
        Finding("unusual", "too_few_cards_for_canastas", "sides[0].counted", None, 6, 7)
    ]


def test_whoever_goes_out_before_the_pile_was_taken_stands_alone_against_two() -> None:
    """001 Kanaszta hármasban, "egyedül számol a másik kettő ellen": the player counts alone against the other two."""
    rules = resolve("hungarian", "cutthroat")
    kings = [{"rank": "K", "naturals": 7}, {"rank": "Q", "naturals": 7}]
    alone = [{"members": [{"name": name, "hand": {} if name == "A" else {"4": 1}}]} for name in "ABC"]
    out = {**alone[0], "melds": kings, "out": {}}
    told = findings(read_deal({"sides": [out, *alone[1:]]}, rules), rules)
    assert [(each.key, each.where) for each in told] == [("three_alone_with_one_out", "sides[0].out")]
    pair = {"members": [member for side in alone[1:] for member in side["members"]]}
    assert findings(read_deal({"sides": [out, pair]}, rules), rules) == ()
    assert findings(read_deal({"sides": alone}, rules), rules) == ()


#: Rule set, options, sides, the location of the refusal, the cards found ({"A": 14}) and the number in the pack.
IMPOSSIBLE: list[tuple[str, dict[str, Any], list[dict[str, Any]], str, Any, int]] = [
    ("romanian", {"ace-canastas": True}, [{"counted": {"points": 140, "canastas": {"natural_aces": 1}}}] * 2,
     "sides[1].counted.canastas.natural_aces", {"A": 14}, 8),
    ("czech", {}, [{"counted": {"points": 260, "canastas": {"wild_jokers": 1}}}] * 2,
     "sides[1].counted.canastas.wild_jokers", {"joker": 8}, 4),
    ("czech", {}, [{"counted": {"points": 170, "canastas": {"wild": 1}}}, {"melds": [{"rank": "wild", "twos": 6}]}],
     "sides[0].counted.canastas.wild", {"wild": 13}, 12),
    ("czech", {}, [{"melds": [{"rank": "sequence", "cards": ["7", "8", "9"], "suit": "hearts"}] * 3}],
     "sides[0].melds[2].cards", 3, 2),
]  # fmt: skip


@pytest.mark.parametrize(("rule_set", "options", "sides", "where", "found", "most"), IMPOSSIBLE)
def test_canastas_and_sequences_that_the_pack_cannot_make_are_refused(
    rule_set: str, options: dict[str, Any], sides: list[dict[str, Any]], where: str, found: Any, most: int
) -> None:
    with pytest.raises(Refused) as caught:
        read_deal(
            {"sides": [{"name": name, **side} for name, side in zip("AB", sides, strict=False)]},
            resolve(rule_set, None, options),
        )
    refused = caught.value
    assert (refused.kind, refused.where, refused.found, refused.allowed) == ("impossible", where, found, (most,))


def test_as_many_of_each_as_the_pack_has_pass() -> None:
    czech = resolve("czech")
    run = {"rank": "sequence", "cards": ["7", "8", "9"], "suit": "hearts"}
    read_deal({"sides": [{"melds": [run] * 2}, {"name": "C", "melds": [{**run, "suit": "spades"}]}]}, czech)
    read_deal({"sides": [{"counted": {"points": 260, "canastas": {"wild_jokers": 1}}}]}, czech)
    aces = resolve("romanian", None, {"ace-canastas": True})
    pair = [{"name": name, "counted": {"points": 140, "canastas": {"mixed_aces": 1}}} for name in "AB"]
    read_deal({"sides": pair}, aces)


def test_scores_of_members_are_told_by_member() -> None:
    rules = resolve("hungarian", "cutthroat")
    deal = read_deal({"sides": [{"members": [{"name": "B"}, {"name": "C", "score": 1}]}]}, rules)
    assert list(findings(deal, rules)) == [
        Finding("unusual", "not_a_multiple_of_five", "sides[0].members[1].score", None, 1, 5)
    ]


#: The second side of a table whose first side has melded ten cards, and the number of cards missing from the pack
#: (None: unknown, because some cards were counted by their points only).
COUNTS: list[tuple[dict[str, Any], int | None]] = [
    ({}, 98),
    ({"melds": [{"rank": "K", "naturals": 4, "twos": 1}]}, 93),
    ({"counted": {"tens": 5, "jokers": 1}}, 92),
    ({"counted": {"points": 50}}, None),
    ({"hand_points": 0}, None),
    ({"counted": {"tens": 5}, "hand_points": 10}, None),
    ({"hands": [{"K": 1, "red3": 1}, {"3": 2}], "red_threes": 2}, 92),
]


@pytest.mark.parametrize(("side", "missing"), COUNTS)
def test_cards_missing_of_the_pack(side: dict[str, Any], missing: int | None) -> None:
    rules = resolve("classic")
    deal = read_deal({"sides": [{"melds": [{"rank": "9", "naturals": 7, "jokers": 3}]}, side], "cards_left": 0}, rules)
    assert cards_missing(deal, rules) == missing


def test_cards_too_many_or_too_few_are_told_with_the_size_of_the_pack() -> None:
    rules = resolve("classic")
    for left, found in ((109, 109), (107, 107)):
        deal = read_deal({"sides": [{}, {}], "cards_left": left}, rules)
        assert list(findings(deal, rules)) == [
            Finding("unusual", "cards_do_not_add_up", "cards_left", None, found, 108)
        ]


def test_cards_are_looked_for_only_where_the_whole_table_was_recorded() -> None:
    for rules, sides in (
        (resolve("classic"), [{}]),
        (resolve("hungarian", "cutthroat"), [{"members": [{"name": "B"}, {"name": "C"}]}]),
    ):
        assert cards_missing(read_deal({"sides": sides, "cards_left": 3}, rules), rules) is None


@pytest.fixture
def rules() -> RuleSet:
    """Classic rules."""
    return resolve("classic")


def test_more_cards_than_the_pack_has_are_refused_in_a_single_meld(rules: RuleSet) -> None:
    check_meld(Meld("K", 8, 4, 8), rules, where="meld")
    with pytest.raises(Refused) as caught:
        check_meld(Meld("K", 9), rules, where="meld")
    assert (caught.value.kind, caught.value.where, caught.value.found) == ("impossible", "meld.naturals", {"K": 9})


def test_more_cards_than_the_pack_has_are_refused_over_several_melds(rules: RuleSet) -> None:
    check_melds([Meld("K", 3, 2), Meld("Q", 3, 2)], rules, where="melds")
    with pytest.raises(Refused) as caught:
        check_melds([Meld("K", 3, 2), Meld("Q", 3, 3)], rules, where="melds")
    assert (caught.value.where, caught.value.found, caught.value.allowed) == ("melds[1].jokers", {"joker": 5}, (4,))


def test_an_opening_knows_whether_the_minimum_was_waived(rules: RuleSet) -> None:
    fours = [Meld("4", 7)]
    assert not check_opening(fours, 0, rules).meets
    assert not check_opening(fours, 0, rules).waived
    assert check_opening([Meld("A", 3)], 0, rules).opening.points == 50
    assert check_opening(fours, 0, rules, concealed_from_stock=True).waived
