"""Geometry shared by all charts of running scores: the positions of deals and scores, the deals that get a number, and
labels that do not overlap. All lengths are in the units of the drawing."""

from collections.abc import Sequence

from scorekeeper.engine.values import Struct

Points = tuple[tuple[float, float], ...]


class Plot(Struct):
    """The ruled area of a chart, its edges measured from the left and the top. Deal 0 is at the left edge, deal `deals`
    at the right; the score `low` is at the lower edge, `high` at the upper."""

    left: float
    right: float
    top: float
    bottom: float
    deals: int
    low: int
    high: int

    def x(self, deal: int) -> float:
        """The position of a deal, from the left."""
        return round(self.left + (self.right - self.left) * deal / max(self.deals, 1), 1)

    def y(self, score: int) -> float:
        """The position of a score, from the top."""
        part = (self.high - score) / max(self.high - self.low, 1)
        return round(self.top + (self.bottom - self.top) * part, 1)

    def points(self, totals: Sequence[int]) -> Points:
        """The points of a side's line. `totals` are the side's running totals; the first of them is the one before the
        first deal."""
        return tuple((self.x(deal), self.y(total)) for deal, total in enumerate(totals))


def path(points: Points) -> str:
    """Points as the `points` attribute of a polyline."""
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def numbered(deals: int, width: float, room: float) -> list[int]:
    """The deals that get a number on an axis of this width: all, or every second, fifth and so on, so that each number
    has at least `room`. The last deal always gets one."""
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, deals) if n >= deals or width * n / deals >= room)
    return [deal for deal in range(1, deals + 1) if deal == deals or (deal % every == 0 and deals - deal >= every)]


def apart(targets: Sequence[float], *, line: float, low: float, high: float) -> list[float]:
    """The positions of labels, each near its target: at least a `line` apart, and between `low` and `high`. The
    result is in the order of `targets`. If there is no room for all labels, the positions of the lowest targets are
    less than `low`."""
    order = sorted(range(len(targets)), key=lambda index: targets[index])
    settled: dict[int, float] = {}
    least = low
    for index in order:
        settled[index] = max(targets[index], least)
        least = settled[index] + line
    most = high
    for index in reversed(order):
        settled[index] = round(min(settled[index], most), 1)
        most = settled[index] - line
    return [settled[index] for index in range(len(targets))]
