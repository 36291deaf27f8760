"""A knock-out evening: the names of its rounds, when it is decided, and the winners."""

from typing import Any

import pytest

from scorekeeper.evening.bracket import is_decided, is_last, knocks_out, left_before, plays_for, stage, winners
from scorekeeper.evening.fold import MatchNow
from scorekeeper.evening.memory import Decision
from tests.evening.evenings import CLOSED, PLAYED, ROUND_1, after, decided, seated

SEMI_FINALS = seated(1, (1, "m1", "A-D"), (2, "m2", "B-C"), movement="knockout")
FINAL = seated(2, (1, "m3", "A-C"), movement="knockout")
FINISHED = ("evening_finished", {})
MATCHES = {**PLAYED, "m3": MatchNow((100, 700), 4, over=True, version=7)}


def knockout(*entries: Any, **changed: Any) -> Any:
    """A knock-out of four pairs after these entries."""
    return after(*entries, matches=MATCHES, movement="knockout", **changed)


def test_a_knock_out_of_four_has_semi_finals_a_final_and_a_winner() -> None:
    begun, played = knockout(SEMI_FINALS), knockout(SEMI_FINALS, CLOSED, FINAL)
    over = knockout(SEMI_FINALS, CLOSED, FINAL, ("round_closed", {"round": 2}))
    assert [stage(over, number) for number in (1, 2, 3)] == ["semi_final", "final", None]
    assert [left_before(over, number) for number in (1, 2, 3)] == [("A", "D", "B", "C"), ("A", "C"), ("C",)]
    assert [is_decided(evening) for evening in (knockout(), begun, played, over)] == [False, False, False, True]
    assert [winners(evening) for evening in (begun, played, over)] == [(), (), ("C",)]
    assert [is_last(over, 2), is_last(played, 1), is_last(played, 2)] == [True, False, True]


def test_next_to_the_final_the_beaten_of_the_semi_finals_play_for_third_place() -> None:
    last = seated(2, (1, "m3", "A-C"), (2, "m4", "D-B"), movement="knockout")
    matches = {**MATCHES, "m4": MatchNow((0, 0), 0, over=False, version=1)}
    evening = after(
        SEMI_FINALS, CLOSED, last, matches=matches, movement="knockout", movement_options={"third_place": True}
    )
    assert [plays_for(evening, each.number, table) for each in evening.rounds for table in each.tables] == [
        None, None, "final", "third_place",
    ]  # fmt: skip


def test_nothing_is_known_of_who_is_left_while_a_result_is_missing_that_the_bracket_needs() -> None:
    level = decided(1, "played", {"score": 500}, {"score": 500})
    evening = knockout(SEMI_FINALS, level, CLOSED)
    assert (left_before(evening, 2), stage(evening, 2), is_decided(evening)) == ((), None, False)


def test_where_nobody_is_put_out_the_last_round_is_the_one_planned_or_that_of_a_finished_evening() -> None:
    evening = after(ROUND_1, rounds=1)
    assert (knocks_out(evening), stage(evening, 1), left_before(evening, 1)) == (False, None, ())
    assert (is_last(evening, 1), is_decided(evening)) == (True, False)
    endless = after(ROUND_1, CLOSED)
    assert (is_last(endless, 1), winners(endless)) == (False, ())
    finished = after(ROUND_1, CLOSED, FINISHED)
    assert (is_last(finished, 1), winners(finished)) == (True, ("D",))


def test_an_evening_finished_before_a_round_was_closed_has_no_winner() -> None:
    assert winners(after(FINISHED)) == ()


@pytest.mark.parametrize(("losses", "decided_after"), [(1, True), (2, False)])
def test_two_losses_are_decided_when_no_more_are_left_than_the_final_needs(losses: int, decided_after: bool) -> None:
    options = {"losses": losses, "final_of": 2}
    evening = after(ROUND_1, CLOSED, movement="two_losses", movement_options=options)
    assert (knocks_out(evening), stage(evening, 1), is_decided(evening)) == (True, None, decided_after)


@pytest.mark.parametrize(
    ("kind", "winner", "more"), [("played", None, False), ("played", 1, True), ("void", None, True)]
)
def test_a_decision_says_more_than_totals_where_it_is_no_result_or_names_who_plays_on(
    kind: Any, winner: int | None, more: bool
) -> None:
    assert Decision(kind, ({}, {}), winner=winner).says_more is more
