"""Recording a deal, amending it, undoing the last one: fold what is new, check, and append in one transaction."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.actions.desk import Desk, Folded, Stamp
from scorekeeper.actions.matches import note, summary
from scorekeeper.actions.preview import Change, before, changes
from scorekeeper.engine.entries import and_then
from scorekeeper.engine.match import Row, State, check_new, state
from scorekeeper.engine.refused import Refused, impossible
from scorekeeper.engine.scoring import plain_line
from scorekeeper.ledger import Appended, StaleVersion

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
    return _written(desk, match_id, "deal_recorded", asked, stamp, _check_recordable)


def amend_deal(desk: Desk, match_id: str, number: int, sheet: DealSheet, reason: str, stamp: Stamp) -> Saved:
    """Put another deal in the place of one that is recorded; later deals are folded again, nothing is erased.

    Raises as `record_deal` does, and `Refused` where there is no such deal.
    """
    asked = {"deal": number, **sheet.plain(), "reason": reason}
    return _written(desk, match_id, "deal_amended", asked, stamp, _check_amendable)


def remove_last_deal(desk: Desk, match_id: str, number: int, reason: str, stamp: Stamp) -> Appended:
    """Undo the save of the last deal; its entry stays in the history. Raises `Refused` for any other deal."""
    last = max(desk.load(match_id).memory.deals, default=None)
    if number != last and desk.ledger.find_key(match_id, stamp.key) is None:
        raise impossible("not_the_last_deal", "deal", number, [] if last is None else [last])
    return note(desk, match_id, "deal_removed", {"deal": number, "reason": reason}, stamp)


@dataclass(frozen=True, slots=True)
class _Said:
    """What the entry will say once it is written."""

    version: int
    kind: str
    payload: Mapping[str, Any]


def _written(
    desk: Desk, match_id: str, kind: str, asked: dict[str, Any], stamp: Stamp, check: Callable[[Folded, int], None]
) -> Saved:
    """Fold before the transaction, from what is known of the match: others only wait for the writing.

    Nothing can come between: the append refuses a version that is not the one folded here.
    """
    folded = desk.load(match_id)
    number, said = asked["deal"], _Said(stamp.version + 1, kind, asked)
    if folded.memory.version != stamp.version:
        return _late(desk, match_id, kind, asked, stamp)
    try:
        check(folded, number)
        check_new(folded.memory.setup, asked["body"])
        after = _followed(folded, said)
    except Refused:
        if (earlier := desk.ledger.find_key(match_id, stamp.key)) is None:
            raise
        return _late(desk, match_id, kind, asked, replace(stamp, version=earlier.version - 1))
    appended = _append(desk, match_id, after.state, said, stamp)
    if not appended.replayed:
        desk.keep(match_id, after, appended.entry.chain)
    return Saved(number, appended, changes(folded.state, after.state) if kind == "deal_amended" else ())


def _late(desk: Desk, match_id: str, kind: str, asked: dict[str, Any], stamp: Stamp) -> Saved:
    """A writer who saw another version: this very write, heard a second time, or a stale one."""
    with desk.ledger.writing(match_id) as writing:
        if earlier := writing.replay(stamp.key, kind, asked, deal=asked["deal"]):
            return Saved(asked["deal"], earlier)
        raise StaleVersion(stamp.version, writing.version)


def _check_recordable(folded: Folded, number: int) -> None:
    """The deal that is being played, of a match that is not over."""
    if folded.state.over:
        raise impossible("match_is_over", "deal", number)
    if number != folded.state.next_deal:
        raise impossible("not_the_next_deal", "deal", number, [folded.state.next_deal])


def _check_amendable(folded: Folded, number: int) -> None:
    """A deal that is recorded."""
    if number not in folded.memory.deals:
        raise impossible("no_such_deal", "deal", number, folded.memory.deals)


def _followed(folded: Folded, said: _Said) -> Folded:
    """The match after one more entry about a deal; the deals before that one stay as they are."""
    memory = and_then(folded.memory, [said])
    return Folded(memory, state(memory, rows=before(folded.state.rows, said.payload["deal"])))


def _append(desk: Desk, match_id: str, after: State, said: _Said, stamp: Stamp) -> Appended:
    number = said.payload["deal"]
    with desk.ledger.writing(match_id) as writing:
        appended = writing.append(
            kind=said.kind,
            payload={**said.payload, "result": result_json(after.row(number))},
            key=stamp.key,
            version=stamp.version,
            actor=stamp.actor,
            now=stamp.now,
            deal=number,
            body=said.payload,
        )
        if not appended.replayed:
            writing.summarise(summary(after))
            writing.forget_draft(number)
    return appended


def result_json(row: Row | None) -> list[dict[str, Any]]:
    """What each side had from the deal, for the ledger's readable views."""
    sides = row.sides if row else ()
    return [{"total": side.total, "lines": [plain_line(line) for line in side.lines]} for side in sides]
