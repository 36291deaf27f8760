"""The running scores as a drawing: coordinates only, for a template to turn into SVG. Pure, without words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scorekeeper.engine.values import Struct
from scorekeeper.plot import Plot, Points, apart, path

LETTER = 11  # the width that a 20 px figure may take
LINE = 26  # the least distance between two labels
TOP, BOTTOM = 12, 28
STEPS = (1, 1.5, 2, 2.5, 5, 10)


class Series(Struct):
    """One side: its key (`a`, `b`, `c`), its name and its total after each deal."""

    side: str
    name: str
    totals: tuple[int, ...]


class Curve(Struct):
    """One side's line: points from the first deal's start on, and where its initials stand."""

    side: str
    initials: str
    points: Points
    label_y: float

    @property
    def path(self) -> str:
        """The points as the `points` attribute of a polyline."""
        return path(self.points)


class Drawing(Struct):
    """A chart laid out for one width: gridlines (y, value), deal marks (x, number) and curves."""

    kind: str
    width: int
    height: int
    left: float
    right: float
    grid: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, int], ...]
    curves: tuple[Curve, ...]


# The narrowest place each drawing has to fill: a larger one scales it up, so letters stay 20 px or more.
SIZES = (("wide", 436, 172), ("tall", 720, 232), ("phone", 296, 220))


def drawings(series: Sequence[Series]) -> tuple[Drawing, ...]:
    """Lay the chart out for every width; nothing is drawn before the first deal."""
    if not series or not series[0].totals:
        return ()
    return tuple(draw(series, kind=kind, width=width, height=height) for kind, width, height in SIZES)


def draw(series: Sequence[Series], *, kind: str, width: int, height: int) -> Drawing:
    """Lay out one chart of `width` × `height` pixels."""
    levels = grid_values([total for line in series for total in line.totals])
    names = initials([line.name for line in series])
    left = 14 + LETTER * max(len(f"{level:,}") for level in levels)
    right = width - 18 - 13 * max(len(name) for name in names)
    plot = Plot(left, right, TOP, height - BOTTOM, len(series[0].totals), levels[0], levels[-1])
    labels = apart([plot.y(line.totals[-1]) for line in series], line=LINE, low=TOP, high=height - BOTTOM)
    return Drawing(
        kind, width, height, left, right,
        grid=tuple((plot.y(level), level) for level in levels),
        marks=tuple(plot.numbered(LINE + 4)),
        curves=tuple(
            Curve(line.side, name, plot.points((0, *line.totals)), label)
            for line, name, label in zip(series, names, labels, strict=True)
        ),
    )  # fmt: skip


def grid_values(totals: Sequence[int]) -> tuple[int, ...]:
    """Choose two to five round values, nought among them, that span the totals."""
    low, high = min(0, *totals), max(0, *totals)
    step = round_step(max(high - low, 100) / 3)
    first, last = low // step, -(-high // step)
    return tuple(step * n for n in range(first, max(last, first + 1) + 1))


def round_step(least: float) -> int:
    """Return the smallest pleasant step of at least `least`: 1, 1½, 2, 2½ or 5 times a power of ten."""
    power = 10 ** (len(str(int(least))) - 1)
    return int(next(power * step for step in STEPS if power * step >= least))


def initials(names: Sequence[str]) -> list[str]:
    """Shorten names: "N–S", a letter for each of several people, a short name whole; A, B where two would be equal."""
    short = [_initials(name) for name in names]
    if len(set(short)) == len(short) and all(short):
        return short
    return [chr(ord("A") + n) for n in range(len(names))]


def _initials(name: str) -> str:
    people = [words for person in re.split("[&,]", name) if (words := re.findall(r"\w+", person))]
    parts = people[0] if len(people) == 1 else [words[0] for words in people]
    if len(parts) == 1:
        return name if len(name) <= 6 else parts[0][:4]
    return "–".join(part[0].upper() for part in parts[:3])
