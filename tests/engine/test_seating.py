"""The dealer, the leader and the players who sit out, in every format."""

from itertools import combinations, pairwise

import pytest

from scorekeeper.engine.matches.seating import DealSeats, seating
from scorekeeper.rulebook.loader import resolve

FIVE = (0, 1, 0, 1, 0)
SIX = (0, 1, 0, 1, 0, 1)


@pytest.mark.parametrize(
    ("deal", "first", "dealer", "leader"),
    [(1, 0, 0, 1), (2, 0, 1, 2), (4, 0, 3, 0), (5, 0, 0, 1), (1, 3, 3, 0), (3, 2, 0, 1)],
)
def test_the_deal_moves_clockwise_and_the_next_player_leads(deal: int, first: int, dealer: int, leader: int) -> None:
    assert seating(deal, (0, 1, 0, 1), first, resolve("classic")) == DealSeats(dealer, leader, (0, 1, 2, 3), ())


@pytest.mark.parametrize(("format_", "players"), [("two", 2), ("three", 3), ("cutthroat", 3), ("six", 6)])
def test_where_nobody_sits_out_everybody_deals_in_turn(format_: str, players: int) -> None:
    rules = resolve("hungarian", format_)
    seats = tuple(place % rules.table.sides for place in range(players))
    rounds = [seating(deal, seats, 0, rules) for deal in range(1, players + 2)]
    assert [at.dealer for at in rounds] == [*range(players), 0]
    assert all(at.leader == (at.dealer + 1) % players and at.sits_out == () for at in rounds)


def test_of_five_players_the_trio_rests_in_turn_the_last_first() -> None:
    rules = resolve("hungarian", "five")
    rounds = [seating(deal, FIVE, 0, rules) for deal in range(1, 7)]
    assert [at.sits_out for at in rounds] == [(4,), (0,), (2,), (4,), (0,), (2,)]
    assert [at.dealer for at in rounds] == [0, 1, 0, 3, 2, 1]
    assert [at.leader for at in rounds] == [1, 2, 3, 2, 1, 4]
    assert [at.plays for at in rounds[:3]] == [(0, 1, 2, 3), (1, 2, 3, 4), (0, 1, 3, 4)]


@pytest.mark.parametrize(
    ("format_", "seats", "deals", "each"),
    [("five", FIVE, 12, [2, 3, 2, 3, 2]), ("six-rotating", SIX, 36, [6] * 6), ("four", (0, 1, 0, 1), 8, [2] * 4)],
)
def test_everybody_deals_as_often_as_the_others_of_the_side_and_opponents_alternate(
    format_: str, seats: tuple[int, ...], deals: int, each: list[int]
) -> None:
    """001 Kanaszta ötösben: "apart from that, as with four players". 002: the turn to deal passes to all, clockwise."""
    rules = resolve("hungarian", format_)
    for first in range(len(seats)):
        rounds = [seating(deal, seats, first, rules) for deal in range(1, deals + 1)]
        assert [sum(at.dealer == place for at in rounds) for place in range(len(seats))] == each
        assert all(one != other for one, other in pairwise([seats[at.dealer] for at in rounds]))
        assert all(seats[at.dealer] != seats[at.leader] for at in rounds)


def test_who_rests_is_never_dealer_nor_leader() -> None:
    for format_, seats in (("five", FIVE), ("six-rotating", SIX)):
        rules = resolve("hungarian", format_)
        for first in range(len(seats)):
            for deal in range(1, 19):
                at = seating(deal, seats, first, rules)
                assert {at.dealer, at.leader} <= set(at.plays)
                assert not set(at.sits_out) & set(at.plays)
                assert len(at.plays) == 4
                assert [sum(seats[place] == side for place in at.plays) for side in (0, 1)] == [2, 2]


def test_of_six_in_turns_one_of_each_trio_rests_and_all_pairs_meet_in_nine_deals() -> None:
    rules = resolve("hungarian", "six-rotating")
    rested = [seating(deal, SIX, 0, rules).sits_out for deal in range(1, 10)]
    assert rested[:4] == [(4, 5), (0, 1), (2, 3), (1, 4)]
    trios = {frozenset(pair) for pair in rested}
    assert trios == {frozenset((one, other)) for one, other in combinations(range(6), 2) if SIX[one] != SIX[other]}


def test_a_first_dealer_who_rests_hands_the_deal_on() -> None:
    assert seating(1, FIVE, 4, resolve("hungarian", "five")).dealer == 0


@pytest.mark.parametrize(("first", "dealer", "leader"), [(0, 0, 1), (1, 1, 2), (2, 2, 3), (3, 3, 0), (4, 0, 1)])
def test_where_somebody_sits_out_whoever_was_drawn_begins_or_the_next_at_the_table(
    first: int, dealer: int, leader: int
) -> None:
    assert seating(1, FIVE, first, resolve("hungarian", "five")) == DealSeats(dealer, leader, (0, 1, 2, 3), (4,))
