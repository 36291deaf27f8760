"""Mitchell: one half stays at its tables, the other half moves on."""

from collections.abc import Sequence
from math import gcd
from typing import Any

from scorekeeper.engine import shape
from scorekeeper.engine.refused import impossible
from scorekeeper.evening.movements.round_robin import meet
from scorekeeper.evening.seating.past import check_enough
from scorekeeper.evening.values import Ask, Drawn, Entrant

FEWEST = 4


def seat(ask: Ask) -> Drawn:
    """Those who stay sit North–South; the movers go `step` tables on each round."""
    check_enough(len(ask.entrants), FEWEST)
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
    """By how many tables the movers go on: fewer than there are."""
    return shape.whole(value, where, 1, max(1, _tables(entrants) - 1))


def _tables(entrants: Sequence[Entrant]) -> int:
    return (len(entrants) + 1) // 2


def _halves(entrants: Sequence[Entrant], room: Sequence[int]) -> tuple[list[Entrant], list[Entrant | None]]:
    """Those who stay, table by table, and those who move. An entrant with one of the tables as its own stays there."""
    own = {entrant.fixed_table: entrant for entrant in entrants if entrant.fixed_table in room}
    others = [entrant for entrant in entrants if entrant not in own.values()]
    staying = [own[number] if number in own else others.pop(0) for number in room]
    return staying, [*others, *([None] * (len(room) - len(others)))]
