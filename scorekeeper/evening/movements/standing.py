"""Pairs by optimal matching in an order of the entrants, for the movements that seat two at a table."""

from collections.abc import Callable, Sequence

from scorekeeper.evening.seating.matching import cheapest_pairs, total
from scorekeeper.evening.seating.past import Times
from scorekeeper.evening.values import Cost, Drawn, Entrant

#: What it costs that the entrants at two places of the order meet, besides having met and being moved.
Between = Callable[[int, int], Cost]


def pairs(
    order: Sequence[Entrant], times: Times, names: Sequence[str], between: Between, resting: Sequence[str] = ()
) -> Drawn:
    """Tables of two: the fewest repeats first, then what lies `between`, then the fewest moved from their own tables.

    `names` are those of the items of `between`.
    """

    def cost(one: int, other: int) -> Cost:
        a, b = order[one], order[other]
        moved = a.fixed_table is not None and b.fixed_table is not None
        return (times[frozenset((a.id, b.id))] ** 2, *between(one, other), int(moved))

    cheapest = cheapest_pairs(len(order), cost)
    items = total([cost(*pair) for pair in cheapest])
    tables = tuple(((order[one].id,), (order[other].id,)) for one, other in cheapest)
    return Drawn(tables, resting, cost=dict(zip(("repeats", *names, "moved"), items, strict=True)))


def distance(one: int, other: int) -> Cost:
    """The distance of two in the standings, squared."""
    return ((one - other) ** 2,)
