"""Recording a deal, amending it, undoing the last one."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from scorekeeper.actions.desk import Desk, Folded, Stamp
from scorekeeper.actions.journal import derived
from scorekeeper.actions.matches.commit import NewEntry, commit
from scorekeeper.actions.matches.opening import close
from scorekeeper.actions.matches.preview import Change, changes
from scorekeeper.engine.matches.entries import EveningTable
from scorekeeper.engine.refused import impossible
from scorekeeper.engine.values import Struct, asdict, field, replace
from scorekeeper.ledger import Appended, StaleVersion

#: The ways a side of a deal may have been entered.
WAYS = ("cards", "counts", "totals")


class DealSheet(Struct):
    """A deal as the table entered it: the contract's deal without names and scores, and how each side was counted. Its
    entry says the same by the same names."""

    body: Mapping[str, Any]
    entered_as: list[str] = field(default_factory=list)
    agreed: bool = False


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
