"""The order of entrants, and its reasons: points first, then tie-break by tie-break among those still tied."""

from collections.abc import Callable, Mapping, Sequence

from scorekeeper.engine.values import Struct
from scorekeeper.evening.past import lot

#: What a key says of a group of those who are level.
Value = int | str | None
POINTS = "points"
#: How many digits of a lot are shown.
SHOWN = 8


class KeyVerdict(Struct):
    """The verdict of a tie-break on a group: values to show and figures to sort by, higher first; or the reason it is
    `skipped`."""

    values: Mapping[str, Value]
    figures: Mapping[str, float]
    skipped: str | None = None


class Step(Struct):
    """A key that was asked of those who were level, and what it said."""

    key: str
    level: tuple[str, ...]
    values: Mapping[str, Value]
    skipped: str | None = None


class Placing(Struct):
    """A place in the order; those who share one stand in the order of the list. `behind_by` is None for them, too."""

    place: int
    id: str
    behind_by: str | None


Key = Callable[[Sequence[str]], KeyVerdict]


def in_order(
    ids: Sequence[str], points: Mapping[str, int], chain: Sequence[str], keys: Mapping[str, Key]
) -> tuple[list[Placing], list[Step]]:
    """The order of `ids`, and every step to it. A group of one asks nothing."""
    steps: list[Step] = []

    def parted(level: Sequence[str], at: int) -> list[tuple[list[str], str | None]]:
        """Those who are level as groups that share a place, each with what put it behind the one before."""
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
    """The ids by figure, highest first, each group in its own order."""
    levels = sorted({figures[id_] for id_ in ids}, reverse=True)
    return [[id_ for id_ in ids if figures[id_] == figure] for figure in levels]


def _joined(
    groups: Sequence[Sequence[str]],
    key: str,
    part: Callable[[Sequence[str]], list[tuple[list[str], str | None]]],
) -> list[tuple[list[str], str | None]]:
    """Groups that a key has parted, each parted further: all but the first stand behind by that key."""
    joined: list[tuple[list[str], str | None]] = []
    for group in groups:
        (first, behind_by), *others = part(group)
        joined += [(first, key if joined else behind_by), *others]
    return joined


def by_number(figures: Mapping[str, int]) -> Key:
    """A key that has a number for everybody."""
    return lambda level: KeyVerdict({id_: figures[id_] for id_ in level}, {id_: figures[id_] for id_ in level})


def by_lot(seed: str | None) -> Key:
    """The draw of lots, made from a seed: the lowest comes first."""

    def key(level: Sequence[str]) -> KeyVerdict:
        if seed is None:
            return KeyVerdict({}, {}, skipped="no_seed")
        drawn = {id_: lot(seed, "lots", id_) for id_ in level}
        shown = {id_: text[:SHOWN] for id_, text in drawn.items()}
        return KeyVerdict(shown, {id_: -int(text, 16) for id_, text in drawn.items()})

    return key
