"""The line chart of a match as geometry, for a template to draw. Lengths are tenths of a millimetre."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from scorekeeper.engine.values import Struct, replace
from scorekeeper.plot import Plot, Points, apart, numbered, path
from scorekeeper.sheets.model import Level, SideTotals

#: The room around the plot: left for the scores, right for the names, above for the marks, below for the deals.
LEFT, RIGHT, TOP, BOTTOM = 128, 352, 34, 62
#: The height of one line of text, and of a side's label, which has two lines: the name and the total.
LABEL_LINE, LABEL_HEIGHT = 33, 74
#: The minimum distance between two rules (horizontal lines) that have a word between them.
BAND = 46
#: The maximum width of a name next to the chart, in units of its type size.
NAME_WIDTH = 9.7
#: Characters that are narrower or wider than the others of their kind.
NARROW, WIDE = frozenset("fijlrtIJ '’.,-"), frozenset("mwMW@—")
#: The width of the words at a rule, and their height above or below it.
WORD, WORD_HEIGHT = 170, 40
#: The distance between the words and the end of their rule.
WORD_GAP = 8
#: The maximum value of the next level above the best score, as a multiple of that score; see `_in_reach`.
FAR = 3
#: The width of a number below the chart, with the space next to it.
NUMBER = 50

#: The inks of the sides' lines: black for all, or a colour for each. `WHITE` is inside empty marks. Lines also differ
#: by `DASHES` and `MARKS`, so that they can be told apart in black.
BLACK, WHITE = ("#000",), "#fff"
COLOURS = ("#0b3d91", "#a3191f", "#1c5c2e", "#6a3d9a", "#7a4a00", "#00585c")
DASHES = ("", "15 9", "4 8", "26 8 4 8", "8 6", "2 5")
#: The thickness of the first side's line, and of the others.
FIRST_LINE, LINE = 6.5, 5
#: The thickness of the rule at the target, of the rule at 0, and of any other rule.
TARGET_RULE, ZERO_RULE, RULE = 2.6, 1.8, 0.9


class ChartMark(Struct):
    """The mark at a side's points: a square with sides of length 2 × `half` and corners of radius `round`; filled, or
    white with a `border` of this width."""

    half: float
    round: float
    border: float = 0


#: A disc, a ring, a filled square and an empty square, in the order of the sides.
MARKS = (ChartMark(10.5, 10.5), ChartMark(10, 10, 4.5), ChartMark(10, 0), ChartMark(9, 0, 4.5))


class Rule(Struct):
    """A horizontal line at a score, with words at its start, or at its `end` if a side's line crosses the start.

    `below` is the opening minimum for lower scores, which is written below the line; None without room for it.
    """

    y: float
    level: Level
    below: int | None = None
    end: bool = False

    @property
    def stroke(self) -> float:
        """The thickness of the rule."""
        return TARGET_RULE if self.level.target else RULE if self.level.value else ZERO_RULE

    @property
    def anchor(self) -> str:
        """The SVG `text-anchor` of the words: "start" or "end"."""
        return "end" if self.end else "start"


class AxisTick(Struct):
    """The number of a deal below the chart, at `x`."""

    x: float
    deal: int


class ChartLine(Struct):
    """The line of a side: the coordinates of its points, its style, and the y coordinate of its label."""

    name: str
    total: int
    points: Points
    label_y: float
    ink: str
    dash: str
    mark: ChartMark
    stroke: float

    @property
    def fill(self) -> str:
        """The colour inside the marks."""
        return WHITE if self.mark.border else self.ink

    @property
    def path(self) -> str:
        """The `points` attribute of the SVG polyline."""
        return path(self.points)


class Chart(Struct):
    """A chart; its rules go from `left` to `right`."""

    width: float
    height: float
    left: float
    right: float
    rules: tuple[Rule, ...]
    ticks: tuple[AxisTick, ...]
    lines: tuple[ChartLine, ...]

    def words_at(self, rule: Rule) -> float:
        """The x coordinate of the start of the words next to a rule, or of their end if `rule.end` is set."""
        return self.right - WORD_GAP if rule.end else self.left + WORD_GAP


def chart(series: Sequence[SideTotals], levels: Sequence[Level], *, width: float, height: float, colour: bool) -> Chart:
    """The chart of the running totals of all sides, with a rule at each level that fits.

    `colour` gives each side a colour; without it, all lines are black.
    """
    deals = max(len(one.totals) for one in series) - 1
    totals = [total for one in series for total in one.totals]
    levels = _in_reach(levels, max(totals))
    scores = totals + [level.value for level in levels]
    plot = Plot(LEFT, width - RIGHT, TOP, height - BOTTOM, deals, min(scores), max(scores))
    lines = tuple(_lines(series, plot, height - LABEL_LINE, COLOURS if colour else BLACK))
    rules = _rules(levels, [plot.y(level.value) for level in levels])
    return Chart(
        width=width,
        height=height,
        left=LEFT,
        right=plot.right,
        rules=tuple(_clear(rule, lines, plot.right) for rule in rules),
        ticks=tuple(AxisTick(plot.x(deal), deal) for deal in numbered(deals, plot.right - plot.left, NUMBER)),
        lines=lines,
    )


def _lines(series: Sequence[SideTotals], plot: Plot, lowest: float, inks: Sequence[str]) -> Iterator[ChartLine]:
    ends = apart([plot.y(one.totals[-1]) for one in series], line=LABEL_HEIGHT, low=0, high=lowest)
    for index, one in enumerate(series):
        yield ChartLine(
            name=shortened(one.name),
            total=one.totals[-1],
            points=plot.points(one.totals),
            label_y=ends[index],
            ink=inks[index % len(inks)],
            dash=DASHES[index % len(DASHES)],
            mark=MARKS[index % len(MARKS)],
            stroke=LINE if index else FIRST_LINE,
        )


def shortened(name: str, width: float = NAME_WIDTH) -> str:
    """The name, cut and ended with "…" if it is wider than `width`, in units of its type size."""
    if sum(map(_letter_width, name)) <= width:
        return name
    fitting = next(end for end in range(len(name), -1, -1) if sum(map(_letter_width, name[:end] + "…")) <= width)
    return name[:fitting].rstrip() + "…"


def _letter_width(letter: str) -> float:
    if letter in WIDE:
        return 0.93
    if letter in NARROW:
        return 0.33
    return 0.55 if letter.islower() or letter.isdigit() else 0.72


def _in_reach(levels: Sequence[Level], best: int) -> list[Level]:
    """The levels up to the best score, and the next one above.

    The next one is left out if it is so far above that it would flatten the lines. It is kept in any case if it is one
    of the first two levels and not the target.
    """
    reached = sum(1 for level in levels if level.value <= max(best, 0))
    kept = list(levels[: reached + 1])
    near = kept[-1].value <= FAR * max(best, 1) or not (kept[-1].target or len(kept) > 2)
    return kept if near else kept[:-1]


def _rules(levels: Sequence[Level], heights: Sequence[float]) -> Iterator[Rule]:
    """Yield a horizontal line for each level. If the labels of two levels would overlap, only one of them gets a line:
    0, otherwise the higher level."""
    zero = next((y for level, y in zip(levels, heights, strict=True) if not level.value), None)
    for index, (level, y) in enumerate(zip(levels, heights, strict=True)):
        near = [other for other in (zero, *heights[index + 1 : index + 2]) if other is not None]
        if level.value and any(abs(y - other) < LABEL_LINE for other in near):
            continue
        roomy = index > 0 and heights[index - 1] - y >= BAND
        yield Rule(y, level, levels[index - 1].opening if roomy else None)


def _clear(rule: Rule, lines: Sequence[ChartLine], right: float) -> Rule:
    """The rule with its words at the start, or at the end if a line crosses the start.

    If lines cross both, the words are at the start, without the opening minimum.
    """
    top = rule.y - WORD_HEIGHT if rule.level.target else rule.y
    bottom = rule.y if rule.below is None else rule.y + WORD_HEIGHT
    if not any(_crosses(line, LEFT, LEFT + WORD, top, bottom) for line in lines):
        return rule
    if not any(_crosses(line, right - WORD, right, top, bottom) for line in lines):
        return replace(rule, end=True)
    return replace(rule, below=None)


def _crosses(line: ChartLine, left: float, right: float, top: float, bottom: float) -> bool:
    """Return whether a line crosses the rectangle between these edges."""
    for (x1, y1), (x2, y2) in pairwise(line.points):
        if x1 < right and x2 > left:
            slope = (y2 - y1) / (x2 - x1)
            ends = [y1 + slope * (max(x1, left) - x1), y1 + slope * (min(x2, right) - x1)]
            if max(ends) > top and min(ends) < bottom:
                return True
    return False
