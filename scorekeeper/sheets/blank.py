"""A sheet to fill in by pen: the columns of a rule set, empty rows, and what a table needs to count up."""

from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import light
from scorekeeper.sheets.cards import has_openings
from scorekeeper.sheets.layout import GAP_WIDTH, NUMBER_WIDTH
from scorekeeper.sheets.look import Look
from scorekeeper.sheets.model import COLUMNS, COUNTED, Column, Imprint

#: Heights in millimetres of the reference paper: a row to write in, all else upright and lying, in the longest words.
PEN_ROW = {False: 7.4, True: 6.7}
AROUND = {False: 131.0, True: 118.0}
LEAST_ROWS, MOST_ROWS = 6, 24


@light(frozen=True, slots=True)
class BlankSheet:
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
    """Nearly equal widths: a hand needs the same room for every figure, more for sums."""
    return tuple(1.35 * GAP_WIDTH if column.each or column.key == "min" else 2 * NUMBER_WIDTH for column in columns)


def pen_rows(look: Look) -> int:
    """How many deals fit on one page above the notes."""
    fitting = int((look.height - AROUND[bool(look.landscape)]) / PEN_ROW[bool(look.landscape)])
    return max(LEAST_ROWS, min(fitting, MOST_ROWS))
