"""The book of evenings, and the state of an evening that its public standings show."""

from collections.abc import Iterator, Sequence

from scorekeeper.actions.desk import Desk, FoldedEvening, comes_to
from scorekeeper.actions.journal import Journal
from scorekeeper.engine.chain import Act
from scorekeeper.engine.matches.entries import remember as remember_match
from scorekeeper.engine.matches.match import state
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.shape import at
from scorekeeper.evening.acts import EVENING_ACTS, MOST_ENTRIES, remember
from scorekeeper.evening.acts.people import EveningAmended, EveningOpened
from scorekeeper.evening.fold import Evening, MatchNow
from scorekeeper.evening.fold import state as evening_state
from scorekeeper.evening.memory import EveningMemory, RoundRecord
from scorekeeper.evening.ranking.standings import ResultSide, ended
from scorekeeper.ledger.chain.books import EVENINGS
from scorekeeper.ledger.chain.entries import Entry
from scorekeeper.ledger.chain.projections import Decided, EveningStatus, EveningSummary
from scorekeeper.rulebook.loader import OF_THE_CODE, resolve, with_code


class EveningJournal(Journal[EveningMemory, FoldedEvening]):
    """The book of evenings."""

    book, acts, most = EVENINGS, EVENING_ACTS, MOST_ENTRIES

    def load(self, desk: Desk, owner: str) -> tuple[EveningMemory, FoldedEvening]:
        folded = desk.load_evening(owner)
        return folded.memory, folded

    def keep(self, desk: Desk, owner: str, before: FoldedEvening, memory: EveningMemory, chain: str) -> None:
        desk.keep_evening(owner, before, memory, chain)

    def summary(self, memory: EveningMemory) -> EveningSummary:
        status: EveningStatus = "finished" if memory.finished else "playing" if memory.rounds else "open"
        decided = tuple(each for record in memory.rounds.values() for each in decisions(record))
        return EveningSummary(status, memory.setup.title, memory.setup.date, decided)

    def fits(self, act: Act, memory: EveningMemory, where: str) -> None:
        """Check that the rules, format, options and penalty code in an evening's settings go together."""
        if not isinstance(act, EveningOpened | EveningAmended):
            return
        setup, inside = memory.setup, at(where, "changed") if isinstance(act, EveningAmended) else where
        try:
            resolve(setup.rules, setup.format, with_code(setup.options, setup.code))
        except Refused as refused:
            spot = "code" if setup.code and refused.where == f"options.{OF_THE_CODE}" else refused.where
            raise refused.moved(at(inside, spot)) from refused


EVENING_JOURNAL = EveningJournal()
write, summary_of = EVENING_JOURNAL.write, EVENING_JOURNAL.summary


def decisions(record: RoundRecord) -> Iterator[Decided]:
    """The results that the director set in a round, as a `Decided` for each side of these tables."""
    for table in record.tables:
        decision = record.decisions.get(table.number)
        if decision is None:
            continue
        figures = decision.sides or ({},) * len(table.sides)
        sides = [ResultSide(who, **figure) for who, figure in zip(table.sides, figures, strict=True)]
        for index, (side, outcome) in enumerate(zip(sides, ended(decision.kind, sides), strict=True)):
            yield Decided(table.match, index, decision.kind, side.score, outcome)


def as_shown(desk: Desk, evening_id: str) -> Evening:
    """The present evening. While a closed round is open again, the evening with its results as it was when that round
    was reopened. Raises `UnknownEvening`."""
    now = desk.load_evening(evening_id).state
    entries = desk.ledger.evenings.entries(evening_id)
    reopened = _reopened(entries)
    if reopened is None:
        return now
    tables = [table for each in now.rounds for table in each.tables]
    matches = {table.match: _before(desk, table.match, table.now, reopened.recorded_at) for table in tables}
    return evening_state(remember(entries[: reopened.version - 1]), matches)


def _reopened(entries: Sequence[Entry]) -> Entry | None:
    """The first entry that reopened a round that was not closed or seated again; None if there is none."""
    reopened: dict[int, Entry] = {}
    for entry in entries:
        if entry.kind == "round_reopened":
            reopened[entry.payload["round"]] = entry
        elif entry.kind in ("round_closed", "round_seated"):
            reopened.pop(entry.payload["round"], None)
    return min(reopened.values(), key=lambda entry: entry.version, default=None)


def _before(desk: Desk, match_id: str, now: MatchNow, moment: str) -> MatchNow:
    """The result of a match at an earlier time, or `now` if nothing was written since."""
    entries = desk.ledger.matches.entries(match_id)
    earlier = [entry for entry in entries if entry.recorded_at <= moment]
    return now if len(earlier) == len(entries) else comes_to(state(remember_match(earlier)), earlier)
