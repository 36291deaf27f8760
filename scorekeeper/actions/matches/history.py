"""The history of a match, entry by entry, with the changes of each."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Literal

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.deals.opening import Opening
from scorekeeper.engine.matches.entries import Memory, and_then, remember
from scorekeeper.engine.matches.match import State, state
from scorekeeper.engine.values import Struct, replace
from scorekeeper.ledger.chain.entries import Entry

#: Entries after which scores, minimums or rows may differ; the others need no second fold.
TOUCHING = frozenset(
    (
        "deal_recorded",
        "deal_amended",
        "deal_removed",
        "ruling_applied",
        "ruling_withdrawn",
        "match_reseated",
        "code_adopted",
    )
)


class Difference(Struct):
    """One figure before and after an entry; None where there was none. `deal` is None for the running score."""

    what: Literal["points", "score", "opening"]
    side: int
    before: int | Opening | None
    after: int | Opening | None
    deal: int | None = None


class Event(Struct):
    """An entry, the match after it, and the figures that it changed."""

    entry: Entry
    after: State
    differences: tuple[Difference, ...]


def history(desk: Desk, match_id: str, *, deal: int | None = None) -> tuple[Event, ...]:
    """Every entry of a match, or those of one deal, with what it changed; the first one first.

    Raises `UnknownMatch`.
    """
    return tuple(_events(desk.ledger.entries(match_id), deal))


def _events(entries: Sequence[Entry], deal: int | None) -> Iterator[Event]:
    """Fold before and after an entry only where that entry is asked for."""
    memory = remember(entries[:1])
    now = _folded(memory)
    if deal is None:
        yield Event(entries[0], now(), ())
    for entry in entries[1:]:
        before = now
        memory = and_then(memory, [entry])
        if entry.kind in TOUCHING:
            now = _folded(memory)
        if deal in (None, _concerned(entry, memory)):
            yield Event(entry, _after(now(), memory), tuple(differences(before(), now())))


def _concerned(entry: Entry, memory: Memory) -> int | None:
    """The deal that an entry is about: its own, or that of the ruling which it withdraws or fulfils."""
    ruling = memory.rulings.get(str(entry.payload.get("ruling", "")))
    return ruling.deal if entry.deal is None and ruling else entry.deal


def _folded(memory: Memory) -> Callable[[], State]:
    """The state of a memory, made when it is asked for and then kept."""
    return cache(lambda: state(memory))


def _after(after: State, memory: Memory) -> State:
    """Entries that touch no figure still name rulings and a title."""
    return replace(after, version=memory.version, rulings=tuple(memory.rulings.values()), setup=memory.setup)


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
