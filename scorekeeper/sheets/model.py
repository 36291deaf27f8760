"""The values on a match score sheet: the builder fills them in, the template sets them, the tests read them back.

Numbers are numbers here; only names and free sentences are text, and those are in the sheet's language already.
"""

from decimal import Decimal
from typing import Literal

from scorekeeper.engine.matches.match import Fate
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct

#: Every column that a side may have, in the order in which a sheet shows them.
COLUMNS = (
    "min", "cards", "natural", "mixed", "wild", "other", "premiums", "special", "red", "black", "out", "bonus", "hand",
    "excess", "penalties", "deal", "total",
)  # fmt: skip
#: Kinds of canasta with a column of their own, which counts them where all are worth the same. Not every game has both.
COUNTED = ("natural", "mixed")


class Column(Struct):
    """A column of every side. `each`: its figures are counts, worth this number of points each; None: signed points."""

    key: str
    each: int | None = None


class SheetFigure(Struct):
    """One figure; `canasta` stands where only a canasta opens; `marks` are the letters of rulings."""

    column: str
    value: int | None
    canasta: bool = False
    marks: tuple[str, ...] = ()


class Amended(Struct):
    """An amendment of a recorded deal: when, and why, in words."""

    deal: int
    when: str
    reason: str


class DealRow(Struct):
    """One deal: a tuple of figures a side, in the order of the columns. `annulled` is why it counts for nothing."""

    number: int
    sides: tuple[tuple[SheetFigure, ...], ...]
    annulled: str | None = None
    amended: bool = False


class SideHead(Struct):
    """A side at the head of the sheet; `players` is empty where the name already says who they are."""

    name: str
    players: tuple[str, ...]
    total: int
    winner: bool = False


class SheetVerdict(Struct):
    """The state of the match. `leader` is the winner, or the side ahead before the end; None for a draw or a tie."""

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
    """A ruling in one line; `text` is the case, `raised` with `base` where it raised an opening minimum.

    `player` is empty where the side alone was named; `fate`: what became of it, where it changed a figure.
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
    """A side's running totals after each deal, beginning with the score before the first."""

    name: str
    totals: tuple[int, ...]


class Level(Struct):
    """A score that the chart rules: from here up `opening` holds; `target` ends the match."""

    value: int
    opening: int | None = None
    target: bool = False


class ChosenOption(Struct):
    """A house rule the table chose, worded in the sheet's language."""

    title: str
    value: str


class Deals(Struct):
    """Players and the deals in which something was so: who sat out, who played alone."""

    player: str
    numbers: tuple[int, ...]


class Imprint(Struct):
    """The imprint, which ties the paper to the program and its ledger; `check` is the ledger's check value. Sheets of a
    `demonstration` say that they are."""

    version: str
    check: str = ""
    demonstration: bool = False


class SheetModel(Struct):
    """A whole match score sheet. `rounds` groups the deals by round of dealers."""

    title: str
    occasion: tuple[str, ...]
    sides: tuple[SideHead, ...]
    verdict: SheetVerdict
    rule_set: str
    format: str
    penalty_code: str
    rules: RuleSet
    options: tuple[ChosenOption, ...]
    seats: tuple[str, ...]
    first_dealer: str
    sat_out: tuple[Deals, ...]
    alone: tuple[Deals, ...]
    note: str
    columns: tuple[Column, ...]
    rounds: tuple[tuple[DealRow, ...], ...]
    sums: tuple[tuple[SheetFigure, ...], ...]
    amended: tuple[Amended, ...]
    rulings: tuple[RulingRow, ...]
    series: tuple[SideTotals, ...]
    levels: tuple[Level, ...]
    imprint: Imprint

    @property
    def deals(self) -> tuple[DealRow, ...]:
        """Every deal, without the rounds."""
        return tuple(row for group in self.rounds for row in group)

    @property
    def cells(self) -> tuple[tuple[SheetFigure, ...], ...]:
        """The figures of every side of every deal, and the sums."""
        return (*(cells for row in self.deals for cells in row.sides), *self.sums)
