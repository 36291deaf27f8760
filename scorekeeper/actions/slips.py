"""The slips of a round, entered together: one act settles every table whose totals are typed."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.actions.commit import NewEntry
from scorekeeper.actions.desk import Desk, FoldedEvening, Stamp
from scorekeeper.actions.evening_commit import Plan, write
from scorekeeper.actions.rounds import open_round
from scorekeeper.engine.bounds import most_points
from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.refused import impossible
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.evening.fold import DONE, TableNow
from scorekeeper.evening.scoring import outcomes
from scorekeeper.ledger import Appended

#: Deals of a match that does not end by a number of them; more are hardly played in an evening.
MANY_DEALS = 20


class Slip(Struct):
    """The totals of a slip, a side each, and those that its writer `saw` (None: none yet). `winner` is the side that
    plays on after a draw in a knock-out."""

    table: int
    totals: tuple[int, ...]
    saw: tuple[int, ...] | None
    winner: int | None = None


def entered(table: TableNow) -> tuple[int, ...] | None:
    """The totals of a table that has its result; None as long as a slip may bring it."""
    return table.scores if table.state in DONE else None


def asks_who_plays_on(table: TableNow, slip: Slip) -> bool:
    """Whether the totals are a draw, from which the movement cannot go on without a `winner`."""
    level = outcomes(slip.totals).count("drawn") > 1
    return table.needs_winner and level and slip.winner is None


def set_slips(desk: Desk, evening_id: str, round_: int, slips: Sequence[Slip], stamp: Stamp) -> Appended:
    """Settle these tables (one at least) by their slips, all of them or none.

    Raises as `write`; `Refused` at the place of a slip whose table has other totals by now than its writer saw.
    """
    entries = [NewEntry("result_set", _asked(round_, slip)) for slip in slips]

    def plan(folded: FoldedEvening) -> Plan:
        tables = {table.number: table for table in open_round(folded, round_).tables}
        for at, slip in enumerate(slips):
            now = entered(tables[slip.table])
            if now != slip.saw:
                raise impossible("slip_changed", f"[{at}]", slip.table, now or ())
            if asks_who_plays_on(tables[slip.table], slip):
                raise impossible("who_goes_on", f"[{at}]")
        return Plan(further=tuple(entries[1:]))

    return write(desk, evening_id, entries[0], stamp, plan)


def unlikely(total: int, rules: RuleSet, deals: int | None) -> str | None:
    """What is asked about a total of a slip: that it is `no_multiple` of 5, or `too_many` points for so many deals."""
    if total % POINT_STEP:
        return "no_multiple"
    return "too_many" if total > most_points(rules, deals or MANY_DEALS) else None


def _asked(round_: int, slip: Slip) -> Mapping[str, Any]:
    sides = [{"score": total} for total in slip.totals]
    plays_on = {} if slip.winner is None else {"winner": slip.winner}
    return {"round": round_, "table": slip.table, "kind": "played", "sides": sides, **plays_on}
