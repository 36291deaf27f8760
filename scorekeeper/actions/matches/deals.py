"""Recording a deal, amending it, undoing the last one; a deal before it is saved, and the recount of one."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from scorekeeper.actions.desk import Desk, Folded, Stamp
from scorekeeper.actions.journal import derived
from scorekeeper.actions.matches.commit import NewEntry, commit
from scorekeeper.actions.matches.opening import close
from scorekeeper.engine.deals.opening import Opening
from scorekeeper.engine.matches.entries import DealRecord, EveningTable, Memory, Recount
from scorekeeper.engine.matches.match import Row, State, state
from scorekeeper.engine.refused import Refused, impossible, malformed
from scorekeeper.engine.values import Struct, asdict, field, replace
from scorekeeper.ledger.chain.entries import Appended
from scorekeeper.ledger.errors import StaleVersion

#: The ways a side of a deal may have been entered.
WAYS = ("cards", "counts", "totals")


class DealSheet(Struct):
    """A deal as the table entered it: the contract's deal without names and scores, and how each side was counted. Its
    entry says the same by the same names."""

    body: Mapping[str, Any]
    entered_as: list[str] = field(default_factory=list)
    agreed: bool = False


class Change(Struct):
    """The effect of an amendment on one deal and one side: totals and the opening minimum in force, before and after.

    A later deal that was opened under another minimum stands as it was played; this says so.
    """

    deal: int
    side: int
    total: tuple[int, int]
    score: tuple[int, int]
    opening: tuple[Opening, Opening]

    @property
    def moves_minimum(self) -> bool:
        """Return whether the side would have needed another opening."""
        was, now = self.opening
        return (was.points, was.canasta) != (now.points, now.canasta)


class Saved(Struct):
    """A deal that the ledger has: its number, the entry, and whether a retry found it there already."""

    number: int
    appended: Appended
    changes: tuple[Change, ...] = ()


def record_deal(
    desk: Desk, match_id: str, sheet: DealSheet, stamp: Stamp, *, number: int, seen: Folded | None = None
) -> Saved:
    """Record deal `number`, the one being played. At a table of an evening whose bell has rung it was the last one, and
    the match is over. Raises as `commit` does, `Refused` also where the match is over.
    """

    def check(folded: Folded) -> None:
        if folded.state.verdict.over:
            raise impossible("match_is_over", "deal", number)
        if number != folded.state.next_deal:
            raise impossible("not_the_next_deal", "deal", number, [folded.state.next_deal])

    entry = NewEntry("deal_recorded", {"deal": number, **asdict(sheet)})
    done = commit(desk, match_id, entry, stamp, check, seen=seen)
    if done.after.setup.evening and not done.after.over:
        _end_at_bell(desk, match_id, done.after.setup.evening, done.appended, stamp)
    return Saved(number, done.appended)


def _end_at_bell(desk: Desk, match_id: str, at: EveningTable, recorded: Appended, stamp: Stamp) -> None:
    """End the match after a deal that was recorded when the bell had rung: no other is begun.

    Where another device was first nothing is done; the table may still say that no deal is in progress.
    """
    evening = desk.load_evening(at.evening).state
    table = evening.table(at.round, at.table)
    if table is None or table.match != match_id or not evening.rung(at.round, stamp.now):
        return
    with suppress(StaleVersion):
        close(desk, match_id, "time", replace(stamp, version=recorded.entry.version, key=derived(stamp.key, "bell")))


def amend_deal(
    desk: Desk,
    match_id: str,
    number: int,
    sheet: DealSheet,
    reason: str,
    stamp: Stamp,
    *,
    seen: Folded | None = None,
) -> Saved:
    """Put another deal in the place of one that is recorded; later deals are folded again, nothing is erased.

    Raises as `commit` does, `Refused` also where there is no such deal.
    """

    def check(folded: Folded) -> None:
        if number not in folded.memory.deals:
            raise impossible("no_such_deal", "deal", number, folded.memory.deals)

    entry = NewEntry("deal_amended", {"deal": number, **asdict(sheet), "reason": reason})
    done = commit(desk, match_id, entry, stamp, check, seen=seen)
    return Saved(number, done.appended, changes(done.before, done.after))


def remove_last_deal(desk: Desk, match_id: str, number: int, reason: str, stamp: Stamp) -> Appended:
    """Undo the save of the last deal; its entry stays in the history. Raises as `commit`, `Refused` for any other."""

    def check(folded: Folded) -> None:
        last = max(folded.memory.deals, default=None)
        if number != last:
            raise impossible("not_the_last_deal", "deal", number, [] if last is None else [last])

    entry = NewEntry("deal_removed", {"deal": number, "reason": reason})
    return commit(desk, match_id, entry, stamp, check).appended


Body = Mapping[str, Any]


class Preview(Struct):
    """A deal as it would be: its row and the state after it, or why it is refused."""

    number: int
    row: Row | None
    after: State | None
    refused: Refused | None


def preview(memory: Memory, number: int, body: Body, *, rows: Sequence[Row] = ()) -> Preview:
    """Deal `number` with this body, recorded as a new one or in place of the existing one.

    `rows` are the match's rows as it stands, where they are known: those of earlier deals are not made again.
    """
    try:
        after = state(with_deal(memory, number, body), rows=rows, since=number, new=True)
    except Refused as refused:
        return Preview(number, None, None, refused)
    return Preview(number, after.row(number), after, None)


def with_deal(memory: Memory, number: int, body: Body) -> Memory:
    """The memory as if this deal had been recorded so."""
    recorded = memory.deals.get(number)
    blank = DealRecord(number, body, memory.version)
    record = replace(recorded, body=body, annulled=None) if recorded else blank
    return replace(memory, deals={**memory.deals, number: record})


def changes(earlier: State, after: State) -> tuple[Change, ...]:
    """Every side of every deal whose score, running total or opening minimum differs between two states."""
    return tuple(
        Change(
            deal=row.number,
            side=side,
            total=(old.total, new.total),
            score=(old.score, new.score),
            opening=(old.opening, new.opening),
        )
        for row in after.rows
        if (was := earlier.row(row.number))
        for side, (old, new) in enumerate(zip(was.sides, row.sides, strict=True))
        if (old.total, old.score, old.opening) != (new.total, new.score, new.opening)
    )


#: No deal is worth more, either way.
MOST_OF_A_DEAL = 100_000


def keep_recount(desk: Desk, match_id: str, recount: Recount, stamp: Stamp) -> Appended:
    """Keep both figures. The score follows only from amending the deal. Raises `Refused` with the place."""
    asked = {
        "deal": recount.deal,
        "side": recount.side,
        "claimed": recount.claimed,
        "verified": recount.verified,
    }
    return commit(
        desk, match_id, NewEntry("recount", asked), stamp, lambda folded: _check(folded.state, recount)
    ).appended


def _check(now: State, recount: Recount) -> None:
    """A recorded deal that counts, a side of the match, figures that a deal can have."""
    deals = [row.number for row in now.rows if row.annulled is None]
    if recount.deal not in deals:
        raise impossible("no_such_deal", "deal", recount.deal, deals)
    if recount.side not in range(len(now.setup.sides)):
        raise malformed("not_one_of", "side", recount.side, range(len(now.setup.sides)))
    for name, points in (("claimed", recount.claimed), ("verified", recount.verified)):
        if abs(points) > MOST_OF_A_DEAL:
            raise malformed("out_of_range", name, points, (-MOST_OF_A_DEAL, MOST_OF_A_DEAL))
