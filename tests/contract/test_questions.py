"""What an evening would ask `pair` and `rank`: asked so, they answer what the evening shows."""

from typing import Any

from scorekeeper.contract import pair, rank
from scorekeeper.contract.questions import pair_request, rank_request
from scorekeeper.engine.values import asdict, replace
from scorekeeper.evening.counting import ask, contest, standings_of
from scorekeeper.evening.pair_reader import read_ask
from scorekeeper.evening.scoring_reader import TIE_BREAKS
from scorekeeper.rulebook.schedules import schedules
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
    tables=[7, 8],
)


def test_rank_answers_what_the_evening_shows() -> None:
    request = rank_request(contest(EVENING))
    assert rank(request)["standings"] == [asdict(row) for row in standings_of(EVENING).rows]
    assert request["tie_breaks"] == ["difference"], "the evening's own, not those of its scoring"
    own = replace(contest(EVENING), tie_breaks=None, seed=None)
    assert rank_request(own)["tie_breaks"] == list(TIE_BREAKS)
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
