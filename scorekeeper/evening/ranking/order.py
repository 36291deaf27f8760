"""The order of entrants and its reasons: by points, then by one tie-break after another among those still tied."""

from collections.abc import Callable, Mapping, Sequence

from scorekeeper.engine.values import Struct
from scorekeeper.evening.past import lot

#: A value that a tie-break shows for an entrant.
Value = int | str | None
POINTS = "points"
#: The number of digits of a lot that are shown.
SHOWN = 8


class KeyVerdict(Struct):
    """The result of a tie-break for tied entrants: for each, by id, a value to show and a figure to sort by, highest
    first; or the reason why the tie-break is `skipped`."""

    values: Mapping[str, Value]
    figures: Mapping[str, float]
    skipped: str | None = None


class Step(Struct):
    """A tie-break that was applied to tied entrants (`level`), and its result."""

    key: str
    level: tuple[str, ...]
    values: Mapping[str, Value]
    skipped: str | None = None


class Placing(Struct):
    """A place in the order. Entrants who share a place are in the order of the list. `behind_by` is the key that put
    the entrant behind the previous one. It is None for the first entrant, and for one who shares the place of the
    previous one."""

    place: int
    id: str
    behind_by: str | None


Key = Callable[[Sequence[str]], KeyVerdict]


def in_order(
    ids: Sequence[str], points: Mapping[str, int], chain: Sequence[str], keys: Mapping[str, Key]
) -> tuple[list[Placing], list[Step]]:
    """The order of `ids` by points and then by the tie-breaks of a chain, and the tie-breaks that were applied."""
    steps: list[Step] = []

    def parted(level: Sequence[str], at: int) -> list[tuple[list[str], str | None]]:
        """Tied entrants, ordered by the tie-breaks from index `at` on, in groups that share a place. Each group has the
        key that put it behind the previous one, None for the first."""
        if len(level) == 1 or at == len(chain):
            return [(list(level), None)]
        verdict = keys[chain[at]](level)
        steps.append(Step(chain[at], tuple(level), verdict.values, verdict.skipped))
        if verdict.skipped:
            return parted(level, at + 1)
        return _joined(_groups(level, verdict.figures), chain[at], lambda group: parted(group, at + 1))

    shared = _joined(_groups(ids, points), POINTS, lambda group: parted(group, 0))
    places: list[Placing] = []
    for group, behind_by in shared:
        place = len(places) + 1
        places += [Placing(place, id_, behind_by if at == 0 else None) for at, id_ in enumerate(group)]
    return places, steps


def _groups(ids: Sequence[str], figures: Mapping[str, float]) -> list[list[str]]:
    """The ids in groups of equal figures, the highest first; within a group, in their order."""
    levels = sorted({figures[id_] for id_ in ids}, reverse=True)
    return [[id_ for id_ in ids if figures[id_] == figure] for figure in levels]


def _joined(
    groups: Sequence[Sequence[str]],
    key: str,
    part: Callable[[Sequence[str]], list[tuple[list[str], str | None]]],
) -> list[tuple[list[str], str | None]]:
    """Divide each of the groups further with `part`, and list all parts as (ids, key that put them behind the previous
    part).

    `key` names the points or the tie-break that made the groups. So the first part of each group gets `key`, except in
    the first group.
    """
    joined: list[tuple[list[str], str | None]] = []
    for group in groups:
        (first, behind_by), *others = part(group)
        joined += [(first, key if joined else behind_by), *others]
    return joined


def by_number(figures: Mapping[str, int]) -> Key:
    """A tie-break by a number for each entrant, highest first."""
    return lambda level: KeyVerdict({id_: figures[id_] for id_ in level}, {id_: figures[id_] for id_ in level})


def by_lot(seed: str | None) -> Key:
    """The tie-break by lots drawn from a seed, the lowest first. It is skipped without a seed."""

    def key(level: Sequence[str]) -> KeyVerdict:
        if seed is None:
            return KeyVerdict({}, {}, skipped="no_seed")
        drawn = {id_: lot(seed, "lots", id_) for id_ in level}
        shown = {id_: text[:SHOWN] for id_, text in drawn.items()}
        return KeyVerdict(shown, {id_: -int(text, 16) for id_, text in drawn.items()})

    return key
