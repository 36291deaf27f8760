"""`pair`: the seating of the next round, as a movement has it."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.seating.numbers import numbered
from scorekeeper.evening.seating.past import Times, met, partnered
from scorekeeper.evening.values import Ask, Seated, Seating, SeatingFinding


def pair(ask: Ask) -> Seating:
    """Seat the next round. Raises `Refused` (impossible) where no such seating can be."""
    drawn = MOVEMENTS[ask.movement].seat(ask)
    numbers = numbered(ask, drawn.tables, drawn.numbers)
    tables = sorted(map(Seated, numbers, drawn.tables), key=lambda table: table.number)
    resting = set(drawn.resting)
    return Seating(
        round=ask.round,
        tables=tuple(tables),
        sit_out=tuple(entrant.id for entrant in ask.entrants if entrant.id in resting),
        cost=drawn.cost,
        findings=tuple(findings(ask, tables)),
        done=drawn.done,
        extra=drawn.extra,
    )


def findings(ask: Ask, tables: Sequence[Seated]) -> Iterator[SeatingFinding]:
    """The compromises of a seating, table by table: met before, partners before, not at the own table."""
    times, together = met(ask.history), partnered(ask.history)
    for table in tables:
        if all(len(side) == 1 for side in table.sides):
            alone = [side[0] for side in table.sides]
            yield from _before("met_before", table.number, alone, times)
        for side in table.sides:
            yield from _before("partners_before", table.number, side, together)
        for side in table.sides:
            for id_ in side:
                if ask.own_table(id_) not in (None, table.number):
                    yield SeatingFinding("moved", table.number, (id_,))


def _before(key: str, table: int, ids: Sequence[str], times: Times) -> Iterator[SeatingFinding]:
    for two in combinations(ids, 2):
        if often := times[frozenset(two)]:
            yield SeatingFinding(key, table, two, often)
