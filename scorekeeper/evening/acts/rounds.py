"""Acts on the rounds of an evening: seating, correcting, starting, timing, closing and reopening them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from scorekeeper.engine import shape
from scorekeeper.engine.chain import Act, ChainEntry
from scorekeeper.engine.reading import UNSET, Number, Object, UnsetType
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import at
from scorekeeper.engine.values import Meta, field, replace
from scorekeeper.evening.memory import EveningMemory, RoundRecord, TableRecord, clock_after
from scorekeeper.evening.settings import Id, Ids, Reason, RoundNumber, Short, many
from scorekeeper.evening.values import Seated, TableNumber

#: The time added to a clock; negative if it is taken away. At most a day.
Seconds = Annotated[int, Meta(ge=-86_400, le=86_400)]
Version = Annotated[int, Meta(ge=0, le=100_000)]


if TYPE_CHECKING:
    SeatedTables: TypeAlias = tuple[TableRecord, ...]
    TableNumbers: TypeAlias = tuple[int, ...]
else:
    SeatedTables, TableNumbers = many(TableRecord), many(TableNumber)


class RoundSeated(Act):
    """A round is published: the next one, or the last one again. If it is published again, nothing remains of its
    earlier seating."""

    KIND, ABOUT, SEEN = "round_seated", "seating", ("setup", "entrants", "seating", "round", "penalties")
    round: RoundNumber
    movement: Id
    tables: SeatedTables
    by: Literal["movement", "director"]
    movement_options: Object | UnsetType = UNSET
    seed: Short | None = None
    ranks: dict[str, Number] = field(default_factory=dict)
    sit_out: Ids = ()
    cost: Object | None = None
    redrawn: Version = 0

    def check(self, memory: EveningMemory, where: str) -> None:
        last = max(memory.rounds, default=0)
        if self.round not in (last, last + 1):
            raise malformed("not_one_of", at(where, "round"), self.round, [last + 1])
        check_seats(self.tables, self.sit_out, memory, where)

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        record = RoundRecord(
            number=self.round,
            tables=self.tables,
            movement=self.movement,
            seed=self.seed,
            sit_out=self.sit_out,
            ranks=self.ranks,
            by=self.by,
            cost=self.cost,
            redrawn=self.redrawn,
            seated=entry.version,
        )
        return replace(memory, rounds={**memory.rounds, self.round: record})


class InRound(Act):
    """Base class for an act on a published round."""

    round: RoundNumber

    def check(self, memory: EveningMemory, where: str) -> None:
        if self.round not in memory.rounds:
            raise malformed("not_one_of", at(where, "round"), self.round, memory.rounds)

    def changed(self, memory: EveningMemory, **values: Any) -> EveningMemory:
        """The memory with new values for fields of the round."""
        return replace(memory, rounds={**memory.rounds, self.round: replace(memory.rounds[self.round], **values)})


class SeatingCorrected(InRound):
    """The seating of a round is corrected, or the tables in `again` play the round again. At tables with changed sides,
    and at those in `again`, agreements and objections are dropped."""

    KIND, ABOUT, SEEN = "seating_corrected", "seating", ("setup", "entrants", "seating", "round")
    tables: SeatedTables
    reason: Reason
    sit_out: Ids | UnsetType = UNSET
    again: TableNumbers = ()

    def check(self, memory: EveningMemory, where: str) -> None:
        super().check(memory, where)
        were = {table.number: table.match for table in memory.rounds[self.round].tables}
        if {table.number: table.match for table in self.tables} != were:
            raise malformed("not_one_of", at(where, "tables"), len(self.tables), were)
        check_seats(self.tables, self.sit_out or (), memory, where)

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        record = memory.rounds[self.round]
        before = {table.number: table.sides for table in record.tables}
        same = {table.number for table in self.tables if before.get(table.number) == table.sides} - {*self.again}
        return self.changed(
            memory,
            tables=self.tables,
            sit_out=record.sit_out if self.sit_out is UNSET else self.sit_out,
            words={at: word for at, word in record.words.items() if at[0] in same},
            agreed_once=record.agreed_once & same,
            corrections=(*record.corrections, self.reason),
        )


class _OfRound(InRound):
    ABOUT, SEEN = "round", ("seating", "round")


class RoundStarted(_OfRound):
    """A published round begins."""

    KIND = "round_started"

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        return self.changed(memory, state="running")


class RoundClosed(_OfRound):
    """A round is closed; the standings include it from now on."""

    KIND = "round_closed"

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        return self.changed(memory, state="closed")


class RoundReopened(RoundStarted):
    """A closed round is open again."""

    KIND = "round_reopened"
    reason: Reason


class ClockTold(InRound):
    """The clock of a round is started, paused, resumed or ended, or given more or less time."""

    KIND, ABOUT, SEEN = "clock", "clock", ("clock", "round")
    do: Literal["start", "pause", "resume", "add", "end"]
    seconds: Seconds = 0

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        clock = memory.rounds[self.round].clock
        return self.changed(memory, clock=clock_after(clock, self.do, entry.recorded_at, self.seconds))


def check_seats(tables: Sequence[Seated], sit_out: Sequence[str], memory: EveningMemory, where: str) -> None:
    """Refuse a seating with an unknown entrant, or in which an entrant or a table number occurs twice."""
    seen: set[str] = set()
    numbers: set[int] = set()
    for index, table in enumerate(tables):
        spot = at(where, f"tables[{index}]")
        if table.number in numbers:
            raise malformed("there_twice", at(spot, "table"), table.number)
        numbers.add(table.number)
        for side, ids in enumerate(table.sides):
            shape.distinct(ids, f"{spot}.sides[{side}]", memory.entrants, seen)
    shape.distinct(sit_out, at(where, "sit_out"), memory.entrants, seen)
