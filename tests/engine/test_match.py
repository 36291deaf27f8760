"""The fold: the state of a match, whatever was amended, annulled, ruled or withdrawn in between."""

from typing import Any

import pytest

from scorekeeper.engine.matches.entries import CLOSINGS, HANDLERS, EveningTable, remember
from scorekeeper.engine.matches.match import fold, state
from scorekeeper.engine.refused import Refused
from tests.engine.ledger_of import CUTTHROAT, FOURS, KINGS, annulled, deal, numbered, opened, ruling, scores

NOTHING: dict[str, Any] = {}


def test_a_match_begins_at_nothing() -> None:
    state = fold(numbered(opened()))
    assert scores(state) == [0, 0]
    assert [s.opening.points for s in state.standings if s.opening] == [50, 50]
    assert (state.next_deal, state.version, state.over, state.rows) == (1, 1, False, ())
    assert [standing.players for standing in state.standings] == [("N", "S"), ("E", "W")]
    assert (state.setup.title, state.seating.dealer, state.row(1)) == ("Club evening", 0, None)


def test_deals_add_up_and_each_row_keeps_the_minimum_that_held() -> None:
    state = fold(numbered(opened(), deal(1, KINGS, FOURS), deal(2, KINGS, {"hands": [{"A": 1}, {}]})))
    assert scores(state) == [1140, -5]
    assert [(side.score_before, side.total, side.score) for side in state.rows[1].sides] == [
        (570, 570, 1140),
        (15, -20, -5),
    ]
    assert [side.opening.points for side in state.rows[1].sides] == [50, 50]
    assert [s.opening.points for s in state.standings if s.opening] == [50, 15]
    assert [state.row(1), state.row(2), state.row(3)] == [*state.rows, None]
    assert (state.next_deal, state.rows[0].record.agreed, state.rows[0].record.entered_as) == (3, True, ("cards",))


def test_the_row_tells_who_went_out_and_how() -> None:
    out = {**KINGS, "hands": [{}, {}], "out": {"concealed": True}}
    row = fold(numbered(opened(), deal(1, out, NOTHING))).rows[0]
    assert [(side.out, side.concealed) for side in row.sides] == [(True, True), (False, False)]
    row = fold(numbered(opened(), deal(1, NOTHING, {**KINGS, "out": {}}))).rows[0]
    assert [(side.out, side.concealed) for side in row.sides] == [(False, False), (True, False)]


def test_amending_twice_is_counted() -> None:
    twice = [deal(1, FOURS, KINGS, kind="deal_amended")] * 2
    record = fold(numbered(opened(), deal(1, KINGS, FOURS), *twice)).rows[0].record
    assert (record.amended, record.version) == (2, 4)


def test_a_removed_deal_was_never_there() -> None:
    state = fold(numbered(opened(), deal(1, KINGS, FOURS), ("deal_removed", {"deal": 1, "reason": "undo"})))
    assert (scores(state), state.rows, state.next_deal) == ([0, 0], (), 1)


def test_a_removed_deal_recorded_anew_is_not_an_amended_one() -> None:
    entries = [deal(1, KINGS, FOURS), ("deal_removed", {"deal": 1}), deal(1, FOURS, KINGS)]
    state = fold(numbered(opened(), *entries))
    assert (scores(state), state.rows[0].record.amended) == ([15, 570], 0)


def test_an_annulled_deal_stays_as_a_row_worth_nothing() -> None:
    state = fold(numbered(opened(), deal(1, KINGS, FOURS), annulled(1)))
    row = state.rows[0]
    assert (scores(state), state.next_deal, row.annulled) == ([0, 0], 2, "RO-01")
    assert [(side.total, side.lines, side.out) for side in row.sides] == [(0, (), False)] * 2


def test_a_deal_may_be_annulled_before_anything_of_it_was_recorded() -> None:
    state = fold(numbered(opened(), annulled(1), deal(2, KINGS, FOURS)))
    assert (scores(state), [row.annulled for row in state.rows]) == ([570, 15], ["RO-01", None])


def test_an_annulled_deal_does_not_take_back_an_end_that_asks_for_canastas() -> None:
    two = {"counted": {"points": 100, "canastas": {"natural": 2}}}
    options = {"target": 1000, "canastas-to-end-match": 2}
    end = [deal(1, two, FOURS), annulled(2)]
    assert fold(numbered(opened("romanian", options=options), *end)).over


def test_a_row_has_the_seating_and_the_findings_of_its_deal() -> None:
    twice = {"melds": [{"rank": "4", "naturals": 3}, {"rank": "4", "naturals": 3}]}
    rows = fold(numbered(opened(first_dealer=2), deal(1, KINGS, FOURS), deal(2, twice, KINGS))).rows
    assert [row.seating.dealer for row in rows] == [2, 3]
    assert [[finding.key for finding in row.findings] for row in rows] == [[], ["rank_twice"]]


@pytest.mark.parametrize("without", [(), (1,), (2,), (3,), (2, 3)])
def test_rows_that_are_known_are_kept_and_change_nothing(without: tuple[int, ...]) -> None:
    two = {"counted": {"points": 100, "canastas": {"natural": 2}}}
    deals = [deal(1, KINGS, FOURS), deal(2, two, FOURS), deal(3, FOURS, KINGS)]
    said = [annulled(number) for number in without]
    options = {"target": 1000, "canastas-to-end-match": 2}
    memory = remember(numbered(opened("romanian", options=options), *deals, *said))
    whole = state(memory)
    for known in range(4):
        again = state(memory, rows=whole.rows[:known])
        assert again == whole
        assert all(row is mine for row, mine in zip(whole.rows[:known], again.rows, strict=False))


def test_annulling_does_not_end_or_reopen_a_match() -> None:
    end = [deal(1, {**KINGS, "score": 0}, FOURS), annulled(2)]
    state = fold(numbered(opened(options={"target": 500}), *end))
    assert (state.over, state.verdict.margin) == (True, 555)


def test_a_match_ends_with_its_winner_margin_and_money() -> None:
    options = {"target": 500, "stake-per-100": "0.50"}
    state = fold(numbered(opened(options=options), deal(1, FOURS, KINGS), ruling("r1", 2, 0, points=-100)))
    assert state.over
    assert state.waiting(0) == 0
    assert (state.verdict.winner, state.verdict.margin, str(state.verdict.money)) == (1, 555, "2.775")
    assert [standing.opening for standing in state.standings] == [None, None]


def test_the_last_deal_must_bring_the_canastas_that_end_the_match() -> None:
    options = {"target": 1000, "canastas-to-end-match": 2}
    two = {"counted": {"points": 100, "canastas": {"natural": 2}}}
    assert fold(numbered(*[opened("romanian", options=options), deal(1, FOURS, KINGS), deal(2, two, FOURS)])).over
    one = [opened("romanian", options=options), deal(1, KINGS, FOURS), deal(2, KINGS, FOURS)]
    assert (fold(numbered(*one)).over, scores(fold(numbered(*one)))) == (False, [1140, 30])


def test_the_rest_of_the_ledger_is_remembered() -> None:
    said = [
        ("recount", {"deal": 1, "side": 0, "claimed": 500, "verified": 470}),
        ("match_renamed", {"title": "Finals"}),
        ("match_paused", {}),
    ]
    state = fold(numbered(opened(), *said))
    assert (state.setup.title, state.paused) == ("Finals", True)
    assert [(r.claimed, r.verified) for r in state.recounts] == [(500, 470)]
    assert not fold(numbered(opened(), *said, ("match_resumed", {}))).paused
    assert {kind for kind, _ in said} < set(HANDLERS)


@pytest.mark.parametrize("reason", CLOSINGS)
def test_a_match_that_is_closed_goes_to_the_higher_total(reason: str) -> None:
    closed = ("match_closed", {"reason": reason})
    won = fold(numbered(opened(), deal(1, FOURS, KINGS), closed))
    assert (won.over, won.closed, won.verdict.winner, won.verdict.margin) == (True, reason, 1, 555)
    assert [standing.opening for standing in won.standings] == [None, None]
    level = fold(numbered(opened(), closed))
    assert (level.over, level.verdict.winner, level.verdict.draw, level.verdict.margin) == (True, None, True, 0)


@pytest.mark.parametrize("lifts", [("deal_removed", {"deal": 1}), ("match_resumed", {})])
def test_a_match_closed_by_mistake_is_played_on(lifts: tuple[str, dict[str, Any]]) -> None:
    state = fold(numbered(opened(), deal(1, FOURS, KINGS), ("match_closed", {"reason": "time"}), lifts))
    assert (state.over, state.closed) == (False, None)


def test_an_amended_deal_changes_the_winner_of_a_closed_match() -> None:
    amended = deal(1, KINGS, FOURS, kind="deal_amended")
    state = fold(numbered(opened(), deal(1, FOURS, KINGS), ("match_closed", {"reason": "deals"}), amended))
    assert (state.over, state.verdict.winner) == (True, 0)


def test_deals_and_rulings_stay_with_the_seats_where_other_people_sit() -> None:
    sides = [{"name": "1", "players": ["P", "R"]}, {"name": "2", "players": ["Q", "S"]}]
    others = {"seats": ["P", "Q", "R", "S"], "sides": sides}
    fined = ruling("fine", 2, 1, player="W", points=-100)
    state = fold(numbered(opened(), deal(1, KINGS, FOURS), fined, ("match_reseated", others), deal(2, FOURS, KINGS)))
    assert [(s.name, "".join(s.players), s.score) for s in state.standings] == [("1", "PR", 585), ("2", "QS", 485)]
    assert [(r.side, r.player) for r in state.rulings] == [(1, "S")]
    assert state.setup.seats == ("P", "Q", "R", "S")


def test_seats_that_had_no_names_have_them_once_they_are_written() -> None:
    kind, payload = opened()
    written = {"seats": list("NESW"), "sides": payload["sides"]}
    nameless = kind, {**payload, "unnamed": True}
    assert fold(numbered(nameless)).setup.unnamed
    assert not fold(numbered(nameless, ("match_reseated", written))).setup.unnamed


def test_each_who_plays_alone_takes_over_what_stands_at_the_seat() -> None:
    first = [{**FOURS, "members": [{"name": "C"}, {"name": "A"}], "out": None}, {"members": [{"name": "B"}]}]
    swapped = {"seats": list("BAC"), "sides": [{"name": name, "players": [name]} for name in "BAC"]}
    played = opened(**CUTTHROAT), deal(1, *first)
    before, after = fold(numbered(*played)), fold(numbered(*played, ("match_reseated", swapped)))
    assert scores(after) == scores(before)
    assert [standing.name for standing in after.standings] == ["B", "A", "C"]


def test_a_match_of_an_evening_knows_its_table() -> None:
    kind, payload = opened()
    place = {"evening": "friday", "round": 2, "table": 4}
    table = fold(numbered((kind, {**payload, "evening": place}))).setup.evening
    assert table == EveningTable("friday", 2, 4)
    assert fold(numbered(opened())).setup.evening is None


def test_in_the_cutthroat_game_the_alliance_changes_from_deal_to_deal() -> None:
    first = [
        {**FOURS, "members": [{"name": "C"}, {"name": "A", "red_threes": 1}], "out": None},
        {"members": [{"name": "B", "hand": {"K": 1}}]},
    ]
    second = [{"members": [{"name": "A"}]}, {"members": [{"name": "B"}]}, {**FOURS, "members": [{"name": "C"}]}]
    state = fold(numbered(opened(**CUTTHROAT), deal(1, *first), deal(2, *second)))
    assert [standing.name for standing in state.standings] == ["A", "B", "C"]
    assert scores(state) == [115, -10, 30]
    assert [side.total for side in state.rows[0].sides] == [115, -10, 15]


@pytest.mark.parametrize(
    ("sides", "key"),
    [
        ([{"members": [{"name": "A"}]}], "wrong_number"),
        ([{"members": [{"name": "A"}]}, {"members": [{"name": "B"}, {"name": "D"}]}], "not_one_of"),
    ],
)
def test_a_stored_deal_of_strangers_is_refused(sides: list[dict[str, Any]], key: str) -> None:
    with pytest.raises(Refused) as caught:
        fold(numbered(opened(**CUTTHROAT), deal(1, *sides)))
    assert (caught.value.key, caught.value.where) == (key, "sides")
    assert caught.value.allowed in ((3,), ("A", "B", "C"))
    assert caught.value.found in (1, ["A", "B", "D"])


def test_a_stored_deal_with_a_side_missing_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        fold(numbered(opened(), deal(1, KINGS)))
    assert (caught.value.key, caught.value.found, caught.value.allowed) == ("wrong_number", 1, (2,))


@pytest.mark.parametrize("entries", [[], numbered(deal(1, KINGS, FOURS))])
def test_a_match_begins_with_its_opening(entries: list[Any]) -> None:
    with pytest.raises(ValueError, match="begins with match_opened"):
        fold(entries)


def test_an_unknown_kind_of_entry_is_an_error() -> None:
    with pytest.raises(KeyError):
        fold(numbered(opened(), ("deal_forgotten", {})))


def test_a_hand_that_wins_ends_the_match_whatever_the_totals() -> None:
    opening_deal = deal(1, FOURS, {**KINGS, "rulings": [{"points": 9000}]})
    dream = deal(2, {"special_hand": "dream_4"}, FOURS)
    state = fold(numbered(opened("modern-american", options={"target": 20000}), opening_deal, dream))
    assert [(side.out, side.concealed) for side in state.rows[1].sides] == [(True, False), (False, False)]
    assert (state.over, state.verdict.winner, state.verdict.margin) == (True, 0, 8485 - 9555)


def test_only_deals_that_stand_are_numbered_where_the_match_has_a_number_of_them() -> None:
    deals = [deal(number, KINGS, FOURS) for number in (1, 2, 3)]
    two = opened("hand-and-foot", options={"deals": 2})
    assert fold(numbered(two, *deals[:2])).over
    again = fold(numbered(two, deals[0], annulled(1), deals[1]))
    assert not again.over
    assert [standing.opening and standing.opening.points for standing in again.standings] == [90, 90]
    assert fold(numbered(two, deals[0], annulled(1), *deals[1:])).over


def test_a_deal_keeps_the_rules_that_held_in_it_and_a_ruling_tells_its_fate() -> None:
    adopted = opened(options={"penalty-code": "hungarian"})[1]
    code = {"deal": 2, "rule_set": adopted["rule_set"], "rules_version": adopted["rules_version"]}
    state = fold(
        numbered(
            opened(),
            deal(1, KINGS, FOURS),
            ("code_adopted", {**code, "options": {"penalty-code": "hungarian"}}),
            ruling("r1", 2, 0),
            ruling("r2", 2, 1),
            ("ruling_withdrawn", {"ruling": "r1"}),
            deal(2, KINGS, FOURS),
        )
    )
    assert [state.rules_in(number).code.id for number in (1, 2, 3)] == ["none", "hungarian", "hungarian"]
    assert [state.fate(each) for each in state.rulings] == ["withdrawn", "in_force"]
    assert [state.counts(each) for each in state.rulings] == [False, True]


def test_a_recorded_deal_that_a_pack_could_not_make_stays_readable_and_a_new_one_is_refused() -> None:
    hearts = {"rank": "sequence", "cards": ["4", "5", "6"], "suit": "hearts"}
    entries = numbered(opened("samba"), deal(1, {"melds": [hearts] * 4}, NOTHING))
    assert scores(fold(entries)) == [60, 0]
    with pytest.raises(Refused, match="too_many_of_a_suit"):
        state(remember(entries), since=1, new=True)
