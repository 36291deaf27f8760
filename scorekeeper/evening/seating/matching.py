"""Pairs by optimal matching: no other way to pair the same entrants costs less."""

from collections.abc import Callable
from itertools import combinations

from scorekeeper.evening.values import Cost

#: What it costs that two meet, by their places in the movement's order.
CostOf = Callable[[int, int], Cost]


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
