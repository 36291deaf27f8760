"""Cards of rules: the quick reference of a rule set, and the house rules of a table."""

from typing import Literal

from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.rows import CanastaOpening
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct, replace
from scorekeeper.sheets.model import ChosenOption, Sheet


class RulesCard(Sheet):
    """A card with the rules of a game. A "quick" card also describes the rule set (`says`). A "house" card has a
    table's house rules (`options`), its agreed `note`, and its `sides`."""

    kind: Literal["quick", "house"]
    rule_set: str
    format: str
    penalty_code: str
    rules: RuleSet
    says: str = ""
    options: tuple[ChosenOption, ...] = ()
    sides: tuple[str, ...] = ()
    note: str = ""


class Bracket(Struct):
    """A range of scores with the same opening minimum; with `deals`, a range of deals.

    The range includes `least` and `most`; None is no limit. `canasta` is the row of the rules by which only a canasta
    opens; None where `points` are enough.
    """

    least: int | None
    most: int | None
    points: int
    canasta: CanastaOpening | None = None
    deals: bool = False


def brackets(rules: RuleSet) -> tuple[Bracket, ...]:
    """The opening table, in ascending order: by score, starting below zero, or by deal."""
    by_deal, opening = rules.opening.by == "deal", rules.opening
    step = 1 if by_deal else POINT_STEP
    canastas = [(row.since + step * row.beyond, row) for row in rules.canasta_openings if row.since is not None]
    first = min((start for start, _ in canastas), default=None)
    rows: list[tuple[int, int, CanastaOpening | None]] = [
        (start, points, None) for start, points in opening.brackets if first is None or start < first
    ]
    rows += [(start, 0, row) for start, row in sorted(canastas, key=lambda each: each[0])]
    ends = [start - step for start, _, _ in rows[1:]] + [None]
    table = [Bracket(start, end, points, row, by_deal) for (start, points, row), end in zip(rows, ends, strict=True)]
    if len(table) == 1 and table[0].points == opening.below_zero:
        return (replace(table[0], least=None),) if not by_deal else tuple(table)
    below = () if by_deal else (Bracket(None, rows[0][0] - step, opening.below_zero),)
    return (*below, *table)


def has_openings(rules: RuleSet) -> bool:
    """Return whether this game has a minimum for a side's first meld."""
    opening = rules.opening
    points = (opening.below_zero, opening.failed_raise, *(points for _, points in opening.brackets))
    return any(points) or opening.natural_group or bool(rules.opened_by_canasta)


def sign_by(rules: RuleSet, part: str) -> str | int:
    """The condition under which a part of the score does not add points; `part` is "melded", "red" or "black".

    "meld": minus without a meld. "canasta": minus without a canasta. A number: minus with fewer canastas. "nothing":
    zero without a canasta. "thrice": minus without a canasta, zero with one, plus with two. "": it always adds points.
    """
    row = rules.sign_of.get(part)
    if row is None or len(row.steps) < 2:
        return ""
    if len(row.steps) > 2:
        return "thrice"
    if row.steps[-1][0] > 1:
        return row.steps[-1][0]
    return row.by if row.steps[0][1] < 0 else "nothing"
