"""The column widths of a score sheet, and whether its paper is landscape.

All lengths are millimetres of the reference paper (A4), as `Look.width` and `Look.height` give them.
"""

from collections.abc import Iterable, Sequence

from scorekeeper.sheets.chart import Chart, chart, shortened
from scorekeeper.sheets.look import Look
from scorekeeper.sheets.model import Column, SheetFigure, SheetModel

#: Widths that suit the figures of each column; where they do not fit, all shrink alike.
WIDTHS = {
    "min": 6.3, "cards": 10.0, "natural": 6.6, "mixed": 7.5, "wild": 10.5, "other": 10.5, "premiums": 9.4,
    "special": 10.5, "red": 9.2, "black": 9.2, "out": 7.4, "bonus": 9.2,
    "hand": 10.5, "excess": 9.4, "penalties": 9.0, "deal": 10.4, "total": 11.3,
}  # fmt: skip
#: A column of canastas in points instead of counts.
POINTS_WIDTH = 9.6
#: Space between two figures.
SPACE = 2.0
#: A letter of a ruling behind a figure, with the space before it, and the space that stays before the next figure.
MARK, CLEAR = 2.1, 0.75
NUMBER_WIDTH, GAP_WIDTH = 5.4, 5.2
#: A table that is this much too wide for upright paper is better lying.
LYING_ABOVE = 1.2
#: The chart's share of the width beside the rulings.
BESIDE = 0.5

#: A name with more letters is set smaller.
LONG_NAME = 26
#: Size of the type under the lines to sign, the space between two lines, and what "For …" takes, in that size.
SIGN_TYPE, SIGN_GAP, SIGN_FOR = 3.0, 8.0, 5.0


def length_of(name: str) -> str:
    """The class that sets a name smaller where it is long."""
    return "long" if len(name) > LONG_NAME else ""


def signed(name: str, sides: int, look: Look) -> str:
    """The name under a line to sign: on lying paper one line of text, as a second takes the room to sign."""
    line = (look.width - sides * SIGN_GAP) / (sides + 1) / SIGN_TYPE
    return shortened(name, line - SIGN_FOR) if look.landscape else name


def widths(columns: Sequence[Column], cells: Iterable[Sequence[SheetFigure]] = ()) -> tuple[float, ...]:
    """The width that suits each column of a side, as wide as its longest figure asks.

    The letters of rulings hang into the next column, into the space before its figure.
    """
    widest = [_least(column) for column in columns]
    for figures in cells:
        hanging = 0.0
        for index, figure in enumerate(figures):
            widest[index] = max(widest[index], _figure_width(figure) + hanging)
            hanging = MARK * len(figure.marks) + CLEAR - SPACE if figure.marks else 0.0
    return tuple(widest)


def table_width(side: Sequence[float], sides: int) -> float:
    """The width that suits a table of this number of sides."""
    return NUMBER_WIDTH + sides * sum(side) + (sides - 1) * GAP_WIDTH


def lies_better(model: SheetModel, look: Look) -> bool:
    """Return whether a match's table needs landscape paper."""
    sides = len(model.sides)
    return sides > 2 or table_width(widths(model.columns, model.cells), sides) > LYING_ABOVE * look.width


def shares(side: Sequence[float], sides: int) -> tuple[float, ...]:
    """Every column's share of the table in per cent: the number, then each side's columns, gaps between."""
    every = [NUMBER_WIDTH, *side, *[width for _ in range(sides - 1) for width in (GAP_WIDTH, *side)]]
    return tuple(round(100 * width / sum(every), 3) for width in every)


def density(side: Sequence[float], sides: int, look: Look) -> str:
    """The spacing with which the table fits: "roomy", "tight" or "tighter"."""
    ratio = look.width / table_width(side, sides)
    return "roomy" if ratio > 0.96 else "tight" if ratio > 0.83 else "tighter"


def chart_of(model: SheetModel, look: Look, height: float) -> Chart:
    """The chart of a match; on lying paper it stands beside the rulings."""
    width = BESIDE * (look.width - 5.6) if look.landscape and model.rulings else look.width
    return chart(model.series, model.levels, width=10 * width, height=10 * height, colour=look.ink == "colour")


def _least(column: Column) -> float:
    return POINTS_WIDTH if column.each is None and column.key in ("natural", "mixed") else WIDTHS[column.key]


def _figure_width(figure: SheetFigure) -> float:
    digits = len(str(figure.value or 0))
    width = 1.62 * digits + 0.8 * ((digits - 1) // 3) + SPACE
    return width * 1.12 if figure.column == "total" else width
