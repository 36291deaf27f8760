"""Recording, amending and undoing deals; the preview of a deal; and recounts."""

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
from scorekeeper.ledger.errors import StaleVersion, UnknownEvening

#: The ways in which a side of a deal can be entered.
WAYS = ("cards", "counts", "totals")


class DealSheet(Struct):
    """A deal as the table entered it. `body` is the contract's deal without names and scores. `entered_as` has one of
    `WAYS` for each side. `agreed`: the sides have agreed to the points. The fields of the entry have the same names."""

    body: Mapping[str, Any]
    entered_as: list[str] = field(default_factory=list)
    agreed: bool = False


class Change(Struct):
    """The effect of an amendment on a side in one deal: the side's total, score and opening minimum, each as (before,
    after).

    An amendment can change the opening minimum of a later deal, in which the side has opened under the old one. Nothing
    is corrected in that deal; the change is only reported.
    """

    deal: int
    side: int
    total: tuple[int, int]
    score: tuple[int, int]
    opening: tuple[Opening, Opening]

    @property
    def moves_minimum(self) -> bool:
        """Return whether the side's opening minimum changes."""
        was, now = self.opening
        return (was.points, was.canasta) != (now.points, now.canasta)


def record_deal(
    desk: Desk, match_id: str, sheet: DealSheet, stamp: Stamp, *, number: int, seen: Folded | None = None
) -> Appended:
    """Record deal `number`, the one being played. At a table of an evening, the match then ends if the bell of the
    round has rung.

    Raises as `commit` does; also `Refused` if the match is over, or another deal is next.
    """

    def check(folded: Folded) -> None:
        if folded.state.verdict.over:
            raise impossible("match_is_over", "deal", number)
        if number != folded.state.next_deal:
            raise impossible("not_the_next_deal", "deal", number, [folded.state.next_deal])

    entry = NewEntry("deal_recorded", {"deal": number, **asdict(sheet)})
    folded = seen or desk.load(match_id)
    appended = commit(desk, match_id, entry, stamp, check, seen=folded)
    if table := folded.state.setup.evening:
        with suppress(StaleVersion, UnknownEvening):  # the match may have been imported without its evening
            _end_at_bell(desk, match_id, table, appended, stamp)
    return appended


def _end_at_bell(desk: Desk, match_id: str, at: EveningTable, recorded: Appended, stamp: Stamp) -> None:
    """End the match if the bell had rung when the deal was recorded, because no further deal may begin after the bell.

    Nothing is done if the match is over. Raises `StaleVersion` if another device has written since: the table can still
    end the match itself. Raises `UnknownEvening`.
    """
    evening = desk.load_evening(at.evening).state
    table = evening.table(at.round, at.table)
    here = table is not None and table.match == match_id and evening.rung(at.round, stamp.now)
    if here and not desk.load(match_id).state.over:
        close(desk, match_id, "time", replace(stamp, version=recorded.entry.version, key=derived(stamp.key, "bell")))


def amend_deal(
    desk: Desk, match_id: str, number: int, sheet: DealSheet, reason: str, stamp: Stamp, *, seen: Folded | None = None
) -> Appended:
    """Replace a recorded deal; later deals are scored again, and the earlier entry stays.

    Raises as `commit` does; also `Refused` if there is no such deal.
    """

    def check(folded: Folded) -> None:
        if number not in folded.memory.deals:
            raise impossible("no_such_deal", "deal", number, folded.memory.deals)

    entry = NewEntry("deal_amended", {"deal": number, **asdict(sheet), "reason": reason})
    return commit(desk, match_id, entry, stamp, check, seen=seen)


def remove_last_deal(desk: Desk, match_id: str, number: int, reason: str, stamp: Stamp) -> Appended:
    """Undo the last deal; its entry stays in the history. Raises as `commit` does; also `Refused` for any
    other deal."""

    def check(folded: Folded) -> None:
        last = max(folded.memory.deals, default=None)
        if number != last:
            raise impossible("not_the_last_deal", "deal", number, [] if last is None else [last])

    return commit(desk, match_id, NewEntry("deal_removed", {"deal": number, "reason": reason}), stamp, check)


Body = Mapping[str, Any]


class Preview(Struct):
    """A deal before it is saved: its row and the state after it, or the reason why it is refused."""

    number: int
    row: Row | None
    after: State | None
    refused: Refused | None


def preview(memory: Memory, number: int, body: Body, *, rows: Sequence[Row] = ()) -> Preview:
    """The preview of deal `number` with this body: as a new deal, or in place of the deal that is recorded under this
    number. `rows` are the present rows of the match, if the caller has them, so that earlier deals are not scored
    again.
    """
    recorded = memory.deals.get(number)
    blank = DealRecord(number, body, memory.version)
    record = replace(recorded, body=body) if recorded else blank
    try:
        as_if = replace(memory, deals={**memory.deals, number: record})
        after = state(as_if, rows=rows, since=number, new=True)
    except Refused as refused:
        return Preview(number, None, None, refused)
    return Preview(number, after.row(number), after, None)


def changes(earlier: State, after: State) -> tuple[Change, ...]:
    """A `Change` for each side of each deal in which the side's total, score or opening minimum differs between the two
    states. Deals that are in only one of them are left out."""
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


#: The largest total of a deal, positive or negative.
MOST_OF_A_DEAL = 100_000


def keep_recount(desk: Desk, match_id: str, recount: Recount, stamp: Stamp) -> Appended:
    """Record both figures of a recount. The score changes only when the deal is amended.

    Raises as `commit` does; also `Refused`, with the location, for an impossible deal, side or figure.
    """

    def check(folded: Folded) -> None:
        deals = [row.number for row in folded.state.rows if row.annulled is None]
        sides = range(len(folded.state.setup.sides))
        if recount.deal not in deals:
            raise impossible("no_such_deal", "deal", recount.deal, deals)
        if recount.side not in sides:
            raise malformed("not_one_of", "side", recount.side, sides)
        for name, points in (("claimed", recount.claimed), ("verified", recount.verified)):
            if abs(points) > MOST_OF_A_DEAL:
                raise malformed("out_of_range", name, points, (-MOST_OF_A_DEAL, MOST_OF_A_DEAL))

    return commit(desk, match_id, NewEntry("recount", asdict(recount)), stamp, check)
