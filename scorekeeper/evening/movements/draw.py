"""The draw: tables filled in drawn order."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from scorekeeper.engine.refused import malformed
from scorekeeper.evening.movements.matching import distance, pairs
from scorekeeper.evening.past import Times, drawn, met, without_rest
from scorekeeper.evening.values import Drawn, Entrant, SeatingRequest, Sides

PAIRS, THREE, FOUR = 2, 3, 4
#: Up to this number of entrants every seating at tables of three is tried.
ALL_OF = 12
#: A table of three, by places of the drawn order.
Three = tuple[int, ...]


def seat(ask: SeatingRequest) -> Drawn:
    """Tables of `per_table` in drawn order; with `avoid_repeats` nobody meets twice where that can be avoided."""
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
    """Entrants cut into tables: two or three each alone, of four the first two against the others."""
    ids = [entrant.id for entrant in order]
    groups = [ids[start : start + size] for start in range(0, len(ids), size)]
    if size == FOUR:
        return tuple(((one, two), (three, four)) for one, two, three, four in groups)
    return tuple(tuple((id_,) for id_ in group) for group in groups)


def _threes(ids: Sequence[str], times: Times) -> tuple[Sequence[Three], int]:
    """Tables of three with few repeated meetings, and the sum of their squares: up to twelve people the fewest of all,
    beyond that a seating that no exchange of two makes better."""

    @cache
    def cost(three: Three) -> int:
        return sum(times[frozenset((ids[one], ids[other]))] ** 2 for one, other in combinations(three, 2))

    places = tuple(range(len(ids)))
    threes = _best(cost)(places)[1] if len(ids) <= ALL_OF else _improved(list(places), cost)
    return threes, sum(map(cost, threes))


def _best(cost: Callable[[Three], int]) -> Callable[[Three], tuple[int, tuple[Three, ...]]]:
    """The cheapest seating of some places; of equals the one nearest to the drawn order."""

    @cache
    def best(left: Three) -> tuple[int, tuple[Three, ...]]:
        if not left:
            return 0, ()
        first, *others = left
        seatings = []
        for two in combinations(others, THREE - 1):
            rest_cost, rest = best(tuple(place for place in others if place not in two))
            seatings.append((cost((first, *two)) + rest_cost, ((first, *two), *rest)))
        return min(seatings)

    return best


def _improved(places: list[int], cost: Callable[[Three], int]) -> list[Three]:
    """The drawn order cut into tables, after exchanges of two, as long as one lowers the cost."""

    def table(number: int) -> Three:
        return tuple(sorted(places[THREE * number : THREE * number + THREE]))

    improving = True
    while improving:
        improving = False
        for one, other in combinations(range(len(places)), 2):
            touched = {one // THREE, other // THREE}
            before = sum(cost(table(number)) for number in touched)
            places[one], places[other] = places[other], places[one]
            if sum(cost(table(number)) for number in touched) < before:
                improving = True
            else:
                places[one], places[other] = places[other], places[one]
    return [table(number) for number in range(len(places) // THREE)]
