"""The values of cards and canastas, under rules in which no two values are the same."""

from typing import Any

import pytest

from scorekeeper.engine.cards import KINDS, RED_THREE, Pack
from scorekeeper.engine.deals.deal import Meld, Player, Side
from scorekeeper.engine.deals.melds import canasta_kind, hand_value, laid_value, meld_value, repeated_ranks
from scorekeeper.engine.deals.scoring import tally_side
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.loader import resolve
from tests.engine.table import with_row


@pytest.fixture
def rules() -> RuleSet:
    """Rules in which every card and every canasta has a different value."""
    plain = resolve("romanian", None, {"wild-melds": True})
    worth = {"joker": 1, "two": 2, "ace": 3, "high": 4, "low": 5, "black_three": 6}
    bonus = {"natural": 10, "mixed": 20, "natural_aces": 30, "mixed_aces": 40}
    bonus |= {"wild": 50, "wild_jokers": 60, "wild_twos": 70}
    cards = tuple(replace(row, points=worth[row.key]) for row in plain.cards)
    canastas = tuple(replace(row, bonus=bonus[row.key]) for row in plain.canastas)
    return with_row(replace(plain, cards=cards, canastas=canastas), "cards", "black_three", in_hand=7)


def test_every_card_has_the_worth_of_its_class(rules: RuleSet) -> None:
    worth = {kind: rules.points[kind] for kind in KINDS if kind != RED_THREE}
    assert worth == {
        "joker": 1,
        "2": 2,
        "A": 3,
        "3": 6,
        **dict.fromkeys(("K", "Q", "J", "10", "9", "8"), 4),
        **dict.fromkeys(("7", "6", "5", "4"), 5),
    }


def test_a_black_three_has_its_own_worth_in_a_hand(rules: RuleSet) -> None:
    assert hand_value({"3": 2, "joker": 1, RED_THREE: 3}, rules) == 15
    assert meld_value(Meld("3", 2, 1, 1), rules) == 15


@pytest.mark.parametrize(
    ("meld", "kind", "bonus"),
    [
        (Meld("K", 7), "natural", 10),
        (Meld("K", 6, 1), "mixed", 20),
        (Meld("A", 7), "natural_aces", 30),
        (Meld("A", 4, 0, 3), "mixed_aces", 40),
        (Meld("wild", 0, 3, 4), "wild", 50),
        (Meld("wild", 0, 4, 3), "wild_jokers", 60),
        (Meld("wild", 0, 0, 7), "wild_twos", 70),
        (Meld("K", 6), None, 0),
        (Meld("K", 3, 0, 4), None, 0),
        (Meld("wild", 0, 2, 4), None, 0),
        (Meld("3", 4, 0, 3), None, 0),
        (Meld("sequence", 7, cards=("4", "5", "6", "7", "8", "9", "10")), None, 0),
    ],
)
def test_every_canasta_has_its_kind_and_bonus(rules: RuleSet, meld: Meld, kind: str | None, bonus: int) -> None:
    aces = replace(rules, canastas=tuple(replace(row, played=True) for row in rules.canastas))
    assert canasta_kind(meld, aces) == kind
    assert (aces.bonus_of[kind] if kind else 0) == bonus


def test_aces_are_like_any_other_rank_where_they_are_not_told_apart(rules: RuleSet) -> None:
    assert canasta_kind(Meld("A", 7), rules) == "natural"
    assert [rules.bonus_of[kind] for kind in ("natural_aces", "mixed_aces")] == [10, 20]


@pytest.mark.parametrize(
    ("melds", "second", "places"),
    [
        ((Meld("K", 3), Meld("Q", 3)), False, ()),
        ((Meld("K", 7), Meld("K", 3)), False, (1,)),
        ((Meld("K", 7), Meld("K", 3)), True, ()),
        ((Meld("K", 3), Meld("K", 3), Meld("K", 7)), True, (1, 2)),
        ((Meld("wild", 0, 3), Meld("wild", 0, 0, 3)), False, (1,)),
        ((Meld("sequence", 0), Meld("sequence", 0)), False, ()),
        ((Meld("wild", 0, 4, 3), Meld("wild", 0, 0, 3)), True, ()),
    ],
)
def test_a_rank_twice_is_told_by_its_place(
    rules: RuleSet, melds: tuple[Meld, ...], second: bool, places: tuple[int, ...]
) -> None:
    again = {"again": "after_canasta" if second else "never"}
    allowed = with_row(with_row(rules, "melds", "rank", **again), "melds", "wild", **again)
    assert repeated_ranks(melds, allowed) == places


@pytest.mark.parametrize(
    ("pack", "counts"),
    [
        (Pack(2, 4), {"K": 8, "2": 8, "joker": 4, "3": 4, "red3": 4}),
        (Pack(3, 6), {"A": 12, "joker": 6, "3": 6, "red3": 6}),
        (Pack(2, 1), {"joker": 1}),
    ],
)
def test_a_pack_holds_so_many_of_a_kind(pack: Pack, counts: dict[str, int]) -> None:
    assert {kind: pack.count(kind) for kind in counts} == counts
    assert sum(pack.count(kind) for kind in KINDS) == pack.size
    rules = replace(resolve("classic"), pack=pack)
    assert rules.in_class["fives"] == 18 * pack.packs
    assert rules.in_class["twenties"] == 8 * pack.packs


@pytest.mark.parametrize(("rule_set", "laid"), [("hungarian", 120), ("classic", 170)])
def test_a_surplus_wild_card_is_laid_for_nothing_where_it_counts_minus(rule_set: str, laid: int) -> None:
    meld = Meld("K", naturals=3, twos=2, jokers=2)
    rules = resolve(rule_set, "four")
    assert (meld_value(meld, rules), laid_value(meld, rules)) == (170, laid)


#: Rule set, options, melds as entered, and the canastas that they make.
WRITTEN_TWICE: list[tuple[str, dict[str, Any], list[Meld], dict[str, int]]] = [
    ("classic", {}, [Meld("K", 4), Meld("K", 4)], {"natural": 1}),
    ("viennese", {}, [Meld("K", 4), Meld("Q", 3), Meld("K", 3, 1)], {"mixed": 1}),
    ("classic", {}, [Meld("K", 4, 2), Meld("K", 3, 2)], {}),
    ("classic", {}, [Meld("K", 4, 2, 1), Meld("K", 2, 1), Meld("K", 2)], {"mixed": 1}),
    ("classic", {"second-meld-of-rank": True}, [Meld("K", 7), Meld("K", 2, 1)], {"natural": 1}),
    ("classic", {"second-meld-of-rank": True}, [Meld("4", 4), Meld("4", 3)], {"natural": 1}),
    ("classic", {"second-meld-of-rank": True}, [Meld("K", 2, 1), Meld("K", 7)], {"natural": 1}),
    ("hungarian", {}, [Meld("K", 4), Meld("K", 4)], {}),
    ("hand-and-foot", {}, [Meld("K", 4), Meld("K", 4)], {}),
    ("hand-and-foot", {}, [Meld("K", 2, 1), Meld("K", 7), Meld("K", 7)], {"natural": 2}),
]


@pytest.mark.parametrize(("rule_set", "options", "melds", "made"), WRITTEN_TWICE)
def test_cards_of_a_rank_lie_in_one_meld_where_the_source_joins_them(
    rule_set: str, options: dict[str, Any], melds: list[Meld], made: dict[str, int]
) -> None:
    """000 Kogumid Klassikalises Canastas: cards of a rank join the side's meld of that rank automatically, if its wild
    cards stay within the limit."""
    assert tally_side(Side((Player("A"),), tuple(melds)), resolve(rule_set, None, options)).canastas == made


@pytest.mark.parametrize(
    ("game", "sequences", "wild_melds"),
    [("classic", False, False), ("czech", True, True), ("samba", True, False), ("bolivia", True, True)],
)
def test_a_game_says_whether_sequences_and_wild_cards_are_melded(
    game: str, *, sequences: bool, wild_melds: bool
) -> None:
    rules = resolve(game)
    assert (rules.sequences, rules.wild_melds) == (sequences, wild_melds)
