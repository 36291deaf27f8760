"""Properties of every seating (all entrants once, the lowest cost, the same result for the same request), and of all
standings."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import factorial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.contract import pair, rank
from scorekeeper.evening.movements.individual import NAMES, cost_of
from scorekeeper.evening.movements.knockout import bracket
from scorekeeper.evening.pairing import read_ask
from scorekeeper.evening.values import SeatingRequest
from scorekeeper.rulebook.evenings import schedules
from tests.examples import examples

Pairs = tuple[tuple[str, str], ...]


def asked(movement: str, count: int, **further: Any) -> dict[str, Any]:
    """A request in which the ids of the entrants are numbers."""
    return {"movement": movement, "entrants": [{"id": str(place)} for place in range(1, count + 1)], **further}


def played(told: dict[str, Any], winners: list[int] | None = None) -> dict[str, Any]:
    """An answer as a round of the history; `winners` has the index of the winning side of each table."""
    tables = [{**table, "winner": winners[at] if winners else None} for at, table in enumerate(told["tables"])]
    return {"round": told["round"], "tables": tables, "sit_out": told["sit_out"]}


def seated(told: dict[str, Any]) -> list[str]:
    """The ids of all entrants who sit at a table or rest."""
    return [id_ for table in told["tables"] for side in table["sides"] for id_ in side] + told["sit_out"]


MOVEMENTS = [
    ("draw", {}),
    ("draw", {"per_table": 3}),
    ("draw", {"per_table": 4}),
    ("draw", {"avoid_repeats": True}),
    ("round_robin", {}),
    ("danish", {}),
    ("danish", {"per_table": 3}),
    ("danish_no_repeat", {}),
    ("danish_no_repeat", {"repeats": "previous"}),
    ("swiss", {}),
    ("individual", {}),
    ("individual", {"schedule": "search"}),
]


@given(
    movement=st.sampled_from(MOVEMENTS),
    count=st.integers(4, 14),
    away=st.sets(st.integers(1, 14), max_size=4),
    tables=st.lists(st.integers(1, 9), max_size=4, unique=True),
    rounds=st.integers(1, 4),
    winners=st.lists(st.integers(0, 1), min_size=28, max_size=28),
)
@examples(20, soak=300)
def test_everybody_present_sits_once_or_rests_and_every_table_has_its_own_number(
    movement: Any, count: int, away: set[int], tables: list[int], rounds: int, winners: list[int]
) -> None:
    name, options = movement
    ask = asked(name, count, seed="tea", options=options, history=[])
    fixed = {1 + (5 * place) % count: table for place, table in enumerate(tables)}
    for entrant in ask["entrants"]:
        number = int(entrant["id"])
        entrant.update({"fixed_table": fixed[number]} if number in fixed else {})
        entrant.update({"points": winners[number]} if name == "swiss" else {})
    for _ in range(rounds):
        told = pair(ask)
        assert "error" not in told
        assert sorted(seated(told)) == sorted(entrant["id"] for entrant in ask["entrants"])
        numbers = [table["table"] for table in told["tables"]]
        assert sorted(set(numbers)) == numbers
        assert all(len(table["sides"]) in (2, 3) for table in told["tables"])
        own = {str(number): table for number, table in fixed.items() if str(number) not in told["sit_out"]}
        for table in told["tables"]:
            wanted = [own[id_] for side in table["sides"] for id_ in side if id_ in own]
            assert table["table"] in wanted if wanted else table["table"] not in own.values()
        ask["history"].append(played(told))
    for entrant in ask["entrants"]:
        entrant["status"] = "absent" if int(entrant["id"]) in away else "present"
    there = [entrant["id"] for entrant in ask["entrants"] if entrant["status"] == "present"]
    told = pair(ask)
    assert "error" in told or sorted(seated(told)) == sorted(there)


def test_six_pairs_meet_everybody_once_before_anybody_twice() -> None:
    for name in ("round_robin", "danish_no_repeat", "swiss"):
        ask = asked(name, 6, history=[])
        for _ in range(5):
            ask["history"].append(played(pair(ask)))
        met = Counter(
            frozenset(id_ for side in table["sides"] for id_ in side)
            for round_ in ask["history"]
            for table in round_["tables"]
        )
        if name == "round_robin":
            assert (len(met), set(met.values())) == (15, {1})
        assert max(met.values()) <= 2


def pairings(ids: tuple[str, ...]) -> Iterator[Pairs]:
    """Every way to divide entrants into pairs."""
    if not ids:
        yield ()
    for other in ids[1:]:
        for rest in pairings(tuple(id_ for id_ in ids[1:] if id_ != other)):
            yield ((ids[0], other), *rest)


@given(st.data())
@examples(20, soak=300)
def test_no_other_pairs_cost_less(data: st.DataObject) -> None:
    """Compare with all possible pairs. The costs of the three movements are computed here a second time."""
    count = data.draw(st.sampled_from([4, 6, 8]))
    ids = tuple(str(place) for place in range(1, count + 1))
    rounds = [data.draw(st.permutations(ids)) for _ in range(data.draw(st.integers(0, 4)))]
    history = [
        {
            "round": number,
            "tables": [
                {"sides": [[one], [other]], "winner": data.draw(st.integers(0, 1))}
                for one, other in zip(order[::2], order[1::2], strict=True)
            ],
        }
        for number, order in enumerate(rounds, start=1)
    ]
    lost = Counter(table["sides"][1 - table["winner"]][0] for round_ in history for table in round_["tables"])
    met = Counter(frozenset(two) for order in rounds for two in zip(order[::2], order[1::2], strict=True))
    points = {id_: data.draw(st.integers(0, 2)) for id_ in ids}
    own = data.draw(st.sets(st.sampled_from(ids)))
    ranks = {id_: place for place, id_ in enumerate(data.draw(st.permutations(ids)), start=1)}
    levels = sorted(set(points.values()), reverse=True)
    groups = {level: sorted((id_ for id_ in ids if points[id_] == level), key=ranks.get) for level in levels}

    def cost(movement: str, one: str, other: str) -> tuple[int, ...]:
        apart, moved = (ranks[one] - ranks[other]) ** 2, int(one in own and other in own)
        repeats = met[frozenset((one, other))] ** 2
        if movement == "danish_no_repeat":
            return repeats, apart, moved
        if movement == "two_losses":
            return repeats, (lost[one] - lost[other]) ** 2, apart, moved
        group, group_ = levels.index(points[one]), levels.index(points[other])
        mine = groups[points[one]]
        if group == group_:
            return repeats, 0, (abs(mine.index(one) - mine.index(other)) - len(mine) // 2) ** 2, moved
        return repeats, (group - group_) ** 2, (abs(ranks[one] - ranks[other]) - 1) ** 2, moved

    for movement in ("danish_no_repeat", "swiss", "two_losses"):
        ask = asked(movement, count, history=history, options={"losses": 99} if movement == "two_losses" else {})
        for entrant in ask["entrants"]:
            id_ = entrant["id"]
            entrant.update({"rank": ranks[id_], "points": points[id_]})
            entrant.update({"fixed_table": int(id_)} if id_ in own else {})
        told = pair(ask)
        found = [tuple(side[0] for side in table["sides"]) for table in told["tables"]]
        every = [tuple(map(sum, zip(*(cost(movement, *two) for two in pairs), strict=True))) for pairs in pairings(ids)]
        assert tuple(told["cost"].values()) == min(every)
        assert tuple(map(sum, zip(*(cost(movement, *two) for two in found), strict=True))) == min(every)
        assert all(ranks[one] < ranks[other] for one, other in found)


def fours(ids: tuple[str, ...]) -> Iterator[tuple[Pairs, ...]]:
    """Every way to seat entrants in fours, as pairs of partners."""
    if not ids:
        yield ()
    for three in combinations(ids[1:], 3):
        rest = tuple(id_ for id_ in ids[1:] if id_ not in three)
        for partner in three:
            others = tuple(id_ for id_ in three if id_ != partner)
            for tables in fours(rest):
                yield (((ids[0], partner), (others[0], others[1])), *tables)


def individuals(count: int, orders: list[list[str]], own: set[str]) -> tuple[dict[str, Any], SeatingRequest]:
    """A request for individuals after rounds in these orders, four to a table; those in `own` have their own table."""
    history = [
        {
            "round": number,
            "tables": [{"sides": [[a, b], [c, d]]} for a, b, c, d in zip(*(iter(order),) * 4, strict=True)],
        }
        for number, order in enumerate(orders, start=1)
    ]
    ask = asked("individual", count, history=history, options={"schedule": "search"})
    for entrant in ask["entrants"]:
        entrant.update({"fixed_table": int(entrant["id"])} if entrant["id"] in own else {})
    return ask, read_ask(ask, {})


@given(st.data())
@examples(4, soak=60)
def test_of_eight_no_other_seating_costs_less(data: st.DataObject) -> None:
    ids = [str(place) for place in range(1, 9)]
    orders = [data.draw(st.permutations(ids)) for _ in range(data.draw(st.integers(0, 5)))]
    request, ask = individuals(8, orders, data.draw(st.sets(st.sampled_from(ids))))
    every = list(fours(tuple(ids)))
    assert len(every) == factorial(8) // (2**4 * 2**2 * 2)
    told = pair(request)
    costs = [cost_of(seating, ask.entrants, ask.history) for seating in every]
    assert tuple(told["cost"][name] for name in NAMES) == min(costs)


@given(orders=st.lists(st.permutations([str(place) for place in range(1, 17)]), max_size=6))
@examples(3, soak=30)
def test_of_sixteen_no_exchange_of_two_costs_less_and_no_partners_are_cheaper(orders: list[list[str]]) -> None:
    request, ask = individuals(16, orders, set())
    told = pair(request)
    seats = [id_ for table in told["tables"] for side in table["sides"] for id_ in side]

    def cost(order: list[str]) -> tuple[int, ...]:
        tables = [((a, b), (c, d)) for a, b, c, d in zip(*(iter(order),) * 4, strict=True)]
        return cost_of(tables, ask.entrants, ask.history)

    assert tuple(told["cost"].values()) == cost(seats)
    assert told["cost"]["partners"] == 0  # after six rounds, sixteen players can still all have new partners
    for one, other in combinations(range(16), 2):
        exchanged = list(seats)
        exchanged[one], exchanged[other] = exchanged[other], exchanged[one]
        assert cost(exchanged)[:2] >= cost(seats)[:2]


def test_in_a_search_the_lowest_stands_first_everywhere() -> None:
    orders = [[str(place) for place in (5, 9, 1, 13, 2, 6, 10, 14, 16, 3, 7, 11, 4, 8, 12, 15)]]
    for count in (8, 16):
        request, _ = individuals(count, [[id_ for id_ in orders[0] if int(id_) <= count]], set())
        tables = [[[int(id_) for id_ in side] for side in table["sides"]] for table in pair(request)["tables"]]
        assert tables == sorted(tables)
        assert all(side == sorted(side) for sides in tables for side in sides)
        assert all(sides == sorted(sides) for sides in tables)


@pytest.mark.parametrize("players", schedules())
def test_a_schedule_makes_partners_once_and_opponents_twice(players: int) -> None:
    schedule = schedules()[players]
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    rests: Counter[int] = Counter()
    repeated = []
    for number, tables in enumerate(schedule.rounds, start=1):
        sitting = [player for sides in tables for side in sides for player in side]
        assert len(set(sitting)) == len(sitting) == players - players % 4
        rests.update(set(range(1, players + 1)) - set(sitting))
        for one, other in tables:
            partners.update((frozenset(one), frozenset(other)))
            opponents.update(frozenset((a, b)) for a in one for b in other)
        repeated += [number] if max(opponents.values()) > 1 else []
    everybody = players * (players - 1) // 2
    assert (len(partners), set(partners.values())) == (everybody, {1})
    assert (len(opponents), set(opponents.values())) == (everybody, {2})
    assert set(rests.values()) == ({1} if players % 4 else set())
    assert schedule.fresh == repeated[0] - 1


def test_an_evening_of_eight_keeps_to_its_schedule_to_the_end() -> None:
    ask = asked("individual", 8, history=[])
    methods = []
    for _ in range(8):
        told = pair(ask)
        methods.append(told["method"])
        ask["history"].append(played(told))
    assert methods == ["schedule"] * 7 + ["search"]


@given(seeds=st.integers(2, 40))
def test_a_bracket_keeps_the_best_apart(seeds: int) -> None:
    order = bracket(seeds)
    assert sorted(order) == list(range(1, len(order) + 1))
    assert seeds <= len(order) < 2 * seeds
    assert all(one + other == len(order) + 1 for one, other in zip(order[::2], order[1::2], strict=True))


@given(count=st.integers(2, 17), data=st.data())
@examples(20, soak=300)
def test_a_knock_out_ends_with_one_who_never_lost(count: int, data: st.DataObject) -> None:
    ask = asked("knockout", count, history=[], options={"third_place": data.draw(st.booleans())})
    for _ in range(6):
        told = pair(ask)
        if told["done"]:
            break
        winners = [data.draw(st.integers(0, 1)) for _ in told["tables"]]
        ask["history"].append(played(told, winners))
    assert told["done"]
    losses = [table["sides"][1 - table["winner"]][0] for round_ in ask["history"] for table in round_["tables"]]
    assert told["winner"] not in losses
    assert len(losses) == count - 1 + (ask["options"]["third_place"] and count > 3)


ENTRANTS = "ABCDEF"
RESULTS = st.lists(
    st.tuples(st.permutations(ENTRANTS), st.lists(st.integers(-3, 3).map(lambda n: 50 * n), min_size=6, max_size=6)),
    min_size=1,
    max_size=4,
)


@given(rounds=RESULTS, order=st.permutations(ENTRANTS), scoring=st.sampled_from(["victory_points_3", "win_draw_loss"]))
@examples(20, soak=300)
def test_places_do_not_depend_on_the_order_of_the_list_or_of_the_results(
    rounds: Any, order: list[str], scoring: str
) -> None:
    results = [
        {
            "round": number,
            "sides": [{"entrants": [ids[at + side]], "score": scores[at + side]} for side in (0, 1)],
        }
        for number, (ids, scores) in enumerate(rounds, start=1)
        for at in (0, 2, 4)
    ]
    one = rank({"scoring": scoring, "entrants": list(ENTRANTS), "results": results})
    other = rank({"scoring": scoring, "entrants": order, "results": results[::-1]})

    def places(told: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
        return {row["entrant"]: (row["place"], row["points"], row["difference"]) for row in told["standings"]}

    assert places(one) == places(other)
    assert sum(row["difference"] for row in one["standings"]) == 0
    assert sorted(map(str, one["steps"])) == sorted(
        map(str, rank({"scoring": scoring, "entrants": list(ENTRANTS), "results": results[::-1]})["steps"])
    )


def test_every_hash_seed_gives_the_same_seatings() -> None:
    program = (
        "from scorekeeper.contract import pair\n"
        "ids = [f'p{n}' for n in range(18)]\n"
        "for movement in ('danish_no_repeat', 'swiss', 'individual', 'two_losses'):\n"
        "    history = []\n"
        "    for number in range(1, 4):\n"
        "        told = pair({'movement': movement, 'entrants': ids, 'history': history})\n"
        "        print(told)\n"
        "        tables = [{**table, 'winner': 0} for table in told['tables']]\n"
        "        history.append({'round': number, 'tables': tables, 'sit_out': told['sit_out']})\n"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "77")
    }
    assert len(answers) == 1
