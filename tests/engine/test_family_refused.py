"""Keys that only some games have: other games refuse them, and every game refuses values that are not listed."""

from typing import Any

import pytest

from scorekeeper.engine.cards import KINDS
from scorekeeper.engine.deals.reader import read_deal
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rules import value_at
from scorekeeper.rulebook.loader import resolve, rulebook

A, B = {"name": "A"}, {"name": "B"}
RUN: dict[str, Any] = {"rank": "sequence", "cards": ["2", "3", "4"]}
#: Rule set, options, the first side and the second, the kind of the refusal and its location within the first side.
REFUSED: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], str, str]] = [
    ("burraco", {}, {"red_threes": 1}, {}, "malformed", "red_threes"),
    ("burraco", {}, {"hands": [{"red3": 1}]}, {}, "malformed", "hands[0].red3"),
    ("burraco", {}, {"melds": [{"rank": "2", "naturals": 3}]}, {}, "malformed", "melds[0].rank"),
    ("burraco", {}, {"melds": [{**RUN, "cards": ["joker"]}]}, {}, "malformed", "melds[0].cards[0]"),
    ("burraco", {}, {"counted": {"twenties": 3}}, {}, "malformed", "counted.twenties"),
    ("burraco", {}, {"counted": {"canastas": {"wild": 1}}}, {}, "malformed", "counted.canastas.wild"),
    ("burraco", {}, {"counted": {"fives": 41}}, {}, "impossible", "counted.fives"),
    ("burraco", {}, {"melds": [RUN], "hands": [{"2": 8}]}, {}, "impossible", "hands[0].2"),
    ("burraco", {}, {"melds": [RUN] * 9}, {}, "impossible", "melds[8].cards"),
    ("burraco", {}, {"melds": [{**RUN, "suit": "♣"}] * 3}, {}, "impossible", "melds[2].cards"),
    ("burraco", {}, {"hands": [{"4": 1}, {"5": 1}], "out": {}}, {}, "impossible", "hands"),
    ("classic", {}, {"out": {"without_bonus": True}}, {}, "malformed", "out.without_bonus"),
    ("classic", {}, {"counted": {"unfinished": {"wild": 1}}}, {}, "malformed", "counted.unfinished"),
    ("uruguay", {}, {"counted": {"canastas": {"wild_twos": 1}}}, {}, "malformed", "counted.canastas.wild_twos"),
    ("samba", {}, {"black_threes": 1}, {}, "malformed", "black_threes"),
    ("modern-american", {"special-hands": "none"}, {"special_hand": "pairs"}, {}, "malformed", "special_hand"),
    ("hand-and-foot", {}, {"hands": [{"A": 3}], "feet": [{}, {"K": 99}]}, {}, "impossible", "feet[1].K"),
]


@pytest.mark.parametrize(("rule_set", "options", "first", "second", "kind", "where"), REFUSED)
def test_what_a_game_does_not_know_is_refused(
    rule_set: str, options: dict[str, Any], first: dict[str, Any], second: dict[str, Any], kind: str, where: str
) -> None:
    with pytest.raises(Refused) as caught:
        read_deal({"sides": [A | first, B | second]}, resolve(rule_set, None, options))
    assert (caught.value.kind, caught.value.where) == (kind, f"sides[0].{where}")


#: Game, format, a side, and the refusal: key, location within the side, value and allowed values.
TOLD: list[tuple[str, str | None, dict[str, Any], tuple[str, str, Any, Any]]] = [
    ("hand-and-foot", None, {"feet": [{}], "hand_points": 0},
     ("one_or_the_other", "hand_points", "hand_points", ("feet",))),
    ("hand-and-foot", None, {"hands": [{}], "hand_points": 0},
     ("one_or_the_other", "hand_points", "hand_points", ("hands",))),
    ("hand-and-foot", None, {"feet": [{"K": 1}], "feet_not_begun": 0},
     ("one_or_the_other", "feet_not_begun", "feet_not_begun", ("feet",))),
    ("hand-and-foot", None, {"feet_not_begun": 2}, ("only_beside", "feet_not_begun", 2, ("hand_points",))),
    ("hand-and-foot", None, {"hand_points": 9, "feet_not_begun": 3}, ("out_of_range", "feet_not_begun", 3, (0, 2))),
    ("hand-and-foot", None, {"feet": [{}] * 3}, ("wrong_number", "feet", 3, (0, 1, 2))),
    ("hand-and-foot", None, {"feet": [{}, {"tea": 1}]}, ("unknown_key", "feet[1].tea", "tea", KINDS)),
    ("hand-and-foot", None, {"exact_cuts": 3}, ("out_of_range", "exact_cuts", 3, (0, 2))),
    ("modern-american", None, {"held": {"A": 1}}, ("only_beside", "held", {"A": 1}, ("hand_points",))),
    ("modern-american", None, {"hand_points": 9, "held": {"K": 1}}, ("unknown_key", "held.K", "K", ("A", "7"))),
    ("modern-american", None, {"hand_points": 9, "held": {"A": 3}}, ("out_of_range", "held.A", 3, (0, 2))),
    ("modern-american", None, {"counted": {"unfinished": {"tea": 1}}},
     ("unknown_key", "counted.unfinished.tea", "tea", ("aces", "sevens", "wild_jokers", "wild"))),
    ("burraco", None, {"pozzetto": "lost"}, ("not_one_of", "pozzetto", "lost", ("played", "taken", "none"))),
    ("classic", None, {"counted": {"points": 5, "tens": 0, "jokers": 1}},
     ("one_or_the_other", "counted.points", "points", ("jokers", "tens"))),
    ("classic", None, {"melds": [{"rank": "K", "naturals": 3}], "counted": {}},
     ("one_or_the_other", "counted", "counted", ("melds",))),
    *(
        (game, None, {"hands": hands, "hand_points": 5}, ("one_or_the_other", "hand_points", "hand_points", ("hands",)))
        for game, hands in (
            ("classic", [{"red3": 1}]),
            ("hungarian", [{}, {}]),
            ("hungarian", [{"red3": 1}, {"K": 1}]),
        )
    ),
    ("classic", None, {"out": {"first_pile": True, "took_pile": False}},
     ("contradicts", "out.first_pile", True, ("out.took_pile",))),
    ("classic", None, {"hands": [{"red3": 1}], "red_threes_after_turn": 2},
     ("out_of_range", "red_threes_after_turn", 2, (0, 1))),
    ("classic", None, {"hands": [{"red3": 1}], "red_threes_after_turn": 1},
     ("contradicts", "red_threes_after_turn", 1, ("first_round_out",))),
    ("hungarian", "cutthroat", {"members": [{}, {"hand": {"tea": 1}}]},
     ("unknown_key", "members[1].hand.tea", "tea", KINDS)),
    ("hungarian", "cutthroat", {"members": [{}, {"hand": {"red3": 1}, "red_threes_after_turn": 2}]},
     ("out_of_range", "members[1].red_threes_after_turn", 2, (0, 1))),
    ("hungarian", "cutthroat", {"members": [{}, {"hand": {"red3": 1}, "red_threes_after_turn": 1}]},
     ("contradicts", "members[1].red_threes_after_turn", 1, ("first_round_out",))),
    ("hungarian", "cutthroat", {"members": [{}], "hand_points": 5, "out": {}},
     ("out_with_cards_in_every_hand", "hand_points", None, None)),
    ("hungarian", "cutthroat", {"members": [{}] * 3}, ("wrong_number", "members", 3, (1, 2))),
    ("hungarian", "cutthroat", {"members": [{"name": "C"}] * 2}, ("name_twice", "members[1].name", "C", None)),
    # If threes are ordinary cards, red and black ones are counted together.
    ("burraco", None, {"hands": [{"3": 9}]}, ("too_many_of_a_kind", "hands[0].3", {"threes": 9}, (8,))),
    ("classic", None, {"hands": [{"3": 9}]}, ("too_many_of_a_kind", "hands[0].3", {"3": 9}, (4,))),
]  # fmt: skip


@pytest.mark.parametrize(("game", "format_", "side", "told"), TOLD)
def test_a_refusal_says_what_stood_there_and_what_may(
    game: str, format_: str | None, side: dict[str, Any], told: tuple[str, str, Any, Any]
) -> None:
    with pytest.raises(Refused) as caught:
        read_deal({"sides": [side]}, resolve(game, format_))
    refused, (key, where, found, allowed) = caught.value, told
    assert (refused.kind == "impossible") == (key in ("too_many_of_a_kind", "out_with_cards_in_every_hand"))
    places = tuple(str(each).replace("sides[0].", "") for each in refused.allowed or ())
    assert (refused.key, refused.where, refused.found) == (key, f"sides[0].{where}", found)
    assert (None if refused.allowed is None else places) == (allowed and tuple(map(str, allowed)))
    assert vars(refused.moved(refused.where)) == vars(refused)


@pytest.mark.parametrize(
    ("first", "second", "where"),
    [
        ({"special_hand": "pairs"}, {"out": {}}, "sides[1].out"),
        ({"out": {}}, {"special_hand": "pairs"}, "sides[1].special_hand"),
        ({"out": {}}, {"out": {}}, "sides[1].out"),
    ],
)
def test_a_special_hand_is_its_sides_going_out(first: dict[str, Any], second: dict[str, Any], where: str) -> None:
    with pytest.raises(Refused) as caught:
        read_deal({"sides": [A | first, B | second]}, resolve("modern-american"))
    refused = caught.value
    assert (refused.kind, refused.key, refused.where) == ("impossible", "two_sides_out", where)
    assert (refused.found, refused.allowed) == (2, (1,))


def test_whoever_goes_out_with_a_second_hand_only_taken_up_may_hold_cards() -> None:
    side = {"out": {}, "hands": [{"K": 1}, {"A": 1}]}
    assert read_deal({"sides": [side | {"pozzetto": "taken"}]}, resolve("burraco")).sides[0].out
    with pytest.raises(Refused, match="out_with_cards_in_every_hand"):
        read_deal({"sides": [side | {"pozzetto": "none"}]}, resolve("burraco"))


def test_a_value_of_a_row_that_there_is_not_is_none() -> None:
    assert value_at(resolve("burraco"), "threes.red.ladder.4") is None
    assert value_at(resolve("classic"), "threes.red.ladder.4") == 800


def test_a_digest_is_told_apart_from_a_text_read_in_full() -> None:
    book = rulebook()
    grades = {code: book.sections[code].document.grade for code in ("E14", "BIC-S")}
    assert grades == {"E14": "full", "BIC-S": "digest"}
    assert book.first() == "classic"
    assert book.first(but="classic") != "classic"
