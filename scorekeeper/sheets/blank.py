"""A sheet to fill in by pen: the columns of a rule set, empty rows, and what a table needs to count up."""

from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.sheets.cards import has_openings
from scorekeeper.sheets.layout import table_width
from scorekeeper.sheets.look import Paper
from scorekeeper.sheets.model import COLUMNS, COUNTED, Column, Imprint

#: Widths of a box for four figures, and of one for fewer, in millimetres; and the columns of no more than three.
BOX, NARROW_BOX = 9.0, 6.5
THREE_FIGURES = ("min", "out")
#: The margin left and right, in millimetres, as `blank.css` has it.
MARGIN = 7.0
#: Height of a row to write in, in millimetres, and how many a sheet has.
PEN_ROW = 8.0
LEAST_ROWS, MOST_ROWS = 6, 24


class BlankSheet(Struct):
    """An empty score sheet; `sides` are names where they are known, else empty."""

    rule_set: str
    format: str
    penalty_code: str
    rules: RuleSet
    columns: tuple[Column, ...]
    sides: tuple[str, ...]
    imprint: Imprint


def blank_sheet(
    rules: RuleSet,
    imprint: Imprint,
    *,
    rule_set: str,
    format_: str,
    penalty_code: str = "",
    sides: tuple[str, ...] = (),
) -> BlankSheet:
    """The empty sheet of a rule set; titles are in the sheet's language."""
    columns = blank_columns(rules)
    return BlankSheet(rule_set, format_, penalty_code, rules, columns, sides or ("",) * rules.table.sides, imprint)


def blank_columns(rules: RuleSet) -> tuple[Column, ...]:
    """The columns in which this rule set can earn something."""
    earned = {
        "wild": any(rules.canasta_kinds[kind].of == ("wild",) for kind in rules.counts_as.values()),
        "other": any((rules.canasta_kinds[kind].like or kind) not in COLUMNS for kind in rules.counts_as.values()),
        "min": has_openings(rules),
        "premiums": rules.premiums.stacking != "none",
        "special": any(row.played for row in rules.special_hands),
        "bonus": any(row.each for row in rules.deal_bonuses),
        "red": "red" in rules.threes_of,
        "black": "black" in rules.threes_of,
        "excess": rules.fines.excess_wilds_minus,
    }
    worth = rules.bonus_of
    likened = [rules.canasta_kinds[kind] for kind in rules.counts_as.values()]
    apart = any(row.like in COUNTED and worth[row.key] != worth[row.like] for row in likened)
    counted = {} if apart else {kind: bonus for kind, bonus in worth.items() if kind in COUNTED}
    return tuple(Column(key, counted.get(key)) for key in COLUMNS if earned.get(key, True))


def pen_widths(columns: tuple[Column, ...]) -> tuple[float, ...]:
    """The width of the boxes of a side, in millimetres."""
    return tuple(NARROW_BOX if column.each or column.key in THREE_FIGURES else BOX for column in columns)


def has_room(sheet: BlankSheet, paper: Paper, *, landscape: bool) -> bool:
    """Return whether the boxes of every side fit next to each other on a paper of this width."""
    width = (paper.height if landscape else paper.width) - 2 * MARGIN
    return table_width(pen_widths(sheet.columns), len(sheet.sides)) <= width
