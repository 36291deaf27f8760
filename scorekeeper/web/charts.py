"""Charts as drawings: coordinates only, for a template to turn into SVG. Pure, without words."""

import re
from collections.abc import Sequence

from scorekeeper.engine.values import Struct
from scorekeeper.evening.ranking.season import EveningWorth
from scorekeeper.plot import Plot, Points, apart, numbered, path

LETTER = 11  # the width that a 20 px figure may take
LINE = 26  # the least distance between two labels
TOP, BOTTOM = 12, 28
STEPS = (1, 1.5, 2, 2.5, 5, 10)
#: The least that the scale spans: of scores that begin at nought, and of a figure that begins elsewhere.
SPANS = (100, 30)
# The narrowest place each drawing has to fill: a larger one scales it up, so letters stay 20 px or more.
SIZES = (("wide", 436, 172), ("tall", 720, 232), ("phone", 296, 220))
#: Bars: the room above and below them, the part of its place that one fills, the room that a figure above it and a day
#: below it need, and what a day may stand out beyond the first and the last bar.
ABOVE, BELOW, FILLS, FIGURE, LABEL, INSET = 34, 30, 0.72, 34, 76, 24


class Series(Struct):
    """One side: its key (`a`, `b`, `c`), its name and its total after each deal; a figure of its own has neither."""

    side: str
    name: str
    totals: tuple[int, ...]


class Curve(Struct):
    """One line, and where the initials of its side stand."""

    side: str
    initials: str
    points: Points
    label_y: float

    @property
    def path(self) -> str:
        """The points as the `points` attribute of a polyline."""
        return path(self.points)


class Drawing(Struct):
    """A chart of lines laid out for one width: gridlines (y, value), marks (x, number) and curves."""

    kind: str
    width: int
    height: int
    left: float
    right: float
    grid: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, int], ...]
    curves: tuple[Curve, ...]


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


def drawings(series: Sequence[Series], *, first: int = 0) -> tuple[Drawing, ...]:
    """Lay lines out for every width; nothing is drawn before there are two points. Sides begin at nought before the
    first deal, a figure of its own with its `first` value."""
    if not series or len(series[0].totals) <= first:
        return ()
    return tuple(draw(series, *size, first=first) for size in SIZES)


def draw(series: Sequence[Series], kind: str, width: int, height: int, *, first: int = 0) -> Drawing:
    """Lay out one chart of `width` × `height` pixels."""
    values = [line.totals if first else (0, *line.totals) for line in series]
    levels = grid_values([value for line in values for value in line], SPANS[first])
    names = initials([line.name for line in series]) if not first else [""]
    left = 14 + LETTER * max(len(f"{level:,}") for level in levels)
    right = width - 18 - 13 * max(len(name) for name in names)
    plot = Plot(left, right, TOP, height - BOTTOM, len(values[0]) - 1, levels[0], levels[-1])
    labels = apart([plot.y(line[-1]) for line in values], line=LINE, low=TOP, high=height - BOTTOM)
    last = plot.deals + first
    room = LETTER * max(2, len(str(last))) + 8
    return Drawing(
        kind, width, height, left, right,
        grid=tuple((plot.y(level), level) for level in levels),
        marks=tuple((plot.x(number - first), number) for number in numbered(last, right - left, room)),
        curves=tuple(
            Curve(line.side, name, plot.points(points), label)
            for line, name, points, label in zip(series, names, values, labels, strict=True)
        ),
    )  # fmt: skip


def grid_values(values: Sequence[int], span: int) -> tuple[int, ...]:
    """Choose two to five round figures that span the values, and this much at least."""
    low, high = min(values), max(values)
    step = round_step(max(high - low, span) / 3)
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


def bars(values: Sequence[EveningWorth | None], days: Sequence[str]) -> tuple[Bars, ...]:
    """A bar an evening, for every width; nothing is drawn without an evening."""
    return tuple(_bars(values, days, *size) for size in SIZES) if any(values) else ()


def _bars(values: Sequence[EveningWorth | None], days: Sequence[str], kind: str, width: int, height: int) -> Bars:
    counted = [each.value for each in values if each]
    low, high = min(0, *counted), max(1, *counted)
    plot = Plot(0, width, ABOVE, height - BELOW, len(values), low, high)
    step = (width - 2 * INSET) / len(values)
    every = max(1, -int(-LABEL // step))  # every how many there is room for a day
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
                day=day if at % every == 0 else "",
            )
        )
    return Bars(kind, width, height, plot.y(0), tuple(laid))
