"""New partners every round: a perfect schedule while the evening keeps to it, otherwise the cheapest seating found: up
to twelve players the cheapest of all, beyond that one that no exchange makes cheaper."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from scorekeeper.evening.movements.matching import cheapest_pairs
from scorekeeper.evening.past import Times, check_enough, met, partnered, without_rest
from scorekeeper.evening.values import Cost, Drawn, Entrant, Round, SeatingRequest, Sides

AUTO, SEARCH = "auto", "search"
NAMES = ("partners", "opponents", "moved")
SEATS = 4

#: Partners and opponents at one table, in any order.
Meeting = frozenset[frozenset[str]]


def seat(ask: SeatingRequest) -> Drawn:
    """Tables of two sides of two; `method` tells where they come from."""
    check_enough(len(ask.present), SEATS)
    tables, method = _scheduled(ask), "schedule"
    if tables is None:
        seated, _ = without_rest(ask.present, ask.history, SEATS)
        tables, method = cheapest_seating(seated, ask.history), SEARCH
    at_tables = {id_ for sides in tables for side in sides for id_ in side}
    resting = [entrant.id for entrant in ask.present if entrant.id not in at_tables]
    cost = dict(zip(NAMES, cost_of(tables, ask.entrants, ask.history), strict=True))
    return Drawn(tables, resting, cost, extra={"method": method})


def _scheduled(ask: SeatingRequest) -> tuple[Sides, ...] | None:
    """The tables of this round by the schedule for this number, or None where there is none, or the evening has left
    it."""
    schedule = ask.schedules.get(len(ask.present))
    if schedule is None or ask.options.get("schedule", AUTO) == SEARCH or ask.round > len(schedule.rounds):
        return None
    if schedule.fresh < ask.options.get("rounds", len(schedule.rounds)) <= len(schedule.rounds) / 2:
        return None
    ids = [entrant.id for entrant in ask.present]
    rounds = [
        tuple(((ids[a - 1], ids[b - 1]), (ids[c - 1], ids[d - 1])) for (a, b), (c, d) in tables)
        for tables in schedule.rounds[: ask.round]
    ]
    played = [_meetings(table.sides for table in round_.tables) for round_ in ask.history]
    return rounds[-1] if played == [_meetings(tables) for tables in rounds[:-1]] else None


def _meetings(tables: Iterable[Sides]) -> set[Meeting]:
    return {frozenset(frozenset(side) for side in sides) for sides in tables}


#: Up to this number of entrants every seating is tried.
ALL_OF = 12
#: A table as places of the list: partners, partners.
Four = tuple[int, int, int, int]


def cost_of(tables: Iterable[Sides], entrants: Iterable[Entrant], history: Sequence[Round]) -> Cost:
    """The cost of a seating: partners before, opponents before (both squared), entrants not at a table of their own."""
    own = {entrant.id for entrant in entrants if entrant.fixed_table is not None}
    costs = Costs(partnered(history), met(history), own)
    return _sum(costs.of(*(id_ for side in sides for id_ in side)) for sides in tables)


def cheapest_seating(seated: Sequence[Entrant], history: Sequence[Round]) -> tuple[Sides, ...]:
    """A seating of these entrants, a multiple of four; sides, tables and players stand by number, lowest first."""
    ids = [entrant.id for entrant in sorted(seated, key=lambda entrant: entrant.number)]
    own = {entrant.id for entrant in seated if entrant.fixed_table is not None}
    costs = Costs(partnered(history), met(history), own)
    fours = _best_of_all(ids, costs) if len(ids) <= ALL_OF else _improved(_by_pairs(ids, costs), ids, costs)
    ordered = sorted(sorted(((a, b) if a < b else (b, a), (c, d) if c < d else (d, c))) for a, b, c, d in fours)
    return tuple(((ids[a], ids[b]), (ids[c], ids[d])) for (a, b), (c, d) in ordered)


class Costs:
    """The cost of seating four together, by their history."""

    def __init__(self, partners: Times, opponents: Times, own: set[str]):
        self._partners, self._opponents, self._own = partners, opponents, own

    def of(self, a: str, b: str, c: str, d: str) -> Cost:
        """a and b against c and d."""
        partners = self.side(a, b) + self.side(c, d)
        opponents = sum(self._opponents[frozenset(two)] ** 2 for two in ((a, c), (a, d), (b, c), (b, d)))
        return partners, opponents, max(0, sum(id_ in self._own for id_ in (a, b, c, d)) - 1)

    def side(self, a: str, b: str) -> int:
        """The cost of these two being partners again."""
        return self._partners[frozenset((a, b))] ** 2


def _best_of_all(ids: Sequence[str], costs: Costs) -> tuple[Four, ...]:
    """The cheapest of all: for every choice of three, the lowest's best table with them, and the best of the rest."""

    @cache
    def best(left: tuple[int, ...]) -> tuple[Cost, tuple[Four, ...]]:
        if not left:
            return (0, 0, 0), ()
        seatings = []
        first, *others = left
        for three in combinations(others, 3):
            cost, four = table(first, *three)
            rest_cost, rest = best(tuple(index for index in others if index not in three))
            seatings.append((_sum((cost, rest_cost)), (four, *rest)))
        return min(seatings)

    @cache
    def table(a: int, b: int, c: int, d: int) -> tuple[Cost, Four]:
        ways = ((a, b, c, d), (a, c, b, d), (a, d, b, c))
        return min((costs.of(*(ids[index] for index in four)), four) for four in ways)

    return best(tuple(range(len(ids))))[1]


def _by_pairs(ids: Sequence[str], costs: Costs) -> list[Four]:
    """Partners that cost least of all, then for those partners the opponents that cost least."""
    sides = cheapest_pairs(len(ids), lambda a, b: (costs.side(ids[a], ids[b]),))

    def meeting(one: int, other: int) -> Cost:
        return costs.of(*(ids[index] for index in (*sides[one], *sides[other])))[1:]

    return [(*sides[one], *sides[other]) for one, other in cheapest_pairs(len(sides), meeting)]


def _improved(fours: list[Four], ids: Sequence[str], costs: Costs) -> list[Four]:
    """The same after exchanges of two players, as long as one makes the whole cheaper."""
    seats = [index for four in fours for index in four]

    def table(number: int) -> Cost:
        a, b, c, d = (ids[index] for index in seats[4 * number : 4 * number + 4])
        return costs.of(a, b, c, d)

    improving = True
    while improving:
        improving = False
        for one, other in combinations(range(len(seats)), 2):
            touched = {one // 4, other // 4}
            before = _sum(map(table, touched))
            seats[one], seats[other] = seats[other], seats[one]
            if _sum(map(table, touched)) < before:
                improving = True
            else:
                seats[one], seats[other] = seats[other], seats[one]
    return [(a, b, c, d) for a, b, c, d in zip(*(iter(seats),) * 4, strict=True)]


def _sum(costs: Iterable[Cost]) -> Cost:
    """Costs of tables summed item by item."""
    partners = opponents = moved = 0
    for a, b, c in costs:
        partners, opponents, moved = partners + a, opponents + b, moved + c
    return partners, opponents, moved
