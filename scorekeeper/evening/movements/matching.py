"""Pairs and tables at the lowest cost.

A cost is a tuple of whole numbers from 0. Costs are added item by item, and compared item by item, beginning with the
first item.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations

from scorekeeper.evening.past import Times
from scorekeeper.evening.values import Cost, Drawn, Entrant

#: The cost of a meeting of two entrants, by their indices in the order of the movement.
CostOf = Callable[[int, int], Cost]
#: The people at a table, by their indices.
Table = tuple[int, ...]
#: Up to this number of people, `cheapest_tables` is fast enough.
ALL_OF = 12


def pairs(
    order: Sequence[Entrant], times: Times, names: Sequence[str], between: CostOf, resting: Sequence[str] = ()
) -> Drawn:
    """Tables of two with the fewest repeated meetings, then the lowest cost `between` the two, then the fewest entrants
    who cannot stay at a table of their own. Repeated meetings count by the square of the `times`.

    `names` are the names of the items that `between` returns. `resting` is returned as it is.
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
    """The cost of a meeting: the squared distance of the two entrants in the order."""
    return ((one - other) ** 2,)


def cheapest_pairs(count: int, cost_of: CostOf) -> list[tuple[int, int]]:
    """Pair the numbers 0 … count−1 (`count` is even) at the lowest total cost. Each pair and the list of pairs are
    ascending."""
    import networkx as nx

    costs = {pair: cost_of(*pair) for pair in combinations(range(count), 2)}
    whole = as_wholes(costs, count // 2)
    dearest = max(whole.values())
    graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, dearest + 1 - cost) for (one, other), cost in whole.items())
    return sorted((min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))


def as_wholes(costs: dict[tuple[int, int], Cost], most: int) -> dict[tuple[int, int], int]:
    """Each cost as one number, such that sums of up to `most` numbers compare like sums of the costs."""
    highest = [max(items) for items in zip(*costs.values(), strict=True)]
    wholes = {}
    for pair, cost in costs.items():
        number = 0
        for item, top in zip(cost, highest, strict=True):
            number = number * (top * most + 1) + item
        wholes[pair] = number
    return wholes


def total(costs: Iterable[Cost]) -> Cost:
    """The sum of one or more costs, item by item."""
    return tuple(sum(items) for items in zip(*costs, strict=True))


def cheapest_tables(count: int, size: int, best: Callable[[Table], tuple[Cost, Table]]) -> tuple[Table, ...]:
    """The numbers 0 … count−1 at tables of `size` with the lowest total cost; of seatings that cost the same, the first
    in ascending order.

    `best` gets a table in ascending order, and returns its cost and its best arrangement.
    """

    @cache
    def seated(left: Table) -> tuple[Cost, tuple[Table, ...]]:
        if len(left) == size:
            cost, table = best(left)
            return cost, (table,)
        first, *others = left
        seatings = []
        for more in combinations(others, size - 1):
            cost, table = best((first, *more))
            rest_cost, rest = seated(tuple(each for each in others if each not in more))
            seatings.append((total((cost, rest_cost)), (table, *rest)))
        return min(seatings)

    return seated(tuple(range(count)))[1]


def improved(order: Iterable[int], size: int, cost: Callable[[Table], Cost]) -> list[Table]:
    """Seat people at tables of `size` in this order, then exchange two at a time until no exchange lowers the cost."""
    seats = list(order)

    def tables(numbers: Iterable[int]) -> list[Table]:
        return [tuple(seats[size * number : size * number + size]) for number in numbers]

    improving = True
    while improving:
        improving = False
        for one, other in combinations(range(len(seats)), 2):
            touched = {one // size, other // size}
            before = total(map(cost, tables(touched)))
            seats[one], seats[other] = seats[other], seats[one]
            if total(map(cost, tables(touched))) < before:
                improving = True
            else:
                seats[one], seats[other] = seats[other], seats[one]
    return tables(range(len(seats) // size))
