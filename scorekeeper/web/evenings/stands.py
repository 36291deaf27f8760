"""How a table of an evening stands, in the same words on home, the table's own page, the result page and the wall."""

from __future__ import annotations

from scorekeeper.actions.hearing import minutes_between
from scorekeeper.engine.values import Struct
from scorekeeper.evening.counting import points_at
from scorekeeper.evening.fold import DONE, Evening, RoundNow, TableNow
from scorekeeper.evening.people import names_of, side_name
from scorekeeper.words import Words
from scorekeeper.words.evenings import say_decided
from scorekeeper.words.movements import TABLE_STATES


class Stands(Struct):
    """A table with the names of its sides, and their points where it has a result."""

    table: TableNow
    sides: tuple[str, ...]
    points: tuple[int, ...]


def stands(evening: Evening, round_: RoundNow, table: TableNow) -> Stands:
    """A table of a round as every page words it."""
    points = points_at(evening, round_.number).get(table.number, ())
    return Stands(table, named(names_of(evening, round_.number), table), points)


def say_stands(evening: Evening, round_: RoundNow, at: Stands, moment: str, say: Words) -> str:
    """How a table stands: what the director decided there, else its state with who is waited for."""
    table = at.table
    state = state_of(evening, round_, table, moment)
    if table.decision is not None and table.decision.says_more and state != "level":
        return say_decided(table, at.points, at.sides, say)
    deals = planned(evening, state)
    says = TABLE_STATES["planned" if deals else state]
    return say.gettext(
        says,
        names=" & ".join(name for side, name in enumerate(at.sides) if side not in table.agreed),
        deal=table.now.deals + 1,
        deals=deals,
        minutes=minutes_between(table.called, moment) if table.called else 0,
    )


def named(names: dict[str, str], table: TableNow) -> tuple[str, ...]:
    """The names of the sides of a table."""
    return tuple(side_name(names, side) for side in table.sides)


def planned(evening: Evening, state: str) -> int:
    """The deals that a table at play has before it; 0 where a round does not end by deals."""
    ends = evening.setup.round_end
    return int(ends.get("deals", 0)) if ends.get("by") == "deals" and state == "playing" else 0


def state_of(evening: Evening, round_: RoundNow, table: TableNow, moment: str) -> str:
    """The state of a table as the director needs it: its own, or that it `calls`, is `late`, or was `amended` after
    both sides had agreed."""
    late = evening.setup.round_end.get("late")
    if table.called and not table.now.over and table.state not in DONE:
        return "calls"
    if table.amended and table.state in ("finished", "half_confirmed"):
        return "amended"
    if table.asks_winner:
        return "level"
    if table.state == "finished" and not table.counted:
        return "uncounted"
    waits = table.state == "not_begun" and round_.state == "running"
    if late and waits and round_.clock.elapsed(moment) >= 60 * late:
        return "late"
    return table.state
