"""Reading a deal from JSON: the defaults of missing keys, the keys of each kind of game, and values of a wrong type."""

from contextlib import suppress
from typing import Any

import pytest

from scorekeeper.engine.deals.deal import Charge, Counted, Deal, Meld, Out, Player, Side
from scorekeeper.engine.deals.reader import read_deal, read_meld
from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.loader import resolve


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
    assert read_deal({"sides": [side]}, resolve("hungarian", format_)).sides[0].out == Out()


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


#: Game, format, a request, and the deal that is read from it.
WHOLE: list[tuple[str, str | None, dict[str, Any], Deal]] = [
    ("classic", None, {"rules": "classic", "deal": 4, "cards_left": 9, "first_round_out": True,
      "sides": [{"name": "Ann", "score": -350, "red_threes": 1, "red_threes_after_turn": 2,
        "hands": [{"red3": 1, "K": 2}, {"red3": 1}],
        "melds": [{"rank": "Q", "naturals": 4, "jokers": 1, "twos": 2}, {"rank": "3", "naturals": 3}],
        "rulings": [{"points": -100, "article": "HU-05", "count": 2}, {"points": 50}]},
       {"name": "Bea", "score": 1225, "counted": {"jokers": 2, "tens": 0, "fives": 11,
         "canastas": {"mixed": 1, "natural": 0}}, "hand_points": 0,
        "out": {"concealed": True, "own_canasta": False, "took_pile": True}}]},
     Deal((Side((Player("Ann", -350, 1, 0, 2, 2),), (Meld("Q", 4, 1, 2), Meld("3", 3)),
        hands=({"red3": 1, "K": 2}, {"red3": 1}), rulings=(Charge(-100, "HU-05", 2), Charge(50))),
       Side((Player("Bea", 1225),), counted=Counted(None, {"jokers": 2, "tens": 0, "fives": 11}, {"mixed": 1}),
        hand_points=0, out=Out(concealed=True, own_canasta=False, took_pile=True))), 9, True, 4)),
    ("hungarian", "cutthroat", {"sides": [{"members": [{"name": "Ann", "score": 70, "red_threes": 2}],
        "hand_points": 35}, {"members": [{"name": "Bea", "score": 10, "hand": {"red3": 1, "A": 2}},
         {"hand": {"K": 0}, "red_threes": 1}], "counted": {"points": 90, "melded": True}}]},
     Deal((Side((Player("Ann", 70, 2),), hands=({},), hand_points=35),
       Side((Player("Bea", 10, 0, 0, 1), Player("C", 0, 1)), counted=Counted(90, melded=True),
        hands=({"red3": 1, "A": 2}, {}))))),
    ("hand-and-foot", None, {"sides": [{"hands": [{"red3": 1}, {"K": 1}], "feet": [{"red3": 2, "4": 3}, {"5": 0}],
        "exact_cuts": 2}, {"hand_points": 25, "feet_not_begun": 2}]},
     Deal((Side((Player("A", red_threes_in_hand=3),), hands=({"red3": 1}, {"K": 1}), feet=({"red3": 2, "4": 3}, {}),
        facts={"exact_cuts": 2}), Side((Player("B"),), hand_points=25, feet_not_begun=2, facts={"exact_cuts": 0})))),
    ("burraco", None, {"sides": [{"pozzetto": "taken", "out": {"without_bonus": True, "first_pile": True}},
       {"pozzetto": "none"}]}, Deal((Side((Player("A"),), out=Out(took_pile=True, first_pile=True, without_bonus=True),
        pozzetto="taken"), Side((Player("B"),), pozzetto="none")))),
    ("modern-american", None, {"sides": [{"black_threes": 1, "red_threes": 3, "special_hand": "pairs"},
       {"hand_points": 60, "held": {"A": 1, "7": 0},
        "counted": {"points": 300, "unfinished": {"sevens": 1, "aces": 0}}}]},
     Deal((Side((Player("A", 0, 3, 1),), special_hand="pairs"),
       Side((Player("B"),), counted=Counted(300, unfinished={"sevens": 1}), hand_points=60, held={"A": 1})))),
]  # fmt: skip


@pytest.mark.parametrize(("game", "format_", "request_", "deal"), WHOLE)
def test_every_fact_is_read_for_what_it_is(
    game: str, format_: str | None, request_: dict[str, Any], deal: Deal
) -> None:
    assert read_deal(request_, resolve(game, format_)) == deal


@pytest.mark.parametrize("game", ["classic", "hand-and-foot", "burraco", "modern-american"])
def test_nothing_that_is_false_stands_for_what_is_missing(game: str) -> None:
    """0, "", false and empty containers are accepted only where the key has a value of that type."""
    rules = resolve(game)
    with pytest.raises(Refused) as caught:
        read_deal({"sides": [{"tea": 1}]}, rules)
    taken: dict[type, set[str]] = {}
    for value in (0, "", False, [], {}):
        for key in map(str, caught.value.allowed):
            with suppress(Refused):
                read_deal({"sides": [{"hand_points": 5, key: value}, {}]}, rules)
                taken.setdefault(type(value), set()).add(key)
    known = set(map(str, caught.value.allowed))
    assert taken == {
        int: known & {"score", "red_threes", "red_threes_after_turn", "black_threes", "hand_points", "feet_not_begun",
                      "exact_cuts"},
        list: known & {"melds", "hands", "feet", "rulings"},
        dict: known & {"counted", "out", "held"},
    }  # fmt: skip


def test_a_game_asks_only_for_what_it_knows() -> None:
    """The keys of a side, of counted melds and of going out that a refusal lists as allowed."""
    own, laid = ("name", "score"), ("melds", "counted", "hand_points", "out", "rulings")
    red = ("red_threes", "red_threes_after_turn")
    sums, plain = ("jokers", "twenties", "tens", "fives"), ("concealed", "own_canasta", "took_pile", "first_pile")
    knows: dict[tuple[str, str | None], tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
        ("classic", None): ((*own, *red, "hands", *laid), ("points", *sums, "canastas", "melded"), plain),
        ("hungarian", "cutthroat"): (("members", *laid), ("points", *sums, "canastas", "melded"), plain),
        ("hand-and-foot", None): (
            (*own, *red, "hands", *laid, "feet", "feet_not_begun", "exact_cuts"),
            ("points", *sums, "canastas", "melded"),
            plain,
        ),
        ("burraco", None): (
            (*own, "hands", *laid, "pozzetto"),
            ("points", "jokers", "twos", "aces", "tens", "fives", "canastas", "melded"),
            (*plain, "without_bonus"),
        ),
        ("modern-american", None): (
            (*own, *red, "black_threes", "hands", *laid, "special_hand", "held"),
            ("points", *sums, "canastas", "unfinished", "melded"),
            plain,
        ),
    }
    for (game, format_), keys in knows.items():
        rules, there = resolve(game, format_), {"members": [{}]} if format_ else {}
        for way, allowed in zip(({}, {"counted": {"tea": 1}}, {"out": {"tea": 1}}), keys, strict=True):
            with pytest.raises(Refused) as caught:
                read_deal({"sides": [{**there, **(way or {"tea": 1})}]}, rules)
            assert (caught.value.key, caught.value.found, caught.value.allowed) == ("unknown_key", "tea", allowed)
