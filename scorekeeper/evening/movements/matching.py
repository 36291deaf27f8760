"""Pairs by optimal matching: no other way to pair the same entrants costs less."""

from collections.abc import Callable, Sequence
from itertools import combinations

from scorekeeper.evening.past import Times
from scorekeeper.evening.values import Cost, Drawn, Entrant

#: What it costs that two meet, by their places in the movement's order; besides having met and being moved.
CostOf = Callable[[int, int], Cost]


def pairs(
    order: Sequence[Entrant], times: Times, names: Sequence[str], between: CostOf, resting: Sequence[str] = ()
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


def cheapest_pairs(count: int, cost_of: CostOf) -> list[tuple[int, int]]:
    """The places 0 … count−1 (an even number) in pairs that cost least, the lower first, pairs by their first.

    Costs are tuples of whole numbers from 0, summed item by item and compared like words in a dictionary.
    """
    import networkx as nx

    costs = {pair: cost_of(*pair) for pair in combinations(range(count), 2)}
    whole = as_wholes(costs, count // 2)
    dearest = max(whole.values())
    graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, dearest + 1 - cost) for (one, other), cost in whole.items())
    return sorted((min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))


def as_wholes(costs: dict[tuple[int, int], Cost], most: int) -> dict[tuple[int, int], int]:
    """Each tuple as one number, so that sums of up to `most` of them compare as sums of tuples do."""
    highest = [max(items) for items in zip(*costs.values(), strict=True)]
    wholes = {}
    for pair, cost in costs.items():
        number = 0
        for item, top in zip(cost, highest, strict=True):
            number = number * (top * most + 1) + item
        wholes[pair] = number
    return wholes


def total(costs: list[Cost]) -> Cost:
    """Tuples summed item by item."""
    return tuple(sum(items) for items in zip(*costs, strict=True))
