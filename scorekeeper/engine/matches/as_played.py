"""The opening minimums as they were when each deal was played, and the amendments of deals."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from scorekeeper.engine.chain import ChainEntry
from scorekeeper.engine.matches.match import RowSide, State, fold
from scorekeeper.engine.values import Struct, replace

#: The kinds of entry that can change the scores with which a deal began, even after that deal was recorded.
CHANGING = frozenset(("deal_amended", "ruling_applied", "ruling_withdrawn", "code_adopted"))


class Amendment(Struct):
    """An amendment of a deal: its time (ISO, UTC), and the reason as the players wrote it or as a key of `words`."""

    at: str
    reason: str


def as_played(state: State, entries: Sequence[ChainEntry], since: int = 1) -> State:
    """The state, with the opening minimum of each deal from `since` on as it was when that deal was recorded.

    A later amendment of an earlier deal changes the scores, but the players had opened by the minimum of that time.
    Increases of the minimum by rulings are the current ones.
    """
    recorded = {entry.payload["deal"]: at for at, entry in enumerate(entries) if entry.kind == "deal_recorded"}
    changed = [at for at, entry in enumerate(entries) if entry.kind in CHANGING]

    @cache
    def before(change: int) -> State:
        return fold(entries[:change])

    rows = []
    for row in state.rows:
        at = recorded.get(row.number, len(entries)) if row.number >= since else len(entries)
        change = next((each for each in changed if each > at), None)
        then = before(change).row(row.number) if change is not None else None
        rows.append(replace(row, sides=tuple(map(_held, row.sides, then.sides))) if then else row)
    return replace(state, rows=tuple(rows))


def amendments(entries: Iterable[ChainEntry]) -> Mapping[int, tuple[Amendment, ...]]:
    """The amendments of each deal by its number, in order. If a deal was removed and recorded again, the earlier ones
    are left out."""
    found: dict[int, tuple[Amendment, ...]] = {}
    for entry in entries:
        number = entry.payload.get("deal", 0)
        if entry.kind == "deal_recorded":
            found.pop(number, None)
        elif entry.kind == "deal_amended":
            made = Amendment(entry.recorded_at, entry.payload.get("reason", ""))
            found[number] = (*found.get(number, ()), made)
    return found


def _held(now: RowSide, then: RowSide) -> RowSide:
    base, raised = then.opening.base, now.opening.raised
    points = None if then.opening.points is None else base + raised
    return replace(now, opening=replace(then.opening, points=points, raised=raised))
