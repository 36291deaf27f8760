"""New partners in every round: by a perfect schedule as long as the evening follows it, otherwise at a low cost.

For up to `ALL_OF` players that cost is the lowest possible; for more, no exchange of two players can lower it.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from scorekeeper.evening.movements.matching import ALL_OF, Table, cheapest_pairs, cheapest_tables, improved, total
from scorekeeper.evening.past import check_enough, met, partnered, without_rest
from scorekeeper.evening.values import Cost, Drawn, Entrant, Round, SeatingRequest, Sides

AUTO, SEARCH = "auto", "search"
NAMES = ("partners", "opponents", "moved")
SEATS = 4


def seat(ask: SeatingRequest) -> Drawn:
    """Tables of two against two. `extra` has the `method`: "schedule" or "search"."""
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
    """The tables of this round by the schedule for this number of players. None if there is no such schedule, if it has
    no such round, if the earlier rounds did not follow it, or if a search is required.

    None also for an evening that has more rounds than `fresh` (so opponents would be repeated), but at most half of the
    schedule's rounds.
    """
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


def _meetings(tables: Iterable[Sides]) -> set[frozenset[frozenset[str]]]:
    """The tables as sets, without the order of tables, sides and partners."""
    return {frozenset(frozenset(side) for side in sides) for sides in tables}


def cost_of(tables: Iterable[Sides], entrants: Iterable[Entrant], history: Sequence[Round]) -> Cost:
    """The cost of a seating, in the order of `NAMES`: repeated partners, repeated opponents (both squared), and
    entrants who are moved from a table of their own."""
    costs = Costs(entrants, history)
    return total(costs.of(*(id_ for side in sides for id_ in side)) for sides in tables)


def cheapest_seating(seated: Sequence[Entrant], history: Sequence[Round]) -> tuple[Sides, ...]:
    """A seating of these entrants at a low cost. The number of entrants is a multiple of four. Players in a side, sides
    and tables are in the order of the entrants' numbers."""
    ids = [entrant.id for entrant in sorted(seated, key=lambda entrant: entrant.number)]
    costs = Costs(seated, history)

    def cost(four: Table) -> Cost:
        return costs.of(*(ids[index] for index in four))

    @cache
    def best(four: Table) -> tuple[Cost, Table]:
        a, b, c, d = four
        return min((cost(way), way) for way in ((a, b, c, d), (a, c, b, d), (a, d, b, c)))

    fours: Sequence[Table]
    if len(ids) <= ALL_OF:
        fours = cheapest_tables(len(ids), SEATS, best)
    else:
        fours = improved(_by_pairs(ids, costs), SEATS, cost)
    ordered = sorted(sorted(((a, b) if a < b else (b, a), (c, d) if c < d else (d, c))) for a, b, c, d in fours)
    return tuple(((ids[a], ids[b]), (ids[c], ids[d])) for (a, b), (c, d) in ordered)


class Costs:
    """The costs of seating players together, computed from the earlier rounds and from the players' own tables."""

    def __init__(self, entrants: Iterable[Entrant], history: Sequence[Round]):
        self._partners, self._opponents = partnered(history), met(history)
        self._own = {entrant.id for entrant in entrants if entrant.fixed_table is not None}

    def of(self, a: str, b: str, c: str, d: str) -> Cost:
        """The cost of a table: a and b against c and d."""
        partners = self.side(a, b) + self.side(c, d)
        opponents = sum(self._opponents[frozenset(two)] ** 2 for two in ((a, c), (a, d), (b, c), (b, d)))
        return partners, opponents, max(0, sum(id_ in self._own for id_ in (a, b, c, d)) - 1)

    def side(self, a: str, b: str) -> int:
        """The cost of these two being partners again."""
        return self._partners[frozenset((a, b))] ** 2


def _by_pairs(ids: Sequence[str], costs: Costs) -> list[int]:
    """The indices of the players, four for each table: partners at the lowest cost, then opponents at the lowest cost
    for these partners."""
    sides = cheapest_pairs(len(ids), lambda a, b: (costs.side(ids[a], ids[b]),))

    def meeting(one: int, other: int) -> Cost:
        return costs.of(*(ids[index] for index in (*sides[one], *sides[other])))[1:]

    pairs = cheapest_pairs(len(sides), meeting)
    return [index for one, other in pairs for index in (*sides[one], *sides[other])]
