"""The draw: tables filled in the drawn order."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from scorekeeper.engine.refused import malformed
from scorekeeper.evening.movements.matching import ALL_OF, Table, cheapest_tables, distance, improved, pairs
from scorekeeper.evening.past import Times, drawn, met, without_rest
from scorekeeper.evening.values import Cost, Drawn, Entrant, SeatingRequest, Sides

PAIRS, THREE, FOUR = 2, 3, 4


def seat(ask: SeatingRequest) -> Drawn:
    """Tables of `per_table` in the drawn order; with `avoid_repeats`, tables with few repeated meetings instead.

    Raises `Refused` for `avoid_repeats` at tables of four.
    """
    size, avoiding = ask.options.get("per_table", PAIRS), ask.options.get("avoid_repeats", False)
    if avoiding and size == FOUR:
        raise malformed("contradicts", "options.avoid_repeats", avoiding, ["options.per_table"])
    order = drawn(ask.present, ask.seed, ask.round)
    seated, resting = without_rest(order, ask.history, size)
    if not avoiding:
        return Drawn(cut(seated, size), resting)
    if size == PAIRS:
        return pairs(seated, met(ask.history), ("distance",), distance, resting)
    threes, repeats = _threes([entrant.id for entrant in seated], met(ask.history))
    tables = tuple(tuple((seated[place].id,) for place in three) for three in threes)
    return Drawn(tables, resting, cost={"repeats": repeats})


def cut(order: list[Entrant], size: int) -> tuple[Sides, ...]:
    """The entrants at tables of `size`, in this order. At tables of two or three, each entrant is a side; at tables of
    four, the first two play against the other two."""
    ids = [entrant.id for entrant in order]
    groups = [ids[start : start + size] for start in range(0, len(ids), size)]
    if size == FOUR:
        return tuple(((one, two), (three, four)) for one, two, three, four in groups)
    return tuple(tuple((id_,) for id_ in group) for group in groups)


def _threes(ids: Sequence[str], times: Times) -> tuple[Sequence[Table], int]:
    """Tables of three (indices in `ids`) with few repeated meetings, and their total cost. Any two people at a table
    cost the square of the number of times that they have met.

    For up to `ALL_OF` people the cost is the lowest possible; for more, no exchange of two people can lower it.
    """

    @cache
    def cost(three: Table) -> Cost:
        return (sum(times[frozenset((ids[one], ids[other]))] ** 2 for one, other in combinations(three, 2)),)

    threes: Sequence[Table]
    if len(ids) <= ALL_OF:
        threes = cheapest_tables(len(ids), THREE, lambda three: (cost(three), three))
    else:
        found = improved(range(len(ids)), THREE, lambda three: cost(tuple(sorted(three))))
        threes = [tuple(sorted(three)) for three in found]
    return threes, sum(cost(three)[0] for three in threes)
