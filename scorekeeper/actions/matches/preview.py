"""A deal before it is saved: what the engine would make of it, and what it would change."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine.deals.opening import Opening
from scorekeeper.engine.matches.entries import DealRecord, Memory
from scorekeeper.engine.matches.match import Row, State, state
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import Struct, replace

Body = Mapping[str, Any]


class Preview(Struct):
    """A deal as it would be: its row and the state after it, or why it is refused."""

    number: int
    row: Row | None
    after: State | None
    refused: Refused | None


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
    blank = DealRecord(number, body, (), agreed=False, version=memory.version)
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
