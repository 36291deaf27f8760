"""An evening as JSON and as a table, and as requests to `pair` and `rank`, whose answers match the evening."""

from typing import Any

from scorekeeper.contract import pair, rank
from scorekeeper.contract.evening import evening_json, table_of
from scorekeeper.contract.pair_and_rank import pair_request, rank_request
from scorekeeper.engine.values import asdict, replace
from scorekeeper.evening.counting import ask, contest, standings_of
from scorekeeper.evening.pairing import read_ask
from scorekeeper.evening.ranking.scoring import USUAL_TIE_BREAKS
from scorekeeper.rulebook.evenings import schedules
from tests.evening.evenings import CLOSED, ROUND_1, after, decided, seated

EVENING = after(
    ROUND_1,
    decided(2, "assigned", {"points": 3, "difference": -9}, {"points": 9}),
    CLOSED,
    seated(2, (1, "m1", "A-D"), sit_out=["B"]),
    decided(1, "walk_over", {}, {"absent": True}, number=2),
    ("round_closed", {"round": 2}),
    seated(3, (1, "m1", "A-C")),
    decided(1, "void", number=3),
    ("round_closed", {"round": 3}),
    ("entrant_changed", {"entrant": "C", "fixed_table": 8}),
    ("penalty_given", {"penalty": "p1", "entrant": "D", "kind": "points", "points": -4}),
    ("penalty_given", {"penalty": "p2", "entrant": "A", "kind": "warning"}),
    ("penalty_given", {"penalty": "p3", "entrant": "A", "kind": "points", "points": -9}),
    ("penalty_withdrawn", {"penalty": "p3", "reason": "a mistake"}),
    tables=[7, 8],
)


def test_rank_answers_what_the_evening_shows() -> None:
    request = rank_request(contest(EVENING))
    assert rank(request)["standings"] == [asdict(row) for row in standings_of(EVENING).rows]
    assert request["tie_breaks"] == ["difference"], "the evening's own, not those of its scoring"
    assert rank_request(replace(contest(EVENING), tie_breaks=None, seed=None))["tie_breaks"] == list(USUAL_TIE_BREAKS)
    assert [result["kind"] for result in request["results"]] == [
        *("played", "assigned", "walk_over", "sit_out", "missed", "void", "missed"),
    ]


def test_pair_is_asked_the_same_again() -> None:
    asked = ask(EVENING, schedules())
    assert read_ask(pair_request(asked), schedules()) == asked
    assert "error" not in pair(pair_request(asked))
    free: dict[str, Any] = {
        "movement": "free",
        "entrants": ["A", "B", "C", "D"],
        "options": {"seating": [{"table": 3, "sides": [["A"], ["B"]]}, {"sides": [["C"], ["D"]]}]},
    }
    assert pair(pair_request(read_ask(free, {}))) == pair(free)


def test_an_evening_tells_of_each_round_table_and_penalty_what_it_has() -> None:
    """Round 1 is not closed: C sits out, and D misses it. The table of results has closed rounds only."""
    level = {"round": 1, "table": 1, "kind": "played", "sides": [{"score": 500}] * 2, "winner": 0, "reason": "lots"}
    given = ({"points": -4, "difference": -50}, {"points": -2, "round": 1, "article": "HU-07", "reason": "late"})
    evening = after(
        seated(1, (1, "m1", "A-B"), sit_out=["C"]),
        ("result_set", level),
        *(
            ("penalty_given", {"penalty": f"p{at}", "entrant": "D", "kind": "points", **each})
            for at, each in enumerate(given)
        ),
        ("penalty_given", {"penalty": "w", "entrant": "A", "kind": "warning"}),
        ("penalty_withdrawn", {"penalty": "p0", "reason": "a mistake"}),
    )
    told = evening_json("night", evening)
    (round_,) = told["rounds"]
    assert (round_["sit_out"], round_["missed"]) == (["C"], ["D"])
    assert round_["tables"][0]["result"] == {key: level[key] for key in ("kind", "sides", "winner", "reason")}
    assert told["penalties"] == [
        {"entrant": "D", "kind": "points", "withdrawn": True, **given[0]},
        {"entrant": "D", "kind": "points", "withdrawn": False, "difference": 0, **given[1]},
        {"entrant": "A", "kind": "warning", "withdrawn": False},
    ]
    assert list(table_of(evening)) == []
    rows = [each for each in table_of(EVENING) if each[0] == 1]
    assert rows == [
        (1, 1, "played", "A1 & A2", 800, 300, 11, "won"),
        (1, 1, "played", "B1 & B2", 500, -300, 9, "lost"),
        (1, 2, "assigned", "C1 & C2", None, -9, 3, "lost"),
        (1, 2, "assigned", "D1 & D2", None, 0, 9, "won"),
    ]
