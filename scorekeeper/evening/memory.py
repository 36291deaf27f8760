"""The memory of an evening: its settings, entrants, seatings, clocks, confirmations and decisions."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scorekeeper.engine.chain import Payload
from scorekeeper.engine.values import Struct, field, replace
from scorekeeper.evening.ranking.scoring import outcomes
from scorekeeper.evening.ranking.standings import Kind
from scorekeeper.evening.settings import EveningSetup, Id, SidesIn
from scorekeeper.evening.values import DRAW, Seated, Status, TableNumber


class Clock(Struct):
    """`gone` seconds have passed before it was stopped last; since `since` (ISO, UTC) it runs; `added` stand on top.

    `began` is when it was started first."""

    since: str | None = None
    gone: float = 0
    added: int = 0
    started: bool = False
    ended: bool = False
    began: str | None = None

    def elapsed(self, now: str) -> float:
        """Seconds that the round has lasted at a moment, pauses left out."""
        return self.gone + (_seconds(self.since, now) if self.since else 0)

    def left(self, now: str, minutes: int) -> float:
        """Seconds to the bell of a round of this many minutes; below 0 it has rung."""
        return 0 if self.ended else 60 * minutes + self.added - self.elapsed(now)


#: The clock of a round that has not begun.
NOT_STARTED = Clock()


def clock_after(clock: Clock, do: str, at: str, seconds: int = 0) -> Clock:
    """The clock after it was told to `start`, `pause`, `resume`, `end`, or `add` seconds."""
    if do == "add":
        return replace(clock, added=clock.added + seconds)
    if do in ("start", "resume"):
        return replace(clock, since=clock.since or at, started=True, ended=False, began=clock.began or at)
    return replace(clock, since=None, gone=clock.elapsed(at), ended=do == "end")


def _seconds(since: str, now: str) -> float:
    return (datetime.fromisoformat(now) - datetime.fromisoformat(since)).total_seconds()


#: The kind of a `result_set` that takes the one before it back.
WITHDRAWN = "withdrawn"


class EntrantRecord(Struct):
    """An entrant; `statuses` and `line_ups` (players) each hold from a round on, earliest first."""

    id: str
    kind: str
    number: int
    line_ups: tuple[tuple[int, tuple[Any, ...]], ...]
    statuses: tuple[tuple[int, Status], ...]
    fixed_table: int | None = None
    name: str = ""

    def status(self, round_: int) -> Status:
        """Present, absent or gone in a round; absent before the first that it was there for."""
        return next((status for since, status in reversed(self.statuses) if since <= round_), "absent")

    def players(self, round_: int) -> tuple[Any, ...]:
        """The players of an entrant in a round: a substitute from the round he came in."""
        return next((players for since, players in reversed(self.line_ups) if since <= round_), self.line_ups[0][1])


class TableRecord(Seated, forbid_unknown_fields=True, kw_only=True):
    """A table of a round as it was published, or as it was corrected, with its match."""

    number: TableNumber = field(name="table")
    sides: SidesIn
    match: Id
    format: Id = ""

    @property
    def plain(self) -> dict[str, Any]:
        return {**super().plain, "match": self.match}


class Word(Struct):
    """A side's last word on a result: the totals it agrees to, or what it objects; and the match's version it saw.

    `at` is the time of an objection."""

    version: int
    totals: tuple[int, ...] | None = None
    objection: str = ""
    at: str = ""


class Decision(Struct):
    """The director's decision in place of a result; one figure per side, as `rank` reads the sides of that kind.
    `winner` is the side that goes on where a knock-out needs one and the result has none."""

    kind: Kind
    sides: tuple[Payload, ...]
    reason: str = ""
    winner: int | None = None

    @property
    def says_more(self) -> bool:
        """Return whether it adds anything to a table's totals: an event there, or who plays on after a draw."""
        return self.kind != "played" or self.winner is not None


def winner_of(decision: Decision) -> int | str | None:
    """The place of the side that has won or goes on by the director's word, `DRAW`, or None where neither side came."""
    if decision.winner is not None or decision.kind == "void":
        return DRAW if decision.winner is None else decision.winner
    if decision.kind == "walk_over":
        came = [side for side, figure in enumerate(decision.sides) if not figure.get("absent", False)]
        return came[0] if len(came) == 1 else None
    return highest([figure["points" if decision.kind == "assigned" else "score"] for figure in decision.sides])


def highest(figures: Sequence[int]) -> int | str:
    """The place of the highest figure, `DRAW` where two are level."""
    ended = outcomes(figures)
    return ended.index("won") if "won" in ended else DRAW


class RoundRecord(Struct):
    """A round: its seating, its clock, and each side's last word, by table and side. `seated` is the version of the
    entry that published it; `calls` counts, by table, how often the director was called and has not come."""

    number: int
    tables: tuple[TableRecord, ...]
    movement: str
    seed: str | None = None
    sit_out: tuple[str, ...] = ()
    ranks: Mapping[str, int] = field(default_factory=dict)
    by: str = "movement"
    cost: Payload | None = None
    redrawn: int = 0
    corrections: tuple[str, ...] = ()
    state: str = "published"
    clock: Clock = NOT_STARTED
    words: Mapping[tuple[int, int], Word] = field(default_factory=dict)
    agreed_once: frozenset[int] = frozenset()
    decisions: Mapping[int, Decision] = field(default_factory=dict)
    seated: int = 0
    calls: Mapping[int, int] = field(default_factory=dict)

    def table(self, number: int) -> TableRecord:
        """The table of that number. Raises StopIteration for one that the round has not."""
        return next(table for table in self.tables if table.number == number)


class PenaltyRecord(Struct):
    """A penalty of the director; `given` and `taken_back` are the versions of the entries that gave and withdrew it."""

    id: str
    entrant: str
    kind: str
    points: int = 0
    difference: int = 0
    round: int | None = None
    article: str = ""
    reason: str = ""
    withdrawn: str | None = None
    given: int = 0
    taken_back: int = 0

    def stood_at(self, version: int) -> bool:
        """Return whether it was in force when the evening was at a version."""
        return self.given <= version and not (self.withdrawn is not None and self.taken_back <= version)


class EveningMemory(Struct):
    """Everything the entries say so far."""

    setup: EveningSetup
    version: int
    entrants: Mapping[str, EntrantRecord] = field(default_factory=dict)
    rounds: Mapping[int, RoundRecord] = field(default_factory=dict)
    penalties: Mapping[str, PenaltyRecord] = field(default_factory=dict)
    finished: bool = False

    @property
    def matches(self) -> frozenset[str]:
        """The matches of every round."""
        return frozenset(table.match for record in self.rounds.values() for table in record.tables)
