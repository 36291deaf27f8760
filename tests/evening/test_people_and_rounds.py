"""The names of entrants, their tables, the rounds that are known in advance, and past meetings."""

from typing import Any

import pytest

from scorekeeper.evening.acts import remember
from scorekeeper.evening.counting import cross, planned, standings_of
from scorekeeper.evening.fold import MatchNow
from scorekeeper.evening.people import names_of, people_at, people_of, side_name, tables_of
from scorekeeper.rulebook.evenings import schedules
from tests.evening.evenings import CLOSED, PLAYED, ROUND_1, after, agreed, decided, numbered, opened, seated

BY_HAND = [agreed(1, 0, (800, 500)), agreed(1, 1, (800, 500)), decided(2, "walk_over", {}, {"absent": True})]


def test_an_entrant_goes_by_its_own_name_else_by_who_plays() -> None:
    substitute = ("entrant_changed", {"entrant": "B", "players": ["B1", "Zita"], "round": 2})
    named = ("entrant_changed", {"entrant": "A", "name": "The Kings"})
    evening = after(named, ROUND_1, substitute)
    assert names_of(evening) == {"A": "The Kings", "B": "B1 & B2", "C": "C1 & C2", "D": "D1 & D2"}
    assert names_of(evening, 2)["B"] == "B1 & Zita"
    assert side_name(names_of(evening), ("A", "B")) == "The Kings & B1 & B2"
    assert people_of(evening) == [("A1", "A2"), ("B1", "B2"), ("C1", "C2"), ("D1", "D2")]


@pytest.mark.parametrize(
    ("changed", "entries", "tables"),
    [
        ({}, [], (1, 2)),
        ({"movement": "individual"}, [], (1,)),
        ({"tables": [4, 7]}, [], (4, 7)),
        ({"tables": [4, 7]}, [seated(1, (9, "m1", "A-B"), (7, "m2", "C-D"))], (4, 7, 9)),
    ],
)
def test_the_tables_of_the_room_are_those_named_or_needed_and_those_in_use(
    changed: dict[str, Any], entries: list[Any], tables: tuple[int, ...]
) -> None:
    assert tables_of(after(*entries, **changed)) == tables


def test_the_sides_of_a_table_sit_alternately_with_who_plays_in_the_round() -> None:
    substitute = ("entrant_changed", {"entrant": "B", "players": ["B1", "Zita"], "round": 2})
    evening = after(ROUND_1, substitute)
    assert people_at(evening, 1, (("A",), ("B",))) == [
        (0, 0, "A", "A1"),
        (1, 1, "B", "B1"),
        (2, 0, "A", "A2"),
        (3, 1, "B", "B2"),
    ]
    assert [name for *_, name in people_at(evening, 2, (("B",), ("C",)))] == ["B1", "C1", "Zita", "C2"]


def test_a_table_is_found_in_its_round() -> None:
    assert remember(numbered(*opened(), ROUND_1)).rounds[1].table(2).sides == (("C",), ("D",))


@pytest.mark.parametrize(
    ("changed", "entries", "rounds"),
    [
        # Circle of four, section 3.3: round 2 turns 1 2 3 4 into 1 4 2 3, round 3 into 1 3 4 2.
        ({"movement": "round_robin"}, [], ["A-D B-C", "A-C D-B", "A-B C-D"]),
        ({"movement": "round_robin", "rounds": 2}, [ROUND_1], ["A-B C-D", "A-C D-B"]),
        # With two tables the movers are back after two rounds, however many are planned.
        ({"movement": "mitchell", "rounds": 5}, [], ["A-C B-D", "A-D B-C"]),
        ({"movement": "danish_no_repeat"}, [ROUND_1], ["A-B C-D"]),
        ({"movement": "individual", "movement_options": {"schedule": "search"}}, [], []),
    ],
)
def test_rounds_are_known_ahead_where_the_movement_asks_nothing_of_what_is_played(
    changed: dict[str, Any], entries: list[Any], rounds: list[str]
) -> None:
    found = planned(after(*entries, **changed), schedules())
    assert [
        " ".join("-".join("+".join(side) for side in sides) for _, sides in each.tables) for each in found
    ] == rounds
    assert [each.number for each in found] == list(range(1, len(rounds) + 1))


def test_who_met_whom_has_both_points_and_who_met_nobody_stands_alone() -> None:
    round_2 = seated(2, (1, "m3", "A-C"), sit_out=["B", "D"])
    over = ("result_set", {"round": 2, "table": 1, "kind": "void", "sides": [], "reason": "cards"})
    entries = (ROUND_1, *BY_HAND, CLOSED, round_2, over, ("round_closed", {"round": 2}))
    evening = after(*entries, matches={**PLAYED, "m3": MatchNow((0, 0))})
    found = cross(evening, standings_of(evening))
    assert {pair: [line.points for line in lines] for pair, lines in found.met.items()} == {
        ("A", "B"): [11],  # a difference of 300, in the bands for four deals
        ("B", "A"): [9],
        ("C", "D"): [12],  # the points of a walkover in these bands
        ("D", "C"): [8],
        ("A", "C"): [0],  # void
        ("C", "A"): [0],
    }
    assert {id_: [line.kind for line in lines] for id_, lines in found.alone.items()} == {
        "B": ["sit_out"],
        "D": ["sit_out"],
    }
