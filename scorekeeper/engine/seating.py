"""Who deals, who leads and who sits out in each deal, in every format."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Seating:
    """Places at the table are clockwise; `dealer` and `leader` are among those who play this deal."""

    dealer: int
    leader: int
    plays: tuple[int, ...]
    sits_out: tuple[int, ...]


def seating(deal: int, seats: Sequence[int], first_dealer: int, rules: RuleSet) -> Seating:
    """The seating of deal `deal` (from 1). `seats` gives the side of each place, clockwise.

    The deal moves clockwise to the next player who takes part; the player after the dealer leads. Where a side has
    more players than hands, one of them sits out in turn, the last of them first (001 Kanaszta ötösben, hatosban).
    """
    if not rules.table.sits_out:
        dealer = (first_dealer + deal - 1) % len(seats)
        return Seating(dealer, (dealer + 1) % len(seats), tuple(range(len(seats))), ())
    dealer = first_dealer - 1
    out: tuple[int, ...] = ()
    for number in range(1, deal + 1):
        out = _sitting_out(number, seats, rules)
        dealer = _next_playing(dealer + 1, out, len(seats))
    plays = tuple(place for place in range(len(seats)) if place not in out)
    return Seating(dealer, _next_playing(dealer + 1, out, len(seats)), plays, out)


def _sitting_out(deal: int, seats: Sequence[int], rules: RuleSet) -> tuple[int, ...]:
    """The second trio's turn shifts by one after each round, so that in nine deals all pairs have met."""
    out = []
    trios = [side for side in range(rules.table.sides) if seats.count(side) > rules.table.hands]
    for order, side in enumerate(trios):
        places = [place for place, at in enumerate(seats) if at == side]
        shift = (deal - 1) // len(places) if order else 0
        out.append(places[(len(places) - 1 + deal - 1 + shift) % len(places)])
    return tuple(sorted(out))


def _next_playing(place: int, out: Sequence[int], places: int) -> int:
    turns = (at % places for at in range(place, place + places))
    return next(at for at in turns if at not in out)
