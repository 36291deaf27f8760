"""The parts of which the entry page is made: who scores, its steps, and a meld as it lies."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.match import Row, RowSide
from scorekeeper.web.board.melds import LaidView
from scorekeeper.web.board.model import SIDES
from scorekeeper.web.deals.shape import Team
from scorekeeper.words import entry as said


@dataclass(frozen=True, slots=True)
class Scorer:
    """Who scores: the total before the deal, and what the deal gives; None where it is refused."""

    place: int
    name: str
    before: int
    got: RowSide | None

    @property
    def key(self) -> str:
        """The letter of its colour and mark."""
        return SIDES[self.place]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of five or six, under its title and a word more."""

    id: str
    title: str
    sub: str = ""
    team: Team | None = None

    @property
    def label(self) -> str:
        """The title on the way to it."""
        return said.unbroken(self.title)


@dataclass(frozen=True, slots=True)
class MeldView:
    """One meld as it lies: `hint` is what it is or lacks, `echo` and `head` the places of the page that show it."""

    field: str
    rank: str
    laid: LaidView
    hint: str
    echo: str
    head: str


def figures(row: Row | None) -> str:
    """What each scorer gets, in one word."""
    return "/".join(str(side.total) for side in row.sides) if row else ""
