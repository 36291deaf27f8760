"""The director's decisions: every table can be settled, and a table can only agree to its own round."""

from typing import Any

import pytest

from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.evenings import results, rounds
from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening, open_evening
from scorekeeper.actions.evenings.rounds import NewRound, publish
from scorekeeper.actions.matches.deals import DealSheet, record_deal
from scorekeeper.actions.matches.opening import resume
from scorekeeper.actions.verify import verify
from scorekeeper.engine.refused import Refused
from scorekeeper.evening.counting import standings_of
from scorekeeper.evening.ranking.standings import TIE_BREAKS
from scorekeeper.evening.values import Seated
from scorekeeper.rulebook.evenings import scoring_by_id
from tests.actions.evenings import NIGHT, NOW, SETTINGS, agree, new_id, opened, play, published, stamp, table_now

pytestmark = pytest.mark.parametrize("ledger_at", ["sqlite"], indirect=True)
WAYS: dict[str, list[dict[str, Any]]] = {
    "played": [{"score": 900}, {"score": 400}, {"score": 100}],
    "assigned": [{"points": 9}, {"points": 7}, {"points": 4}],
    "walk_over": [{}, {"absent": True}, {}],
    "void": [],
}


@pytest.mark.parametrize("scoring", scoring_by_id())
def test_every_table_can_be_settled_whatever_its_sides_and_its_scoring(desk: Desk, scoring: str) -> None:
    people = tuple(NewEntrant((name,), f"The {name}") for name in "ABCDEFG")
    settings = {**SETTINGS, "scoring": scoring, "movement": "individual", "rules": "hungarian"}
    open_evening(desk, NewEvening(settings, people), evening_id=NIGHT, key="open-night", actor="laptop", now=NOW)
    tables = (Seated(1, (("1", "2"), ("3", "4"))), Seated(2, (("5",), ("6",), ("7",)), "three"))
    publish(desk, NIGHT, NewRound(1, tables), stamp(desk, "publish1"), new_id=new_id)
    round_ = desk.load_evening(NIGHT).state.rounds[0]
    setups = [desk.load(table.match).memory.setup for table in round_.tables]
    names = [[side.name for side in setup.sides] for setup in setups]
    assert names == [["A & B", "C & D"], ["The E", "The F", "The G"]], "its own name has who plays alone"
    swapped = [Seated(1, (("5", "2"), ("3", "4"))), Seated(2, (("1",), ("6",), ("7",)))]
    rounds.correct_seating(desk, NIGHT, 1, swapped, "They sat so", stamp(desk, "swapped1"))
    for kind, sides in WAYS.items():
        for table, count in ((1, 2), (2, 3)):
            now = table_now(desk, table)
            if kind == "played" and not now.counted:
                continue  # no points for these totals: the director assigns them
            at, reason = stamp(desk, f"{kind}-at-{table}"), "a wrong pack" if now.counted else ""
            results.set_result(desk, NIGHT, 1, table, kind, at, sides=sides[:count], reason=reason)
            assert table_now(desk, table).state == "settled", (kind, count)
    rounds.close_round(desk, NIGHT, 1, stamp(desk, "close--1"))
    assert len(standings_of(desk.load_evening(NIGHT).state).rows) == 7
    assert verify(desk).problems == ()


def test_a_draw_in_a_knock_out_is_asked_about_when_it_is_settled_and_before_the_round_is_closed(desk: Desk) -> None:
    opened(desk, movement="knockout")
    first, second = published(desk)
    level = [{"score": 900}, {"score": 900}]
    for kind, sides in (("played", level), ("assigned", [{"points": 9}] * 2), ("void", [])):
        with pytest.raises(Refused, match="who_goes_on"):
            results.set_result(desk, NIGHT, 1, 1, kind, stamp(desk, f"level-{kind}"), sides=sides, reason="So")
    clear = [{"score": 900}, {"score": 100}]
    with pytest.raises(Refused, match="contradicts"):
        results.set_result(desk, NIGHT, 1, 1, "played", stamp(desk, "clear-1"), sides=clear, winner=1)
    play(desk, first.match, (500, 500))
    agree(desk, 1, first.number)
    results.set_result(desk, NIGHT, 1, 2, "walk_over", stamp(desk, "walkover"), sides=[{}, {"absent": True}])
    with pytest.raises(Refused, match="tables_without_winner") as told:
        rounds.close_round(desk, NIGHT, 1, stamp(desk, "close--1"))
    assert told.value.allowed == (1,)
    results.set_result(desk, NIGHT, 1, 1, "played", stamp(desk, "named--1"), sides=[{"score": 500}] * 2, winner=1)
    rounds.close_round(desk, NIGHT, 1, stamp(desk, "close--2"))
    final = rounds.seating(desk, NIGHT).tables[0].sides
    assert {id_ for side in final for id_ in side} == {first.sides[1][0], second.sides[0][0]}
    assert verify(desk).problems == ()


def test_a_table_that_calls_again_and_again_is_heard_until_somebody_has_answered(desk: Desk) -> None:
    opened(desk)
    published(desk)
    for again in range(2):
        for call in range(results.MOST_CALLS):
            results.dispute(desk, NIGHT, 1, 1, call % 2, f"Call {call}", stamp(desk, f"call-{again}-{call}"))
        with pytest.raises(Refused, match="too_many_calls"):
            results.dispute(desk, NIGHT, 1, 1, 0, "Once more", stamp(desk, f"call-{again}-more"))
        results.dispute(desk, NIGHT, 1, 2, 0, "Another table", stamp(desk, f"another-{again}"))
        seen = stamp(desk, f"yet-again-{again}")
        results.answer_call(desk, NIGHT, 1, 1, stamp(desk, f"answer-{again}"))
        results.dispute(desk, NIGHT, 1, 1, 0, "There again", seen)  # `seen` is not made stale by an answer
        results.answer_call(desk, NIGHT, 1, 1, stamp(desk, f"answer-yet-{again}"))
    with pytest.raises(Refused, match="done_already"):
        results.answer_call(desk, NIGHT, 1, 1, stamp(desk, "nobody-calls"))
    play(desk, desk.load_evening(NIGHT).state.rounds[0].tables[1].match, (900, 100))
    with pytest.raises(Refused, match="table_is_disputed"):
        results.answer_call(desk, NIGHT, 1, 2, stamp(desk, "after-the-match"))


def test_a_deal_recorded_after_the_bell_ends_the_match_and_both_sides_agree(desk: Desk) -> None:
    opened(desk, round_end={"by": "target", "minutes": 30, "in_progress": "finish"})
    first, second = published(desk)
    rounds.start_round(desk, NIGHT, 1, stamp(desk, "start--1"))
    deal = DealSheet({"sides": [{"counted": {"points": 300, "canastas": {}, "melded": True}, "hand_points": 0}] * 2})
    for table, minute in ((first, 29), (second, 31)):
        at = Stamp(1, f"deal-at-{table.number}", "tablet", f"2026-11-21T18:{minute}:00Z")
        for _ in range(2):  # the deal is sent twice, but recorded once, and the match ends once
            record_deal(desk, table.match, deal, at, number=1)
    kinds = [[entry.kind for entry in desk.ledger.matches.entries(table.match)][1:] for table in (first, second)]
    assert kinds == [["deal_recorded"], ["deal_recorded", "match_closed"]]
    agree(desk, 1, second.number)
    tables = desk.load_evening(NIGHT).state.rounds[0].tables
    assert [(table.state, table.now.over) for table in tables] == [("playing", False), ("confirmed", True)]
    taken_up = Stamp(3, "resume-2", "tablet", "2026-11-21T18:32:00Z")
    resume(desk, second.match, taken_up)
    assert not desk.load(second.match).state.over


def test_every_tie_break_has_figures_from_a_played_round(desk: Desk) -> None:
    """If the program never filled in a tie-break, it would be 0 or unknown for everyone, and break no tie."""
    opened(desk, tie_breaks=list(TIE_BREAKS))
    for table in published(desk):
        play(desk, table.match, (2000, 500))
        agree(desk, 1, table.number)
    counted = standings_of(desk.load_evening(NIGHT).state, as_it_stands=True)
    winners = {row.entrant for row in counted.rows[:2]}
    steps = [step for step in counted.steps if set(step.level) == winners and step.skipped != "not_all_met"]
    assert {step.key for step in steps} == set(TIE_BREAKS) - {"head_to_head"}
    assert [step.key for step in steps if step.skipped or not all(step.values.values())] == []
