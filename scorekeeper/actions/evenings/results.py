"""The results of an evening's tables: confirmed or disputed by the sides, set by the director, or typed from slips."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.actions.desk import Desk, FoldedEvening, Stamp
from scorekeeper.actions.evenings.journal import write
from scorekeeper.actions.evenings.opening import needed
from scorekeeper.actions.evenings.rounds import open_round
from scorekeeper.actions.journal import Plan, filled
from scorekeeper.actions.matches.commit import NewEntry
from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.deals.pack import most_points
from scorekeeper.engine.reading import read
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.evening.acts.results import ResultSet
from scorekeeper.evening.fold import DONE, TableNow
from scorekeeper.evening.memory import WITHDRAWN, Decision, winner_of
from scorekeeper.evening.ranking.scoring import outcomes
from scorekeeper.evening.values import DRAW
from scorekeeper.ledger.chain.entries import Appended

#: The kinds of results that need a reason. No reason is needed at a table whose totals the scoring cannot turn into
#: points, because there the director has to assign the points.
NEED_REASON = ("assigned", "void")
#: The maximum number of unanswered calls of a table; a further call is refused.
MOST_CALLS = 10


def confirm(
    desk: Desk,
    evening_id: str,
    round_: int,
    table: int,
    side: int,
    stamp: Stamp,
    *,
    totals: Sequence[int],
    match_version: int,
) -> Appended:
    """Confirm, for a side, the totals of its match as shown at `match_version`.

    Raises as `Journal.write`; also `Refused` if the match is not over, if its totals are not `totals` or have changed
    since that version, or if a later round was published.
    """

    def plan(folded: FoldedEvening) -> None:
        now = _table_in_play(folded, round_, table).now
        if not now.over:
            raise impossible("match_not_over", "table", table)
        if tuple(totals) != now.totals or not now.since <= match_version <= now.version:
            raise impossible("other_totals", "totals", list(totals), now.totals)

    asked = {"round": round_, "table": table, "side": side, "totals": list(totals), "version": match_version}
    return write(desk, evening_id, NewEntry("result_confirmed", asked), stamp, plan)


def dispute(desk: Desk, evening_id: str, round_: int, table: int, side: int, says: str, stamp: Stamp) -> Appended:
    """Dispute a result, for a side, and call the director. `says` is the side's message to the director.

    Raises as `Journal.write`; also `Refused` after `MOST_CALLS` unanswered calls, or if a later round was published.
    """

    def plan(folded: FoldedEvening) -> Plan:
        now = _table_in_play(folded, round_, table).now
        if folded.memory.rounds[round_].calls.get(table, 0) >= MOST_CALLS:
            raise impossible("too_many_calls", "says", MOST_CALLS)
        return Plan({"version": now.version})

    asked = {"round": round_, "table": table, "side": side, "says": says}
    return write(desk, evening_id, NewEntry("result_disputed", asked), stamp, plan)


def answer_call(desk: Desk, evening_id: str, round_: int, table: int, stamp: Stamp) -> Appended:
    """Record that the director has answered a table's call during its match.

    Raises as `Journal.write`; also `Refused` without an open call, or after the match. Then only a confirmation, or a
    result that the director sets, settles the call.
    """

    def plan(folded: FoldedEvening) -> None:
        now = _table(folded, round_, table)
        if now.called is None:
            raise impossible("done_already", "table", table)
        if now.now.over:
            raise impossible("table_is_disputed", "table", table)

    return write(desk, evening_id, NewEntry("call_answered", {"round": round_, "table": table}), stamp, plan)


def set_result(
    desk: Desk,
    evening_id: str,
    round_: int,
    table: int,
    kind: str,
    stamp: Stamp,
    *,
    sides: Sequence[Mapping[str, Any]] = (),
    reason: str = "",
    winner: int | None = None,
) -> Appended:
    """Set a result as the director. `sides` has the figures of each side, which depend on `kind`: "played", from a
    slip, has a `score` for each; "walk_over" has a side that is `absent`; "assigned" has `points` and `difference`.
    "void" has no figures, and "withdrawn" undoes the result that was set before. `winner` is the index of the side that
    advances after a draw in a knock-out.

    Raises as `Journal.write`; also `Refused` without a reason for the kinds in `NEED_REASON`, and without a `winner`
    after a draw in a knock-out.
    """
    figures = [dict(figure) for figure in sides] or None
    where = {"round": round_, "table": table, "kind": kind}
    asked = {**where, **filled(sides=figures, reason=reason, winner=winner)}

    def plan(folded: FoldedEvening) -> None:
        now = _table(folded, round_, table)
        if kind in NEED_REASON and now.counted:
            needed(reason)
        if now.needs_winner and kind != WITHDRAWN and winner is None:
            act = read(ResultSet, asked)
            act.check(folded.memory, "")
            if winner_of(Decision(act.kind, act.sides)) == DRAW:
                raise impossible("who_goes_on", "winner")

    return write(desk, evening_id, NewEntry("result_set", asked), stamp, plan)


def _table_in_play(folded: FoldedEvening, round_: int, number: int) -> TableNow:
    """A table of the round that was published last. Raises `Refused` for a table of an earlier, reopened round: other
    people sit there by now, so only the director can set a result."""
    table = _table(folded, round_, number)
    if round_ != len(folded.state.rounds):
        raise impossible("another_round_is_played", "round", round_)
    return table


def _table(folded: FoldedEvening, round_: int, number: int) -> TableNow:
    """A table of a round that is not closed. Raises `Refused` if there is no such table, or as `open_round` does."""
    now = open_round(folded, round_)
    table = next((each for each in now.tables if each.number == number), None)
    if table is None:
        raise malformed("not_one_of", "table", number, [each.number for each in now.tables])
    return table


#: The number of deals that `unlikely` assumes for a match without a fixed number of deals.
MANY_DEALS = 20


class Slip(Struct):
    """The `totals` of a paper slip, by side. `saw` has the totals of the table that were shown when the slip was typed;
    None if the table had no result then. `winner` is the index of the side that advances after a draw in a
    knock-out."""

    table: int
    totals: tuple[int, ...]
    saw: tuple[int, ...] | None
    winner: int | None = None


def entered(table: TableNow) -> tuple[int, ...] | None:
    """The totals of a table; None while it has no result, or if the director decided otherwise than by totals."""
    return table.scores if table.state in DONE else None


def asks_who_plays_on(table: TableNow, slip: Slip) -> bool:
    """Return whether the totals of a slip are a draw in a knock-out, and the slip has no `winner`."""
    return table.needs_winner and outcomes(slip.totals).count("drawn") > 1 and slip.winner is None


def set_slips(desk: Desk, evening_id: str, round_: int, slips: Sequence[Slip], stamp: Stamp) -> Appended:
    """Set the results of tables (at least one) from their slips, all or none.

    Raises as `Journal.write`; also `Refused`, with the slip's location (`[2]`), if the table's totals are no longer
    those in `saw`, or if the slip lacks a `winner`.
    """
    entries = []
    for slip in slips:
        scores = [{"score": total} for total in slip.totals]
        asked = {"round": round_, "table": slip.table, "kind": "played", "sides": scores}
        entries.append(NewEntry("result_set", asked | filled(winner=slip.winner)))

    def plan(folded: FoldedEvening) -> Plan:
        tables = {table.number: table for table in open_round(folded, round_).tables}
        for at, slip in enumerate(slips):
            now = entered(tables[slip.table]) if slip.table in tables else ()  # the round may have been seated again
            if now != slip.saw:
                raise impossible("slip_changed", f"[{at}]", slip.table, now or ())
            if asks_who_plays_on(tables[slip.table], slip):
                raise impossible("who_goes_on", f"[{at}]")
        return Plan(further=tuple(entries[1:]))

    return write(desk, evening_id, entries[0], stamp, plan)


def unlikely(total: int, rules: RuleSet, deals: int | None) -> str | None:
    """The reason why a total of a slip is unlikely: "no_multiple" if it is not a multiple of 5, "too_many" if it is too
    high for this number of deals (None: `MANY_DEALS`). None if the total is plausible."""
    if total % POINT_STEP:
        return "no_multiple"
    return "too_many" if total > most_points(rules, deals or MANY_DEALS) else None
