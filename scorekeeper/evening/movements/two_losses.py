"""Out after two losses."""

from collections import Counter
from collections.abc import Iterable

from scorekeeper.engine.refused import impossible
from scorekeeper.evening.movements.standing import pairs
from scorekeeper.evening.seating.past import check_enough, met, ranked, without_rest
from scorekeeper.evening.values import DRAW, Ask, Cost, Drawn, Round

LOSSES, FINAL_OF = 2, 1


def seat(ask: Ask) -> Drawn:
    """Those who have not lost too often meet: no repeats, then equal losses, then neighbours in rank."""
    lost, ids = losses(ask.history), alive(ask)
    extra = {"alive": list(ids)}
    if not ask.history:
        check_enough(len(ask.present), 2)
    if len(ids) <= ask.options.get("final_of", FINAL_OF):
        return Drawn((), done=True, extra=extra)
    order, resting = without_rest(ranked(each for each in ask.present if each.id in ids), ask.history, 2)

    def between(one: int, other: int) -> Cost:
        return (lost[order[one].id] - lost[order[other].id]) ** 2, (one - other) ** 2

    drawn = pairs(order, met(ask.history), ("losses", "distance"), between, resting)
    return Drawn(drawn.tables, resting, cost=drawn.cost, extra=extra)


def alive(ask: Ask) -> tuple[str, ...]:
    """The ids of those who have neither left nor lost too often."""
    lost, most = losses(ask.history), ask.options.get("losses", LOSSES)
    return tuple(each.id for each in ask.entrants if each.status != "left" and lost[each.id] < most)


def losses(history: Iterable[Round]) -> Counter[str]:
    """The number of defeats of each; a draw is no defeat, a walkover is one, for both where neither side came.

    Raises `Refused` where a result is missing.
    """
    lost: Counter[str] = Counter()
    for at, round_ in enumerate(history):
        for index, table in enumerate(round_.tables):
            if table.winner is None and not table.walk_over:
                raise impossible("no_winner", f"history[{at}].tables[{index}].winner")
            losing = (side for number, side in enumerate(table.sides) if table.winner not in (number, DRAW))
            lost.update(id_ for side in losing for id_ in side)
    return lost
