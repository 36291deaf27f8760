"""What happened to a match, entry by entry, and what each entry changed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.entries import HANDLERS, Memory, remember
from scorekeeper.engine.match import State, state
from scorekeeper.engine.opening import Opening
from scorekeeper.ledger import Entry

#: Entries after which scores, minimums or rows may differ; the others need no second fold.
TOUCHING = frozenset(
    ("deal_recorded", "deal_amended", "deal_removed", "deal_annulled", "redeal", "ruling_applied", "ruling_withdrawn")
)


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure before and after an entry; None where there was none. `deal` is None for the running score."""

    what: Literal["points", "score", "opening"]
    side: int
    before: int | Opening | None
    after: int | Opening | None
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """An entry, the match after it, and the figures that it changed."""

    entry: Entry
    after: State
    differences: tuple[Difference, ...]


def history(desk: Desk, match_id: str) -> tuple[Event, ...]:
    """Every entry of a match with what it changed, the first one first. Raises `UnknownMatch`."""
    return tuple(_events(desk.ledger.entries(match_id)))


def _events(entries: Iterable[Entry]) -> Iterator[Event]:
    ordered = iter(entries)
    first = next(ordered)
    memory: Memory = remember([first])
    now = state(memory)
    yield Event(first, now, ())
    for entry in ordered:
        memory = replace(HANDLERS[entry.kind](memory, entry), version=entry.version)
        before = now
        now = state(memory) if entry.kind in TOUCHING else replace(now, version=entry.version)
        yield Event(entry, now, tuple(differences(before, now)))


def differences(before: State, after: State) -> Iterator[Difference]:
    """Points of deals, minimums that held in deals, then running scores: what is not the same any more."""
    numbers = sorted({row.number for row in (*before.rows, *after.rows)})
    for number in numbers:
        yield from _of_deal(before, after, number)
    for side, (old, new) in enumerate(zip(before.standings, after.standings, strict=True)):
        if old.score != new.score:
            yield Difference("score", side, old.score, new.score)


def _of_deal(before: State, after: State, number: int) -> Iterator[Difference]:
    old, new = before.row(number), after.row(number)
    for side in range(len(after.standings)):
        points = [None if row is None or row.annulled else row.sides[side].total for row in (old, new)]
        if points[0] != points[1]:
            yield Difference("points", side, points[0], points[1], number)
        if old and new and old.sides[side].opening != new.sides[side].opening:
            yield Difference("opening", side, old.sides[side].opening, new.sides[side].opening, number)
