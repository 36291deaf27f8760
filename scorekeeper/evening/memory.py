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
    """The clock of a round. It has been running since `since` (ISO, UTC; None: stopped), and ran for `gone` seconds
    before that. `added` seconds were added to the length of the round. `began` is the time of the first start.
    `ended`: the director has ended the time."""

    since: str | None = None
    gone: float = 0
    added: int = 0
    started: bool = False
    ended: bool = False
    began: str | None = None

    def elapsed(self, now: str) -> float:
        """The seconds that the round has lasted at a moment, without pauses."""
        if self.since is None:
            return self.gone
        return self.gone + (datetime.fromisoformat(now) - datetime.fromisoformat(self.since)).total_seconds()

    def left(self, now: str, minutes: int) -> float:
        """The seconds left at a moment in a round of this number of minutes; not positive if the time is up."""
        return 0 if self.ended else 60 * minutes + self.added - self.elapsed(now)


def clock_after(clock: Clock, do: str, at: str, seconds: int = 0) -> Clock:
    """The clock after `do` (`start`, `pause`, `resume`, `end`, or `add` with `seconds`) at a time (ISO, UTC)."""
    if do == "add":
        return replace(clock, added=clock.added + seconds)
    if do in ("start", "resume"):
        return replace(clock, since=clock.since or at, started=True, ended=False, began=clock.began or at)
    return replace(clock, since=None, gone=clock.elapsed(at), ended=do == "end")


#: The kind of a `result_set` that withdraws the earlier one.
WITHDRAWN = "withdrawn"


class EntrantRecord(Struct):
    """An entrant. `line_ups` has pairs (round, players) and `statuses` pairs (round, status), both in the order of
    rounds. Each pair applies from its round on."""

    id: str
    kind: str
    number: int
    line_ups: tuple[tuple[int, tuple[Any, ...]], ...]
    statuses: tuple[tuple[int, Status], ...]
    fixed_table: int | None = None
    name: str = ""

    def status(self, round_: int) -> Status:
        """The status in a round: present, absent or left; absent before the entrant's first round."""
        return next((status for since, status in reversed(self.statuses) if since <= round_), "absent")

    def players(self, round_: int) -> tuple[Any, ...]:
        """The players of the entrant in a round."""
        return next((players for since, players in reversed(self.line_ups) if since <= round_), self.line_ups[0][1])


class TableRecord(Seated, forbid_unknown_fields=True, kw_only=True):
    """A table of a round, as published or corrected, with its match."""

    number: TableNumber = field(name="table")
    sides: SidesIn
    match: Id
    format: Id = ""

    @property
    def plain(self) -> dict[str, Any]:
        return {**super().plain, "match": self.match}


class Word(Struct):
    """The last thing a side said about a result: the totals that it agrees to, or its objection with the time `at`.
    `version` is the version of the match that the side had seen."""

    version: int
    totals: tuple[int, ...] | None = None
    objection: str = ""
    at: str = ""


class Decision(Struct):
    """The director's decision in place of a result. `sides` has, for each side, the figures that `rank` reads for this
    kind of result; it is empty if there are none. `winner` is the index of the side that goes on after a draw in a
    knock-out."""

    kind: Kind
    sides: tuple[Payload, ...]
    reason: str = ""
    winner: int | None = None

    @property
    def says_more(self) -> bool:
        """Return whether the decision is more than totals: another kind of result, or a winner after a draw."""
        return self.kind != "played" or self.winner is not None


def winner_of(decision: Decision) -> int | str | None:
    """The index of the side that has won or goes on by a decision, or `DRAW` for a draw or a void table. None for a
    walkover, unless exactly one side came."""
    if decision.winner is not None or decision.kind == "void":
        return DRAW if decision.winner is None else decision.winner
    if decision.kind == "walk_over":
        came = [side for side, figure in enumerate(decision.sides) if not figure.get("absent", False)]
        return came[0] if len(came) == 1 else None
    return highest([figure["points" if decision.kind == "assigned" else "score"] for figure in decision.sides])


def highest(figures: Sequence[int]) -> int | str:
    """The index of the highest figure, or `DRAW` if it occurs more than once."""
    ended = outcomes(figures)
    return ended.index("won") if "won" in ended else DRAW


class RoundRecord(Struct):
    """A round: its seating, its clock, and the results. `words` has the last word of each side, by (table, index of the
    side). `decisions` are by table number; so are `calls`, the numbers of unanswered calls for the director.

    `agreed_once` has the numbers of the tables at which all sides agreed at some time. `seated` is the version of the
    entry that published the round. `redrawn` is the number of times that it was drawn again before that.
    """

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
    clock: Clock = Clock()
    words: Mapping[tuple[int, int], Word] = field(default_factory=dict)
    agreed_once: frozenset[int] = frozenset()
    decisions: Mapping[int, Decision] = field(default_factory=dict)
    seated: int = 0
    calls: Mapping[int, int] = field(default_factory=dict)

    def table(self, number: int) -> TableRecord:
        """The table with a number. Raises StopIteration if there is none."""
        return next(table for table in self.tables if table.number == number)


class PenaltyRecord(Struct):
    """A penalty by the director. `given` and `taken_back` are the versions of the entries that gave and withdrew it.
    `withdrawn` is the reason for the withdrawal, or None if the penalty is in force."""

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
        """Return whether the penalty was in force at a version of the evening."""
        return self.given <= version and not (self.withdrawn is not None and self.taken_back <= version)


class EveningMemory(Struct):
    """The result of the entries so far."""

    setup: EveningSetup
    version: int
    entrants: Mapping[str, EntrantRecord] = field(default_factory=dict)
    rounds: Mapping[int, RoundRecord] = field(default_factory=dict)
    penalties: Mapping[str, PenaltyRecord] = field(default_factory=dict)
    finished: bool = False

    @property
    def matches(self) -> frozenset[str]:
        """The ids of the matches of all rounds."""
        return frozenset(table.match for record in self.rounds.values() for table in record.tables)
