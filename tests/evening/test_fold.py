"""The fold of an evening: its state, round by round and table by table, whatever was corrected in between."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine.values import replace
from scorekeeper.evening.acts import EVENING_ACTS, and_then, remember
from scorekeeper.evening.counting import contest, standings_of
from scorekeeper.evening.fold import MatchNow, fold, state
from scorekeeper.evening.ranking.scoring import plain_scoring
from scorekeeper.rulebook.evenings import scoring_by_id
from tests.evening.evenings import CLOSED, PLAYED, ROUND_1, after, agreed, decided, numbered, opened, places, seated


def test_an_evening_begins_open_with_its_entrants_by_number() -> None:
    evening = after()
    assert (evening.state, evening.rounds, evening.next_round, evening.current) == ("open", (), 1, None)
    assert (evening.entrants[0].id, evening.entrants[0].players(1)) == ("A", ("A1", "A2"))
    assert (evening.setup.title, evening.version, evening.setup.tie_breaks) == ("Tuesday", 5, ("difference",))
    assert evening.setup.scoring.bands == scoring_by_id()["victory_points_4"].bands


def test_an_evening_that_was_not_opened_is_none() -> None:
    for entries in ([], numbered(ROUND_1)):
        with pytest.raises(ValueError, match="begins with evening_opened"):
            fold(entries, {})
    with pytest.raises(KeyError):
        after(("tea", {}))
    with pytest.raises(KeyError):
        after(ROUND_1, matches={})


@pytest.mark.parametrize(
    ("match", "entries", "expected"),
    [
        (MatchNow((0, 0)), [], "not_begun"),
        (MatchNow((300, 0), 1), [], "playing"),
        (PLAYED["m1"], [], "finished"),
        (PLAYED["m1"], [agreed(1, 0, (800, 500))], "half_confirmed"),
        (PLAYED["m1"], [agreed(1, 0, (800, 500)), agreed(1, 0, (800, 500))], "half_confirmed"),
        (PLAYED["m1"], [agreed(1, 0, (800, 500)), agreed(1, 1, (800, 500))], "confirmed"),
        (PLAYED["m1"], [agreed(2, 0, (800, 500)), agreed(2, 1, (800, 500))], "finished"),
        (PLAYED["m1"], [agreed(1, 0, (800, 400)), agreed(1, 1, (800, 500))], "half_confirmed"),
        (PLAYED["m1"], [("result_disputed", {"round": 1, "table": 1, "side": 1, "says": "No"})], "disputed"),
        (PLAYED["m1"], [("result_disputed", {"round": 1, "table": 1, "side": 1, "says": "No"}),
          agreed(1, 1, (800, 500))], "half_confirmed"),
        (PLAYED["m1"], [("result_disputed", {"round": 1, "table": 1, "side": 1, "says": "No"}),
          decided(1, "played", {"score": 800}, {"score": 600})], "settled"),
        (MatchNow((0, 0)), [decided(1, "walk_over", {}, {"absent": True})], "settled"),
    ],
)  # fmt: skip
def test_a_table_stands_where_its_match_and_its_sides_have_brought_it(
    match: MatchNow, entries: Any, expected: str
) -> None:
    evening = after(ROUND_1, *entries, matches={**PLAYED, "m1": match})
    table = evening.table(1, 1)
    assert table is not None
    assert (table.state, table.match, table.sides) == (expected, "m1", (("A",), ("B",)))
    assert (table in evening.rounds[0].waits_for) == (expected not in ("confirmed", "settled"))


def test_nobodys_agreement_is_stretched_to_what_he_did_not_see() -> None:
    both = [agreed(1, 0, (800, 500)), agreed(1, 1, (800, 500))]
    amended = MatchNow((800, 550), 4, over=True, version=10, since=10)
    table = after(ROUND_1, *both, matches={**PLAYED, "m1": amended}).table(1, 1)
    assert table is not None
    assert (table.state, table.agreed, table.amended) == ("finished", (), True)
    back = MatchNow((800, 500), 4, over=True, version=11, since=11)
    table = after(ROUND_1, *both, matches={**PLAYED, "m1": back}).table(1, 1)
    assert table is not None
    assert (table.state, table.amended) == ("finished", True)
    other_words = MatchNow((800, 500), 4, over=True, version=12)
    table = after(ROUND_1, *both, matches={**PLAYED, "m1": other_words}).table(1, 1)
    assert table is not None
    assert (table.state, table.amended) == ("confirmed", False)


def test_an_objection_stays_until_that_side_agrees() -> None:
    objected = ("result_disputed", {"round": 1, "table": 1, "side": 1, "says": "Deal 3 is wrong"})
    table = after(ROUND_1, agreed(1, 1, (800, 500)), objected, agreed(1, 0, (800, 500))).table(1, 1)
    assert table is not None
    assert (table.state, table.agreed, table.objections) == ("disputed", (0,), {1: "Deal 3 is wrong"})


def test_a_round_is_published_started_closed_and_reopened() -> None:
    states = [
        after(*entries).rounds[0].state
        for entries in (
            (ROUND_1,),
            (ROUND_1, ("round_started", {"round": 1})),
            (ROUND_1, CLOSED),
            (ROUND_1, CLOSED, ("round_reopened", {"round": 1, "reason": "deal 3"})),
        )
    ]
    assert states == ["published", "running", "closed", "running"]


def test_an_evening_is_played_finished_and_reopened() -> None:
    assert after(ROUND_1).state == "playing"
    assert after(ROUND_1, ("evening_finished", {})).state == "finished"
    assert after(ROUND_1, ("evening_finished", {}), ("evening_reopened", {"reason": "x"})).state == "playing"


def test_who_neither_sat_nor_rested_has_missed_the_round() -> None:
    late = ("entrant_added", {"entrant": "E", "kind": "pair", "players": ["E1", "E2"], "number": 5, "round": 2})
    evening = after(seated(1, (1, "m1", "A-B"), sit_out=["C"]), CLOSED, late)
    assert (evening.rounds[0].sit_out, evening.rounds[0].missed) == (("C",), ("D", "E"))
    kinds = {line.entrants: (line.kind, line.points) for line in standings_of(evening).lines}
    assert kinds[("C",)] == ("sit_out", 12)
    assert kinds[("E",)] == ("missed", 0)
    assert [entrant.status(1) for entrant in evening.entrants][4] == "absent"
    assert [entrant.status(2) for entrant in evening.entrants][4] == "present"


def test_a_round_seated_again_leaves_nothing_of_the_first_seating() -> None:
    again = seated(1, (1, "m3", "A-C"), (2, "m4", "B-D"), by="director", redrawn=2)
    evening = after(ROUND_1, agreed(1, 0, (800, 500)), again, matches={"m3": PLAYED["m1"], "m4": PLAYED["m2"]})
    assert [(table.match, table.agreed) for table in evening.rounds[0].tables] == [("m3", ()), ("m4", ())]
    assert (evening.rounds[0].record.by, evening.rounds[0].record.redrawn) == ("director", 2)


def test_a_seating_put_right_lets_confirmations_lapse_where_people_sat_elsewhere() -> None:
    both = [agreed(1, 0, (800, 500)), agreed(1, 1, (800, 500)), agreed(3, 0, (1, 0)), agreed(3, 1, (1, 0))]
    published = seated(1, (1, "m1", "A-B"), (2, "m2", "C-D"), (3, "m3", "E-F"))
    people = [
        ("entrant_added", {"entrant": id_, "kind": "pair", "players": [id_], "number": number})
        for number, id_ in enumerate("EF", start=5)
    ]
    really = seated(1, (1, "m1", "C-B"), (2, "m2", "A-D"), (3, "m3", "E-F"))[1]["tables"]
    corrected = ("seating_corrected", {"round": 1, "tables": really, "reason": "A and C changed places"})
    matches = {**PLAYED, "m3": MatchNow((1, 0), 2, over=True)}
    evening = after(*people, published, *both, corrected, CLOSED, matches=matches)
    assert [table.state for table in evening.rounds[0].tables] == ["finished", "finished", "confirmed"]
    assert [table.amended for table in evening.rounds[0].tables] == [False, False, False]
    assert evening.rounds[0].record.corrections == ("A and C changed places",)
    assert dict(places(evening))["C"] == 11


def test_statuses_hold_from_a_round_on_and_a_later_word_supersedes() -> None:
    said = [("absent", 2), ("present", 3), ("left", 5), ("present", 4)]
    entries = [("entrant_status", {"entrant": "A", "status": status, "round": number}) for status, number in said]
    entrant = after(*entries).entrants[0]
    assert [entrant.status(number) for number in range(1, 7)] == ["present", "absent", *["present"] * 4]


def test_a_substitute_plays_from_his_round_on_and_the_entrant_stays_one() -> None:
    changed = [
        ("entrant_changed", {"entrant": "A", "players": ["A1", "S"], "round": 2}),
        ("entrant_changed", {"entrant": "A", "name": "The Aces", "fixed_table": 3, "number": 9}),
    ]
    entrant = after(*changed).entrants[-1]
    assert [entrant.players(number) for number in (0, 1, 2, 3)] == [("A1", "A2")] * 2 + [("A1", "S")] * 2
    assert (entrant.id, entrant.name, entrant.fixed_table) == ("A", "The Aces", 3)


def test_what_was_amended_holds_from_then_on() -> None:
    own = plain_scoring(scoring_by_id()["win_draw_loss"])
    changed = {"title": "Wednesday", "scoring": own, "tie_breaks": ["wins"], "tables": [4, 5]}
    evening = after(ROUND_1, CLOSED, ("evening_amended", {"changed": changed, "reason": "typed wrong"}))
    assert (evening.setup.title, evening.setup.tables) == ("Wednesday", (4, 5))
    assert dict(places(evening)) == {"A": 2, "B": 0, "C": 0, "D": 2}
    assert contest(after(("evening_amended", {"changed": {"tie_breaks": None}}))).tie_breaks is None


def test_entries_may_come_one_by_one() -> None:
    entries = numbered(*opened(), ROUND_1, agreed(1, 0, (800, 500)), CLOSED)
    memory = remember(entries[:1])
    for entry in entries[1:]:
        memory = and_then(memory, [entry])
    assert state(memory, PLAYED) == fold(entries, PLAYED)
    assert (fold(entries, PLAYED).table(2, 1), fold(entries, PLAYED).table(1, 9)) == (None, None)
    assert fold(entries, PLAYED).current == fold(entries, PLAYED).rounds[0]


def test_every_kind_of_entry_is_folded_here() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    assert [kind for kind in EVENING_ACTS.others if f'"{kind}"' not in text] == []


def test_a_call_is_answered_and_a_decision_withdrawn() -> None:
    called = ("result_disputed", {"round": 1, "table": 1, "side": 1, "says": "A card too many"})
    answered = ("call_answered", {"round": 1, "table": 1})
    playing = {**PLAYED, "m1": MatchNow((300, 0), 1)}
    standing = after(ROUND_1, called, matches=playing).table(1, 1)
    gone = after(ROUND_1, called, agreed(1, 0, (800, 500)), answered).table(1, 1)
    assert standing
    assert gone
    assert (standing.called, standing.state) == ("2026-11-24T18:00:07Z", "playing")
    assert (gone.called, gone.objections, gone.agreed) == (None, {}, (0,)), "only those who called are answered"
    over = [decided(1, "void"), ("result_set", {"round": 1, "table": 1, "kind": "withdrawn", "reason": "they came"})]
    back = after(ROUND_1, agreed(1, 0, (800, 500)), *over).table(1, 1)
    assert back
    assert (back.state, back.decision) == ("half_confirmed", None)


def test_the_round_to_be_seated_is_the_last_one_while_nobody_has_played_it() -> None:
    fresh = {"m1": MatchNow((0, 0)), "m2": MatchNow((0, 0))}
    begun = {**fresh, "m1": MatchNow((100, 0), 1)}
    assert [
        after().to_seat,
        after(ROUND_1, matches=fresh).to_seat,
        after(ROUND_1, matches=begun).to_seat,
        after(ROUND_1, decided(1, "void"), matches=fresh).to_seat,
        after(ROUND_1, CLOSED).to_seat,
    ] == [1, 1, 2, 2, 2]


def test_a_table_that_the_scoring_does_not_know_waits_for_the_director() -> None:
    three = seated(1, (1, "m1", "A-B-C"))
    match = {"m1": MatchNow((900, 500, 100), 4, over=True, version=9)}
    words = [agreed(1, side, (900, 500, 100)) for side in range(3)]
    waits = after(three, *words, matches=match)
    assert [(table.state, table.counted) for table in waits.rounds[0].tables] == [("finished", False)]
    assert not standings_of(waits, as_it_stands=True).lines[1:]
    given = decided(1, "assigned", {"points": 14}, {"points": 12}, {"points": 10})
    assert places(after(three, *words, given, CLOSED, matches=match))[:3] == [("A", 14), ("B", 12), ("C", 10)]


STARTED = ("round_started", {"round": 2})


def test_rounds_that_nothing_changed_are_taken_over_from_an_earlier_state() -> None:
    told = numbered(*opened(), ROUND_1, agreed(1, 0, (800, 500)), CLOSED, seated(2, (1, "m3", "A-D")), STARTED)
    earlier, matches = remember(told[:-1]), {**PLAYED, "m3": MatchNow((0, 0))}
    before, memory = state(earlier, matches), and_then(earlier, told[-1:])
    now = state(memory, matches, before)
    assert now == state(memory, matches)
    assert now.rounds[0] is before.rounds[0]
    assert now.rounds[1] is not before.rounds[1]
    other = {**matches, "m1": MatchNow((900, 500), 4, over=True, version=11, since=11)}
    assert state(memory, other, before) == state(memory, other)
    scored = replace(memory, setup=replace(memory.setup, title="Friday", scoring=replace(memory.setup.scoring)))
    assert state(scored, matches, before) == state(scored, matches)


def test_an_evening_names_the_matches_of_all_its_rounds() -> None:
    second = seated(2, (1, "m3", "A-D"), (2, "m4", "B-C"))
    assert remember(numbered(*opened())).matches == frozenset()
    assert remember(numbered(*opened(), ROUND_1, CLOSED, second)).matches == {"m1", "m2", "m3", "m4"}


def test_the_rounds_before_one_that_are_not_closed_are_named() -> None:
    second = seated(2, (1, "m3", "A-D"), (2, "m4", "B-C"))
    matches = {**PLAYED, "m3": MatchNow((0, 0)), "m4": MatchNow((0, 0))}
    evening = after(ROUND_1, CLOSED, second, ("round_reopened", {"round": 1, "reason": "A slip"}), matches=matches)
    assert [evening.open_before(number) for number in (1, 2, 3)] == [(), (1,), (1, 2)]


@pytest.mark.parametrize(
    ("minutes", "started", "moment", "rung"),
    [
        (30, True, "2026-11-24T18:29:00Z", False),
        (30, True, "2026-11-24T18:31:00Z", True),
        (30, False, "2026-11-24T23:00:00Z", False),
        (0, True, "2026-11-24T23:00:00Z", False),
    ],
)
def test_the_bell_of_a_round_rings_when_its_minutes_are_over(
    minutes: int, started: bool, moment: str, rung: bool
) -> None:
    entries = [ROUND_1, *([("clock", {"round": 1, "do": "start"})] if started else [])]
    assert after(*entries, round_end={"minutes": minutes} if minutes else {}).rung(1, moment) is rung
