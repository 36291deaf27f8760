"""Malformed and impossible requests for a seating or for standings: the kind and the location of each refusal."""

from typing import Any

import pytest

from scorekeeper.contract import pair, rank
from tests.evening.notation import round_of

FOUR = ["A", "B", "C", "D"]
PLAYED = [{"round": 1, "tables": [{"sides": [["A"], ["B"]], "winner": 0}, {"sides": [["C"], ["D"]]}]}]
ONE = [{"round": 1, "sides": [{"entrants": ["A"], "score": 1}, {"entrants": ["B"], "score": 0}]}]


def asked(**changed: Any) -> dict[str, Any]:
    """A valid request with these changes."""
    return {"movement": "danish", "entrants": FOUR, **changed}


def seating(*tables: Any) -> dict[str, Any]:
    """A request with tables that the director has set."""
    return asked(movement="free", options={"seating": [{"sides": table} for table in tables]})


def history(**changed: Any) -> list[dict[str, Any]]:
    """A history of one round with one table; `changed` are keys of the table to add or replace."""
    return [{"round": 1, "tables": [{"sides": [["A"], ["B"]], **changed}]}]


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        ([], ""),
        ({"entrants": FOUR}, "movement"),
        (asked(movement="tea"), "movement"),
        (asked(tea=1), "tea"),
        ({"movement": "danish"}, "entrants"),
        (asked(entrants="A"), "entrants"),
        (asked(entrants=["A", 5]), "entrants[1]"),
        (asked(entrants=["A", {}]), "entrants[1].id"),
        (asked(entrants=["A", ""]), "entrants[1].id"),
        (asked(entrants=["A", "x" * 61]), "entrants[1].id"),
        (asked(entrants=["A", {"id": "A"}]), "entrants[1].id"),
        (asked(entrants=["A", {"id": "B", "tea": 1}]), "entrants[1].tea"),
        (asked(entrants=[{"id": "A", "rank": 1}, "B"]), "entrants[1].rank"),
        (asked(entrants=[{"id": "A", "rank": 1}, {"id": "B", "rank": 1}]), "entrants[1].rank"),
        (asked(entrants=[{"id": "A", "rank": 0}, {"id": "B", "rank": 1}]), "entrants[0].rank"),
        (asked(entrants=[{"id": "A", "points": 1.5}, "B"]), "entrants[0].points"),
        (asked(entrants=[{"id": "A", "fixed_table": 1000}, "B"]), "entrants[0].fixed_table"),
        (asked(entrants=[{"id": "A", "fixed_table": 2}, {"id": "B", "fixed_table": 2}]), "entrants[1].fixed_table"),
        (asked(entrants=[{"id": "A", "status": "late"}, "B"]), "entrants[0].status"),
        (asked(entrants=[str(number) for number in range(251)]), "entrants"),
        (asked(history={}), "history"),
        (asked(history=[{"tables": []}]), "history[0].round"),
        (asked(history=[{"round": 2, "tables": []}]), "history[0].round"),
        (asked(history=[{"round": 1}]), "history[0].tables"),
        (asked(history=[{"round": 1, "tables": [], "tea": 1}]), "history[0].tea"),
        (asked(history=history(sides=[["A"]])), "history[0].tables[0].sides"),
        (asked(history=history(sides=[["A"], []])), "history[0].tables[0].sides[1]"),
        (asked(history=history(sides=[["A"], ["E"]])), "history[0].tables[0].sides[1][0]"),
        (asked(history=history(sides=[["A", "B"], ["C", "A"]])), "history[0].tables[0].sides[1][1]"),
        (asked(history=history(winner=2)), "history[0].tables[0].winner"),
        (asked(history=history(winner="A")), "history[0].tables[0].winner"),
        (asked(history=history(walk_over=1)), "history[0].tables[0].walk_over"),
        (asked(history=history(table=0)), "history[0].tables[0].table"),
        (asked(history=[{"round": 1, "tables": [], "sit_out": ["A", "E"]}]), "history[0].sit_out[1]"),
        (asked(history=[{"round": 1, "tables": [], "sit_out": ["A", "A"]}]), "history[0].sit_out[1]"),
        (asked(seed=""), "seed"),
        (asked(seed=True), "seed"),
        (asked(seed=-1), "seed"),
        (asked(seed="x" * 61), "seed"),
        (asked(movement="draw"), "seed"),
        (asked(movement="knockout", options={"seeding": "draw"}), "seed"),
        (asked(options=[]), "options"),
        (asked(options={"step": 1}), "options.step"),
        (asked(options={"per_table": 4}), "options.per_table"),
        (asked(options={"tables": []}), "options.tables"),
        (asked(options={"tables": [1, 1]}), "options.tables"),
        (asked(options={"tables": [1, 0]}), "options.tables"),
        (asked(movement="draw", seed=1, options={"avoid_repeats": 1}), "options.avoid_repeats"),
        (asked(movement="draw", seed=1, options={"avoid_repeats": True, "per_table": 4}), "options.avoid_repeats"),
        (asked(movement="mitchell", options={"step": 0}), "options.step"),
        (asked(movement="mitchell", options={"step": 2}), "options.step"),
        (asked(movement="danish_no_repeat", options={"repeats": "never"}), "options.repeats"),
        (asked(movement="danish_no_repeat", options={"last_round": None}), "options.last_round"),
        (asked(movement="individual", options={"schedule": "perfect"}), "options.schedule"),
        (asked(movement="individual", options={"rounds": 0}), "options.rounds"),
        (asked(movement="two_losses", options={"losses": 0}), "options.losses"),
        (asked(movement="two_losses", options={"final_of": 0}), "options.final_of"),
        (asked(movement="free"), "options.seating"),
        (seating([["A"]]), "options.seating[0].sides"),
        (seating([["A"], ["B"]], [["C"], ["A"]]), "options.seating[1].sides[1][0]"),
        (seating([["A"], ["E"]]), "options.seating[0].sides[1][0]"),
        ({**seating([["A"], ["B"]]), "entrants": ["A", {"id": "B", "status": "absent"}, "C"]},
         "options.seating[0].sides[1][0]"),
        (asked(movement="free", options={"seating": [{"table": 3, "sides": [["A"], ["B"]]}] * 2}),
         "options.seating[1].table"),
    ],
)  # fmt: skip
def test_a_malformed_question_is_refused_at_its_place(request_: Any, where: str) -> None:
    told = pair(request_)
    assert (told["error"]["kind"], told["error"]["where"]) == ("malformed", where)


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        (asked(entrants=[]), "entrants"),
        (asked(entrants=["A", {"id": "B", "status": "left"}]), "entrants"),
        (asked(entrants=["A", "B"], options={"per_table": 3}), "entrants"),
        (asked(movement="free", entrants=["A"], options={"seating": []}), "entrants"),
        (asked(movement="round_robin", entrants=["A"]), "entrants"),
        (asked(movement="round_robin", entrants=["A", {"id": "B", "status": "absent"}]), "entrants"),
        (asked(movement="mitchell", entrants=["A", "B", "C"]), "entrants"),
        (asked(movement="individual", entrants=["A", "B", "C"]), "entrants"),
        (asked(movement="knockout", entrants=["A"]), "entrants"),
        (asked(movement="two_losses", entrants=["A"]), "entrants"),
        (asked(options={"tables": [7]}), "options.tables"),
        (asked(movement="mitchell", options={"tables": [7]}), "options.tables"),
        (asked(movement="mitchell", history=[round_of(1, ""), round_of(2, "")]), "history"),
        (asked(movement="knockout", history=PLAYED), "history[0].tables[1].winner"),
        (asked(movement="knockout", history=[round_of(1, "A~D B*-C")]), "history[0].tables[0].winner"),
        (asked(movement="two_losses", history=PLAYED), "history[0].tables[1].winner"),
        (asked(movement="knockout", history=[round_of(1, "A*-B C*-D")]), "history[0]"),
        (asked(movement="knockout", history=[round_of(1, "A*-D B*-C"), round_of(2, "A*-B C*-D")]), "history[1]"),
        (asked(movement="knockout", history=[round_of(1, "A*-B"), round_of(2, "A*-B")]), "history[1]"),
        (asked(movement="knockout", history=[round_of(1, "B*-C/A D")]), "history[0]"),  # A and D would have met
        (asked(movement="knockout", history=[round_of(1, "A*-D B*-C"), round_of(2, "/A B")]), "history[1]"),
        (asked(movement="knockout", entrants=[{"id": "A", "status": "left"}, {"id": "B", "status": "left"}],
          history=[round_of(1, "A*-B")]), "entrants"),
    ],
)  # fmt: skip
def test_a_seating_that_cannot_be_is_refused_at_its_place(request_: Any, where: str) -> None:
    told = pair(request_)
    assert (told["error"]["kind"], told["error"]["where"]) == ("impossible", where)


def ranked(**changed: Any) -> dict[str, Any]:
    """An evening to rank, with these changes."""
    return {"scoring": "sum", "results": ONE, **changed}


def result(*sides: Any, **changed: Any) -> dict[str, Any]:
    """An evening to rank, with this result."""
    return ranked(results=[{"round": 1, "sides": list(sides), **changed}])


def bands(*rows: Any) -> dict[str, Any]:
    """An evening to rank, with a club's own bands."""
    return ranked(scoring={"kind": "bands", "bands": list(rows)})


def season(**changed: Any) -> dict[str, Any]:
    """A season of one evening, with these changes."""
    rows = [{"place": 1, "players": ["A"], "points": 3}]
    return {"season": {"evenings": [{"evening": "1", "standings": rows}], **changed}}


def rows(*standings: Any) -> dict[str, Any]:
    """A season of one evening with these rows."""
    return season(evenings=[{"standings": list(standings)}])


A, B, C = ({"entrants": [id_], "score": 1} for id_ in "ABC")


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        (None, ""),
        ({"results": []}, "scoring"),
        ({"scoring": "sum"}, "results"),
        (ranked(tea=1), "tea"),
        (ranked(scoring="tea"), "scoring"),
        (ranked(scoring={}), "scoring"),
        (ranked(scoring=5), "scoring"),
        (ranked(scoring={"table": "tea"}), "scoring.table"),
        (ranked(scoring={"table": "sum", "win": 3}), "scoring.win"),
        (ranked(scoring={"kind": "tea"}), "scoring.kind"),
        (ranked(scoring={"table": "sum", "kind": "sum"}), "scoring.kind"),
        (ranked(scoring={"kind": "outcome", "cap": 3}), "scoring.cap"),
        (ranked(scoring={"kind": "outcome", "win": "3"}), "scoring.win"),
        (ranked(scoring={"kind": "capped", "cap": -1}), "scoring.cap"),
        (ranked(scoring={"kind": "places"}), "scoring.places"),
        (ranked(scoring={"kind": "places", "places": [4, None]}), "scoring.places[1]"),
        (ranked(scoring={"kind": "bands"}), "scoring.bands"),
        (bands(), "scoring.bands"),
        (bands([1, 2], [None, 1, 2]), "scoring.bands[0]"),
        (bands([None, 2, 1], [None, 1, 2]), "scoring.bands[0][0]"),
        (bands([5, 2, 1]), "scoring.bands[0][0]"),
        (bands([5, 2, 1], [5, 2, 1], [None, 1, 2]), "scoring.bands[1][0]"),
        (bands([-1, 2, 1], [None, 1, 2]), "scoring.bands[0][0]"),
        (bands([None, 2.5, 1]), "scoring.bands[0][1]"),
        (bands([None, 2, True]), "scoring.bands[0][2]"),
        (ranked(scoring={"kind": "sum", "sit_out": {"points": "mean"}}), "scoring.sit_out.points"),
        (ranked(scoring={"kind": "sum", "missed": {"tea": 1}}), "scoring.missed.tea"),
        (ranked(scoring={"kind": "sum", "walk_over": {"tea": {}}}), "scoring.walk_over.tea"),
        (ranked(scoring={"kind": "sum", "walk_over": {"absent": {"difference": ""}}}),
         "scoring.walk_over.absent.difference"),
        (ranked(scoring={"kind": "sum", "warnings": {}}), "scoring.warnings.every"),
        (ranked(scoring={"kind": "sum", "warnings": {"every": 0}}), "scoring.warnings.every"),
        (ranked(scoring={"kind": "sum", "rounds": []}), "scoring.rounds"),
        (ranked(scoring={"kind": "sum", "rounds": {"0": "sum"}}), "scoring.rounds.0"),
        (ranked(scoring={"kind": "sum", "rounds": {"one": "sum"}}), "scoring.rounds.one"),
        (ranked(scoring={"kind": "sum", "rounds": {"1": "tea"}}), "scoring.rounds.1"),
        (ranked(scoring={"kind": "sum", "rounds": {"1": {"kind": "sum", "rounds": {}}}}), "scoring.rounds.1.rounds"),
        (ranked(entrants=["A", "A"]), "entrants[1]"),
        (ranked(results=[5]), "results[0]"),
        (ranked(results=[{"sides": [A, B]}]), "results[0].round"),
        (result(A, B, round=0), "results[0].round"),
        (result(A, B, kind="tea"), "results[0].kind"),
        (result(A, B, tea=1), "results[0].tea"),
        (result(A, B, table=0), "results[0].table"),
        (ranked(results=[{"round": 1}]), "results[0].sides"),
        (result(A), "results[0].sides"),
        ({**result(A, B, C), "scoring": "victory_points_3"}, "results[0].sides"),
        (result(A, {"entrants": ["B"]}), "results[0].sides[1].score"),
        (result(A, {"entrants": ["B"], "score": None}), "results[0].sides[1].score"),
        (result(A, {"entrants": [], "score": 1}), "results[0].sides[1].entrants"),
        (result(A, {"score": 1}), "results[0].sides[1].entrants"),
        (result(A, A), "results[0].sides[1].entrants[0]"),
        (result(A, {"entrants": [5], "score": 1}), "results[0].sides[1].entrants[0]"),
        ({**result(A, B), "entrants": ["A"]}, "results[0].sides[1].entrants[0]"),
        (result(A, {**B, "points": 3}), "results[0].sides[1].points"),
        (result(A, {**B, "best_deal": "5"}), "results[0].sides[1].best_deal"),
        (result({"entrants": ["A"]}, {"entrants": ["B"]}, kind="assigned"), "results[0].sides[0].points"),
        (result({"entrants": ["A"]}, {"entrants": ["B"]}, kind="walk_over"), "results[0].sides[0].absent"),
        (result({"entrants": ["A"], "absent": 1}, {"entrants": ["B"]}, kind="walk_over"), "results[0].sides[0].absent"),
        (ranked(results=[{"round": 1, "kind": "sit_out", "entrants": ["A", "A"]}]), "results[0].entrants[1]"),
        (ranked(results=[*ONE, {"round": 1, "kind": "missed", "entrants": ["B"]}]), "results[1].entrants[0]"),
        (ranked(results=[{"round": 1, "kind": "missed", "sides": [A, B]}]), "results[0].sides"),
        (ranked(penalties=[{}]), "penalties[0].entrant"),
        (ranked(penalties=[{"entrant": "E", "points": 1}]), "penalties[0].entrant"),
        (ranked(penalties=[{"entrant": "A"}]), "penalties[0].points"),
        (ranked(penalties=[{"entrant": "A", "points": "1"}]), "penalties[0].points"),
        (ranked(penalties=[{"entrant": "A", "kind": "warning", "points": 1}]), "penalties[0].points"),
        (ranked(penalties=[{"entrant": "A", "kind": "tea"}]), "penalties[0].kind"),
        (ranked(penalties=[{"entrant": "A", "points": 1, "withdrawn": 1}]), "penalties[0].withdrawn"),
        (ranked(penalties=[{"entrant": "A", "points": 1, "reason": 5}]), "penalties[0].reason"),
        (ranked(penalties=[{"entrant": "A", "points": 1, "round": 0}]), "penalties[0].round"),
        (ranked(tie_breaks=["tea"]), "tie_breaks[0]"),
        (ranked(tie_breaks=["lots", "lots"]), "tie_breaks[1]"),
        (ranked(tie_breaks=["attended"]), "tie_breaks[0]"),
        ({**season(), "scoring": "sum"}, "scoring"),
        ({"season": {}}, "season.evenings"),
        ({"season": 5}, "season"),
        (season(best=0), "season.best"),
        (season(points={}), "season.points.by"),
        (season(points={"by": "tea"}), "season.points.by"),
        (season(points={"by": "list"}), "season.points.points"),
        (season(points={"by": "list", "points": [1, ""]}), "season.points.points[1]"),
        (season(points={"by": "beaten", "rest": 1}), "season.points.rest"),
        ({**season(), "tie_breaks": ["wins"]}, "tie_breaks[0]"),
        (season(evenings=[{}]), "season.evenings[0].standings"),
        (rows({"players": ["A"], "points": 1}), "season.evenings[0].standings[0].place"),
        (rows({"place": 1, "players": ["A"]}), "season.evenings[0].standings[0].points"),
        (rows({"place": 1, "players": [], "points": 1}), "season.evenings[0].standings[0].players"),
        (rows({"place": 1, "points": 1}), "season.evenings[0].standings[0].players"),
        (rows({"place": 1, "players": ["A", "A"], "points": 1}), "season.evenings[0].standings[0].players[1]"),
        (rows({"place": 1, "players": ["A"], "points": 1}, {"place": 2, "players": ["B", "A"], "points": 1}),
         "season.evenings[0].standings[1].players[1]"),
    ],
)  # fmt: skip
def test_malformed_results_are_refused_at_their_place(request_: Any, where: str) -> None:
    told = rank(request_)
    assert (told["error"]["kind"], told["error"]["where"]) == ("malformed", where)
