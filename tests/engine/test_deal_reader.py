"""What the contract leaves open is read kindly."""

from typing import Any

import pytest

from scorekeeper.engine.deal import Meld, Out
from scorekeeper.engine.deal_reader import read_count, read_deal, read_meld
from scorekeeper.rulebook.loader import resolve


def test_a_count_left_out_is_none() -> None:
    assert [read_count({}, "raise", ""), read_count({"raise": 10}, "raise", "")] == [0, 10]


@pytest.mark.parametrize(
    ("format_", "side"),
    [
        ("four", {"out": {}, "hands": [{}, {"K": 1}]}),
        ("four", {"out": {}, "hands": [{"K": 1}]}),
        ("four", {"out": {}, "hand_points": 10}),
        ("two", {"out": {}, "hand_points": 0}),
        ("six", {"out": {}, "hands": [{"K": 1}, {}, {"K": 1}]}),
        ("cutthroat", {"out": {}, "hand_points": 5, "members": [{"name": "A"}, {"name": "B"}]}),
        ("cutthroat", {"out": {}, "members": [{"name": "A", "hand": {}}, {"name": "B", "hand": {"4": 1}}]}),
    ],
)
def test_one_empty_hand_is_enough(format_: str, side: dict[str, Any]) -> None:
    rules = resolve("hungarian", format_)
    assert read_deal({"sides": [side]}, rules).sides[0].out == Out()


def test_what_is_left_out_has_its_default() -> None:
    deal = read_deal(
        {"sides": [{}, {"hands": None, "counted": None, "out": None, "hand_points": None}]}, resolve("classic")
    )
    assert [side.players[0].name for side in deal.sides] == ["A", "B"]
    assert deal.sides[1].counted is None
    assert (deal.sides[1].out, deal.sides[1].hands, deal.cards_left) == (None, (), None)


def test_an_empty_list_of_melds_stands_beside_a_count() -> None:
    deal = read_deal({"sides": [{"melds": [], "counted": {"points": 20}}]}, resolve("classic"))
    assert deal.sides[0].counted is not None


def test_a_card_not_held_is_not_in_the_hand() -> None:
    deal = read_deal({"sides": [{"out": {}, "hands": [{"K": 0}, {"A": 1}]}]}, resolve("classic"))
    assert deal.sides[0].hands == ({}, {"A": 1})


@pytest.mark.parametrize(
    ("out", "read"),
    [
        ({}, Out(concealed=False, own_canasta=True, took_pile=False, first_pile=False)),
        ({"first_pile": True}, Out(took_pile=True, first_pile=True)),
        ({"took_pile": True}, Out(took_pile=True, first_pile=False)),
        ({"concealed": True, "own_canasta": False}, Out(concealed=True, own_canasta=False)),
    ],
)
def test_the_first_pile_is_a_taken_pile(out: dict[str, bool], read: Out) -> None:
    assert read_deal({"sides": [{"out": out}]}, resolve("classic")).sides[0].out == read


def test_members_without_a_name_have_letters_in_their_order() -> None:
    deal = read_deal({"sides": [{"members": [{}]}, {"members": [{}, {}]}]}, resolve("hungarian", "cutthroat"))
    assert [player.name for side in deal.sides for player in side.players] == ["A", "B", "C"]


@pytest.mark.parametrize("spelling", ["hearts", "heart", "h", "♥", "Hearts", "H"])
def test_a_suit_is_read_in_any_spelling(spelling: str) -> None:
    meld = read_meld({"rank": "sequence", "cards": ["7", "8", "9"], "suit": spelling}, "meld", resolve("classic"))
    assert meld == Meld("sequence", 3, cards=("7", "8", "9"), suit="hearts")
