"""The dealer, the leader and the players who sit out in each deal, for every format."""

from collections.abc import Sequence

from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct


class DealSeats(Struct):
    """The seats in one deal, numbered clockwise from 0: the dealer, the leader, those who play and those who sit
    out."""

    dealer: int
    leader: int
    plays: tuple[int, ...]
    sits_out: tuple[int, ...]


def seating(deal: int, seats: Sequence[int], first_dealer: int, rules: RuleSet) -> DealSeats:
    """The seating of deal number `deal`. `seats` has the side of each seat, clockwise.

    The deal moves clockwise, and the player after the dealer leads. If a side has more players than hands, its players
    take turns to sit out, the last one first. The player who comes back takes the chair of the player who now sits
    out, so that opponents alternate and every player deals (001 Kanaszta ötösben, hatosban; AMB-100). If the player at
    the seat `first_dealer` sits out in the first deal, the next one deals it.
    """
    if max(map(seats.count, range(rules.table.sides))) <= rules.table.hands:  # no player ever sits out
        everybody, dealer = tuple(range(len(seats))), (first_dealer + deal - 1) % len(seats)
        return DealSeats(dealer, (dealer + 1) % len(seats), everybody, ())
    if rules.table.deals_by == "players":
        return _by_players(deal, seats, first_dealer, rules)
    chairs, out = _chairs(deal, seats, rules)
    first = _chairs(1, seats, rules)[0]
    start = next((chair for chair, seat in enumerate(first) if seat >= first_dealer), 0)
    dealer = (start + deal - 1) % len(chairs)
    return DealSeats(chairs[dealer], chairs[(dealer + 1) % len(chairs)], tuple(sorted(chairs)), out)


def _chairs(deal: int, seats: Sequence[int], rules: RuleSet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats of the players who take part in a deal, in the clockwise order of their chairs, and the seats of those
    who sit out."""
    out = _sitting_out(1, seats, rules)
    chairs = [seat for seat in range(len(seats)) if seat not in out]
    for number in range(2, deal + 1):
        resting = _sitting_out(number, seats, rules)
        for seat in resting:
            back = next((other for other in out if seats[other] == seats[seat]), seat)
            chairs[chairs.index(seat)] = back
        out = resting
    return tuple(chairs), out


def _by_players(deal: int, seats: Sequence[int], first_dealer: int, rules: RuleSet) -> DealSeats:
    """The seating of matches of 0.1.0, in which the deal moves to the next player who takes part, not to the next
    chair."""
    dealer = first_dealer - 1
    for number in range(1, deal + 1):
        out = _sitting_out(number, seats, rules)
        plays = tuple(seat for seat in range(len(seats)) if seat not in out)
        dealer, leader = _next_of(plays, dealer), _next_of(plays, _next_of(plays, dealer))
    return DealSeats(dealer, leader, plays, out)


def _next_of(plays: Sequence[int], seat: int) -> int:
    """The first seat in `plays` after a seat, clockwise."""
    return next((each for each in plays if each > seat), plays[0])


def _sitting_out(deal: int, seats: Sequence[int], rules: RuleSet) -> tuple[int, ...]:
    """The seats that sit out in a deal. With two trios, the turn of the second shifts by one after every three deals,
    so that all pairs have met after nine deals."""
    out = []
    trios = [side for side in range(rules.table.sides) if seats.count(side) > rules.table.hands]
    for order, side in enumerate(trios):
        theirs = [seat for seat, at in enumerate(seats) if at == side]
        shift = (deal - 1) // len(theirs) if order else 0
        out.append(theirs[(len(theirs) - 1 + deal - 1 + shift) % len(theirs)])
    return tuple(sorted(out))
