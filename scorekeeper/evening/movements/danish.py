"""By standing: first against second, third against fourth; and the same where nobody meets twice."""

from scorekeeper.evening.movements.draw import cut
from scorekeeper.evening.movements.standing import distance, pairs
from scorekeeper.evening.seating.past import met, ranked, without_rest
from scorekeeper.evening.values import Ask, Drawn, Round

EVENING, PREVIOUS = "evening", "previous"


def seat(ask: Ask) -> Drawn:
    """Tables of `per_table` by rank, regardless of earlier meetings."""
    size = ask.options.get("per_table", 2)
    seated, resting = without_rest(ranked(ask.present), ask.history, size)
    return Drawn(cut(seated, size), resting)


def seat_without_repeats(ask: Ask) -> Drawn:
    """The fewest repeats first, then neighbours in rank."""
    seated, resting = without_rest(ranked(ask.present), ask.history, 2)
    return pairs(seated, met(_counted(ask)), ("distance",), distance, resting)


def _counted(ask: Ask) -> tuple[Round, ...]:
    """The rounds whose meetings are not to be repeated."""
    if ask.options.get("repeats", EVENING) == EVENING:
        return ask.history
    return () if ask.options.get("last_round", False) else ask.history[-1:]
