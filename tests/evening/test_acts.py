"""Acts that are impossible in the state of the evening: each is refused, with its location."""

from typing import Any

import pytest

from scorekeeper.engine.chain import Act
from scorekeeper.engine.refused import Refused
from scorekeeper.evening.acts import EVENING_ACTS, remember
from scorekeeper.evening.acts.season import SEASON_ACTS, SeasonMemory, remember_season
from scorekeeper.evening.memory import EveningMemory
from tests.evening.evenings import CLOSED, OPENED, ROUND_1, decided, numbered, opened, seated

TABLES = [{"table": 1, "sides": [["A"], ["B"]], "match": "m1"}, {"table": 2, "sides": [["C"], ["D"]], "match": "m2"}]
PENALTY = {"penalty": "p1", "entrant": "A", "kind": "points", "points": 2, "reason": "late"}
NEW = {"entrant": "E", "kind": "pair", "players": ["X", "Y"], "number": 5}
AGREED = {"round": 1, "table": 1, "side": 0, "totals": [800, 500], "version": 9}

SEASON = {"title": "Autumn", "points": {"by": "points"}}
LONG_LIST = {"by": "list", "points": [1] * 1_000}
UNSEEDED = {key: value for key, value in OPENED.items() if key != "seed"} | {"movement": "draw"}


def season() -> SeasonMemory:
    """A season with one evening."""
    return remember_season(numbered(("season_opened", SEASON), ("evening_added", {"evening": 1, "id": "night"})))


def played() -> EveningMemory:
    """Four pairs after their first round; C has a table of its own, there is a penalty, and the director set a
    result."""
    own_table = ("entrant_changed", {"entrant": "C", "fixed_table": 2})
    given = ("penalty_given", PENALTY)
    return remember(numbered(*opened(), own_table, ROUND_1, given, decided(2, "void"), CLOSED))


@pytest.mark.parametrize(
    ("kind", "payload", "key", "where"),
    [
        ("evening_opened", {**OPENED, "movement_options": {"strange": 1}}, "unknown_key", "movement_options.strange"),
        ("evening_opened", UNSEEDED, "missing", "seed"),
        ("entrant_added", {**NEW, "entrant": "A"}, "there_twice", "entrant"),
        ("entrant_added", {**NEW, "number": 4}, "there_twice", "number"),
        ("entrant_added", {**NEW, "players": ["X"]}, "wrong_number", "players"),
        ("entrant_changed", {"entrant": "E"}, "not_one_of", "entrant"),
        ("entrant_changed", {"entrant": "A", "players": ["X"]}, "wrong_number", "players"),
        ("entrant_changed", {"entrant": "A", "number": 4}, "there_twice", "number"),
        ("entrant_changed", {"entrant": "A", "fixed_table": 2}, "own_table_twice", "fixed_table"),
        ("round_seated", {**seated(3, (1, "m3", "A-B"))[1]}, "not_one_of", "round"),
        ("round_seated", {**seated(2, (1, "m3", "A-B"))[1], "ranks": []}, "not_an_object", "ranks"),
        ("round_seated", {**seated(2, (1, "m3", "A-B"), (1, "m4", "C-D"))[1]}, "there_twice", "tables[1].table"),
        ("round_seated", {**seated(2, (1, "m3", "A-B"), (2, "m4", "C-A"))[1]}, "there_twice", "tables[1].sides[1][0]"),
        ("round_closed", {"round": 2}, "not_one_of", "round"),
        ("seating_corrected", {"round": 1, "tables": TABLES[:1], "reason": "moved"}, "not_one_of", "tables"),
        ("result_confirmed", {**AGREED, "table": 3}, "not_one_of", "table"),
        ("result_confirmed", {**AGREED, "totals": [800]}, "wrong_number", "totals"),
        ("result_set", decided(1, "withdrawn")[1], "not_one_of", "table"),
        ("result_set", decided(1, "played", {"score": 800})[1], "wrong_number", "sides"),
        ("result_set", decided(1, "played", {"strange": 1}, {})[1], "unknown_key", "sides[0].strange"),
        ("result_set", decided(1, "played", {"score": 9}, {"score": 5})[1] | {"winner": 0}, "contradicts", "winner"),
        ("penalty_given", PENALTY, "there_twice", "penalty"),
        ("penalty_given", {**PENALTY, "penalty": "p2", "entrant": "E"}, "not_one_of", "entrant"),
        ("penalty_withdrawn", {"penalty": "p2"}, "not_one_of", "penalty"),
    ],
)  # fmt: skip
def test_an_act_that_could_not_be_is_refused_at_its_place(kind: str, payload: Any, key: str, where: str) -> None:
    with pytest.raises(Refused) as refused:
        EVENING_ACTS.read(kind, payload).check(played(), "")
    assert (refused.value.key, refused.value.where) == (key, where)


def test_a_penalty_counts_until_it_is_withdrawn_by_a_later_entry() -> None:
    memory = played()
    entries = numbered(*[("round_closed", {"round": 1})] * memory.version, ("penalty_withdrawn", {"penalty": "p1"}))
    (penalty,) = EVENING_ACTS.and_then(memory, entries[-1:]).penalties.values()
    assert (penalty.withdrawn, penalty.taken_back) == ("", memory.version + 1)


@pytest.mark.parametrize(
    ("kind", "payload", "key", "where"),
    [
        ("season_opened", {**SEASON, "points": LONG_LIST}, "wrong_number", "points.points"),
        ("season_opened", {**SEASON, "points": {"by": "luck"}}, "not_one_of", "points.by"),
        ("season_opened", {**SEASON, "points": {"by": "list"}}, "missing", "points.points"),
        ("season_opened", {**SEASON, "points": {"by": "beaten", "rest": 1}}, "unknown_key", "points.rest"),
        ("season_opened", {**SEASON, "title": "x" * 61}, "too_long", "title"),
        ("season_opened", {**SEASON, "best": True}, "not_a_whole_number", "best"),
        ("season_opened", {**SEASON, "tie_breaks": ["lots", "lots"]}, "there_twice", "tie_breaks[1]"),
        ("season_opened", {**SEASON, "tie_breaks": ["head_to_head"]}, "not_one_of", "tie_breaks[0]"),
        ("season_opened", {**SEASON, "seed": "x" * 61}, "too_long", "seed"),
        ("season_opened", {**SEASON, "prize": 5}, "unknown_key", "prize"),
        ("evening_added", {"evening": 3, "id": "other"}, "out_of_range", "evening"),
        ("evening_added", {"evening": 2, "id": "night"}, "there_twice", "id"),
        ("evening_removed", {"evening": 2}, "not_one_of", "evening"),
    ],
)  # fmt: skip
def test_an_act_of_a_season_that_could_not_be_is_refused_at_its_place(
    kind: str, payload: Any, key: str, where: str
) -> None:
    with pytest.raises(Refused) as refused:
        SEASON_ACTS.read(kind, payload).check(season(), "")
    assert (refused.value.key, refused.value.where) == (key, where)


def test_another_evening_may_be_added_to_a_season_and_one_of_its_own_removed() -> None:
    for kind, payload in (("evening_added", {"evening": 2, "id": "other"}), ("evening_removed", {"evening": 1})):
        SEASON_ACTS.read(kind, payload).check(season(), "")


@pytest.mark.parametrize(
    ("asked", "other", "written", "overtaken"),
    [
        (AGREED, "result_confirmed", AGREED, True),
        (AGREED, "result_confirmed", {**AGREED, "side": 1}, False),
        (AGREED, "result_confirmed", {**AGREED, "table": 2}, False),
        (AGREED, "call_answered", {"round": 1, "table": 1}, False),
        (AGREED, "result_set", decided(1, "void")[1], True),
        (AGREED, "penalty_given", PENALTY, False),
    ],
)
def test_an_act_is_overtaken_by_what_was_written_of_the_same(
    asked: Any, other: str, written: Any, overtaken: bool
) -> None:
    acts = EVENING_ACTS.all
    assert acts["result_confirmed"].overtaken(asked, acts[other], written) == overtaken


def test_each_entry_comes_with_the_memory_before_and_after_it() -> None:
    entries = numbered(*opened())
    steps = [(entry.version, before.version, after.version) for entry, before, after in EVENING_ACTS.steps(entries)]
    assert steps == [(1, 1, 1), (2, 1, 2), (3, 2, 3), (4, 3, 4), (5, 4, 5)]


def test_an_act_changes_nothing_unless_it_says_so() -> None:
    memory = played()
    (entry,) = numbered(CLOSED)
    assert Act().apply(memory, entry) is memory


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("evening_amended", {"changed": {"movement": "draw", "movement_options": {"per_table": 2}}}),
        ("entrant_added", NEW),
        ("entrant_changed", {"entrant": "A", "name": "Aces"}),
        ("entrant_changed", {"entrant": "A", "players": ["X", "Y"]}),
        ("entrant_status", {"entrant": "A", "status": "left", "round": 2}),
        ("seating_corrected", {"round": 1, "tables": TABLES, "reason": "moved"}),
        ("result_confirmed", AGREED),
        ("result_set", decided(1, "played", {"score": 800}, {"score": 500})[1]),
        ("result_set", decided(1, "played", {"score": 800}, {"score": 800})[1] | {"winner": 0}),
        ("result_set", decided(2, "withdrawn")[1]),
        ("penalty_given", {**PENALTY, "penalty": "p2"}),
    ],
)
def test_an_act_that_could_be_is_let_through(kind: str, payload: Any) -> None:
    EVENING_ACTS.read(kind, payload).check(played(), "")


def test_a_table_says_itself_as_its_entry_has_it() -> None:
    assert [table.plain for table in played().rounds[1].tables] == TABLES
