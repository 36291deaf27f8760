"""The values on the score sheet of a match. `build.py` makes them, and the template shows them.

The template formats the numbers. Names and sentences are already in the sheet's language.
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
#: Columns that show the number of canastas instead of points, if every canasta in the column is worth the same.
COUNTED = ("natural", "mixed")


class Column(Struct):
    """A column of each side. With `each`, its figures are counts worth `each` points; with None, they are points."""

    key: str
    each: int | None = None


class SheetFigure(Struct):
    """A figure in a column; `value` is None for an empty field.

    `canasta` is True for an opening minimum that only a canasta meets. `marks` are the letters of the rulings that
    changed the figure.
    """

    column: str
    value: int | None
    canasta: bool = False
    marks: tuple[str, ...] = ()


class Amended(Struct):
    """An amendment of a recorded deal: `when` is the time in words."""

    deal: int
    when: str
    reason: str


class DealRow(Struct):
    """A deal: the figures of each side, in the order of the columns.

    `annulled` is the reason why the deal does not count; None if it counts.
    """

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
    """The result of the match so far. `deals` is the number of deals that count.

    `leader` is the winner, or the side ahead while the match is open; None for a tie. `margin` is in points. `stake` is
    the money for 100 points; None where the table does not play for money. `money` is the margin in money; None without
    a stake, and before the end.
    """

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
    """A score with a line in the chart. From this score on, the opening minimum is `opening`; None where it does not
    change. `target`: this score ends the match."""

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
    """The imprint: the program's `version`, the check value of the match or evening (or ""), and whether the ledger is
    a `demonstration`."""

    version: str
    check: str = ""
    demonstration: bool = False


class Sheet(Struct, kw_only=True):
    """The common part of all sheets. `occasion` has lines such as the title and the day."""

    imprint: Imprint
    occasion: tuple[str, ...] = ()


class About(Sheet, kw_only=True):
    """The inputs of a score sheet, except for the state of the match. Titles and texts are in the sheet's language.

    `gettext` translates a text of the rulebook. `codes` are the penalty codes by id; they have the cases of rulings.
    """

    rule_set: str
    format: str
    gettext: Callable[[str], str]
    penalty_code: str = ""
    options: tuple[ChosenOption, ...] = ()
    amended: tuple[Amended, ...] = ()
    codes: Mapping[str, PenaltyCode] = field(default_factory=dict)


class SheetModel(About, kw_only=True):
    """The score sheet of a match.

    `rounds` are the deals in groups: in a group, each player deals once. `sums` are the sums of each side's columns.
    """

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
        """The rows of figures: one for each side of each deal, then the sums."""
        return (*(cells for row in self.deals for cells in row.sides), *self.sums)
