"""The values of a score board, ready to be shown: `templates/board` reads them, `board_view` makes them."""

from __future__ import annotations

from typing import Literal

from scorekeeper.engine.match import Row
from scorekeeper.engine.values import Struct
from scorekeeper.web.board.chart import Drawing

SIDES = "abc"  # the keys of the first, second and third side: their colours, places and marks
DEALS_SHOWN = 5  # so many rows fit beside the chart without scrolling; the earlier ones unfold


class OpeningView(Struct):
    """A side's opening minimum: the figure (None where only a canasta opens) and each condition as a sentence."""

    points: int | None
    reasons: tuple[str, ...]


class SideView(Struct):
    """One side: `progress` is its part of the way to the target, from 0 to 1; `deals` marks the dealer's side. Neither
    way nor points `to_go` are told where the match is played for a number of deals.

    `waiting` are points of rulings that are charged when the deal in play is saved.
    """

    key: str
    name: str
    players: tuple[str, ...]
    total: int
    to_go: int | None
    progress: float | None
    opening: OpeningView | None
    deals: bool = False
    won: bool = False
    waiting: int = 0


class LeadView(Struct):
    """Who leads by how much; `side` is None while the best are level."""

    side: SideView | None
    points: int


class TurnView(Struct):
    """The deal being played: who deals how many cards, whose `second_hand` there is, who plays first, who rests, and
    whether it is dealt again."""

    dealer: str
    cards: int
    second_hand: str
    leader: str
    rests: tuple[str, ...] = ()
    again: bool = False


class DutyView(Struct):
    """What a ruling still asks of a side or player; `fields` go with the post that ticks it off."""

    side: str
    who: str
    says: str
    fields: tuple[tuple[str, str], ...]


class RulingView(Struct):
    """A ruling in one line: what it costs, or why it costs nothing any more."""

    id: str
    deal: int
    name: str
    article: str
    figure: str
    mark: str
    withdrawn: bool


class ActView(Struct):
    """A link or, with `post`, a button at the foot of the board; `fields` go with the post."""

    label: str
    url: str
    kind: Literal["main", "big"] = "big"
    post: bool = False
    fields: tuple[tuple[str, str], ...] = ()


class BoardView(Struct):
    """The whole board. `done_url` takes the post that ticks an obligation off, `rulings_url` leads to where a ruling
    is withdrawn; both are None where nobody may write. `names_url` is where those get names who have none."""

    title: str
    subtitle: str
    target: int
    deal: int
    version: int
    sides: tuple[SideView, ...]
    lead: LeadView
    turn: TurnView | None
    duties: tuple[DutyView, ...]
    rows: tuple[Row, ...]
    chart: tuple[Drawing, ...]
    chart_label: str
    rulings: tuple[RulingView, ...]
    over: bool
    money: str | None
    acts: tuple[ActView, ...]
    done_url: str | None = None
    rulings_url: str | None = None
    paused: bool = False
    names_url: str | None = None

    @property
    def recent(self) -> tuple[Row, ...]:
        """The latest deals, which stay in sight."""
        return self.rows[-DEALS_SHOWN:]

    @property
    def earlier(self) -> tuple[Row, ...]:
        """The deals before those."""
        return self.rows[:-DEALS_SHOWN]

    @property
    def rulings_now(self) -> tuple[RulingView, ...]:
        """Those of the deal in play, which stay in sight."""
        return tuple(ruling for ruling in self.rulings if ruling.deal == self.deal)

    @property
    def rulings_before(self) -> tuple[RulingView, ...]:
        """Those of the deals before it."""
        return tuple(ruling for ruling in self.rulings if ruling.deal != self.deal)

    @property
    def size(self) -> str:
        """How wide the totals are as written: "long" from five figures or a minus, "longer" from both."""
        width = max(len(f"{side.total:,}") for side in self.sides)
        return "longer" if width > 6 else "long" if width > 5 else ""


class Frame(Struct):
    """What the page knows and the state does not: the acts that are allowed here, and where posts go."""

    acts: tuple[ActView, ...] = ()
    done_url: str | None = None
    rulings_url: str | None = None
    names_url: str | None = None
