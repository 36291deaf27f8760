"""An evening with content for all its pages: every kind of entry, state of a table and result."""

from itertools import count

from flask import Flask

from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.evenings import opening as evenings
from scorekeeper.actions.evenings import results, rounds
from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening
from scorekeeper.evening.values import Seated
from scorekeeper.web.evenings.setup.pages import NEW
from tests.actions.evenings import NOW, new_id, next_round, play
from tests.i18n.pseudo import bracketed
from tests.web.tables import desk_of

NIGHT = "night-of-words"
PAIRS = 8
_KEYS = count()


def evening_played(app: Flask) -> None:
    """Play an evening of eight pairs. One round is closed and reopened, another in play. Pairs come late or leave."""
    desk, say = desk_of(app), bracketed
    pairs = [NewEntrant((say(f"Anna {at}"), say(f"Béla {at}")), name=say("The late ones") if at == 8 else "")
             for at in range(1, PAIRS + 1)]  # fmt: skip
    settings = {
        "title": say("Club night"), "date": NOW[:10], "rules": "hungarian", "format": "four", "code": "hungarian",
        "movement": "draw", "movement_options": {"per_table": 2, "avoid_repeats": True}, "rounds": 3,
        "scoring": "victory_points_4", "seed": "4711", "tables": [1, 2, 3, 4, 5],
        "round_end": {"by": "deals", "deals": 4, "minutes": 50, "warning": 10, "in_progress": "count", "late": 15},
    }  # fmt: skip
    new = NewEvening(settings, tuple(pairs))
    evenings.open_evening(desk, new, evening_id=NIGHT, key="open-the-night", actor=say("iPad"), now=NOW)
    _first_round(desk)
    evenings.change_entrant(desk, NIGHT, "1", {"players": [say("Anna 1"), say("Otto")]}, _at(desk), round_=2)
    evenings.change_entrant(desk, NIGHT, "2", {"fixed_table": 2, "name": say("Two")}, _at(desk))
    evenings.change_entrant(desk, NIGHT, "2", {"fixed_table": None}, _at(desk))
    evenings.set_status(desk, NIGHT, "3", "left", _at(desk), round_=2)
    evenings.add_entrant(desk, NIGHT, NewEntrant((say("Late"), say("Later"))), _at(desk))
    evenings.set_status(desk, NIGHT, "4", "absent", _at(desk), round_=2)
    evenings.set_status(desk, NIGHT, "4", "present", _at(desk), round_=2)
    _second_round(desk)
    penalties = [{"kind": "warning", "article": "HU-02"}, {"kind": "points", "points": -2, "difference": -50}]
    for place, penalty in enumerate([*penalties, {"kind": "points", "points": -1}]):
        given = {"entrant": "5", "reason": say("Phone"), "round": 2, **penalty}
        evenings.give_penalty(desk, NIGHT, given, _at(desk), penalty_id=f"penalty-{place}")
    evenings.withdraw_penalty(desk, NIGHT, "penalty-2", say("It was the alarm"), _at(desk))
    evenings.amend_evening(desk, NIGHT, {"rounds": 4}, say("The hall is ours"), _at(desk))
    body = {"names": f"{say('Anna 1')}\n{say('Anna 1')}\n{say('Otto')}", "movement": "individual"}
    desk.ledger.evening_drafts.save(*NEW, body=body, seen=None, device="", now=NOW)


def _first_round(desk: Desk) -> None:
    """Four tables: one played and confirmed, a walkover, assigned points, and one voided."""
    say = bracketed
    drawn = next_round(desk, NIGHT)
    rounds.publish(desk, NIGHT, drawn, _at(desk), new_id=new_id)
    again = rounds.NewRound(1, drawn.tables, drawn.sit_out, "4711", "director", redrawn=2)
    rounds.publish(desk, NIGHT, again, _at(desk), new_id=new_id)
    rounds.start_round(desk, NIGHT, 1, _at(desk))
    tables = desk.load_evening(NIGHT).state.rounds[0].tables
    play(desk, tables[0].match, (800, 500), (300, 900), actor=say("iPad"))
    for do in ("pause", "resume", "add", "end"):
        rounds.tell_clock(desk, NIGHT, 1, do, _at(desk), seconds=300)
    for side in (0, 1):
        now = desk.load_evening(NIGHT).state.rounds[0].tables[0].now
        word = {"totals": now.totals, "match_version": now.version}
        results.confirm(desk, NIGHT, 1, tables[0].number, side, _at(desk), **word)
    kinds = ("walk_over", [{}, {"absent": True}]), ("assigned", [{"points": 12}, {"points": 8}]), ("void", [])
    for table, (kind, sides) in zip(tables[1:], kinds, strict=True):
        results.set_result(
            desk, NIGHT, 1, table.number, kind, _at(desk), sides=sides, reason=say("The director said so")
        )
    rounds.close_round(desk, NIGHT, 1, _at(desk))
    rounds.reopen_round(desk, NIGHT, 1, say("A slip turned up"), _at(desk))
    rounds.close_round(desk, NIGHT, 1, _at(desk))


def _second_round(desk: Desk) -> None:
    """Play the second round: a corrected seating, a table that plays again, disputed results, an answered call, a
    decision of the director and its withdrawal, and a result that one side has confirmed."""
    say = bracketed
    rounds.publish(desk, NIGHT, next_round(desk, NIGHT), _at(desk), new_id=new_id)
    rounds.start_round(desk, NIGHT, 2, _at(desk))
    tables = desk.load_evening(NIGHT).state.rounds[1].tables
    for table in tables[:2]:
        play(desk, table.match, (700, 100), actor=say("iPad"))
    play(desk, tables[2].match, (500, 400), closing=False, actor=say("iPad"))
    swapped = [Seated(table.number, table.sides) for table in tables]
    for at, other in ((1, 2), (2, 1)):
        swapped[at] = Seated(tables[at].number, (tables[other].sides[0], *tables[at].sides[1:]))
    rounds.correct_seating(desk, NIGHT, 2, swapped, say("They sat elsewhere"), _at(desk))
    rounds.play_again(desk, NIGHT, 2, [tables[2].number], say("A wrong deck"), _at(desk))
    play(desk, tables[2].match, (500, 400), closing=False, actor=say("iPad"))
    results.dispute(desk, NIGHT, 2, tables[0].number, 1, say("Deal 1 is wrong"), _at(desk))
    results.dispute(desk, NIGHT, 2, tables[2].number, 0, say("A card too many"), _at(desk))
    results.answer_call(desk, NIGHT, 2, tables[2].number, _at(desk))
    results.dispute(desk, NIGHT, 2, tables[2].number, 0, say("Please come"), _at(desk))
    for kind in ("void", "withdrawn"):
        results.set_result(desk, NIGHT, 2, tables[1].number, kind, _at(desk), reason=say("By mistake"))
    now = desk.load_evening(NIGHT).state.rounds[1].tables[1].now
    word = {"totals": now.totals, "match_version": now.version}
    results.confirm(desk, NIGHT, 2, tables[1].number, 0, _at(desk), **word)


def _at(desk: Desk) -> Stamp:
    return Stamp(desk.ledger.evenings.version(NIGHT), f"of-words-{next(_KEYS):05}", bracketed("iPad"), NOW)
