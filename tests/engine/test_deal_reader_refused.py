"""JSON that is not a deal is refused; each mistake has its own key and location."""

import copy
from typing import Any

import pytest

from scorekeeper.engine.cards import RANKS
from scorekeeper.engine.deals.reader import read_deal
from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.loader import resolve, rules_of

FOUR: dict[str, Any] = {"rules": "classic", "sides": [{"name": "A", "hands": [{}, {}]}, {"name": "B"}]}
CUTTHROAT: dict[str, Any] = {
    "rules": "hungarian",
    "format": "cutthroat",
    "sides": [{"members": [{"name": "A"}]}, {"members": [{"name": "B"}, {"name": "C"}]}],
}
ABSENT = object()


def with_value(request: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The request with the value at this path replaced; removed if `value` is ABSENT."""
    changed = copy.deepcopy(request)
    *way, last = path
    inner: Any = changed
    for key in way:
        inner = inner[key]
    if value is ABSENT:
        del inner[last]
    else:
        inner[last] = value
    return changed


def refusal(request: Any) -> Refused:
    """The refusal of a request."""
    with pytest.raises(Refused) as caught:
        read_deal(request, rules_of(request) if isinstance(request, dict) else resolve("classic"))
    return caught.value


SIDE = ("sides", 0)
HUGE = 10**30

#: (path in the request, value put there, key of the refusal, location in the refusal)
MALFORMED_FOUR = [
    (("sides",), ABSENT, "missing", "sides"),
    (("sides",), {}, "not_a_list", "sides"),
    (("sides",), [], "wrong_number", "sides"),
    (("sides",), [{}, {"name": "C"}, {"name": "D"}], "wrong_number", "sides"),
    (("extra",), 1, "unknown_key", "extra"),
    (("cards_left",), -1, "out_of_range", "cards_left"),
    (("first_round_out",), 1, "not_true_or_false", "first_round_out"),
    (SIDE, "A", "not_an_object", "sides[0]"),
    ((*SIDE, "members"), [], "unknown_key", "sides[0].members"),
    ((*SIDE, "name"), "A\0", "not_on_one_line", "sides[0].name"),
    ((*SIDE, "name"), "B", "name_twice", "sides[1].name"),
    ((*SIDE, "score"), 1_000_001, "out_of_range", "sides[0].score"),
    ((*SIDE, "score"), -1_000_001, "out_of_range", "sides[0].score"),
    ((*SIDE, "red_threes_after_turn"), 1, "out_of_range", "sides[0].red_threes_after_turn"),
    ((*SIDE, "red_threes"), -1, "out_of_range", "sides[0].red_threes"),
    ((*SIDE, "melds"), {}, "not_a_list", "sides[0].melds"),
    ((*SIDE, "melds"), ["K"], "not_an_object", "sides[0].melds[0]"),
    ((*SIDE, "melds"), [{}], "missing", "sides[0].melds[0].rank"),
    ((*SIDE, "melds"), [{"rank": "2"}], "not_one_of", "sides[0].melds[0].rank"),
    ((*SIDE, "melds"), [{"rank": "K"}, {"rank": "Q", "natural": 3}], "unknown_key", "sides[0].melds[1].natural"),
    ((*SIDE, "melds"), [{"rank": "K", "naturals": 7.0}], "not_a_whole_number", "sides[0].melds[0].naturals"),
    ((*SIDE, "melds"), [{"rank": "K", "jokers": -1}], "out_of_range", "sides[0].melds[0].jokers"),
    ((*SIDE, "melds"), [{"rank": "K", "twos": None}], "not_a_whole_number", "sides[0].melds[0].twos"),
    ((*SIDE, "melds"), [{"rank": "K", "suit": "hearts"}], "only_in_sequence", "sides[0].melds[0].suit"),
    ((*SIDE, "melds"), [{"rank": "K", "cards": ["K"]}], "only_in_sequence", "sides[0].melds[0].cards"),
    ((*SIDE, "melds"), [{"rank": "wild", "naturals": 1}], "no_naturals_in_wild_meld", "sides[0].melds[0].naturals"),
    ((*SIDE, "melds"), [{"rank": "sequence"}], "missing", "sides[0].melds[0].cards"),
    ((*SIDE, "melds"), [{"rank": "sequence", "cards": "789"}], "not_a_list", "sides[0].melds[0].cards"),
    ((*SIDE, "melds"), [{"rank": "sequence", "cards": ["2"]}], "not_one_of", "sides[0].melds[0].cards[0]"),
    ((*SIDE, "melds"), [{"rank": "sequence", "cards": ["7", "8"], "naturals": 3}], "naturals_are_the_cards",
     "sides[0].melds[0].naturals"),
    ((*SIDE, "melds"), [{"rank": "sequence", "cards": ["7"], "suit": "stars"}], "not_one_of", "sides[0].melds[0].suit"),
    ((*SIDE, "hands"), {}, "not_a_list", "sides[0].hands"),
    ((*SIDE, "hands"), [{}, {}, {}], "wrong_number", "sides[0].hands"),
    ((*SIDE, "hands"), [{}, None], "not_an_object", "sides[0].hands[1]"),
    ((*SIDE, "hands"), [{"B": 1}], "unknown_key", "sides[0].hands[0].B"),
    ((*SIDE, "hands"), [{}, {"K": "1"}], "not_a_whole_number", "sides[0].hands[1].K"),
    ((*SIDE, "hand_points"), 35, "one_or_the_other", "sides[0].hand_points"),
    ((*SIDE, "out"), True, "not_an_object", "sides[0].out"),
    ((*SIDE, "out"), {"closed": True}, "unknown_key", "sides[0].out.closed"),
    ((*SIDE, "out"), {"concealed": "yes"}, "not_true_or_false", "sides[0].out.concealed"),
    ((*SIDE, "out"), {"own_canasta": 1}, "not_true_or_false", "sides[0].out.own_canasta"),
    ((*SIDE, "out"), {"took_pile": None}, "not_true_or_false", "sides[0].out.took_pile"),
    ((*SIDE, "out"), {"took_pile": False, "first_pile": True}, "contradicts", "sides[0].out.first_pile"),
    ((*SIDE, "out"), {"first_pile": 0}, "not_true_or_false", "sides[0].out.first_pile"),
    ((*SIDE, "rulings"), {}, "not_a_list", "sides[0].rulings"),
    ((*SIDE, "rulings"), [{}], "missing", "sides[0].rulings[0].points"),
    ((*SIDE, "rulings"), [{"points": -HUGE}], "out_of_range", "sides[0].rulings[0].points"),
    ((*SIDE, "rulings"), [{"points": -100, "article": 7}], "not_text", "sides[0].rulings[0].article"),
    ((*SIDE, "rulings"), [{"points": -100, "why": "x"}], "unknown_key", "sides[0].rulings[0].why"),
    ((*SIDE, "counted"), [], "not_an_object", "sides[0].counted"),
    ((*SIDE, "counted"), {"kings": 1}, "unknown_key", "sides[0].counted.kings"),
    ((*SIDE, "counted"), {"points": 5, "tens": 1}, "one_or_the_other", "sides[0].counted.points"),
    ((*SIDE, "counted"), {"points": -5}, "out_of_range", "sides[0].counted.points"),
    ((*SIDE, "counted"), {"tens": False}, "not_a_whole_number", "sides[0].counted.tens"),
    ((*SIDE, "counted"), {"canastas": {"pure": 1}}, "unknown_key", "sides[0].counted.canastas.pure"),
    ((*SIDE, "counted"), {"canastas": {"natural": -1}}, "out_of_range", "sides[0].counted.canastas.natural"),
    ((*SIDE, "counted"), {"melded": "true"}, "not_true_or_false", "sides[0].counted.melded"),
]  # fmt: skip
MEMBER = ("sides", 1, "members")


MALFORMED_CUTTHROAT = [
    (("sides", 1, "name"), "BC", "unknown_key", "sides[1].name"),
    (("sides", 1, "members"), ABSENT, "missing", "sides[1].members"),
    (("sides", 1, "members"), {}, "not_a_list", "sides[1].members"),
    (("sides", 1, "members"), [], "wrong_number", "sides[1].members"),
    ((*MEMBER, 0), "B", "not_an_object", "sides[1].members[0]"),
    ((*MEMBER, 0, "name"), "B\nC", "not_on_one_line", "sides[1].members[0].name"),
    ((*MEMBER, 1, "name"), "A", "name_twice", "sides[1].members[1].name"),
    ((*MEMBER, 1, "hand"), [], "not_an_object", "sides[1].members[1].hand"),
    ((*MEMBER, 1, "hands"), [{}], "unknown_key", "sides[1].members[1].hands"),
    ((*MEMBER, 1, "score"), "0", "not_a_whole_number", "sides[1].members[1].score"),
    ((*MEMBER, 1, "red_threes"), -1, "out_of_range", "sides[1].members[1].red_threes"),
]


@pytest.mark.parametrize(
    ("request_", "path", "value", "key", "where"),
    [*((FOUR, *row) for row in MALFORMED_FOUR), *((CUTTHROAT, *row) for row in MALFORMED_CUTTHROAT)],
)
def test_what_is_not_of_the_shape_is_malformed(
    request_: dict[str, Any], path: tuple[Any, ...], value: Any, key: str, where: str
) -> None:
    refused = refusal(with_value(request_, path, value))
    assert (refused.kind, refused.key, refused.where) == ("malformed", key, where)


@pytest.mark.parametrize(
    ("sides", "where", "found", "allowed"),
    [
        (("A", "B"), "sides[1].members", 1, (2,)),
        (("AB", "CD"), "sides[1].members", 2, (1,)),
        (("AB", "C", "D"), "sides[0].members", 2, (1,)),
        (("A", "BC", "D"), "sides[1].members", 2, (1,)),
        (("A", "B", "C", "D"), "sides", 4, (1, 2, 3)),
    ],
)
def test_three_players_are_one_against_two_or_three_alone(
    sides: tuple[str, ...], where: str, found: int, allowed: tuple[int, ...]
) -> None:
    listed = [{"members": [{"name": name} for name in names]} for names in sides]
    refused = refusal(with_value(CUTTHROAT, ("sides",), listed))
    told = (refused.key, refused.where, refused.found, tuple(refused.allowed or ()))
    assert told == ("wrong_number", where, found, allowed)


IMPOSSIBLE_FOUR: list[tuple[dict[str, Any], str, str]] = [
    ({"melds": [{"rank": "K", "naturals": 9}]}, "too_many_of_a_kind", "sides[0].melds[0].naturals"),
    ({"melds": [{"rank": "K", "naturals": HUGE}]}, "too_many_of_a_kind", "sides[0].melds[0].naturals"),
    ({"melds": [{"rank": "K", "naturals": 8}], "hands": [{}, {"K": 1}]}, "too_many_of_a_kind", "sides[0].hands[1].K"),
    ({"melds": [{"rank": r, "naturals": 3, "jokers": 1} for r in "AKQJ"] + [{"rank": "wild", "jokers": 1}]},
     "too_many_of_a_kind", "sides[0].melds[4].jokers"),
    ({"melds": [{"rank": "wild", "twos": 9}]}, "too_many_of_a_kind", "sides[0].melds[0].twos"),
    ({"melds": [{"rank": "3", "naturals": 5}]}, "too_many_of_a_kind", "sides[0].melds[0].naturals"),
    ({"melds": [{"rank": "sequence", "cards": ["7"] * 9}]}, "too_many_of_a_kind", "sides[0].melds[0].cards"),
    ({"red_threes": 5}, "too_many_of_a_kind", "sides[0].red_threes"),
    ({"red_threes": HUGE}, "too_many_of_a_kind", "sides[0].red_threes"),
    ({"red_threes": 4, "hands": [{"red3": 1}]}, "too_many_of_a_kind", "sides[0].hands[0].red3"),
    ({"hands": [{"3": 5}]}, "too_many_of_a_kind", "sides[0].hands[0].3"),
    ({"hands": [{"2": HUGE}]}, "too_many_of_a_kind", "sides[0].hands[0].2"),
    ({"counted": {"jokers": 5}}, "too_many_of_a_kind", "sides[0].counted.jokers"),
    ({"counted": {"twenties": 17}}, "too_many_of_a_kind", "sides[0].counted.twenties"),
    ({"counted": {"tens": 49}}, "too_many_of_a_kind", "sides[0].counted.tens"),
    ({"counted": {"fives": 37}}, "too_many_of_a_kind", "sides[0].counted.fives"),
    ({"counted": {"twenties": 16}, "hands": [{"A": 1}]}, "too_many_of_a_kind", "sides[0].counted.twenties"),
    ({"out": {}, "hands": [{"K": 1}, {"4": 1}]}, "out_with_cards_in_every_hand", "sides[0].hands"),
    ({"out": {}, "hands": [{"K": 1}, {"red3": 1}]}, "out_with_cards_in_every_hand", "sides[0].hands"),
]  # fmt: skip


@pytest.mark.parametrize(("side", "key", "where"), IMPOSSIBLE_FOUR)
def test_what_no_pack_or_deal_allows_is_impossible(side: dict[str, Any], key: str, where: str) -> None:
    refused = refusal({"rules": "classic", "sides": [side, {"name": "B"}]})
    assert (refused.kind, refused.key, refused.where) == ("impossible", key, where)


def test_cards_are_counted_over_both_sides() -> None:
    sides = [{"name": "A", "hands": [{"K": 4}]}, {"name": "B", "melds": [{"rank": "K", "naturals": 5}]}]
    refused = refusal({"rules": "classic", "sides": sides})
    assert (refused.where, refused.found, refused.allowed) == ("sides[1].melds[0].naturals", {"K": 9}, (8,))


@pytest.mark.parametrize(
    ("request_", "found", "allowed"),
    [
        ({"rules": "czech", "sides": [{"melds": [{"rank": "sequence", "cards": ["7", "8"], "naturals": 3}]}]}, 3, (2,)),
        ({"rules": "classic", "sides": [{"rulings": [{"points": 0, "article": 7}]}]}, 7, None),
        ({"rules": "classic", "sides": [{}] * 5}, 5, (1, 2)),
        ({"rules": "classic", "sides": [{"hands": [{}] * 4}]}, 4, (0, 1, 2)),
        ({"rules": "classic", "sides": [{"melds": [{"rank": "K", "suit": "hearts"}]}]}, "hearts", None),
        ({"rules": "classic", "sides": [{"melds": [{"rank": "wild", "naturals": 2}]}]}, 2, (0,)),
        ({"rules": "classic", "sides": [{"melds": [{"rank": "B"}]}]}, "B", (*RANKS, "3", "wild", "sequence")),
    ],
)  # fmt: skip
def test_a_refusal_knows_what_stood_there_and_what_may(request_: dict[str, Any], found: Any, allowed: Any) -> None:
    refused = refusal(request_)
    assert (refused.found, refused.allowed) == (found, allowed)


@pytest.mark.parametrize(
    ("format_", "side", "where"),
    [
        ("two", {"out": {}, "hands": [{"K": 1}]}, "sides[0].hands"),
        ("two", {"out": {}, "hand_points": 10}, "sides[0].hand_points"),
        ("six", {"out": {}, "hands": [{"K": 1}, {"K": 1}, {"K": 1}]}, "sides[0].hands"),
        ("cutthroat", {"out": {}, "members": [{"name": "A", "hand": {"K": 1}}]}, "sides[0].members"),
        ("cutthroat", {"out": {}, "members": [{"name": "A", "hand": {"K": 1}}, {"name": "B", "hand": {"4": 1}}]},
         "sides[0].members"),
        ("cutthroat", {"out": {}, "hand_points": 5, "members": [{"name": "A"}]}, "sides[0].hand_points"),
    ],
)  # fmt: skip
def test_a_side_out_has_an_empty_hand(format_: str, side: dict[str, Any], where: str) -> None:
    refused = refusal({"rules": "hungarian", "format": format_, "sides": [side]})
    assert (refused.kind, refused.key, refused.where) == ("impossible", "out_with_cards_in_every_hand", where)


def test_in_the_cutthroat_game_a_place_names_the_member() -> None:
    hands = [{"name": "B", "red_threes": 3, "hand": {"red3": 1}}, {"name": "C", "red_threes": 1}]
    refused = refusal({"rules": "hungarian", "format": "cutthroat", "sides": [{"members": hands}]})
    assert (refused.key, refused.where) == ("too_many_of_a_kind", "sides[0].members[0].hand.red3")
    hands = [{"name": "B", "red_threes": 3}, {"name": "C", "red_threes": 2}]
    refused = refusal({"rules": "hungarian", "format": "cutthroat", "sides": [{"members": hands}]})
    assert (refused.key, refused.where) == ("too_many_of_a_kind", "sides[0].members[1].red_threes")


def test_hands_told_in_one_sum_leave_the_members_hands_out() -> None:
    side = {"hand_points": 10, "members": [{"name": "B", "hand": {"K": 1}}, {"name": "C"}]}
    refused = refusal({"rules": "hungarian", "format": "cutthroat", "sides": [side]})
    assert (refused.key, refused.where, refused.allowed) == ("one_or_the_other", "sides[0].hand_points", ("hands",))


@pytest.mark.parametrize("source", [None, [], "deal", 7, True])
def test_a_deal_is_an_object(source: Any) -> None:
    refused = refusal(source)
    assert (refused.kind, refused.key, refused.where) == ("malformed", "not_an_object", "")


def test_the_message_of_a_refusal_names_place_and_allowed() -> None:
    refused = refusal({"rules": "classic", "sides": [{"score": "x"}]})
    assert str(refused) == "malformed: not_a_whole_number at sides[0].score: found 'x', allowed None"
    assert str(refusal([])).startswith("malformed: not_an_object at the top")
