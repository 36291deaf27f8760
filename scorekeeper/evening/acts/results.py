"""Acts on the results of tables, by their sides and by the director, and on penalties."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar

from scorekeeper.engine import shape
from scorekeeper.engine.chain import Act, ChainEntry, Payload
from scorekeeper.engine.reading import UNSET, Object, Points, UnsetType, one_of, said, text
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.shape import at
from scorekeeper.engine.values import Meta, replace
from scorekeeper.evening.acts.rounds import InRound, Version
from scorekeeper.evening.memory import WITHDRAWN, Decision, EveningMemory, PenaltyRecord, TableRecord, Word, winner_of
from scorekeeper.evening.ranking.rank_reader import read_contest
from scorekeeper.evening.ranking.scoring import plain_scoring
from scorekeeper.evening.ranking.standings import AT_TABLES, Kind
from scorekeeper.evening.settings import Id, Reason, RoundNumber, several
from scorekeeper.evening.values import DRAW, TableNumber

T = TypeVar("T")
Side = Annotated[int, Meta(ge=0, le=5)]
if TYPE_CHECKING:
    Totals: TypeAlias = tuple[int, ...]
    Figures: TypeAlias = tuple[Mapping[str, Any], ...]
    Says: TypeAlias = str
    ResultKind: TypeAlias = Kind
else:
    Totals, Figures, Says = several(Points), several(Object), text(300)
    ResultKind = one_of((*AT_TABLES, WITHDRAWN))


class _AtTable(InRound):
    """Base class for an act on the result of a table."""

    ABOUT, SEEN = "result", ("result", "seating")
    table: TableNumber

    def check(self, memory: EveningMemory, where: str) -> None:
        super().check(memory, where)
        self.seated(memory, where)

    def seated(self, memory: EveningMemory, where: str = "") -> TableRecord:
        """The table in the memory. Raises `Refused` if the round does not have it."""
        tables = {table.number: table for table in memory.rounds[self.round].tables}
        if self.table not in tables:
            raise malformed("not_one_of", at(where, "table"), self.table, tables)
        return tables[self.table]

    def others(self, of_tables: Mapping[int, T]) -> dict[int, T]:
        """The values of all tables but this one, by table number."""
        return {number: value for number, value in of_tables.items() if number != self.table}

    @classmethod
    def overtaken(cls, asked: Payload, other: type[Act], written: Payload) -> bool:
        """As `Act.overtaken`, but only by acts on the same table or on the seating of its round."""
        same = ("round",) if other.ABOUT == "seating" else ("round", "table")
        return super().overtaken(asked, other, written) and all(written[key] == asked[key] for key in same)


class _SideSays(_AtTable):
    """Base class for an act of one side on a result. Neither acts of other sides nor an answered call overtake it."""

    side: Side
    version: Version = 0

    def check(self, memory: EveningMemory, where: str) -> None:
        super().check(memory, where)
        shape.whole(self.side, at(where, "side"), 0, len(self.seated(memory).sides) - 1)

    def said_of(self, memory: EveningMemory, word: Word) -> dict[tuple[int, int], Word]:
        """The words of all sides in the round by (table, side), with the new `word` of this side."""
        return {**memory.rounds[self.round].words, (self.table, self.side): word}

    @classmethod
    def overtaken(cls, asked: Payload, other: type[Act], written: Payload) -> bool:
        if other is CallAnswered or (issubclass(other, _SideSays) and written["side"] != asked["side"]):
            return False
        return super().overtaken(asked, other, written)


class ResultConfirmed(_SideSays):
    """A side agrees to the totals that its match had at `version`."""

    KIND = "result_confirmed"
    totals: Totals
    version: Version

    def check(self, memory: EveningMemory, where: str) -> None:
        super().check(memory, where)
        sides = len(self.seated(memory).sides)
        if len(self.totals) != sides:
            raise malformed("wrong_number", at(where, "totals"), len(self.totals), [sides])

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        words, once = self.said_of(memory, Word(self.version, self.totals)), memory.rounds[self.round].agreed_once
        agreed = (words.get((self.table, side)) for side in range(len(self.totals)))
        if all(word is not None and word.totals == self.totals for word in agreed):
            once |= {self.table}
        return self.changed(memory, words=words, agreed_once=once)


class ResultDisputed(_SideSays, kw_only=True):
    """A side objects to the result, and calls the director."""

    KIND = "result_disputed"
    says: Says

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        word = Word(self.version, objection=self.says, at=entry.recorded_at)
        calls = memory.rounds[self.round].calls
        words = self.said_of(memory, word)
        return self.changed(memory, words=words, calls={**calls, self.table: 1 + calls.get(self.table, 0)})


class CallAnswered(_AtTable):
    """The director has come to a table; the objections there are dropped."""

    KIND = "call_answered"

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        record = memory.rounds[self.round]
        kept = {at: word for at, word in record.words.items() if at[0] != self.table or word.totals is not None}
        return self.changed(memory, words=kept, calls=self.others(record.calls))


class ResultSet(_AtTable):
    """The director decides a result. With kind `withdrawn`, the result of the match counts again."""

    KIND = "result_set"
    kind: ResultKind
    reason: Reason = ""
    sides: Figures = ()
    winner: Side | UnsetType = UNSET

    def check(self, memory: EveningMemory, where: str) -> None:
        """Refuse figures that `rank` refuses, a `winner` unless the decided result is a draw or void, and a withdrawal
        if there is no decision."""
        super().check(memory, where)
        decided, sides = memory.rounds[self.round].decisions, self.seated(memory).sides
        if self.kind == WITHDRAWN:
            if self.table not in decided:
                raise malformed("not_one_of", at(where, "table"), self.table, decided)
            return
        given = self.sides or ({},) * len(sides)
        if len(given) != len(sides):
            raise malformed("wrong_number", at(where, "sides"), len(given), [len(sides)])
        figures = [{**figure, "entrants": list(ids)} for figure, ids in zip(given, sides, strict=True)]
        result = {"round": self.round, "table": self.table, "kind": self.kind, "sides": figures}
        _check_ranked({"results": [result]}, "results[0]", memory, where)
        if self.winner is not UNSET:
            shape.whole(self.winner, at(where, "winner"), 0, len(sides) - 1)
            if winner_of(Decision(self.kind, given)) != DRAW:
                raise malformed("contradicts", at(where, "winner"), self.winner, [at(where, "sides")])

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        record = memory.rounds[self.round]
        decisions = self.others(record.decisions)
        if self.kind == WITHDRAWN:
            return self.changed(memory, decisions=decisions)
        winner = None if self.winner is UNSET else self.winner
        decisions[self.table] = Decision(self.kind, self.sides, self.reason, winner)
        return self.changed(memory, decisions=decisions, calls=self.others(record.calls))


class PenaltyGiven(Act):
    """The director gives a penalty: points, or a warning."""

    KIND, ABOUT, SEEN = "penalty_given", "penalties", ("penalties", "seating")
    penalty: Id
    entrant: Id
    kind: Literal["points", "warning"]
    points: Points | UnsetType = UNSET
    difference: Points | UnsetType = UNSET
    article: Reason = ""
    reason: Reason = ""
    round: RoundNumber | None = None

    def check(self, memory: EveningMemory, where: str) -> None:
        shape.choice(self.entrant, at(where, "entrant"), memory.entrants)
        if self.penalty in memory.penalties:
            raise malformed("there_twice", at(where, "penalty"), self.penalty)
        _check_ranked({"results": [], "penalties": [self._plain()]}, "penalties[0]", memory, where)

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        given = PenaltyRecord(id=self.penalty, given=entry.version, **self._plain())
        return replace(memory, penalties={**memory.penalties, given.id: given})

    def _plain(self) -> dict[str, Any]:
        return {key: value for key, value in said(self).items() if key != "penalty"}


class PenaltyWithdrawn(Act):
    """A penalty is withdrawn."""

    KIND, ABOUT, SEEN = "penalty_withdrawn", "penalties", ("penalties",)
    penalty: Id
    reason: Reason = ""

    def check(self, memory: EveningMemory, where: str) -> None:
        given = [penalty.id for penalty in memory.penalties.values() if penalty.withdrawn is None]
        shape.choice(self.penalty, at(where, "penalty"), given)

    def apply(self, memory: EveningMemory, entry: ChainEntry) -> EveningMemory:
        withdrawn = replace(memory.penalties[self.penalty], withdrawn=self.reason, taken_back=entry.version)
        return replace(memory, penalties={**memory.penalties, self.penalty: withdrawn})


def _check_ranked(asked: Mapping[str, Any], inside: str, memory: EveningMemory, where: str) -> None:
    """Refuse a result or penalty that `rank` refuses. `inside` is its location in the request to `rank`; in the error,
    that is replaced by `where`, the location of the act's payload."""
    try:
        read_contest({"scoring": plain_scoring(memory.setup.scoring), "entrants": list(memory.entrants), **asked}, {})
    except Refused as refused:
        path = refused.where.removeprefix(inside).lstrip(".")
        raise refused.moved(at(where, path)) from refused
