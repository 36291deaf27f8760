"""The requests for an evening: the standings of its closed rounds, and the seating of the next one."""

import pytest

from scorekeeper.contract import pair
from scorekeeper.evening.counting import ask, open_seed, points_at, ranks, seated_before_a_change, standings_of
from scorekeeper.evening.fold import MatchNow
from scorekeeper.evening.pairing import pair as paired
from scorekeeper.rulebook.evenings import schedules
from tests.evening.evenings import CLOSED, PLAYED, ROUND_1, after, decided, places, seated


def test_the_standings_are_of_closed_rounds_and_on_request_as_it_stands() -> None:
    evening = after(ROUND_1)
    assert places(evening) == [("A", 0), ("B", 0), ("C", 0), ("D", 0)]
    assert places(evening, as_it_stands=True) == [("D", 14), ("A", 11), ("B", 9), ("C", 6)]
    open_table = after(ROUND_1, matches={**PLAYED, "m1": MatchNow((800, 500), 3)})
    assert places(open_table, as_it_stands=True)[:2] == [("D", 14), ("C", 6)]
    closed = after(ROUND_1, CLOSED)
    assert places(closed) == [("D", 14), ("A", 11), ("B", 9), ("C", 6)]
    assert places(closed, rounds=0) == places(evening)
    assert ranks(closed) == {"D": 1, "A": 2, "B": 3, "C": 4}


def test_what_the_director_decided_stands_in_the_results_place() -> None:
    walk_over = decided(1, "walk_over", {}, {"absent": True})
    assigned = decided(2, "assigned", {"points": 3}, {"points": 9, "difference": 40})
    assert places(after(ROUND_1, walk_over, assigned, CLOSED)) == [("A", 12), ("D", 9), ("B", 8), ("C", 3)]
    typed = decided(1, "played", {"score": 0}, {"score": 2500})
    assert places(after(ROUND_1, typed, decided(2, "void"), CLOSED)) == [("B", 20), ("C", 0), ("D", 0), ("A", 0)]


def test_the_best_deal_of_a_match_counts() -> None:
    best = MatchNow((800, 500), 4, over=True, figures=({"best_deal": 610}, {"best_deal": 405}))
    rows = standings_of(after(ROUND_1, CLOSED, matches={**PLAYED, "m1": best})).rows
    assert {row.entrant: row.best_deal for row in rows} == {"A": 610, "B": 405, "C": None, "D": None}


def test_penalties_count_until_they_are_withdrawn() -> None:
    given = [
        ("penalty_given", {"penalty": "p1", "entrant": "D", "kind": "points", "points": -4, "reason": "late"}),
        ("penalty_given", {"penalty": "p2", "entrant": "A", "kind": "warning"}),
        ("penalty_given", {"penalty": "p3", "entrant": "A", "kind": "warning"}),
    ]
    withdrawn = ("penalty_withdrawn", {"penalty": "p1", "reason": "was on time"})
    assert dict(places(after(ROUND_1, CLOSED, *given))) == {"A": 10, "D": 10, "B": 9, "C": 6}
    evening = after(ROUND_1, CLOSED, *given, withdrawn)
    assert dict(places(evening)) == {"A": 10, "D": 14, "B": 9, "C": 6}
    assert [penalty.withdrawn for penalty in evening.penalties] == ["was on time", None, None]


def test_the_next_round_is_asked_for_as_pair_would_be() -> None:
    left = ("entrant_status", {"entrant": "B", "status": "absent", "round": 2})
    evening = after(ROUND_1, CLOSED, tables=[7, 8])
    asked = ask(evening, schedules())
    assert [(each.id, each.rank, each.points) for each in asked.entrants] == [
        ("A", 2, 11),
        ("B", 3, 9),
        ("C", 4, 6),
        ("D", 1, 14),
    ]
    seating = paired(asked)
    assert [(each.number, each.sides) for each in seating.tables] == [(7, (("D",), ("A",))), (8, (("B",), ("C",)))]
    told = pair(
        {
            "movement": "danish_no_repeat",
            "entrants": [{"id": each.id, "rank": each.rank} for each in asked.entrants],
            "history": [{"round": 1, "tables": [{"sides": [["A"], ["B"]]}, {"sides": [["C"], ["D"]]}]}],
            "options": {"tables": [7, 8]},
        }
    )
    assert told["cost"] == dict(seating.cost or {})
    assert ask(after(ROUND_1, CLOSED, left), {}).entrants[1].status == "absent"
    assert (ask(after(), {}).entrants[2].rank, ask(after(), {}, seed="x").seed) == (3, "x")


def test_an_evening_of_individuals_keeps_to_its_plan() -> None:
    asked = ask(after(movement="individual", rounds=2), schedules())
    assert asked.options == {"rounds": 2}
    assert paired(asked).extra == {"method": "schedule"}


def test_who_won_a_table_is_told_to_the_next_round() -> None:
    entries = [
        decided(1, "walk_over", {"absent": True}, {}, number=1),
        decided(2, "assigned", {"points": 9}, {"points": 9}, number=1),
        seated(2, (1, "m3", "A-B"), (2, "m4", "C-D")),
        decided(1, "walk_over", {"absent": True}, {"absent": True}, number=2),
        decided(2, "void", number=2),
        seated(3, (1, "m5", "A-B"), (2, "m6", "C-D")),
        decided(1, "played", {"score": 3}, {"score": 4}, number=3),
    ]
    nothing = dict.fromkeys(("m3", "m4", "m5"), MatchNow((0, 0)))
    matches = {**PLAYED, **nothing, "m6": MatchNow((3, 0), 1)}
    history = ask(after(ROUND_1, *entries, matches=matches), {}).history
    assert [[(table.winner, table.walk_over) for table in round_.tables] for round_ in history] == [
        [(1, True), ("draw", False)],
        [(None, True), ("draw", False)],
        [(1, False), (None, False)],
    ]
    assert [table.winner for table in ask(after(ROUND_1), {}).history[0].tables] == [0, 1]


def test_the_seeds_of_a_knock_out_stay_whatever_the_standings_say() -> None:
    published = seated(1, (1, "m1", "A-D"), (2, "m2", "B-C"))
    evening = after(published, CLOSED, movement="knockout")
    assert [each.rank for each in ask(evening, {}).entrants] == [1, 2, 3, 4]
    assert paired(ask(evening, {})).tables[0].sides == (("A",), ("C",))


def test_a_round_that_was_seated_before_a_change_is_named() -> None:
    second = seated(2, (1, "m3", "D-A"), (2, "m4", "B-C"), ranks={"D": 1, "A": 2, "B": 3, "C": 4})
    third = seated(3, (1, "m3", "D-B"), (2, "m4", "A-C"))
    later = ("entrant_added", {"entrant": "E", "kind": "pair", "players": ["E"], "number": 5, "round": 3})
    matches = {**PLAYED, "m3": MatchNow((0, 0)), "m4": MatchNow((0, 0))}
    entries = (ROUND_1, CLOSED, second, later, third)
    assert seated_before_a_change(after(*entries, matches=matches)) == ()
    changed = {**matches, "m1": MatchNow((500, 1800), 4, over=True, version=12, since=12)}
    assert seated_before_a_change(after(*entries, matches=changed)) == (2,)


def test_a_penalty_given_or_withdrawn_after_a_round_was_seated_moves_none_of_its_ranks() -> None:
    before = ("penalty_given", {"penalty": "p0", "entrant": "D", "kind": "points", "points": -4, "reason": "late"})
    second = seated(2, (1, "m3", "A-D"), (2, "m4", "B-C"), ranks={"A": 1, "D": 2, "B": 3, "C": 4})
    later = [
        ("penalty_given", {"penalty": "p1", "entrant": "A", "kind": "points", "points": -9, "reason": "late"}),
        ("penalty_withdrawn", {"penalty": "p0", "reason": "was on time"}),
    ]
    matches = {**PLAYED, "m3": MatchNow((0, 0)), "m4": MatchNow((0, 0))}
    entries = (ROUND_1, CLOSED, before, second, *later)
    assert seated_before_a_change(after(*entries, matches=matches)) == ()
    changed = {**matches, "m1": MatchNow((500, 1800), 4, over=True, version=12, since=12)}
    assert seated_before_a_change(after(*entries, matches=changed)) == (2,)
    assert seated_before_a_change(after(*entries, ("round_closed", {"round": 2}), matches=changed)) == ()


def test_totals_that_stand_keep_the_best_deals_of_their_match() -> None:
    matches = {**PLAYED, "m1": MatchNow((800, 500), 4, over=True, figures=({"best_deal": 610}, {"best_deal": 405}))}
    stands, another = ({"score": 800}, {"score": 500}), ({"score": 800}, {"score": 505})
    for sides, best in ((stands, (610, 405)), (another, (None, None))):
        rows = standings_of(after(ROUND_1, decided(1, "played", *sides), CLOSED, matches=matches)).rows
        assert [row.best_deal for row in rows if row.entrant in "AB"] == list(best)


def test_a_draw_of_a_knock_out_waits_for_the_side_that_goes_on() -> None:
    level = decided(1, "played", {"score": 500}, {"score": 500})
    named = ("result_set", {**level[1], "winner": 1})
    for movement, entry, waits, winner in (
        ("knockout", level, [1], "draw"),
        ("knockout", named, [], 1),
        ("danish_no_repeat", level, [], "draw"),
    ):
        evening = after(
            ("round_seated", {**ROUND_1[1], "movement": movement}), entry, decided(2, "walk_over", {"absent": True}, {})
        )
        assert [table.number for table in evening.rounds[0].waits_for] == waits
        assert ask(evening, {}).history[0].tables[0].winner == winner
    assert dict(places(after(ROUND_1, named, decided(2, "void"), CLOSED))) == {"A": 10, "B": 10, "C": 0, "D": 0}


def test_typed_totals_of_a_table_that_the_scoring_does_not_know_settle_nothing() -> None:
    three = seated(1, (1, "m1", "A-B-C"))
    nobody = {"m1": MatchNow((0, 0, 0))}
    played = after(three, decided(1, "played", {"score": 9}, {"score": 5}, {"score": 1}), CLOSED, matches=nobody)
    assert [table.number for table in played.rounds[0].waits_for] == [1]
    assert dict(places(played)) == dict.fromkeys("ABCD", 0)
    given = decided(1, "assigned", {"points": 12}, {"points": 9}, {"points": 6})
    settled = after(three, given, CLOSED, matches=nobody)
    assert settled.rounds[0].waits_for == ()
    assert dict(places(settled)) == {"A": 12, "B": 9, "C": 6, "D": 0}


def test_the_points_of_a_round_are_known_for_tables_with_a_result() -> None:
    assert points_at(after(ROUND_1, matches={**PLAYED, "m2": MatchNow((0, 0), 1)}), 1).keys() == {1}
    assert points_at(after(ROUND_1, CLOSED), 1) == {1: (11, 9), 2: (6, 14)}


def test_the_totals_that_count_are_the_directors_else_those_of_the_match() -> None:
    scores = {
        "match": after(ROUND_1),
        "slip": after(ROUND_1, decided(1, "played", {"score": 700}, {"score": 650})),
        "walkover": after(ROUND_1, decided(1, "walk_over", {"absent": True}, {})),
        "nothing": after(ROUND_1, matches={**PLAYED, "m1": MatchNow((0, 0))}),
    }
    told = {name: evening.rounds[0].tables[0].scores for name, evening in scores.items()}
    assert told == {"match": (800, 500), "slip": (700, 650), "walkover": None, "nothing": None}


@pytest.mark.parametrize(
    ("movement", "finished", "seed", "shown"),
    [
        ("danish_no_repeat", False, None, "4711"),
        ("draw", False, None, None),
        ("draw", False, "4711", None),
        ("draw", False, "81", "81"),
        ("draw", True, None, "4711"),
    ],
)
def test_a_seed_that_rounds_are_still_drawn_from_is_shown_to_nobody(
    movement: str, finished: bool, seed: str | None, shown: str | None
) -> None:
    assert open_seed(after(movement=movement).setup, finished=finished, seed=seed) == shown


def test_of_a_finished_evening_no_round_is_named_as_seated_before_a_change() -> None:
    second = seated(2, (1, "m3", "D-A"), (2, "m4", "B-C"), ranks={"A": 1, "B": 2, "C": 3, "D": 4})
    matches = {**PLAYED, "m3": MatchNow((0, 0)), "m4": MatchNow((0, 0))}
    assert seated_before_a_change(after(ROUND_1, CLOSED, second, matches=matches)) == (2,)
    assert seated_before_a_change(after(ROUND_1, CLOSED, second, ("evening_finished", {}), matches=matches)) == ()
