"""A player's charts as drawings: coordinates only, for a template to turn into SVG. Pure, without words."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.engine.values import Struct
from scorekeeper.evening.ranking.season import Worth
from scorekeeper.plot import Plot, numbered, path
from scorekeeper.web.board.chart import LETTER, LINE, SIZES, round_step

TOP, BOTTOM = 34, 30
#: The part of its place that a bar fills, and the room that a figure above it needs.
FILLS, FIGURE, LABEL = 0.72, 34, 76
#: What a day may stand out beyond the first and the last bar.
INSET = 24


class Bar(Struct):
    """An evening: where its bar stands and how high, empty where the player was away; what does not count is outlined.

    Where there is no room for every figure, the best alone has its own; where there is none for a day, it is empty.
    """

    x: float
    y: float
    width: float
    height: float
    middle: float
    counts: bool
    away: bool
    value: int | None
    day: str


class Bars(Struct):
    """A chart of evenings laid out for one width."""

    kind: str
    width: int
    height: int
    base: float
    bars: tuple[Bar, ...]


class Course(Struct):
    """A running figure laid out for one width: gridlines (y, value), marks (x, match) and the line."""

    kind: str
    width: int
    height: int
    left: float
    right: float
    grid: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, int], ...]
    path: str
    last: tuple[float, float]


def bars(values: Sequence[Worth | None], days: Sequence[str]) -> tuple[Bars, ...]:
    """A bar an evening, for every width; nothing is drawn without an evening."""
    return tuple(_bars(values, days, *size) for size in SIZES) if any(values) else ()


def _bars(values: Sequence[Worth | None], days: Sequence[str], kind: str, width: int, height: int) -> Bars:
    counted = [each.value for each in values if each]
    low, high = min(0, *counted), max(1, *counted)
    plot = Plot(0, width, TOP, height - BOTTOM, len(values), low, high)
    step = (width - 2 * INSET) / len(values)
    labels = _every(step, LABEL)
    best = next(at for at, each in enumerate(values) if each and each.value == max(counted))
    figures = range(len(values)) if step >= FIGURE else (best,)
    laid = []
    for at, (each, day) in enumerate(zip(values, days, strict=True)):
        left, top = round(INSET + step * (at + (1 - FILLS) / 2), 1), plot.y(max(each.value, 0) if each else 0)
        laid.append(
            Bar(
                x=left,
                y=top,
                width=round(step * FILLS, 1),
                height=round(plot.y(min(each.value, 0) if each else 0) - top, 1),
                middle=round(INSET + step * (at + 0.5), 1),
                counts=each is not None and each.counts,
                away=each is None,
                value=each.value if each and at in figures else None,
                day=day if at % labels == 0 else "",
            )
        )
    return Bars(kind, width, height, plot.y(0), tuple(laid))


def _every(step: float, room: float) -> int:
    """Every how many there is room for a text."""
    return max(1, -int(-room // step))


def course(values: Sequence[int]) -> tuple[Course, ...]:
    """A line through what stood after each match, for every width; nothing is drawn before the second."""
    return tuple(_course(values, *size) for size in SIZES) if len(values) > 1 else ()


def _course(values: Sequence[int], kind: str, width: int, height: int) -> Course:
    levels = levels_of(values)
    left = 14 + LETTER * max(len(f"{level:,}") for level in levels)
    plot = Plot(left, width - 14, TOP / 2, height - BOTTOM, len(values) - 1, levels[0], levels[-1])
    points = plot.points(values)
    marks = tuple((plot.x(n - 1), n) for n in numbered(len(values), plot.right - plot.left, LINE + 14))
    grid = tuple((plot.y(level), level) for level in levels)
    return Course(kind, width, height, left, width - 14, grid, marks, path(points), points[-1])


def levels_of(values: Sequence[int]) -> tuple[int, ...]:
    """Two to five round figures that span the values."""
    low, high = min(values), max(values)
    step = round_step(max(high - low, 30) / 3)
    first, last = low // step, -(-high // step)
    return tuple(step * n for n in range(first, max(last, first + 1) + 1))
