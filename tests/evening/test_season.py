"""The season: what an evening is worth to each player, which evenings count, and who stands before whom."""

from hashlib import sha256
from typing import Any

import pytest

from scorekeeper.contract import rank

#: Place, players, points of each row of three evenings.
EVENINGS = [
    [(1, "Anna Béla", 52), (2, "Csaba Dana", 40), (3, "Edit Feri", 31)],
    [(1, "Csaba Anna", 44), (1, "Béla Dana", 44), (3, "Edit", 20)],
    [(1, "Dana", 30), (2, "Anna", 12)],
]


def season(**changed: Any) -> dict[str, Any]:
    """The three evenings as a request."""
    evenings = [
        {"standings": [{"place": place, "players": who.split(), "points": points} for place, who, points in evening]}
        for evening in EVENINGS
    ]
    tie_breaks = {"tie_breaks": changed.pop("tie_breaks")} if "tie_breaks" in changed else {}
    seed = {"seed": changed.pop("seed")} if "seed" in changed else {}
    return {"season": {"evenings": evenings, **changed}, **tie_breaks, **seed}


def rows(told: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Place, player, total, and what put the row behind."""
    return [(row["place"], row["player"], row["total"], row["behind_by"]) for row in told["standings"]]


def test_each_player_of_an_entrant_has_its_points() -> None:
    told = rank(season())
    assert rows(told) == [
        (1, "Dana", 114, None),
        (2, "Anna", 108, "points"),
        (3, "Béla", 96, "points"),
        (4, "Csaba", 84, "points"),
        (5, "Edit", 51, "points"),
        (6, "Feri", 31, "points"),
    ]
    assert told["standings"][1] == {
        "place": 2,
        "player": "Anna",
        "total": 108,
        "counted": [52, 44, 12],
        "dropped": [],
        "attended": 3,
        "evenings_won": 2,
        "behind_by": "points",
    }


def test_the_best_evenings_count_and_the_others_stand_beside() -> None:
    told = rank(season(best=1))
    assert rows(told)[:2] == [(1, "Anna", 52, None), (2, "Béla", 52, "attended")]
    assert [(row["counted"], row["dropped"]) for row in told["standings"]][:3] == [
        ([52], [44, 12]),
        ([52], [44]),
        ([44], [40, 30]),
    ]
    assert [step["key"] for step in told["steps"]][:3] == ["best_evening", "evenings_won", "attended"]


def test_a_list_of_places_gives_the_own_place_also_where_it_is_shared() -> None:
    told = rank(season(points={"by": "list", "points": [10, 8], "rest": 1}, tie_breaks=[]))
    assert rows(told) == [
        (1, "Anna", 28, None),
        (1, "Dana", 28, None),
        (3, "Béla", 20, "points"),
        (4, "Csaba", 18, "points"),
        (5, "Edit", 2, "points"),
        (6, "Feri", 1, "points"),
    ]


def test_a_list_without_points_in_the_rows_needs_none() -> None:
    evenings = [{"standings": [{"place": 2, "players": ["Anna"]}]}]
    told = rank(season(evenings=evenings, points={"by": "list", "points": [3]}))
    assert rows(told) == [(1, "Anna", 0, None)]


def test_by_those_left_behind_a_full_room_is_worth_more() -> None:
    told = rank(season(points={"by": "beaten"}, tie_breaks=["attended"]))
    assert rows(told) == [
        (1, "Anna", 6, None),
        (1, "Dana", 6, None),
        (3, "Béla", 5, "points"),
        (4, "Csaba", 4, "points"),
        (5, "Edit", 2, "points"),
        (6, "Feri", 1, "points"),
    ]


@pytest.mark.parametrize("seed", ["4711", 4711])
def test_lots_part_whom_nothing_parts(seed: Any) -> None:
    evenings = [{"standings": [{"place": 1, "players": ["Anna", "Béla"], "points": 5}]}]
    told = rank(season(evenings=evenings, seed=seed))
    drawn = {who: sha256(f"4711/lots/{who}".encode()).hexdigest() for who in ("Anna", "Béla")}
    first, last = sorted(drawn, key=lambda who: drawn[who])
    assert rows(told) == [(1, first, 5, None), (2, last, 5, "lots")]
    assert told["steps"][-1] == {
        "key": "lots",
        "level": ["Anna", "Béla"],
        "values": {who: digits[:8] for who, digits in drawn.items()},
    }
