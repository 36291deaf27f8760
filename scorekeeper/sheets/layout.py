"""How a match sheet fills its paper: widths of the columns, and the room that is left for the chart.

All lengths are millimetres of the reference paper (A4), as `Look.width` and `Look.height` give them.
"""

from collections.abc import Iterable, Sequence
from math import ceil

from scorekeeper.sheets.chart import Chart, chart
from scorekeeper.sheets.look import Look
from scorekeeper.sheets.model import Column, Figure, SheetModel

#: Widths that suit the figures of each column; where they do not fit, all shrink alike.
WIDTHS = {
    "min": 6.3, "cards": 10.0, "natural": 6.6, "mixed": 7.5, "wild": 10.5, "premiums": 9.4, "red": 9.2, "out": 7.4,
    "hand": 10.5, "excess": 9.4, "penalties": 9.0, "deal": 10.4, "total": 11.3,
}  # fmt: skip
#: A column of canastas in points instead of counts.
POINTS_WIDTH = 9.6
#: Space between two figures.
SPACE = 2.0
NUMBER_WIDTH, GAP_WIDTH = 5.4, 5.2
#: A table that is this much too wide for upright paper is better lying.
LYING_ABOVE = 1.18

#: The chart is worth drawing between these heights.
CHART_MIN, CHART_MAX, CHART_ALONE = 21.0, 112.0, 62.0
#: The heading of the chart and the space above it.
HEADING = 10.5
BESIDE_HEADING = 8.6
#: The chart's share of the width beside the rulings.
BESIDE = 0.5
#: Letters of the line that names the rules, about.
RULES_LETTERS = 150
#: What no estimate sees: fractions of lines, rules, rounding.
SAFETY = 2.5


def widths(columns: Sequence[Column], cells: Iterable[Sequence[Figure]] = ()) -> tuple[float, ...]:
    """The width that suits each column of a side, as wide as its longest figure asks."""
    found = [_least(column) for column in columns]
    for figures in cells:
        for place, figure in enumerate(figures):
            found[place] = max(found[place], _figure_width(figure))
    return tuple(found)


def table_width(side: Sequence[float], sides: int) -> float:
    """The width that suits a table of so many sides."""
    return NUMBER_WIDTH + sides * sum(side) + (sides - 1) * GAP_WIDTH


def lies_better(model: SheetModel, look: Look) -> bool:
    """Whether a match's table wants the paper lying."""
    sides = len(model.sides)
    return sides > 2 or table_width(widths(model.columns, model.cells), sides) > LYING_ABOVE * look.width


def shares(side: Sequence[float], sides: int) -> tuple[float, ...]:
    """Every column's share of the table in per cent: the number, then each side's columns, gaps between."""
    every = [NUMBER_WIDTH, *side, *[width for _ in range(sides - 1) for width in (GAP_WIDTH, *side)]]
    return tuple(round(100 * width / sum(every), 3) for width in every)


def density(side: Sequence[float], sides: int, look: Look) -> str:
    """How small the table must be set to fit: "roomy", "tight" or "tighter"."""
    ratio = look.width / table_width(side, sides)
    return "roomy" if ratio > 0.96 else "tight" if ratio > 0.84 else "tighter"


def chart_of(model: SheetModel, look: Look) -> Chart:
    """The chart of a match as large as the sheet has room for; lying, it stands beside the rulings."""
    width = BESIDE * (look.width - 5.6) if look.landscape and model.rulings else look.width
    height = chart_height(model, look)
    return chart(model.series, model.levels, width=10 * width, height=10 * height, colour=look.ink == "colour")


def chart_height(model: SheetModel, look: Look) -> float:
    """The height left for the chart on the first page, or a good one where it goes to the next page."""
    left = look.height - look.foot - SAFETY - head_height(model, look) - table_height(model, look)
    left -= BESIDE_HEADING if look.landscape else rulings_height(model, look) + HEADING
    return min(left, CHART_MAX) if left >= CHART_MIN else CHART_ALONE


def head_height(model: SheetModel, look: Look) -> float:
    """Occasion, names, scores, verdict and the facts."""
    share = look.width / len(model.sides)
    options = " · ".join(f"{option.title}: {option.value}" for option in model.options)
    facts = ["." * RULES_LETTERS, options, ", ".join(model.seats) + "." * 30, model.note]
    facts += [
        "".join(one.player + "123, " * len(one.numbers) for one in found) for found in (model.sat_out, model.alone)
    ]
    lines = sum(_lines(text, look.width - 16, 1.45) for text in facts if text)
    names = max(_lines(side.name, share, 2.4) for side in model.sides)
    players = 3.9 * any(side.players for side in model.sides)
    versus = 10.5 * names if look.landscape else 6.9 * names + look.sum_height
    return 5.5 + 3.2 + versus + players + 6.7 + 2 + 4.2 * lines


def table_height(model: SheetModel, look: Look) -> float:
    """The deals with heads, sums and the key below."""
    share = look.width / len(model.sides)
    heads = (2.8 if look.landscape else 4) + 4.6 * max(_lines(side.name, share, 1.95) for side in model.sides) + 6.5
    key = 1.6 + 3.75 * (ceil((len(model.columns) - 2) * 34 * 1.33 / look.width) + (not look.landscape))
    return heads + look.row * (len(model.deals) + 1) + 1.9 * len(model.rounds) + 1.6 + key


def rulings_height(model: SheetModel, look: Look) -> float:
    """The table of rulings, nothing where there are none."""
    room = look.width - 5.4 - 13 - 24 - 14 - 32
    lines = sum(max(_lines(row.offence + row.text, room, 1.6), _lines(row.side, 23, 1.7)) for row in model.rulings)
    return 10.5 + 4.2 * lines + len(model.rulings) if model.rulings else 0


def _least(column: Column) -> float:
    return POINTS_WIDTH if column.each is None and column.key in ("natural", "mixed") else WIDTHS[column.key]


def _figure_width(figure: Figure) -> float:
    digits = len(str(figure.value or 0))
    width = 1.62 * digits + 0.8 * ((digits - 1) // 3) + SPACE
    return width * 1.12 if figure.column == "total" else width


def _lines(text: str, width: float, letter: float) -> int:
    return max(1, ceil(len(text) * letter / width))
