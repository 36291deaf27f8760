"""How a match sheet fills its paper: widths of the columns, and the room that is left for the chart.

All lengths are millimetres of the reference paper (A4), as `Look.width` and `Look.height` give them.
"""

from collections.abc import Iterable, Sequence
from math import ceil

from scorekeeper.sheets.chart import Chart, chart
from scorekeeper.sheets.look import Look
from scorekeeper.sheets.model import Column, Figure, RulingRow, SheetModel

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

#: The chart is worth drawing between these heights; beside the rulings it is half as wide.
CHART_MIN, CHART_MAX, CHART_MAX_BESIDE = 20.0, 112.0, 70.0
#: The heading of the chart and the space above it.
HEADING = 10.5
BESIDE_HEADING = 8.6
#: The chart's share of the width beside the rulings.
BESIDE = 0.5
#: A line of the rulings: its letter, deal and article; its effect as points or as a raised minimum; letters of names
#: and of sentences; and how much smaller it is beside the chart.
RULING_REST, RULING_POINTS, RULING_RAISE, RULING_SPACE = 30.0, 20.0, 31.0, 3.2
NAME_LETTER, RULING_LETTER, RULING_BESIDE = 1.47, 1.34, 0.89
#: A letter of the facts in the head; letters of the line that names the rules, besides titles, and of the red three.
FACT_LETTER, RULES_LETTERS, RED_LETTERS = 1.36, 66, 30
#: A name with more letters is set smaller.
LONG_NAME = 26
#: What no estimate sees: fractions of lines, rules, rounding.
SAFETY = 2.5
#: What a table that runs on to another page takes there besides its rows: its heads again, a round kept together.
RUN_ON = 22.0


def length_of(name: str) -> str:
    """The class that sets a name smaller where it is long."""
    return "long" if len(name) > LONG_NAME else ""


def widths(columns: Sequence[Column], cells: Iterable[Sequence[Figure]] = ()) -> tuple[float, ...]:
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
    return "roomy" if ratio > 0.96 else "tight" if ratio > 0.83 else "tighter"


def chart_of(model: SheetModel, look: Look) -> Chart:
    """The chart of a match as large as the sheet has room for; lying, it stands beside the rulings."""
    width = BESIDE * (look.width - 5.6) if look.landscape and model.rulings else look.width
    height = chart_height(model, look)
    return chart(model.series, model.levels, width=10 * width, height=10 * height, colour=look.ink == "colour")


def chart_height(model: SheetModel, look: Look) -> float:
    """The height left for the chart on the first page, or on the page that it goes to with the rest."""
    page = look.height - look.foot - SAFETY
    beside = bool(look.landscape and model.rulings)
    heading = BESIDE_HEADING if look.landscape else HEADING
    rulings = rulings_height(model, look)
    used = head_height(model, look) + table_height(model, look) + (0 if beside else rulings)
    over = max(0, used + RUN_ON - page) if used + SAFETY > page else 0
    first = page - used if not beside or page - used >= rulings else 0
    rooms = (room - heading for room in (first, page - over % page, page))
    left = next(room for room in rooms if room >= CHART_MIN)
    return min(left, CHART_MAX_BESIDE if beside else CHART_MAX)


def head_height(model: SheetModel, look: Look) -> float:
    """Occasion, names, scores, verdict and the facts."""
    share = look.width / len(model.sides)
    options = " · ".join(f"{option.title}: {option.value}" for option in model.options)
    titles = len(model.rule_set + model.format + model.penalty_code)
    red = RED_LETTERS if any(isinstance(row.in_hand, int) for row in model.rules.threes) else 0
    facts = ["." * (titles + RULES_LETTERS + red), options, ", ".join(model.seats) + "." * 30, model.note]
    facts += [
        "".join(one.player + "12, " * len(one.numbers) for one in listed) for listed in (model.sat_out, model.alone)
    ]
    lines = sum(_lines(text, look.width - 16, FACT_LETTER) for text in facts if text)
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
    """The table of rulings, nothing where there are none; side and sentence share what the short columns leave."""
    if not model.rulings:
        return 0
    size = RULING_BESIDE if look.landscape else 1
    room = (BESIDE * (look.width - 5.6) if look.landscape else look.width) / size - RULING_REST
    room -= RULING_RAISE if any(row.raised for row in model.rulings) else RULING_POINTS
    side = max(len(row.side) for row in model.rulings) * NAME_LETTER + RULING_SPACE
    sentence = max(len(row.offence + row.text) + 3 for row in model.rulings) * RULING_LETTER + RULING_SPACE
    part = min(1, room / (side + sentence))
    lines = sum(_ruling_lines(row, part * side, part * sentence) for row in model.rulings)
    return 10.5 + size * (4.2 * lines + len(model.rulings))


def _ruling_lines(row: RulingRow, side: float, sentence_width: float) -> int:
    effects = bool(row.points) + bool(row.raised)
    sentence = row.offence + row.text
    return max(_lines(row.side, side, NAME_LETTER), _lines(sentence, sentence_width, RULING_LETTER), effects)


def _least(column: Column) -> float:
    return POINTS_WIDTH if column.each is None and column.key in ("natural", "mixed") else WIDTHS[column.key]


def _figure_width(figure: Figure) -> float:
    digits = len(str(figure.value or 0))
    width = 1.62 * digits + 0.8 * ((digits - 1) // 3) + SPACE
    return width * 1.12 if figure.column == "total" else width


def _lines(text: str, width: float, letter: float) -> int:
    return max(1, ceil(len(text) * letter / width))
