"""The book of evenings: how one is folded with its matches, what lists show of it, and what the rulebook says of it."""

from collections.abc import Iterator

from scorekeeper.actions.desk import Desk, FoldedEvening
from scorekeeper.actions.journal import Journal
from scorekeeper.engine.chain import Act
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.shape import at
from scorekeeper.evening.acts import EVENING_ACTS, MOST_ENTRIES
from scorekeeper.evening.acts.people import EveningAmended, EveningOpened
from scorekeeper.evening.memory import Memory, RoundRecord
from scorekeeper.evening.ranking.standings import ResultSide, ended
from scorekeeper.ledger import EVENINGS, Decided, EveningSummary
from scorekeeper.ledger.chain.projections import EveningStatus
from scorekeeper.rulebook.loader import OF_THE_CODE, resolve, with_code


class EveningJournal(Journal[Memory, FoldedEvening]):
    """The book of evenings."""

    book, acts, most = EVENINGS, EVENING_ACTS, MOST_ENTRIES

    def load(self, desk: Desk, owner: str) -> tuple[Memory, FoldedEvening]:
        folded = desk.load_evening(owner)
        return folded.memory, folded

    def keep(self, desk: Desk, owner: str, before: FoldedEvening, memory: Memory, chain: str) -> None:
        desk.keep_evening(owner, before, memory, chain)

    def summary(self, memory: Memory) -> EveningSummary:
        status: EveningStatus = "finished" if memory.finished else "playing" if memory.rounds else "open"
        decided = tuple(each for record in memory.rounds.values() for each in decisions(record))
        return EveningSummary(status, memory.setup.title, memory.setup.date, decided)

    def fits(self, act: Act, memory: Memory, where: str) -> None:
        """Rules, format, options and code belong together."""
        if not isinstance(act, EveningOpened | EveningAmended):
            return
        setup, inside = memory.setup, at(where, "changed") if isinstance(act, EveningAmended) else where
        try:
            resolve(setup.rules, setup.format, with_code(setup.options, setup.code))
        except Refused as refused:
            spot = "code" if setup.code and refused.where == f"options.{OF_THE_CODE}" else refused.where
            raise Refused(refused.kind, refused.key, at(inside, spot), refused.found, refused.allowed) from refused


EVENING_JOURNAL = EveningJournal()
write, summary_of = EVENING_JOURNAL.write, EVENING_JOURNAL.summary


def decisions(record: RoundRecord) -> Iterator[Decided]:
    """The director's decisions in place of results of a round, side by side."""
    for table in record.tables:
        decision = record.decisions.get(table.number)
        if decision is None:
            continue
        figures = decision.sides or ({},) * len(table.sides)
        sides = [ResultSide(who, **figure) for who, figure in zip(table.sides, figures, strict=True)]
        for index, (side, outcome) in enumerate(zip(sides, ended(decision.kind, sides), strict=True)):
            yield Decided(table.match, index, decision.kind, side.score, outcome)
