"""Results of an evening's tables: agreed to by both sides, disputed, or set by the director."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.actions.commit import NewEntry
from scorekeeper.actions.desk import Desk, FoldedEvening, Stamp
from scorekeeper.actions.evening_commit import Plan, write
from scorekeeper.actions.rounds import open_round
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.evening.fold import TableNow
from scorekeeper.ledger import Appended


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
    """A side agrees to these totals of its match, as they stood at `match_version`: to nothing that came later.

    Raises as `write`; `Refused` where the match is not over, or its totals are not these any more.
    """

    def plan(folded: FoldedEvening) -> Plan:
        now = _table(folded, round_, table).now
        if not now.over:
            raise impossible("match_not_over", "table", table)
        if tuple(totals) != now.totals or not now.since <= match_version <= now.version:
            raise impossible("other_totals", "totals", list(totals), now.totals)
        return Plan()

    asked = {"round": round_, "table": table, "side": side, "totals": list(totals), "version": match_version}
    return write(desk, evening_id, NewEntry("result_confirmed", asked), stamp, plan)


def dispute(desk: Desk, evening_id: str, round_: int, table: int, side: int, says: str, stamp: Stamp) -> Appended:
    """A side objects to the result, and calls the director. Raises as `write`."""

    def plan(folded: FoldedEvening) -> Plan:
        return Plan({"version": _table(folded, round_, table).now.version})

    asked = {"round": round_, "table": table, "side": side, "says": says}
    return write(desk, evening_id, NewEntry("result_disputed", asked), stamp, plan)


def answer_call(desk: Desk, evening_id: str, round_: int, table: int, stamp: Stamp) -> Appended:
    """The director has been at a table that called while it plays. Raises as `write`.

    After the match it is a side's agreement or the director's word that settles.
    """

    def plan(folded: FoldedEvening) -> Plan:
        now = _table(folded, round_, table)
        if now.called is None:
            raise impossible("done_already", "table", table)
        if now.now.over:
            raise impossible("table_is_disputed", "table", table)
        return Plan()

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
) -> Appended:
    """The director's word: `played` (from a slip: a `score` a side), `walk_over` (a side is `absent`), `assigned`
    (`points` a side, and `difference`) or `void`; `withdrawn` takes the word before it back. Raises as `write`."""

    def plan(folded: FoldedEvening) -> Plan:
        _table(folded, round_, table)
        return Plan()

    asked: dict[str, Any] = {"round": round_, "table": table, "kind": kind}
    asked |= {"sides": [dict(figure) for figure in sides]} if sides else {}
    asked |= {"reason": reason} if reason else {}
    return write(desk, evening_id, NewEntry("result_set", asked), stamp, plan)


def _table(folded: FoldedEvening, round_: int, number: int) -> TableNow:
    """A table of a round that is not closed. Raises `Refused`."""
    now = open_round(folded, round_)
    table = next((each for each in now.tables if each.number == number), None)
    if table is None:
        raise malformed("not_one_of", "table", number, [each.number for each in now.tables])
    return table
