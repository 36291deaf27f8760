"""Recording a deal, amending it, undoing the last one: each one transaction of read, fold, check and append."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.matches import note, summary
from scorekeeper.actions.preview import Change, changes, with_deal
from scorekeeper.engine.entries import Memory, remember
from scorekeeper.engine.match import Row, state
from scorekeeper.engine.refused import impossible
from scorekeeper.engine.scoring import plain_line
from scorekeeper.ledger import Appended, Writing

#: The ways a side of a deal may have been entered.
WAYS = ("cards", "counts", "totals")


@dataclass(frozen=True, slots=True)
class DealSheet:
    """A deal as the table entered it: the contract's deal without names and scores, and how each side was counted."""

    body: Mapping[str, Any]
    entered_as: tuple[str, ...] = ()
    agreed: bool = False

    def plain(self) -> dict[str, Any]:
        """The part of the entry that the people at the table wrote."""
        return {"body": self.body, "entered_as": list(self.entered_as), "agreed": self.agreed}


@dataclass(frozen=True, slots=True)
class Saved:
    """A deal that the ledger has: its number, the entry, and whether a retry found it there already."""

    number: int
    appended: Appended
    changes: tuple[Change, ...] = ()


def record_deal(desk: Desk, match_id: str, sheet: DealSheet, stamp: Stamp, *, number: int) -> Saved:
    """Record deal `number`, the one being played.

    Raises `Refused` where the engine would not take it or the match is over, `StaleVersion` where another device was
    first, `KeyReused` where the key stands for something else. Nothing is saved then. The same key again is the same
    deal again.
    """
    asked = {"deal": number, **sheet.plain()}
    with desk.ledger.writing(match_id) as writing:
        if earlier := writing.replay(stamp.key, "deal_recorded", asked, deal=number):
            return Saved(number, earlier)
        memory = remember(writing.entries)
        _check_recordable(memory, number, stamp, writing.version)
        return _append(writing, memory, "deal_recorded", asked, stamp)


def amend_deal(desk: Desk, match_id: str, number: int, sheet: DealSheet, reason: str, stamp: Stamp) -> Saved:
    """Put another deal in the place of one that is recorded; later deals are folded again, nothing is erased.

    Raises as `record_deal` does, and `Refused` where there is no such deal.
    """
    asked = {"deal": number, **sheet.plain(), "reason": reason}
    with desk.ledger.writing(match_id) as writing:
        if earlier := writing.replay(stamp.key, "deal_amended", asked, deal=number):
            return Saved(number, earlier)
        memory = remember(writing.entries)
        if number not in memory.deals:
            raise impossible("no_such_deal", "deal", number, memory.deals)
        return _append(writing, memory, "deal_amended", asked, stamp)


def remove_last_deal(desk: Desk, match_id: str, number: int, reason: str, stamp: Stamp) -> Appended:
    """Undo the save of the last deal; its entry stays in the history. Raises `Refused` for any other deal."""
    last = max(desk.load(match_id).memory.deals, default=None)
    if number != last and desk.ledger.find_key(match_id, stamp.key) is None:
        raise impossible("not_the_last_deal", "deal", number, [] if last is None else [last])
    return note(desk, match_id, "deal_removed", {"deal": number, "reason": reason}, stamp)


def _check_recordable(memory: Memory, number: int, stamp: Stamp, version: int) -> None:
    """The deal that is being played, of a match that is not over; a stale writer is told so by the append."""
    if stamp.version != version:
        return
    now = state(memory)
    if now.over:
        raise impossible("match_is_over", "deal", number)
    if number != now.next_deal:
        raise impossible("not_the_next_deal", "deal", number, [now.next_deal])


def _append(writing: Writing, memory: Memory, kind: str, asked: Mapping[str, Any], stamp: Stamp) -> Saved:
    number = asked["deal"]
    after = state(with_deal(memory, number, asked["body"]))
    row = after.row(number)
    payload = {**asked, "result": result_json(row)}
    appended = writing.append(kind=kind, payload=payload, deal=number, body=asked, **stamp.signed())
    writing.summarise(summary(after))
    writing.forget_draft(number)
    return Saved(number, appended, changes(state(memory), after))


def result_json(row: Row | None) -> list[dict[str, Any]]:
    """What each side had from the deal, for the ledger's readable views."""
    sides = row.sides if row else ()
    return [{"total": side.total, "lines": [plain_line(line) for line in side.lines]} for side in sides]
