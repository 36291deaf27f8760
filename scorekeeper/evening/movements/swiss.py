"""Swiss: inside a group of equal points the upper half meets the lower."""

from scorekeeper.evening.movements.standing import pairs
from scorekeeper.evening.seating.past import met, ranked, without_rest
from scorekeeper.evening.values import Ask, Cost, Drawn


def seat(ask: Ask) -> Drawn:
    """The fewest repeats first, then the fewest who leave their group, then upper against lower half."""
    order, resting = without_rest(ranked(ask.present), ask.history, 2)
    levels = sorted({entrant.points for entrant in order}, reverse=True)
    groups = [[at for at, entrant in enumerate(order) if entrant.points == points] for points in levels]
    grouped = {at: (group, index, len(each)) for group, each in enumerate(groups) for index, at in enumerate(each)}

    def between(one: int, other: int) -> Cost:
        (group, index, size), (group_, index_, _) = grouped[one], grouped[other]
        apart = abs(index - index_) - size // 2 if group == group_ else abs(one - other) - 1
        return (group - group_) ** 2, apart**2

    return pairs(order, met(ask.history), ("groups", "halves"), between, resting)
