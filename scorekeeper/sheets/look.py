"""The look of a sheet: its paper, orientation and ink."""

from typing import Literal

from scorekeeper.engine.values import Struct

Ink = Literal["black", "colour"]

#: The size of 1 rem, the unit of the sheets, on the reference paper A4, in points.
REFERENCE_REM = 10.0
#: The height of a deal's row on small paper and on landscape paper, in millimetres of the reference paper.
SMALL_ROW, LYING_ROW = 4.3, 4.15


class Paper(Struct):
    """A paper in portrait orientation: its size and margin in millimetres, and the size of 1 rem in points.

    `row` is the height of a deal's row in millimetres of the reference paper, the same as in `paper-<name>.css`.
    """

    name: str
    width: float
    height: float
    margin: float
    rem: float
    row: float = 4.9


#: The papers by the names that the command line and the pages use.
PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", 210, 297, 13, 10),
        Paper("a5", 148, 210, 8, 8, row=SMALL_ROW),
        Paper("letter", 215.9, 279.4, 13, 10),
    )
}
#: The papers for the slip of a ruling.
SLIP_PAPERS = {"a6": Paper("a6", 105, 148, 7, 8, row=SMALL_ROW), "a5": PAPERS["a5"]}
#: The papers for table cards: one card on a sheet of A5, two on the others.
CARD_PAPERS = {name: PAPERS[name] for name in ("a5", "a4", "letter")}
#: The papers for guides and result slips: one on a sheet of A6, four on the others.
QUARTER_PAPERS = {"a4": PAPERS["a4"], "letter": PAPERS["letter"], "a6": SLIP_PAPERS["a6"]}


class Look(Struct):
    """The chosen look. If `landscape` is None, `printing.pages.suited` chooses the orientation for the sheet."""

    paper: Paper = PAPERS["a4"]
    landscape: bool | None = None
    ink: Ink = "black"

    @property
    def sheet(self) -> str:
        """The file name of the style sheet for this paper and orientation."""
        return f"paper-{self.paper.name}{'-landscape' if self.landscape else ''}.css"

    @property
    def width(self) -> float:
        """The width between the margins, in millimetres of the reference paper."""
        return (self._sides()[0] - 2 * self.paper.margin) / self.scale

    @property
    def height(self) -> float:
        """The height of the paper without the upper margin, in millimetres of the reference paper."""
        return (self._sides()[1] - self.paper.margin) / self.scale

    @property
    def foot(self) -> float:
        """The height of the lower margin, with signatures and imprint, in millimetres of the reference paper."""
        return 26 if self.landscape else 36 if self.paper.row > SMALL_ROW else 31

    @property
    def bottom(self) -> float:
        """The distance of the lower margin from the top of the paper, in millimetres of this paper."""
        return self._sides()[1] - self.foot * self.scale

    @property
    def row(self) -> float:
        """The height of a deal's row, in millimetres of the reference paper."""
        return LYING_ROW if self.landscape else self.paper.row

    @property
    def scale(self) -> float:
        """The scale of this paper relative to the reference paper."""
        return self.paper.rem / REFERENCE_REM

    def _sides(self) -> tuple[float, float]:
        upright = (self.paper.width, self.paper.height)
        return upright[::-1] if self.landscape else upright
