"""Movements by the standings: Danish (first against second, third against fourth) and Swiss."""

from scorekeeper.evening.movements.draw import cut
from scorekeeper.evening.movements.matching import distance, pairs
from scorekeeper.evening.past import met, ranked, without_rest
from scorekeeper.evening.values import Cost, Drawn, Round, SeatingRequest

EVENING, PREVIOUS = "evening", "previous"


def seat_danish(ask: SeatingRequest) -> Drawn:
    """Tables of `per_table` by rank, regardless of earlier meetings."""
    size = ask.options.get("per_table", 2)
    seated, resting = without_rest(ranked(ask.present), ask.history, size)
    return Drawn(cut(seated, size), resting)


def seat_danish_without_repeats(ask: SeatingRequest) -> Drawn:
    """Tables of two with the fewest repeated meetings, then neighbours in rank."""
    seated, resting = without_rest(ranked(ask.present), ask.history, 2)
    return pairs(seated, met(_counted(ask)), ("distance",), distance, resting)


def _counted(ask: SeatingRequest) -> tuple[Round, ...]:
    """The rounds whose meetings should not be repeated."""
    if ask.options.get("repeats", EVENING) == EVENING:
        return ask.history
    return () if ask.options.get("last_round", False) else ask.history[-1:]


def seat_swiss(ask: SeatingRequest) -> Drawn:
    """Tables of two. Few repeated meetings come first, then few meetings between groups of different points, then
    meetings of the upper half of a group with its lower half."""
    order, resting = without_rest(ranked(ask.present), ask.history, 2)
    levels = sorted({entrant.points for entrant in order}, reverse=True)
    groups = [[at for at, entrant in enumerate(order) if entrant.points == points] for points in levels]
    grouped = {at: (group, index, len(each)) for group, each in enumerate(groups) for index, at in enumerate(each)}

    def between(one: int, other: int) -> Cost:
        (group, index, size), (group_, index_, _) = grouped[one], grouped[other]
        apart = abs(index - index_) - size // 2 if group == group_ else abs(one - other) - 1
        return (group - group_) ** 2, apart**2

    return pairs(order, met(ask.history), ("groups", "halves"), between, resting)
