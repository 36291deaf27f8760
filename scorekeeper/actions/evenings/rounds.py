"""The rounds of an evening: seating, publishing, correcting, starting, timing, closing and reopening them."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from scorekeeper.actions.desk import Desk, FoldedEvening, Stamp
from scorekeeper.actions.evenings.journal import write
from scorekeeper.actions.evenings.opening import needed, not_finished
from scorekeeper.actions.journal import Plan, filled
from scorekeeper.actions.matches.commit import NewEntry
from scorekeeper.actions.matches.opening import NewMatch, opening
from scorekeeper.engine.refused import Refused, impossible, malformed
from scorekeeper.engine.values import Struct, replace
from scorekeeper.evening.acts.rounds import check_seats
from scorekeeper.evening.counting import ask, ranks
from scorekeeper.evening.fold import RoundNow
from scorekeeper.evening.memory import WITHDRAWN, EveningMemory
from scorekeeper.evening.pairing import pair
from scorekeeper.evening.values import Seated, Seating
from scorekeeper.ledger.chain.entries import Appended
from scorekeeper.rulebook.evenings import schedules
from scorekeeper.rulebook.loader import resolve, with_code


class NewRound(Struct):
    """A seating to publish. `by` is "movement", or "director" for a seating by hand. `redrawn` is the number of times
    that the seating was drawn again before it was published."""

    number: int
    tables: tuple[Seated, ...]
    sit_out: tuple[str, ...] = ()
    seed: str | None = None
    by: str = "movement"
    cost: Mapping[str, int] | None = None
    redrawn: int = 0


def seating(
    desk: Desk,
    evening_id: str,
    *,
    seed: str | None = None,
    round_: int | None = None,
    own: Sequence[Seated] | None = None,
) -> Seating:
    """Compute a seating of the next round, or of round `round_`, to seat that one again. Nothing is written. The same
    seed gives the same seating; None is the evening's own seed. `own` are the tables of a round that is seated by hand.

    Raises `UnknownEvening`, and `Refused` if there can be no such seating.
    """
    asked = ask(desk.load_evening(evening_id).state, schedules(), seed=seed, round_=round_)
    if own is not None:
        by_hand = tuple((table.number, table.sides) for table in own)
        asked = replace(asked, options={**asked.options, "seating": by_hand})
    return pair(asked)


def publish(desk: Desk, evening_id: str, new: NewRound, stamp: Stamp, *, new_id: Callable[[], str]) -> Appended:
    """Publish a round and open a match at each table, in one transaction. `new_id` returns a new match id at each call.

    The round must be the next one, after the previous one was closed. It may also be the round published last, if none
    of its deals was played. That round is then seated again: it gets new matches, and its earlier ones are archived.
    Raises as `Journal.write`.
    """
    tables = [table.plain for table in new.tables]
    asked = {"round": new.number, "tables": tables, "sit_out": list(new.sit_out), "by": new.by}
    asked |= filled(seed=new.seed, redrawn=new.redrawn or None)

    def plan(folded: FoldedEvening) -> Plan:
        not_finished(folded)
        retires = _unplayed(folded, new.number)
        setup = folded.memory.setup
        check_seats(new.tables, new.sit_out, folded.memory, "")
        _check_present(folded.memory, new.tables, new.number)
        with_ids = [{**table, "match": new_id()} for table in tables]
        deals = setup.round_end.get("deals") if setup.round_end.get("by") == "deals" else None
        opens = {}
        for table, plain in zip(new.tables, with_ids, strict=True):
            address = {"evening": evening_id, "round": new.number, "table": table.number}
            match = opening(match_of(folded.memory, table, new.number), deals=deals)
            opens[plain["match"]] = {**match, "evening": address}
        given = {
            "movement": setup.movement, "movement_options": dict(setup.movement_options), "tables": with_ids,
            "ranks": ranks(folded.state), "cost": None if new.cost is None else dict(new.cost),
        }  # fmt: skip
        return Plan(given, opens=opens, retires=retires)

    return write(desk, evening_id, NewEntry("round_seated", asked), stamp, plan)


def correct_seating(
    desk: Desk,
    evening_id: str,
    round_: int,
    tables: Sequence[Seated],
    reason: str,
    stamp: Stamp,
    *,
    sit_out: Sequence[str] | None = None,
) -> Appended:
    """Record who really sat where in a published round. Deals stay with the seats; only the players change.

    `tables` are all tables of the round, in order. `sit_out` are the ids of the entrants who sat out (None: as before).
    Raises as `Journal.write`; also `Refused` without a reason, or if no table would change.
    """
    needed(reason)
    asked = {"round": round_, "tables": [table.plain for table in tables], "reason": reason}
    asked |= filled(sit_out=None if sit_out is None else list(sit_out))

    def plan(folded: FoldedEvening) -> Plan:
        now = open_round(folded, round_)
        if [table.number for table in tables] != [table.number for table in now.tables]:
            raise malformed("not_one_of", "tables", len(tables), [table.number for table in now.tables])
        check_seats(tables, sit_out or (), folded.memory, "")
        both = list(zip(tables, now.tables, strict=True))
        moved = [(table, before.match) for table, before in both if table.sides != before.sides]
        if not moved:
            raise impossible("done_already", "tables")
        writes = {match: [_reseated(desk, folded.memory, table, match, round_, reason)] for table, match in moved}
        sat = [{**table.plain, "match": before.match} for table, before in both]
        return Plan({"tables": sat}, writes=writes)

    return write(desk, evening_id, NewEntry("seating_corrected", asked), stamp, plan)


def play_again(desk: Desk, evening_id: str, round_: int, tables: Sequence[int], reason: str, stamp: Stamp) -> Appended:
    """Undo all deals and decisions of some tables, so that they can play the round again in the same seats. Raises as
    `Journal.write`; also `Refused` without a reason, or without any table."""
    needed(reason)
    if not tables:
        raise malformed("missing", "again")

    def plan(folded: FoldedEvening) -> Plan:
        now = open_round(folded, round_)
        matches = {table.number: table.match for table in now.tables}
        for index, number in enumerate(tables):
            if number not in matches:
                raise malformed("not_one_of", f"again[{index}]", number, matches)
        stands = [{**Seated(table.number, table.sides).plain, "match": table.match} for table in now.tables]
        again = {matches[number]: desk.load(matches[number]).memory.deals for number in tables}
        writes = {
            match: [NewEntry("deal_removed", {"deal": deal, "reason": reason}) for deal in sorted(deals, reverse=True)]
            for match, deals in again.items()
        }
        undone = [
            NewEntry("result_set", {"round": round_, "table": table.number, "kind": WITHDRAWN})
            for table in now.tables
            if table.decision and table.number in tables
        ]
        return Plan({"tables": stands}, tuple(undone), writes=writes)

    asked = {"round": round_, "again": sorted(tables), "reason": reason}
    return write(desk, evening_id, NewEntry("seating_corrected", asked), stamp, plan)


def start_round(desk: Desk, evening_id: str, round_: int, stamp: Stamp) -> Appended:
    """Start a published round and its clock. Raises as `Journal.write`; also `Refused` if the round was started
    before."""

    def plan(folded: FoldedEvening) -> Plan:
        now = open_round(folded, round_)
        if now.state != "published":
            raise impossible("done_already", "round", round_)
        return Plan(further=(NewEntry("clock", {"round": round_, "do": "start"}),))

    return write(desk, evening_id, NewEntry("round_started", {"round": round_}), stamp, plan)


def close_round(desk: Desk, evening_id: str, round_: int, stamp: Stamp) -> Appended:
    """Close a round in which every table is confirmed or settled; from then on it counts in the standings.

    Raises as `Journal.write`; also `Refused`, with the numbers of the tables, if some still need a result or a winner.
    """

    def plan(folded: FoldedEvening) -> None:
        waits = open_round(folded, round_).waits_for
        for key, those in (
            ("tables_without_result", [table.number for table in waits if not table.asks_winner]),
            ("tables_without_winner", [table.number for table in waits]),
        ):
            if those:
                raise impossible(key, "round", round_, those)

    return write(desk, evening_id, NewEntry("round_closed", {"round": round_}), stamp, plan)


def reopen_round(desk: Desk, evening_id: str, round_: int, reason: str, stamp: Stamp) -> Appended:
    """Reopen a closed round for a correction. Raises as `Journal.write`; also `Refused` without a reason, or if the
    round is not closed."""
    needed(reason)

    def plan(folded: FoldedEvening) -> None:
        not_finished(folded)
        if round_of(folded, round_).state != "closed":
            raise impossible("round_not_closed", "round", round_)

    return write(desk, evening_id, NewEntry("round_reopened", {"round": round_, "reason": reason}), stamp, plan)


def tell_clock(desk: Desk, evening_id: str, round_: int, do: str, stamp: Stamp, *, seconds: int = 0) -> Appended:
    """Change the clock of a round. `do` is "start", "pause", "resume", "end", or "add", which adds `seconds`. Raises as
    `Journal.write`; also `Refused` for a closed round."""

    def plan(folded: FoldedEvening) -> None:
        open_round(folded, round_)

    asked = {"round": round_, "do": do, **filled(seconds=seconds if do == "add" else None)}
    return write(desk, evening_id, NewEntry("clock", asked), stamp, plan)


def round_of(folded: FoldedEvening, number: int) -> RoundNow:
    """A published round of the evening. Raises `Refused` if there is no such round."""
    by_number = {each.number: each for each in folded.state.rounds}
    if number not in by_number:
        raise malformed("not_one_of", "round", number, by_number)
    return by_number[number]


def open_round(folded: FoldedEvening, number: int) -> RoundNow:
    """A published round that is not closed. Raises `Refused` if it is closed, or if the evening is finished."""
    not_finished(folded)
    now = round_of(folded, number)
    if now.state == "closed":
        raise impossible("round_is_closed", "round", number)
    return now


def match_of(memory: EveningMemory, table: Seated, round_: int) -> NewMatch:
    """The match to open at a table. The sides sit alternately; each has the players of its entrants. Raises `Refused`
    if the format has another number of sides, or of players on a side."""
    setup = memory.setup
    sides = [[memory.entrants[id_] for id_ in ids] for ids in table.sides]
    people = [[str(player) for entrant in side for player in entrant.players(round_)] for side in sides]
    names = tuple(side[0].name if len(side) == 1 else "" for side in sides)
    format_ = table.format or setup.format
    shape = resolve(setup.rules, format_).table
    if len(people) != shape.sides:
        raise malformed("wrong_number", "tables", len(people), [shape.sides])
    for side in people:
        if len(side) * shape.sides != shape.players:
            raise malformed("wrong_number", "tables", len(side), [shape.players // shape.sides])
    return NewMatch(
        rules=setup.rules,
        format=format_,
        players=tuple(chain.from_iterable(zip(*people, strict=True))),
        options=with_code(setup.options, setup.code),
        side_names=names if any(names) else (),
        title=setup.title,
    )


def _check_present(memory: EveningMemory, tables: Sequence[Seated], round_: int) -> None:
    """Raise `Refused` if an entrant at one of the tables is not present in this round."""
    for index, table in enumerate(tables):
        for side, ids in enumerate(table.sides):
            for at, id_ in enumerate(ids):
                if memory.entrants[id_].status(round_) != "present":
                    raise impossible("entrant_not_present", f"tables[{index}].sides[{side}][{at}]", id_)


def _unplayed(folded: FoldedEvening, number: int) -> tuple[str, ...]:
    """The ids of the earlier matches of a round that is to be seated again; empty for a new round. Raises `Refused` if
    an earlier round is not closed, this one is closed, or deals were played in it."""
    last = folded.state.current
    for earlier in folded.state.open_before(number):
        raise impossible("round_not_closed", "round", earlier)
    if last is None or number > last.number:
        return ()
    if number != last.number or last.state == "closed":
        raise impossible("round_is_closed", "round", number)
    if not last.unplayed:
        raise impossible("round_has_deals", "round", number)
    return tuple(table.match for table in last.tables)


def _reseated(desk: Desk, memory: EveningMemory, table: Seated, match: str, round_: int, reason: str) -> NewEntry:
    """The entry that gives a match the players of a table. Raises `Refused` if they do not fit the format of the
    match."""
    setup = desk.load(match).memory.setup
    new = match_of(memory, replace(table, format=setup.rules.table.format), round_)
    if len(new.players) != len(setup.seats):
        raise malformed("wrong_number", "tables", len(new.players), [len(setup.seats)])
    try:
        opened = opening(replace(new, rules=setup.rules.id, options=setup.options))
    except Refused as refused:
        raise refused.moved("tables") from refused
    return NewEntry("match_reseated", {"seats": opened["seats"], "sides": opened["sides"], "reason": reason})
