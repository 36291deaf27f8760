"""The draw: tables filled in drawn order."""

from scorekeeper.engine.refused import malformed
from scorekeeper.evening.movements.standing import distance, pairs
from scorekeeper.evening.past import drawn, met, without_rest
from scorekeeper.evening.values import Ask, Drawn, Entrant, Sides

PAIRS, FOUR = 2, 4


def seat(ask: Ask) -> Drawn:
    """Tables of `per_table` in drawn order; with `avoid_repeats` nobody meets twice where that can be avoided."""
    size, avoiding = ask.options.get("per_table", PAIRS), ask.options.get("avoid_repeats", False)
    if avoiding and size != PAIRS:
        raise malformed("contradicts", "options.avoid_repeats", avoiding, ["options.per_table"])
    order = drawn(ask.present, ask.seed, ask.round)
    seated, resting = without_rest(order, ask.history, size)
    if avoiding:
        return pairs(seated, met(ask.history), ("distance",), distance, resting)
    return Drawn(cut(seated, size), resting)


def cut(order: list[Entrant], size: int) -> tuple[Sides, ...]:
    """Entrants cut into tables: two or three each alone, of four the first two against the others."""
    ids = [entrant.id for entrant in order]
    groups = [ids[start : start + size] for start in range(0, len(ids), size)]
    if size == FOUR:
        return tuple(((one, two), (three, four)) for one, two, three, four in groups)
    return tuple(tuple((id_,) for id_ in group) for group in groups)
