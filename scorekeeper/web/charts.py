"""Charts as coordinates, which a template turns into SVG. Pure functions without texts."""

import re
from collections.abc import Sequence

from scorekeeper.engine.values import Struct
from scorekeeper.evening.ranking.season import EveningWorth
from scorekeeper.plot import Plot, Points, apart, numbered, path

# All lengths are in pixels.
LETTER = 11  # the width of a digit in type of 20 px
LINE = 26  # the minimum distance between two labels
TOP, BOTTOM = 12, 28
STEPS = (1, 1.5, 2, 2.5, 5, 10)
#: The `span` for `grid_values`, by the `first` of `drawings`: 100 for scores (0), 30 for ratings (1).
SPANS = (100, 30)
# The kinds of drawings, with the width and height of each. Browsers only enlarge a drawing, so letters stay legible.
SIZES = (("wide", 436, 172), ("tall", 720, 232), ("phone", 296, 220))
#: For charts of bars. `ABOVE` and `BELOW` are the space above and below the bars, `FILLS` the width of a bar as a part
#: of its space. `FIGURE` is the width of a figure above a bar, `LABEL` that of a day below it. `INSET` is the margin at
#: the left and right edge, for the days.
ABOVE, BELOW, FILLS, FIGURE, LABEL, INSET = 34, 30, 0.72, 34, 76, 24


class Series(Struct):
    """A line to draw. `side` is the key of the side ("a", "b" or "c"), `name` its name; both are empty for ratings.
    `totals` has the running total after each deal, or the rating after each match."""

    side: str
    name: str
    totals: tuple[int, ...]


class Curve(Struct):
    """A line, and the position of its side's initials."""

    side: str
    initials: str
    points: Points
    label_y: float

    @property
    def path(self) -> str:
        """The points as the `points` attribute of a polyline."""
        return path(self.points)


class Drawing(Struct):
    """A chart of lines for one width: gridlines (y, value), marks (x, number) and curves."""

    kind: str
    width: int
    height: int
    left: float
    right: float
    grid: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, int], ...]
    curves: tuple[Curve, ...]


class Bar(Struct):
    """The bar of an evening, of height 0 if the player was away; `middle` is the x of its labels.

    `value` is None for an evening away, and for all but the best one if there is no space for all figures; `day` is
    empty if there is no space for it.
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
    """A chart of bars for one width; `base` is the y of the value 0."""

    kind: str
    width: int
    height: int
    base: float
    bars: tuple[Bar, ...]


def drawings(series: Sequence[Series], *, first: int = 0) -> tuple[Drawing, ...]:
    """The charts of lines for all widths; none for fewer than two points. With `first=0` lines begin at 0 before the
    first deal, with `first=1` at their first value."""
    if not series or len(series[0].totals) <= first:
        return ()
    return tuple(draw(series, *size, first=first) for size in SIZES)


def draw(series: Sequence[Series], kind: str, width: int, height: int, *, first: int = 0) -> Drawing:
    """A chart of lines of `width` × `height` pixels; `first` as in `drawings`."""
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
    """The values of the gridlines, from low to high: two to five round figures at equal steps, of which the first and
    the last enclose all `values`.

    The step is at least a third of `span`, so that values that are close together do not fill the chart.
    """
    low, high = min(values), max(values)
    step = round_step(max(high - low, span) / 3)
    first, last = low // step, -(-high // step)
    return tuple(step * n for n in range(first, max(last, first + 1) + 1))


def round_step(least: float) -> int:
    """The smallest round step that is not below `least`: 1, 1½, 2, 2½ or 5 times a power of ten. `least` is 10 or
    more."""
    power = 10 ** (len(str(int(least))) - 1)
    return int(next(power * step for step in STEPS if power * step >= least))


def initials(names: Sequence[str]) -> list[str]:
    """The names in short. Several words or people become initials, at most three: "N–S". A single word stays as it is,
    or is cut to four letters if it has more than six characters.

    All names become A, B … if two of the short names would be equal, or one of them empty.
    """
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
    """The charts of bars for all widths, with a bar for each evening, of height 0 where the value is None because the
    player was away; no charts if the player was at no evening."""
    return tuple(_bars(values, days, *size) for size in SIZES) if any(values) else ()


def _bars(values: Sequence[EveningWorth | None], days: Sequence[str], kind: str, width: int, height: int) -> Bars:
    counted = [each.value for each in values if each]
    low, high = min(0, *counted), max(1, *counted)
    plot = Plot(0, width, ABOVE, height - BELOW, len(values), low, high)
    step = (width - 2 * INSET) / len(values)
    every = max(1, -int(-LABEL // step))  # 3: there is space for the day of every third bar
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
