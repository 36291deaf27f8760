"""fold(entries, matches): the state of an evening, from its entries and the state of its matches."""

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
#: The states of tables whose result is final. A round can be closed if all its tables are in one of these states, and
#: no draw needs a winner.
DONE = ("confirmed", "settled")


class MatchNow(Struct):
    """The state of a match: for each side, in the order of the table, a total and the `FIGURES` of the standings.

    `deals` is the number of deals that count. `version` is the version of the last entry of the match, `since` that of
    the last entry that changed the totals (0: none did). `over`: the match has ended or was closed.
    """

    totals: tuple[int, ...]
    deals: int = 0
    over: bool = False
    version: int = 1
    since: int = 0
    figures: tuple[Mapping[str, Any], ...] = ()


class TableNow(Struct):
    """A table of a round. `agreed` has the indices of the sides that agree to the totals. `objections` has the texts of
    objections, by index of the side.

    `amended`: all sides had agreed, but now not all of them do. `called` is the time of the first open objection, or
    None. `counted`: the scoring can value the table; otherwise the director has to assign points. `needs_winner`: the
    round's movement cannot continue after a draw.
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
        """The director's decision if it settles the table (see `counts`), else None."""
        return None if self.decision is None or not counts(self.decision, counted=self.counted) else self.decision

    @property
    def winner(self) -> int | str | None:
        """The index of the side that won or goes on, or `DRAW` for a draw or a void table. None if there is no result,
        or if a walkover has no winner (see `winner_of`)."""
        if self.settled_by is not None:
            return winner_of(self.settled_by)
        return highest(self.now.totals) if self.now.over else None

    @property
    def asks_winner(self) -> bool:
        """Return whether the result is a draw and the movement needs a winner."""
        return self.needs_winner and self.state in DONE and self.winner == DRAW

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The totals that count: those in the director's decision or, without a decision, those of the match. None
        before the first deal, and for a decision without a total for each side."""
        if self.decision is None:
            return self.now.totals if self.now.deals else None
        entered = tuple(side["score"] for side in self.decision.sides if "score" in side)
        return entered if len(entered) == len(self.sides) else None


class RoundNow(Struct):
    """The state of a round; `state` is `published`, `running` or `closed`. `missed` has the ids of the entrants who
    neither sat at a table nor rested."""

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
    """The state of an evening. `state` is `open`, `playing` or `finished`; entrants are in the order of their
    numbers."""

    setup: EveningSetup
    version: int
    state: str
    entrants: tuple[EntrantRecord, ...]
    rounds: tuple[RoundNow, ...]
    penalties: tuple[PenaltyRecord, ...]

    @property
    def next_round(self) -> int:
        """The number of the next round."""
        return len(self.rounds) + 1

    @property
    def to_seat(self) -> int:
        """The number of the round that may be seated now: the next one, or the last one again if no deal was played
        yet."""
        return self.current.number if self.current and self.current.unplayed else self.next_round

    def open_before(self, number: int) -> tuple[int, ...]:
        """The numbers of the rounds before round `number` that are not closed. Round `number` cannot be seated without
        their results."""
        return tuple(each.number for each in self.rounds if each.number < number and each.state != "closed")

    @property
    def current(self) -> RoundNow | None:
        """The round that was published last, or None."""
        return self.rounds[-1] if self.rounds else None

    def rung(self, round_: int, moment: str) -> bool:
        """Return whether the time of a round was up at a moment (ISO 8601, UTC). False without a time limit, and until
        the clock is started."""
        minutes, clock = self.setup.round_end.get("minutes", 0), self.rounds[round_ - 1].clock
        return minutes > 0 and clock.started and clock.left(moment, minutes) <= 0

    def table(self, round_: int, number: int) -> TableNow | None:
        """The table with a number in a round, or None."""
        tables = self.rounds[round_ - 1].tables if 0 < round_ <= len(self.rounds) else ()
        return next((table for table in tables if table.number == number), None)


def fold(entries: Iterable[ChainEntry], matches: Mapping[str, MatchNow]) -> Evening:
    """The evening after these entries; `matches` has the states of all matches of its rounds, by id.

    Raises ValueError if the evening was not opened, KeyError for an unknown match or kind of entry, `Refused` for a
    malformed entry.
    """
    return state(remember(entries), matches)


def state(memory: EveningMemory, matches: Mapping[str, MatchNow], earlier: Evening | None = None) -> Evening:
    """The evening, computed from the memory of its entries and the state of its matches.

    Rounds that have not changed are reused from an `earlier` state of the same evening.
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
    """The rounds of an earlier state that have not changed, by number."""
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
        state=_state(now, len(table.sides), len(agreed) if counted else 0, disputed=bool(objections), settled=settled),
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
    """Return whether a director's decision settles a table. Entered totals do so only if the scoring can value them."""
    return counted or decision.kind != "played"


def _state(now: MatchNow, sides: int, agreed: int, *, disputed: bool, settled: bool) -> TableState:
    """The state of a table, by the director's decision first, then by the match, then by the objections of its sides,
    then by `agreed`, the number of sides that agree."""
    if settled:
        return "settled"
    if not now.over:
        return "playing" if now.deals else "not_begun"
    if disputed:
        return "disputed"
    return "confirmed" if agreed == sides else "half_confirmed" if agreed else "finished"
