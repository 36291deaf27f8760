"""The values on the score sheet of a match, from `build.py` to the template.

Numbers are not formatted here. Names and sentences are already in the sheet's language.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Literal

from scorekeeper.engine.matches.entries import Setup
from scorekeeper.engine.matches.match import Fate
from scorekeeper.engine.penalties.articles import PenaltyCode
from scorekeeper.engine.values import Struct, field

#: All columns that a side may have, in the order of the sheet.
COLUMNS = (
    "min", "cards", "natural", "mixed", "wild", "other", "premiums", "special", "red", "black", "out", "bonus", "hand",
    "excess", "penalties", "deal", "total",
)  # fmt: skip
#: The columns of kinds of canasta that are counted where all canastas of the kind have the same value.
COUNTED = ("natural", "mixed")


class Column(Struct):
    """A column of each side. Its figures are counts worth `each` points; where that is None, they are points."""

    key: str
    each: int | None = None


class SheetFigure(Struct):
    """One figure; `value` is None where there is no number. `canasta` says that only a canasta opens; `marks` are the
    letters of rulings that changed it."""

    column: str
    value: int | None
    canasta: bool = False
    marks: tuple[str, ...] = ()


class Amended(Struct):
    """An amendment of a recorded deal: the time in words, and the reason."""

    deal: int
    when: str
    reason: str


class DealRow(Struct):
    """A deal: the figures of each side, in the order of the columns. `annulled` is the reason why the deal does not
    count, None if it counts."""

    number: int
    sides: tuple[tuple[SheetFigure, ...], ...]
    annulled: str | None = None
    amended: bool = False


class SideHead(Struct):
    """A side at the head of the sheet; `players` is empty where the side's name contains their names."""

    name: str
    players: tuple[str, ...]
    total: int
    winner: bool = False


class SheetVerdict(Struct):
    """The result of the match so far. `leader` is the winner, or before the end the side ahead; None for a tie.
    `margin` is in points; `stake` is None where the table plays for none; then, and until the match is over, `money` is
    None."""

    state: Literal["open", "draw", "won"]
    deals: int
    leader: str | None = None
    margin: int = 0
    stake: Decimal | None = None
    money: Decimal | None = None
    currency: str = ""

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return self.state != "open"


class RulingRow(Struct):
    """A ruling in one line. `text` is the case; `raised` points were added to the opening minimum `base`.

    `player` is empty where only the side was named; `fate` says whether the ruling is still in force.
    """

    letter: str
    deal: int
    side: str
    article: str
    offence: str
    text: str
    points: int = 0
    base: int = 0
    raised: int = 0
    fate: Fate = "in_force"
    player: str = ""


class SideTotals(Struct):
    """The running totals of a side: 0, then the total after each deal."""

    name: str
    totals: tuple[int, ...]


class Level(Struct):
    """A score with a line in the chart: from here on the minimum is `opening`; the `target` ends the match."""

    value: int
    opening: int | None = None
    target: bool = False


class ChosenOption(Struct):
    """A house rule that the table chose, in the sheet's language."""

    title: str
    value: str


class Deals(Struct):
    """A player and the numbers of the deals in which the player sat out, or played alone."""

    player: str
    numbers: tuple[int, ...]


class Imprint(Struct):
    """The imprint: the program's `version`, the check value of the ledger, and whether it is a `demonstration`."""

    version: str
    check: str = ""
    demonstration: bool = False


class Sheet(Struct, kw_only=True):
    """The common part of all sheets: the lines of their `occasion`, such as title and day, and their imprint."""

    imprint: Imprint
    occasion: tuple[str, ...] = ()


class About(Sheet, kw_only=True):
    """The inputs of a score sheet other than the state of the match: titles and texts in the sheet's language, and the
    imprint.

    `gettext` translates a text of the rulebook; `codes` are the penalty codes by id, in which the cases of rulings are
    found.
    """

    rule_set: str
    format: str
    gettext: Callable[[str], str]
    penalty_code: str = ""
    options: tuple[ChosenOption, ...] = ()
    amended: tuple[Amended, ...] = ()
    codes: Mapping[str, PenaltyCode] = field(default_factory=dict)


class SheetModel(About, kw_only=True):
    """The score sheet of a match. `rounds` are the deals, grouped by round of dealers."""

    setup: Setup
    sides: tuple[SideHead, ...]
    verdict: SheetVerdict
    sat_out: tuple[Deals, ...]
    alone: tuple[Deals, ...]
    columns: tuple[Column, ...]
    rounds: tuple[tuple[DealRow, ...], ...]
    sums: tuple[tuple[SheetFigure, ...], ...]
    rulings: tuple[RulingRow, ...]
    series: tuple[SideTotals, ...]
    levels: tuple[Level, ...]

    @property
    def deals(self) -> tuple[DealRow, ...]:
        """All deals in order."""
        return tuple(row for group in self.rounds for row in group)

    @property
    def cells(self) -> tuple[tuple[SheetFigure, ...], ...]:
        """The figures of each side in each deal, and the sums."""
        return (*(cells for row in self.deals for cells in row.sides), *self.sums)
