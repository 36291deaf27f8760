"""The history of a match: its entries, and the figures that each of them changed."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Literal

from scorekeeper.actions.desk import SCORED, Desk
from scorekeeper.engine.deals.opening import Opening
from scorekeeper.engine.matches.entries import Memory, and_then, remember
from scorekeeper.engine.matches.match import State, state
from scorekeeper.engine.values import Struct, replace
from scorekeeper.ledger.chain.entries import Entry

#: The kinds of entries that can change scores, opening minimums or rows. After other entries, `history` does not fold
#: the match again.
TOUCHING = SCORED | {"match_reseated", "code_adopted"}


class Difference(Struct):
    """A figure that an entry changed: its values before and after the entry, None if there was none. `deal` is None for
    the score of the match."""

    what: Literal["points", "score", "opening"]
    side: int
    before: int | Opening | None
    after: int | Opening | None
    deal: int | None = None


class Event(Struct):
    """An entry, the match after it, and the figures that it changed. After an entry whose kind is not in `TOUCHING`,
    only the version, the rulings and the setup of `after` are new; `paused` and `verdict`, for example, are as
    they were after the last entry in `TOUCHING`."""

    entry: Entry
    after: State
    differences: tuple[Difference, ...]


def history(desk: Desk, match_id: str, *, deal: int | None = None) -> tuple[Event, ...]:
    """The entries of a match, or of one deal, with the differences that each made. The first entry comes first.

    Raises `UnknownMatch`.
    """
    entries = desk.ledger.matches.entries(match_id)
    memory = remember(entries[:1])
    now = _folded(memory)
    events = [Event(entries[0], now(), ())] if deal is None else []
    for entry in entries[1:]:
        before = now
        memory = and_then(memory, [entry])
        if entry.kind in TOUCHING:
            now = _folded(memory)
        if deal in (None, _concerned(entry, memory)):
            # An entry that changes no figure may still change rulings or the title.
            changed = {"version": memory.version, "rulings": tuple(memory.rulings.values()), "setup": memory.setup}
            events.append(Event(entry, replace(now(), **changed), tuple(differences(before(), now()))))
    return tuple(events)


def _concerned(entry: Entry, memory: Memory) -> int | None:
    """The deal that an entry concerns: the entry's `deal`, or else the deal of the ruling that it names; None if there
    is neither."""
    ruling = memory.rulings.get(str(entry.payload.get("ruling", "")))
    return ruling.deal if entry.deal is None and ruling else entry.deal


def _folded(memory: Memory) -> Callable[[], State]:
    """A function that folds the memory on its first call, and returns the same state afterwards."""
    return cache(lambda: state(memory))


def differences(before: State, after: State) -> Iterator[Difference]:
    """The figures that differ: for each deal the points and opening minimums, then the scores of the match. Points that
    were annulled are None."""
    numbers = sorted({row.number for row in (*before.rows, *after.rows)})
    for number in numbers:
        rows = before.row(number), after.row(number)
        for side in range(len(after.standings)):
            was, now = (None if row is None or row.annulled else row.sides[side].total for row in rows)
            if was != now:
                yield Difference("points", side, was, now, number)
            old, new = (row.sides[side].opening if row else None for row in rows)
            if old and new and old != new:
                yield Difference("opening", side, old, new, number)
    for side, (earlier, later) in enumerate(zip(before.standings, after.standings, strict=True)):
        if earlier.score != later.score:
            yield Difference("score", side, earlier.score, later.score)
