"""The format of a sheet: its paper, orientation and ink."""

from typing import Literal

from scorekeeper.engine.values import Struct

Ink = Literal["black", "colour"]

#: Points of type to which the sheets' own unit (1 rem) is set on the reference paper, A4.
REFERENCE_REM = 10.0
#: Height of a deal on small and on lying paper, in millimetres of the reference paper.
SMALL_ROW, LYING_ROW = 4.3, 4.15


class Paper(Struct):
    """A paper upright: sizes and the margin in millimetres, `rem` in points of type.

    `row` and `sum_height` are the heights of a deal and of the large scores in millimetres of the reference paper,
    as the style sheets `paper-<name>.css` set them.
    """

    name: str
    width: float
    height: float
    margin: float
    rem: float
    row: float = 4.9
    sum_height: float = 11.2


#: Papers by the name that the command line and the pages use.
PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", 210, 297, 13, 10),
        Paper("a5", 148, 210, 8, 8, row=SMALL_ROW, sum_height=8.5),
        Paper("letter", 215.9, 279.4, 13, 10),
    )
}

#: The papers that have room to write on.
SHEET_PAPERS = {name: PAPERS[name] for name in ("a4", "letter")}
#: The papers of a slip, which is handed over the table.
SLIP_PAPERS = {"a6": Paper("a6", 105, 148, 7, 8, row=SMALL_ROW, sum_height=8.5), "a5": PAPERS["a5"]}

#: The papers of a table's card: one each, or two on a sheet.
CARD_PAPERS = {name: PAPERS[name] for name in ("a5", "a4", "letter")}
#: The papers of what is as large as a quarter of a sheet: four on one, or one each.
QUARTER_PAPERS = {"a4": PAPERS["a4"], "letter": PAPERS["letter"], "a6": SLIP_PAPERS["a6"]}


class Look(Struct):
    """The format that was asked for; `landscape` None leaves it to the sheet."""

    paper: Paper = PAPERS["a4"]
    landscape: bool | None = None
    ink: Ink = "black"

    @property
    def sheet(self) -> str:
        """The style sheet of this paper."""
        return f"paper-{self.paper.name}{'-landscape' if self.landscape else ''}.css"

    @property
    def width(self) -> float:
        """Width between the margins in millimetres of the reference paper, so that layouts compare."""
        return (self._sides()[0] - 2 * self.paper.margin) / self.scale

    @property
    def height(self) -> float:
        """Height of the whole paper without the upper margin, in millimetres of the reference paper."""
        return (self._sides()[1] - self.paper.margin) / self.scale

    @property
    def foot(self) -> float:
        """Height of the lower margin: room to sign, signatures and imprint."""
        return 26 if self.landscape else 36 if self.paper.row > SMALL_ROW else 31

    @property
    def bottom(self) -> float:
        """The start of the lower margin, in real millimetres from the top of the paper."""
        return self._sides()[1] - self.foot * self.scale

    @property
    def row(self) -> float:
        """Height of one deal."""
        return LYING_ROW if self.landscape else self.paper.row

    @property
    def sum_height(self) -> float:
        """Height of the large scores."""
        return self.paper.sum_height

    @property
    def scale(self) -> float:
        """The scale relative to the reference paper."""
        return self.paper.rem / REFERENCE_REM

    def _sides(self) -> tuple[float, float]:
        upright = (self.paper.width, self.paper.height)
        return upright[::-1] if self.landscape else upright
