"""Movements that are fixed in advance: round robin by the circle method, and Mitchell, where one half meets the
other."""

from collections.abc import Sequence
from math import gcd
from typing import Any

from scorekeeper.engine import shape
from scorekeeper.engine.refused import impossible
from scorekeeper.evening.past import check_enough
from scorekeeper.evening.values import Drawn, Entrant, SeatingRequest

FEWEST_OF_MITCHELL = 4


def seat_round_robin(ask: SeatingRequest) -> Drawn:
    """All entrants in a circle: the first stays, the others move by one in each round. After each complete cycle, the
    sides are exchanged."""
    check_enough(len(ask.entrants), 2)
    check_enough(len(ask.present), 2)
    circle = [*ask.entrants, *([None] * (len(ask.entrants) % 2))]
    cycle, turn = divmod(ask.round - 1, len(circle) - 1)
    first, *others = circle
    turned = [first, *others[len(others) - turn :], *others[: len(others) - turn]]
    meetings = [(turned[k], turned[-1 - k]) for k in range(len(turned) // 2)]
    return meet([(right, left) if cycle % 2 else (left, right) for left, right in meetings])


def meet(meetings: Sequence[tuple[Entrant | None, Entrant | None]], numbers: Sequence[int] | None = None) -> Drawn:
    """The tables at which both entrants are present, with their `numbers` (None: any); an entrant without an opponent
    rests."""
    tables, resting, at = [], [], []
    for index, (one, other) in enumerate(meetings):
        there = [entrant for entrant in (one, other) if entrant is not None and entrant.status == "present"]
        if len(there) == 2:
            tables.append(tuple((entrant.id,) for entrant in there))
            at.append(numbers[index] if numbers else None)
        else:
            resting += [entrant.id for entrant in there]
    return Drawn(tuple(tables), resting, numbers=tuple(at))


def seat_mitchell(ask: SeatingRequest) -> Drawn:
    """One half (North–South) stays at its tables; the other half moves by `step` tables in each round. Raises `Refused`
    once meetings would be repeated."""
    check_enough(len(ask.entrants), FEWEST_OF_MITCHELL)
    check_enough(len(ask.present), 2)
    count, step = _tables(ask.entrants), ask.options.get("step", 1)
    room = ask.options.get("tables", range(1, count + 1))[:count]
    if len(room) < count:
        raise impossible("too_few_tables", "options.tables", len(room), [count])
    lasts = count // gcd(count, step)
    if ask.round > lasts:
        raise impossible("no_more_rounds", "history", len(ask.history), [lasts])
    staying, moving = _halves(ask.entrants, room)
    facing = [moving[(table - step * (ask.round - 1)) % count] for table in range(count)]
    return meet(list(zip(staying, facing, strict=True)), numbers=room)


def read_step(value: Any, where: str, entrants: Sequence[Entrant]) -> int:
    """Read the number of tables by which entrants move; it is less than the number of tables."""
    return shape.whole(value, where, 1, max(1, _tables(entrants) - 1))


def _tables(entrants: Sequence[Entrant]) -> int:
    return (len(entrants) + 1) // 2


def _halves(entrants: Sequence[Entrant], room: Sequence[int]) -> tuple[list[Entrant], list[Entrant | None]]:
    """The entrants who stay, table by table, and those who move (None: an empty place). An entrant whose `fixed_table`
    is in the room stays there."""
    own = {entrant.fixed_table: entrant for entrant in entrants if entrant.fixed_table in room}
    others = [entrant for entrant in entrants if entrant not in own.values()]
    staying = [own[number] if number in own else others.pop(0) for number in room]
    return staying, [*others, *([None] * (len(room) - len(others)))]
