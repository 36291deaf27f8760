"""The dealer, the leader and the player who sits out of each deal, in every format."""

from collections.abc import Sequence

from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct


class DealSeats(Struct):
    """Seats are numbered clockwise; `dealer` and `leader` are among those who play this deal."""

    dealer: int
    leader: int
    plays: tuple[int, ...]
    sits_out: tuple[int, ...]


def seating(deal: int, seats: Sequence[int], first_dealer: int, rules: RuleSet) -> DealSeats:
    """The seating of deal `deal` (from 1). `seats` gives the side of each seat, clockwise.

    The deal moves clockwise and the player after the dealer leads. Where a side has more players than hands, one of
    them sits out in turn, the last of them first, and gives up the chair to the one who comes back: so opponents
    alternate and everybody deals (001 Kanaszta ötösben, hatosban; AMB-100).
    """
    if max(map(seats.count, range(rules.table.sides))) <= rules.table.hands:  # nobody ever sits out
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
    """The players on the chairs in a deal, clockwise, and those who sit out."""
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
    """The deal moves to the next player who takes part, even if others sat out meanwhile: matches of 0.1.0 keep it
    so."""
    dealer = first_dealer - 1
    for number in range(1, deal + 1):
        out = _sitting_out(number, seats, rules)
        plays = tuple(seat for seat in range(len(seats)) if seat not in out)
        dealer, leader = _next_of(plays, dealer), _next_of(plays, _next_of(plays, dealer))
    return DealSeats(dealer, leader, plays, out)


def _next_of(plays: Sequence[int], seat: int) -> int:
    """The first of those who play after a seat, clockwise."""
    return next((each for each in plays if each > seat), plays[0])


def _sitting_out(deal: int, seats: Sequence[int], rules: RuleSet) -> tuple[int, ...]:
    """The second trio's turn shifts by one after each round, so that in nine deals all pairs have met."""
    out = []
    trios = [side for side in range(rules.table.sides) if seats.count(side) > rules.table.hands]
    for order, side in enumerate(trios):
        theirs = [seat for seat, at in enumerate(seats) if at == side]
        shift = (deal - 1) // len(theirs) if order else 0
        out.append(theirs[(len(theirs) - 1 + deal - 1 + shift) % len(theirs)])
    return tuple(sorted(out))
