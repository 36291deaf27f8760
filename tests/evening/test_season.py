"""The season: the value of an evening for each player, the evenings that count, and the order."""

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.contract import rank
from scorekeeper.evening.acts.season import SeasonSetup, remember_season
from scorekeeper.evening.ranking.season import Counting, EveningWorth, PlacedEntrant, Season, by_evening, season_table
from scorekeeper.ledger.chain.entries import Entry

#: Place, players and points of each row of three evenings.
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
    """The rows of a season as (place, player, total, tie-break that put it behind the row above)."""
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


def entry(version: int, kind: str, **payload: Any) -> Entry:
    """An entry of a season in the form that a fold reads."""
    return Entry(0, "autumn", version, kind, None, payload, "", "", "", "2026-11-22T18:00:00Z", "")


OPENED = entry(1, "season_opened", title="Autumn", points={"by": "list", "points": [10, 8], "rest": 1}, seed="7")


def test_the_entries_of_a_season_say_which_evenings_count_and_how() -> None:
    memory = remember_season(
        [
            OPENED,
            entry(2, "evening_added", evening=1, id="first"),
            entry(3, "evening_added", evening=2, id="second"),
            entry(4, "season_amended", changed={"best": 3, "tie_breaks": ["lots"]}),
            entry(5, "evening_removed", evening=1),
        ]
    )
    assert memory.setup == SeasonSetup("Autumn", Counting("list", (10, 8), 1), 3, ("lots",), "7")
    assert (memory.evenings, memory.next_number, memory.version) == ({2: "second"}, 3, 5)
    with pytest.raises(ValueError, match="season_opened"):
        remember_season([])
    with pytest.raises(ValueError, match="season_opened"):
        remember_season([entry(1, "evening_added", evening=1, id="first")])
    with pytest.raises(KeyError):
        remember_season([OPENED, entry(2, "prize_given")])


def test_of_equal_evenings_the_earlier_counts() -> None:
    evening = (PlacedEntrant(1, ("Anna",), 5), PlacedEntrant(2, ("Béla",), 3))
    alone = (PlacedEntrant(1, ("Béla",), 3),)
    assert by_evening(Season((evening, alone, evening), best=2)) == {
        "Anna": (EveningWorth(5, counts=True), None, EveningWorth(5, counts=True)),
        "Béla": (EveningWorth(3, counts=True), EveningWorth(3, counts=True), EveningWorth(3, counts=False)),
    }


NAMES = st.sampled_from(["Anna", "Béla", "Csaba", "Dana", "Edit"])
ROWS = st.lists(NAMES, unique=True, max_size=5).flatmap(
    lambda names: st.tuples(
        *(st.builds(PlacedEntrant, st.integers(1, 5), st.just((name,)), st.integers(-50, 50)) for name in names)
    )
)


@given(
    st.lists(ROWS, max_size=5).map(tuple),
    st.none() | st.integers(1, 4),
    st.sampled_from([Counting(), Counting("list", (10, 8, 6), 1), Counting("beaten")]),
)
def test_what_counts_makes_the_total_and_nothing_better_is_dropped(
    evenings: tuple[tuple[PlacedEntrant, ...], ...], best: int | None, counting: Counting
) -> None:
    season = Season(evenings, counting, best, seed="4711")
    worth, (rows, _) = by_evening(season), season_table(season)
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert {row.player for row in rows} == set(worth)
    for row in rows:
        mine = [each for each in worth[row.player] if each]
        counted = sorted((each.value for each in mine if each.counts), reverse=True)
        assert (tuple(counted), sum(counted)) == (row.counted, row.total)
        assert len(counted) == min(len(mine), best or len(mine))
        assert sorted((each.value for each in mine if not each.counts), reverse=True) == list(row.dropped)
        assert not row.dropped or row.dropped[0] <= row.counted[-1]
        assert row.attended == len(mine)


def test_a_season_beside_results_or_without_evenings() -> None:
    assert rank({**season(), "results": []})["error"]["where"] == "results"
    assert rank({"season": None})["error"]["where"] == "season"
    assert rank(season(evenings=[])) == {"standings": [], "steps": []}
    assert rank(season(best=None))["standings"][0]["dropped"] == []
