"""fold(entries, matches): the state of an evening, from what its chain says and what its matches come to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from scorekeeper.engine.chain import ChainEntry
from scorekeeper.engine.values import Struct
from scorekeeper.evening.acts import remember
from scorekeeper.evening.memory import (
    Clock,
    Decision,
    EntrantRecord,
    EveningMemory,
    PenaltyRecord,
    RoundRecord,
    TableRecord,
    highest,
    winner_of,
)
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.ranking.scoring import Scoring, countable
from scorekeeper.evening.settings import EveningSetup
from scorekeeper.evening.values import DRAW, Sides

TableState = Literal["not_begun", "playing", "finished", "half_confirmed", "confirmed", "disputed", "settled"]
#: Tables whose round may be closed.
DONE = ("confirmed", "settled")


class MatchNow(Struct):
    """The result of a match: a total and the `FIGURES` of the standings for each side, in the order of the table.

    `version` is its last entry, `since` the one that changed the totals last; `over` also when it was closed.
    """

    totals: tuple[int, ...]
    deals: int = 0
    over: bool = False
    version: int = 1
    since: int = 0
    figures: tuple[Mapping[str, Any], ...] = ()


class TableNow(Struct):
    """A table of a round. `agreed` and `objections` are of sides by place; `amended`: after both had agreed.

    `called` is the time of the first objection that stands, None without one; of a table that is not `counted` the
    scoring says nothing, so that the director gives its points. `needs_winner`: its movement cannot go on from a draw.
    """

    number: int
    sides: Sides
    match: str
    state: TableState
    now: MatchNow
    agreed: tuple[int, ...]
    objections: Mapping[int, str]
    called: str | None
    amended: bool
    counted: bool
    decision: Decision | None
    needs_winner: bool = False

    @property
    def settled_by(self) -> Decision | None:
        """The director's word, where it is one that counts: totals of a table that the scoring knows."""
        return None if self.decision is None or not counts(self.decision, counted=self.counted) else self.decision

    @property
    def winner(self) -> int | str | None:
        """The place of the side that won or goes on, `DRAW`, or None where nobody knows, or neither side came."""
        if self.settled_by is not None:
            return winner_of(self.settled_by)
        return highest(self.now.totals) if self.now.over else None

    @property
    def asks_winner(self) -> bool:
        """Return whether its result is a draw from which the movement cannot go on."""
        return self.needs_winner and self.state in DONE and self.winner == DRAW

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The totals that count: those that the director entered, else the match's. None without a total for each
        side: before the first deal, or where the director gave a walkover, points or nothing."""
        if self.decision is None:
            return self.now.totals if self.now.deals else None
        entered = tuple(side["score"] for side in self.decision.sides if "score" in side)
        return entered if len(entered) == len(self.sides) else None


class RoundNow(Struct):
    """A round: `missed` are entrants that neither sat nor rested."""

    number: int
    state: str
    tables: tuple[TableNow, ...]
    sit_out: tuple[str, ...]
    missed: tuple[str, ...]
    clock: Clock
    record: RoundRecord

    @property
    def waits_for(self) -> tuple[TableNow, ...]:
        """The tables that need a result before the round can be closed."""
        return tuple(table for table in self.tables if table.state not in DONE or table.asks_winner)

    @property
    def unplayed(self) -> bool:
        """Return whether the round is open, with no deal played and no table decided."""
        return self.state != "closed" and not any(table.now.deals or table.decision for table in self.tables)


class Evening(Struct):
    """An evening as it stands: `open`, `playing` or `finished`; entrants by number, rounds from 1."""

    setup: EveningSetup
    version: int
    state: str
    entrants: tuple[EntrantRecord, ...]
    rounds: tuple[RoundNow, ...]
    penalties: tuple[PenaltyRecord, ...]

    @property
    def next_round(self) -> int:
        """The number of the round to be seated next."""
        return len(self.rounds) + 1

    @property
    def to_seat(self) -> int:
        """The number of the round that may be seated now: the next, or the last one again while nobody has played."""
        return self.current.number if self.current and self.current.unplayed else self.next_round

    def open_before(self, number: int) -> tuple[int, ...]:
        """The rounds before one of this number that are not closed: it is not seated without their results."""
        return tuple(each.number for each in self.rounds if each.number < number and each.state != "closed")

    @property
    def current(self) -> RoundNow | None:
        """The round that was published last, or None."""
        return self.rounds[-1] if self.rounds else None

    def rung(self, round_: int, moment: str) -> bool:
        """Return whether the bell of a round had rung at a moment (ISO 8601, UTC)."""
        minutes, clock = self.setup.round_end.get("minutes", 0), self.rounds[round_ - 1].clock
        return minutes > 0 and clock.started and clock.left(moment, minutes) <= 0

    def table(self, round_: int, number: int) -> TableNow | None:
        """A table of a round, or None where there is none of that number."""
        tables = self.rounds[round_ - 1].tables if 0 < round_ <= len(self.rounds) else ()
        return next((table for table in tables if table.number == number), None)


def fold(entries: Iterable[ChainEntry], matches: Mapping[str, MatchNow]) -> Evening:
    """The evening after these entries; `matches` has every match of its rounds, by id.

    Raises ValueError for an unopened evening, KeyError for a match or a kind of entry that nobody knows.
    """
    return state(remember(entries), matches)


def state(memory: EveningMemory, matches: Mapping[str, MatchNow], earlier: Evening | None = None) -> Evening:
    """The evening from what its entries say, and from what its matches come to now.

    Rounds of which nothing has changed since are taken over from an `earlier` state of the same evening.
    """
    entrants = tuple(sorted(memory.entrants.values(), key=lambda entrant: entrant.number))
    records = [memory.rounds[number] for number in sorted(memory.rounds)]
    scoring = memory.setup.scoring
    unchanged = {} if earlier is None else _unchanged(earlier, entrants, memory, matches)
    return Evening(
        setup=memory.setup,
        version=memory.version,
        state="finished" if memory.finished else "playing" if records else "open",
        entrants=entrants,
        rounds=tuple(
            unchanged.get(record.number) or _round(record, entrants, matches, scoring.in_round(record.number))
            for record in records
        ),
        penalties=tuple(memory.penalties.values()),
    )


def _unchanged(
    earlier: Evening, entrants: Sequence[EntrantRecord], memory: EveningMemory, matches: Mapping[str, MatchNow]
) -> dict[int, RoundNow]:
    """The rounds that would come out as they were."""
    ids = [entrant.id for entrant in earlier.entrants]
    if earlier.setup.scoring is not memory.setup.scoring or ids != [entrant.id for entrant in entrants]:
        return {}
    return {
        each.number: each
        for each in earlier.rounds
        if memory.rounds.get(each.number) is each.record
        and all(matches.get(table.match) is table.now for table in each.tables)
    }


def _round(
    record: RoundRecord, entrants: Iterable[EntrantRecord], matches: Mapping[str, MatchNow], scoring: Scoring
) -> RoundNow:
    there = {id_ for table in record.tables for side in table.sides for id_ in side}.union(record.sit_out)
    return RoundNow(
        number=record.number,
        state=record.state,
        tables=tuple(_table(record, table, matches[table.match], scoring) for table in record.tables),
        sit_out=record.sit_out,
        missed=tuple(entrant.id for entrant in entrants if entrant.id not in there),
        clock=record.clock,
        record=record,
    )


def _table(record: RoundRecord, table: TableRecord, now: MatchNow, scoring: Scoring) -> TableNow:
    agreed: list[int] = []
    objections: dict[int, str] = {}
    called = None
    for side in range(len(table.sides)):
        word = record.words.get((table.number, side))
        if word is None:
            continue
        if word.totals is None:
            objections[side] = word.objection
            called = word.at if called is None else min(called, word.at)
        elif word.totals == now.totals and word.version >= now.since:
            agreed.append(side)
    decision = record.decisions.get(table.number)
    counted = countable(scoring, len(table.sides))
    settled = decision is not None and counts(decision, counted=counted)
    return TableNow(
        number=table.number,
        sides=table.sides,
        match=table.match,
        state=_state(
            now,
            len(table.sides),
            len(agreed) if counted else 0,
            disputed=bool(objections),
            settled=settled,
        ),
        counted=counted,
        now=now,
        agreed=tuple(agreed),
        objections=objections,
        called=called,
        amended=table.number in record.agreed_once and len(agreed) < len(table.sides),
        decision=decision,
        needs_winner=record.movement in MOVEMENTS and MOVEMENTS[record.movement].needs_winner,
    )


def counts(decision: Decision, *, counted: bool) -> bool:
    """Return whether a director's decision settles a table: typed totals only where the scoring knows what they are
    worth."""
    return counted or decision.kind != "played"


def _state(now: MatchNow, sides: int, agreed: int, *, disputed: bool, settled: bool) -> TableState:
    """The state of a table: the director's decision takes precedence, then the match, then the sides' confirmations."""
    if settled:
        return "settled"
    if not now.over:
        return "playing" if now.deals else "not_begun"
    if disputed:
        return "disputed"
    return "confirmed" if agreed == sides else "half_confirmed" if agreed else "finished"
