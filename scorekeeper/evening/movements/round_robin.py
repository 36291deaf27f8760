"""All against all, by the circle method."""

from collections.abc import Sequence

from scorekeeper.evening.seating.past import check_enough
from scorekeeper.evening.values import Ask, Drawn, Entrant


def seat(ask: Ask) -> Drawn:
    """The whole list in a circle: the first stays, the others turn by one a round; then again with sides exchanged."""
    check_enough(len(ask.entrants), 2)
    check_enough(len(ask.present), 2)
    circle = [*ask.entrants, *([None] * (len(ask.entrants) % 2))]
    cycle, turn = divmod(ask.round - 1, len(circle) - 1)
    first, *others = circle
    turned = [first, *others[len(others) - turn :], *others[: len(others) - turn]]
    meetings = [(turned[k], turned[-1 - k]) for k in range(len(turned) // 2)]
    return meet([(right, left) if cycle % 2 else (left, right) for left, right in meetings])


def meet(meetings: Sequence[tuple[Entrant | None, Entrant | None]], numbers: Sequence[int] | None = None) -> Drawn:
    """The tables where both are there; who is there and faces nobody rests."""
    tables, resting, at = [], [], []
    for index, (one, other) in enumerate(meetings):
        there = [entrant for entrant in (one, other) if entrant is not None and entrant.status == "present"]
        if len(there) == 2:
            tables.append(tuple((entrant.id,) for entrant in there))
            at.append(numbers[index] if numbers else None)
        else:
            resting += [entrant.id for entrant in there]
    return Drawn(tuple(tables), resting, numbers=tuple(at))
