"""Counts that need more cards than the pack has: canastas together with the cards in a hand; sequences of a suit."""

from typing import Any

import pytest

from scorekeeper.engine.deals.pack import cards_missing, check_meld, check_melds
from scorekeeper.engine.deals.reader import read_deal, read_meld
from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.loader import resolve
from tests.engine.table import melds_of

WILD_MELDS = {"wild-melds": True}
CANASTA_HELD = "sides[0].counted.canastas"
#: Game, options, counted canastas, a hand, and the location of the count that is too high (None: the pack has the
#: cards). Two packs have eight cards of a rank, eight twos and four jokers.
COUNTED: list[tuple[str, dict[str, Any], dict[str, int], dict[str, int], str | None]] = [
    ("modern-american", {}, {"sevens": 1}, {"7": 1}, None),
    ("modern-american", {}, {"sevens": 1}, {"7": 2}, f"{CANASTA_HELD}.sevens"),
    ("modern-american", {}, {"natural_aces": 1}, {"A": 2}, f"{CANASTA_HELD}.natural_aces"),
    ("modern-american", {}, {"natural_aces": 2}, {}, f"{CANASTA_HELD}.natural_aces"),
    ("modern-american", {}, {"wild": 2}, {}, f"{CANASTA_HELD}.wild"),
    ("modern-american", {}, {"wild_twos": 1}, {"2": 1}, None),
    ("cuban", {}, {"wild_twos": 1}, {"2": 2}, f"{CANASTA_HELD}.wild_twos"),
    ("cuban", {}, {"wild_jokers": 1}, {"joker": 1}, f"{CANASTA_HELD}.wild_jokers"),
    ("cuban", {}, {"wild_jokers": 1}, {"2": 5}, None),
    ("cuban", {}, {"wild_jokers": 1}, {"2": 6}, f"{CANASTA_HELD}.wild_jokers"),
    # If a canasta of twos or with four jokers earns no special bonus, a table need not distinguish it.
    ("classic", WILD_MELDS, {"wild_twos": 1}, {"2": 2}, None),
    ("classic", WILD_MELDS, {"wild_jokers": 1}, {"joker": 4}, None),
    ("classic", {**WILD_MELDS, "wild-canasta-twos": 3000}, {"wild_twos": 1}, {"2": 2}, f"{CANASTA_HELD}.wild_twos"),
    ("classic", {**WILD_MELDS, "wild-canasta-four-jokers": 3000}, {"wild_jokers": 1}, {"joker": 1},
     f"{CANASTA_HELD}.wild_jokers"),
    # A mixed canasta has at least one wild card, and there are twelve.
    ("classic", {}, {"mixed": 12}, {}, None),
    ("classic", {}, {"mixed": 13}, {}, f"{CANASTA_HELD}.mixed"),
    ("classic", {}, {"mixed": 11}, {"joker": 1, "2": 1}, f"{CANASTA_HELD}.mixed"),
    ("classic", {}, {"natural": 13}, {"joker": 4}, None),
    # A mixed canasta of aces has at least four aces.
    ("romanian", {"ace-canastas": True}, {"mixed_aces": 2}, {}, None),
    ("romanian", {"ace-canastas": True}, {"mixed_aces": 2}, {"A": 1}, f"{CANASTA_HELD}.mixed_aces"),
    ("romanian", {"ace-canastas": True}, {"natural_aces": 1}, {"A": 2}, f"{CANASTA_HELD}.natural_aces"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "options", "canastas", "hand", "where"), COUNTED)
def test_counted_canastas_hold_cards_that_are_nowhere_else(
    game: str, options: dict[str, Any], canastas: dict[str, int], hand: dict[str, int], where: str | None
) -> None:
    side = {"counted": {"points": 900, "canastas": canastas}, "hands": [hand]}
    rules = resolve(game, None, options)
    if where is None:
        assert read_deal({"sides": [side]}, rules).sides[0].counted
        return
    with pytest.raises(Refused) as refused:
        read_deal({"sides": [side]}, rules)
    assert (refused.value.kind, refused.value.key, refused.value.where) == ("impossible", "too_many_of_a_kind", where)
    assert read_deal({"sides": [side]}, rules, recorded=True).sides[0].counted


def run(*cards: str, suit: str | None = None) -> dict[str, Any]:
    """A sequence of these cards, as in a request."""
    return {"rank": "sequence", "cards": list(cards), "suit": suit}


def test_a_card_of_a_suit_is_there_once_a_pack() -> None:
    rules = resolve("samba")
    hearts = [run("4", "5", "6", suit="hearts")] * 3
    any_suit = [run("4", "5", "6")] * 4
    further = [run("7", "8", "9", suit="hearts"), run("4", "5", "6", suit="spades")]
    check_melds(melds_of([*any_suit, *hearts, *further], rules), rules, where="melds")
    with pytest.raises(Refused) as refused:
        check_melds(melds_of([*hearts, run("6", "7", "8", suit="♥")], rules), rules, where="melds")
    told = refused.value
    assert (told.kind, told.key, told.where) == ("impossible", "too_many_of_a_suit", "melds[3].cards")
    assert (told.found, told.allowed) == (4, (3,))


@pytest.mark.parametrize(("rule_set", "kind"), [("burraco", "threes"), ("classic", "3")])
def test_threes_are_called_as_the_game_has_them(rule_set: str, kind: str) -> None:
    rules = resolve(rule_set)
    meld = read_meld({"rank": "3", "naturals": 9}, "meld", rules)
    for check in (
        lambda: check_meld(meld, rules, where="meld"),
        lambda: check_melds([meld], rules, where="melds"),
    ):
        with pytest.raises(Refused) as refused:
            check()
        assert refused.value.found == {kind: 9}


def test_threes_set_aside_are_cards_of_the_pack() -> None:
    rules = resolve("cuban")
    body = {"sides": [{"red_threes": 1, "black_threes": 2, "hands": [{"K": 3}, {}]}, {}], "cards_left": 102}
    assert cards_missing(read_deal(body, rules), rules) == 0
