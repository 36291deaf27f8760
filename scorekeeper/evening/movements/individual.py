"""New partners every round: a perfect schedule while the evening keeps to it, otherwise the cheapest seating found."""

from collections.abc import Iterable

from scorekeeper.evening.movements.search import cheapest_seating, cost_of
from scorekeeper.evening.seating.past import check_enough, without_rest
from scorekeeper.evening.values import Ask, Drawn, Sides

AUTO, SEARCH = "auto", "search"
NAMES = ("partners", "opponents", "moved")
SEATS = 4

#: Partners and opponents at one table, in any order.
Meeting = frozenset[frozenset[str]]


def seat(ask: Ask) -> Drawn:
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


def _scheduled(ask: Ask) -> tuple[Sides, ...] | None:
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
