"""The column widths of a score sheet, and whether it needs landscape paper.

All lengths are millimetres of the reference paper (A4), like `Look.width` and `Look.height`.
"""

from collections.abc import Iterable, Sequence

from scorekeeper.sheets.chart import Chart, chart, shortened
from scorekeeper.sheets.look import Look
from scorekeeper.sheets.model import COUNTED, Column, SheetFigure, SheetModel

#: The preferred widths of columns; where the table is too wide, all columns shrink by the same factor.
WIDTHS = {
    "min": 6.3, "cards": 10.0, "natural": 6.6, "mixed": 7.5, "wild": 10.5, "other": 10.5, "premiums": 9.4,
    "special": 10.5, "red": 9.2, "black": 9.2, "out": 7.4, "bonus": 9.2,
    "hand": 10.5, "excess": 9.4, "penalties": 9.0, "deal": 10.4, "total": 11.3,
}  # fmt: skip
#: The width of a column of canastas that shows points instead of counts.
POINTS_WIDTH = 9.6
#: The space between two figures.
SPACE = 2.0
#: The width of a ruling's letter after a figure, and the space that must remain before the next figure.
MARK, CLEAR = 2.1, 0.75
#: The widths of the column with the number of the deal, and of the gap between two sides.
NUMBER_WIDTH, GAP_WIDTH = 5.4, 5.2
#: A table of two sides goes on landscape paper if it is more than this number of times as wide as portrait paper.
LYING_ABOVE = 1.2
#: The part of the width that the chart takes if it is next to the rulings.
BESIDE = 0.5
#: Names with more letters than this have smaller type.
LONG_NAME = 26
#: The type size below signature lines; the space between two signature lines next to each other; the width of the word
#: "For" before a side's name. Only this width is in units of `SIGN_TYPE`.
SIGN_TYPE, SIGN_GAP, SIGN_FOR = 3.0, 8.0, 5.0


def length_of(name: str) -> str:
    """The CSS class of a name: "long" for smaller type, else ""."""
    return "long" if len(name) > LONG_NAME else ""


def signed(name: str, sides: int, look: Look) -> str:
    """The name below a signature line. On landscape paper it is cut to one line, because a second one would leave no
    room to sign."""
    line = (look.width - sides * SIGN_GAP) / (sides + 1) / SIGN_TYPE
    return shortened(name, line - SIGN_FOR) if look.landscape else name


def widths(columns: Sequence[Column], cells: Iterable[Sequence[SheetFigure]] = ()) -> tuple[float, ...]:
    """The preferred width of each column of a side: the usual one, or more if its widest figure needs more.

    `cells` are rows of figures. The letters of rulings may extend into the space before the next column's figure.
    """
    widest = [
        POINTS_WIDTH if column.each is None and column.key in COUNTED else WIDTHS[column.key] for column in columns
    ]
    for figures in cells:
        hanging = 0.0
        for index, figure in enumerate(figures):
            widest[index] = max(widest[index], _figure_width(figure) + hanging)
            hanging = MARK * len(figure.marks) + CLEAR - SPACE if figure.marks else 0.0
    return tuple(widest)


def table_width(side: Sequence[float], sides: int) -> float:
    """The preferred width of a table, from the widths of a side's columns and the number of sides."""
    return NUMBER_WIDTH + sides * sum(side) + (sides - 1) * GAP_WIDTH


def lies_better(model: SheetModel, look: Look) -> bool:
    """Return whether the table of a match needs landscape paper, given a `look` in portrait: always with more than two
    sides, otherwise if it is too wide."""
    sides = len(model.sides)
    return sides > 2 or table_width(widths(model.columns, model.cells), sides) > LYING_ABOVE * look.width


def shares(side: Sequence[float], sides: int) -> tuple[float, ...]:
    """The width of each column of the table in percent: first the number of the deal, then the columns of each side.
    Between two sides is a gap, which is a column too."""
    every = [NUMBER_WIDTH, *side, *[width for _ in range(sides - 1) for width in (GAP_WIDTH, *side)]]
    return tuple(round(100 * width / sum(every), 3) for width in every)


def density(side: Sequence[float], sides: int, look: Look) -> str:
    """The CSS class for the widest spacing with which the table fits the paper: "roomy", "tight" or "tighter"."""
    ratio = look.width / table_width(side, sides)
    return "roomy" if ratio > 0.96 else "tight" if ratio > 0.83 else "tighter"


def chart_of(model: SheetModel, look: Look, height: float) -> Chart:
    """The chart of a match, `height` millimetres high. On landscape paper it is next to the rulings, if any."""
    width = BESIDE * (look.width - 5.6) if look.landscape and model.rulings else look.width
    return chart(model.series, model.levels, width=10 * width, height=10 * height, colour=look.ink == "colour")


def _figure_width(figure: SheetFigure) -> float:
    digits = len(str(figure.value or 0))
    width = 1.62 * digits + 0.8 * ((digits - 1) // 3) + SPACE
    return width * 1.12 if figure.column == "total" else width
