"""Drawing cards for seats, as sources 001 (A párok kisorsolása) and 003 (points 4 and 5) describe it."""

from collections.abc import Sequence
from random import Random

import pytest

from scorekeeper.actions.matches.draws import DrawnSeats, dealer_before, dealer_drawn, draw, read_card
from scorekeeper.engine.matches.seating import seating
from scorekeeper.rulebook.loader import resolve

FORMATS = ("four", "two", "three", "cutthroat", "five", "six-rotating", "six")


class Stacked(Random):
    """A source of chance whose shuffle puts these cards on top, so that they are drawn in this order."""

    def __init__(self, *shorts: str) -> None:
        super().__init__(0)
        self.cards = [read_card(short) for short in shorts]

    def shuffle(self, pack: list) -> None:
        pack[:] = [*pack, *reversed(self.cards)]


def cards(drawn: Sequence[DrawnSeats]) -> dict[str, str]:
    return {each.player: " ".join(card.short for card in each.cards) for each in drawn}


def test_it_works() -> None:
    drawn = draw(("Ilona", "Jana", "Mihai", "Tõnu"), Stacked("9H", "AS", "2C", "KD"))
    assert [each.player for each in drawn] == ["Jana", "Tõnu", "Ilona", "Mihai"]


def test_a_joker_does_not_count_and_is_drawn_again() -> None:
    drawn = draw(("Ilona", "Jana"), Stacked("*", "*", "3H", "4S"))
    assert cards(drawn) == {"Jana": "4S", "Ilona": "* * 3H"}


def test_equal_cards_draw_again_between_themselves() -> None:
    drawn = draw(("Ilona", "Jana", "Mihai"), Stacked("KH", "KS", "AC", "3H", "10D"))
    assert cards(drawn) == {"Mihai": "AC", "Jana": "KS 10D", "Ilona": "KH 3H"}


@pytest.mark.parametrize(("rule_set", "dealer"), [("hungarian", 0), ("classic", 0), ("czech", 3), ("czech-fast", 3)])
def test_the_lowest_card_deals_in_the_czech_games(rule_set: str, dealer: int) -> None:
    assert dealer_drawn((1, 0, 2, 3), resolve(rule_set, "four")) == dealer


@pytest.mark.parametrize("format_", FORMATS)
def test_whoever_drew_highest_is_dealt_to_first(format_: str) -> None:
    rules = resolve("hungarian", format_)
    sides = [place % rules.table.sides for place in range(rules.table.players)]
    resting = seating(1, sides, 0, rules).sits_out
    for leader in range(rules.table.players):
        dealer = dealer_before(leader, rules)
        led = seating(1, sides, dealer, rules)
        assert led.leader == leader or leader in {*resting, *led.sits_out}
        between = [(led.leader - back) % len(sides) for back in range(1, (led.leader - dealer) % len(sides))]
        assert led.leader not in {seating(1, sides, nearer, rules).leader for nearer in between}
