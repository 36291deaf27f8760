"""The running scores as a drawing: coordinates only, for a template to turn into SVG. Pure, without words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

LETTER = 11  # the width that a 20 px figure may take
LINE = 26  # the least distance between two labels
TOP, BOTTOM = 12, 28
STEPS = (1, 1.5, 2, 2.5, 5, 10)


@dataclass(frozen=True, slots=True)
class Series:
    """One side: its key (`a`, `b`, `c`), its name and its total after each deal."""

    side: str
    name: str
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """One side's line: points from the first deal's start on, and where its initials stand."""

    side: str
    initials: str
    points: tuple[tuple[float, float], ...]
    label_y: float

    @property
    def path(self) -> str:
        """The points as the `points` attribute of a polyline."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Drawing:
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
    deals = len(series[0].totals)

    def x(deal: int) -> float:
        return round(left + (right - left) * deal / deals, 1)

    def y(value: int) -> float:
        part = (value - levels[0]) / (levels[-1] - levels[0])
        return round(height - BOTTOM - (height - BOTTOM - TOP) * part, 1)

    labels = spread([y(line.totals[-1]) for line in series], low=TOP, high=height - BOTTOM)
    return Drawing(
        kind, width, height, left, right,
        grid=tuple((y(level), level) for level in levels),
        marks=tuple((x(deal), deal) for deal in range(1, deals + 1) if shown(deal, deals, right - left)),
        curves=tuple(
            Curve(line.side, name, tuple((x(n), y(total)) for n, total in enumerate((0, *line.totals))), label)
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


def shown(deal: int, deals: int, room: float) -> bool:
    """Tell whether a deal's number has room under the axis; the last one always has."""
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, deals) if room * n / deals >= LINE + 4)
    return deal == deals or (deal % every == 0 and deals - deal >= every)


def spread(places: Sequence[float], *, low: float, high: float) -> tuple[float, ...]:
    """Push labels apart until each has a line of its own, inside the drawing and in their order."""
    order = sorted(range(len(places)), key=lambda n: places[n])
    wanted = [places[n] for n in order]
    down = list(accumulate(wanted, lambda above, own: max(own, above + LINE)))
    over = max(0.0, down[-1] - high)
    up = list(accumulate(reversed([at - over for at in down]), lambda below, own: min(own, below - LINE)))
    settled = dict(zip(order, reversed(up), strict=True))
    return tuple(round(max(low, settled[n]), 1) for n in range(len(places)))


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
