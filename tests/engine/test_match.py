"""The fold: what a match stands at, whatever was amended, annulled, ruled or withdrawn on the way."""

from typing import Any

import pytest

from scorekeeper.engine.entries import HANDLERS, DealRecord, remember
from scorekeeper.engine.match import State, fold, state
from scorekeeper.engine.refused import Refused
from tests.engine.ledger_of import deal, numbered, opened, ruling

KINGS = {"melds": [{"rank": "K", "naturals": 7}]}
FOURS = {"melds": [{"rank": "4", "naturals": 3}]}
NOTHING: dict[str, Any] = {}


def scores(state: State) -> list[int]:
    """The scores of the sides."""
    return [standing.score for standing in state.standings]


def minimums(state: State) -> list[int | None]:
    """The opening minimums of the sides in the deal being played."""
    return [standing.opening.points for standing in state.standings if standing.opening]


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


def test_amending_is_the_same_as_having_recorded_it_so() -> None:
    amended = fold(
        numbered(opened(), deal(1, KINGS, FOURS), deal(2, FOURS, KINGS), deal(1, FOURS, KINGS, kind="deal_amended"))
    )
    scratch = fold(numbered(opened(), deal(1, FOURS, KINGS), deal(2, FOURS, KINGS)))
    assert amended.standings == scratch.standings
    assert [row.sides for row in amended.rows] == [row.sides for row in scratch.rows]
    assert [row.record.amended for row in amended.rows] == [1, 0]
    assert (amended.rows[0].record.version, amended.version) == (4, 4)


def test_amending_twice_is_counted() -> None:
    twice = [deal(1, FOURS, KINGS, kind="deal_amended")] * 2
    assert fold(numbered(opened(), deal(1, KINGS, FOURS), *twice)).rows[0].record.amended == 2


def test_a_removed_deal_was_never_there() -> None:
    state = fold(numbered(opened(), deal(1, KINGS, FOURS), ("deal_removed", {"deal": 1, "reason": "undo"})))
    assert (scores(state), state.rows, state.next_deal) == ([0, 0], (), 1)


def test_a_removed_deal_recorded_anew_is_not_an_amended_one() -> None:
    entries = [deal(1, KINGS, FOURS), ("deal_removed", {"deal": 1}), deal(1, FOURS, KINGS)]
    state = fold(numbered(opened(), *entries))
    assert (scores(state), state.rows[0].record.amended) == ([15, 570], 0)


@pytest.mark.parametrize(
    ("said", "why"),
    [({"article": "RO-01"}, "RO-01"), ({"reason": "cards missing"}, "cards missing"), ({}, "annulled")],
)
def test_an_annulled_deal_stays_as_a_row_worth_nothing(said: dict[str, str], why: str) -> None:
    state = fold(numbered(opened(), deal(1, KINGS, FOURS), ("deal_annulled", {"deal": 1, **said})))
    row = state.rows[0]
    assert (scores(state), state.next_deal, row.annulled) == ([0, 0], 2, why)
    assert [(side.total, side.lines, side.out) for side in row.sides] == [(0, (), False)] * 2


def test_a_deal_may_be_annulled_before_anything_of_it_was_recorded() -> None:
    state = fold(numbered(opened(), ("deal_annulled", {"deal": 1}), deal(2, KINGS, FOURS)))
    assert (scores(state), [row.annulled for row in state.rows]) == ([570, 15], ["annulled", None])


def test_an_annulled_deal_does_not_take_back_an_end_that_asks_for_canastas() -> None:
    two = {"counted": {"points": 100, "canastas": {"natural": 2}}}
    options = {"target": 1000, "canastas-to-end-match": 2}
    end = [deal(1, two, FOURS), ("deal_annulled", {"deal": 2})]
    assert fold(numbered(opened("romanian", options=options), *end)).over


def test_a_row_has_the_seating_and_the_findings_of_its_deal() -> None:
    twice = {"melds": [{"rank": "4", "naturals": 3}, {"rank": "4", "naturals": 3}]}
    rows = fold(numbered(opened(first_dealer=2), deal(1, KINGS, FOURS), deal(2, twice, KINGS))).rows
    assert [row.seating.dealer for row in rows] == [2, 3]
    assert [[finding.key for finding in row.findings] for row in rows] == [[], ["rank_twice"]]


def test_rulings_of_one_article_written_into_a_deal_and_applied_are_both_charged() -> None:
    written = {**KINGS, "rulings": [{"points": -100, "article": "HU-05"}]}
    entries = [deal(1, written, FOURS), ruling("r1", 1, 0, points=-100)]
    assert scores(fold(numbered(opened("hungarian"), *entries))) == [370, 15]


def test_what_one_side_is_charged_with_does_not_excuse_the_other() -> None:
    held = {"hands": [{"red3": 1}]}
    entries = [deal(1, held, KINGS), ruling("r1", 1, 1, points=-500, article="HU-09")]
    assert scores(fold(numbered(opened("hungarian"), *entries))) == [-500, 70]


def test_a_ruling_annuls_a_deal_recorded_or_not_until_it_is_withdrawn() -> None:
    annuls = ruling("r1", 1, 0, article="RO-01", outcomes=["ANNUL_DEAL"])
    state = fold(numbered(opened("romanian"), deal(1, KINGS, FOURS), annuls))
    assert (scores(state), [row.annulled for row in state.rows], state.next_deal) == ([0, 0], ["RO-01"], 2)
    assert state.rows[0].record.entered_as == ("cards",)
    before = fold(numbered(opened("romanian"), annuls))
    assert ([row.annulled for row in before.rows], before.next_deal) == (["RO-01"], 2)
    assert before.rows[0].record == DealRecord(1, {"sides": []}, (), agreed=False, version=2, annulled="RO-01")
    withdrawn = [deal(1, KINGS, FOURS), annuls, ("ruling_withdrawn", {"ruling": "r1"})]
    assert scores(fold(numbered(opened("romanian"), *withdrawn))) == [570, 15]


def test_a_ruling_that_deals_again_is_told_among_the_redeals() -> None:
    again = ruling("r1", 2, 0, article="HU-01", outcomes=["REDEAL"])
    assert fold(numbered(opened("hungarian"), ("redeal", {"deal": 1}), again)).redeals == (1, 2)


@pytest.mark.parametrize(
    "again", [("redeal", {"deal": 1}), ruling("r9", 1, 1, article="HU-01", outcomes=["REDEAL"])], ids=["note", "HU-01"]
)
def test_cards_dealt_again_take_raises_and_duties_along_and_leave_the_fines(again: tuple[str, dict[str, Any]]) -> None:
    dropped = ruling("r1", 1, 0, article="HU-02", obligations=[{"key": "EXPOSED_CARD"}])
    failed = ruling("r2", 1, 0, article="HU-03", opening_raise=10)
    fined = ruling("r3", 1, 0, points=-100)
    before = fold(numbered(opened("hungarian"), dropped, failed, fined))
    assert (len(before.obligations), minimums(before)) == (1, [60, 50])
    after = fold(numbered(opened("hungarian"), dropped, failed, fined, again))
    assert (after.obligations, minimums(after)) == ((), [50, 50])
    later = ruling("r4", 1, 0, article="HU-03", opening_raise=10)
    played = fold(numbered(opened("hungarian"), dropped, failed, fined, again, later, deal(1, KINGS, FOURS)))
    assert [side.opening.points for side in played.rows[0].sides] == [60, 50]
    assert scores(played) == [470, 15]


def test_a_redeal_taken_back_gives_raises_and_duties_back() -> None:
    failed = ruling("r1", 1, 0, article="HU-03", opening_raise=10, obligations=[{"key": "EXPOSED_CARD"}])
    again = ruling("r2", 1, 0, article="HU-01", outcomes=["REDEAL"])
    state = fold(numbered(opened("hungarian"), failed, again, ("ruling_withdrawn", {"ruling": "r2"})))
    assert (len(state.obligations), minimums(state)) == (1, [60, 50])


@pytest.mark.parametrize("annulled", [(), (1,), (2,), (3,), (2, 3)])
def test_rows_that_are_known_are_kept_and_change_nothing(annulled: tuple[int, ...]) -> None:
    two = {"counted": {"points": 100, "canastas": {"natural": 2}}}
    deals = [deal(1, KINGS, FOURS), deal(2, two, FOURS), deal(3, FOURS, KINGS)]
    said = [("deal_annulled", {"deal": number}) for number in annulled]
    options = {"target": 1000, "canastas-to-end-match": 2}
    memory = remember(numbered(opened("romanian", options=options), *deals, *said))
    whole = state(memory)
    for known in range(4):
        again = state(memory, rows=whole.rows[:known])
        assert again == whole
        counts_after = any(row.annulled is None for row in whole.rows[known:])
        assert [row is mine for row, mine in zip(whole.rows[:known], again.rows, strict=False)] == [
            counts_after
        ] * known


def test_annulling_does_not_end_or_reopen_a_match() -> None:
    end = [deal(1, {**KINGS, "score": 0}, FOURS), ("deal_annulled", {"deal": 2})]
    state = fold(numbered(opened(options={"target": 500}), *end))
    assert (state.over, state.verdict.margin) == (True, 555)


def test_a_match_ends_with_its_winner_margin_and_money() -> None:
    options = {"target": 500, "stake-per-100": "0.50"}
    state = fold(numbered(opened(options=options), deal(1, FOURS, KINGS)))
    assert state.over
    assert (state.verdict.winner, state.verdict.margin, str(state.verdict.money)) == (1, 555, "2.775")
    assert [standing.opening for standing in state.standings] == [None, None]


def test_the_last_deal_must_bring_the_canastas_that_end_the_match() -> None:
    options = {"target": 1000, "canastas-to-end-match": 2}
    two = {"counted": {"points": 100, "canastas": {"natural": 2}}}
    enough = [opened("romanian", options=options), deal(1, FOURS, KINGS), deal(2, two, FOURS)]
    assert fold(numbered(*enough)).over
    one = [opened("romanian", options=options), deal(1, KINGS, FOURS), deal(2, KINGS, FOURS)]
    assert (fold(numbered(*one)).over, scores(fold(numbered(*one)))) == (False, [1140, 30])


def test_a_ruling_is_charged_in_its_deal_and_a_raise_holds_there() -> None:
    entries = [
        ruling("r1", 1, 1, points=-100),
        ruling("r2", 1, 1, opening_raise=10),
        ruling("r3", 1, 1, opening_raise=10),
    ]
    before = fold(numbered(opened("hungarian"), *entries))
    assert (scores(before), [s.opening.points for s in before.standings if s.opening]) == ([0, 0], [50, 70])
    after = fold(numbered(opened("hungarian"), *entries, deal(1, KINGS, FOURS)))
    assert scores(after) == [570, -85]
    assert [s.opening.points for s in after.standings if s.opening] == [50, 15]
    assert after.rows[0].sides[1].opening.points == 70
    assert [r.id for r in after.rows[0].sides[1].rulings] == ["r1", "r2", "r3"]
    assert [(line.key, line.points, line.article) for line in after.rows[0].sides[1].lines] == [
        ("cards_melded", 15, None),
        ("penalties", -100, "HU-05"),
    ]


def test_withdrawing_a_ruling_restores_the_state() -> None:
    entries = [deal(1, KINGS, FOURS), ruling("r1", 1, 0, points=-100, opening_raise=10)]
    plain = fold(numbered(opened("hungarian"), entries[0]))
    ruled = fold(numbered(opened("hungarian"), *entries))
    withdrawn = fold(
        numbered(opened("hungarian"), *entries, ("ruling_withdrawn", {"ruling": "r1", "reason": "appeal"}))
    )
    assert scores(ruled) == [470, 15]
    assert (withdrawn.standings, withdrawn.rows) == (plain.standings, plain.rows)
    assert [r.withdrawn for r in withdrawn.rulings] == [True]


def test_what_the_score_charges_by_itself_is_not_charged_twice() -> None:
    held = {**FOURS, "hands": [{"red3": 1}]}
    entries = [deal(1, held, KINGS), ruling("r1", 1, 0, points=-500, article="HU-09"), ruling("r2", 1, 0, points=-100)]
    assert scores(fold(numbered(opened("hungarian"), *entries))) == [15 - 500 - 100, 570]
    counted = {"counted": {"points": 15}, "hand_points": 0}
    entries[0] = deal(1, counted, KINGS)
    assert scores(fold(numbered(opened("hungarian"), *entries))) == [15 - 500 - 100, 570]


def test_obligations_bind_until_done_and_end_with_their_deal() -> None:
    said = [{"key": "CARD_STAYS_EXPOSED"}, {"key": "SKIP_DRAW_UNTIL_CORRECT", "count": 2}]
    entries = [ruling("r1", 1, 0, player="N", obligations=said)]
    state = fold(numbered(opened("hungarian"), *entries))
    assert [(o.ruling.player, o.place) for o in state.obligations] == [("N", 0), ("N", 1)]
    ticked = [*entries, ("obligation_done", {"ruling": "r1", "index": 0})]
    assert [o.place for o in fold(numbered(opened("hungarian"), *ticked)).obligations] == [1]
    assert fold(numbered(opened("hungarian"), *ticked, deal(1, KINGS, FOURS))).obligations == ()
    gone = [*entries, ("ruling_withdrawn", {"ruling": "r1"})]
    assert fold(numbered(opened("hungarian"), *gone)).obligations == ()


def test_the_rest_of_the_ledger_is_remembered() -> None:
    said = [
        ("redeal", {"deal": 1, "article": "HU-01"}),
        ("recount", {"deal": 1, "side": 0, "claimed": 500, "verified": 470}),
        ("match_renamed", {"title": "Finals"}),
        ("match_paused", {}),
    ]
    state = fold(numbered(opened(), *said))
    assert (state.redeals, state.setup.title, state.paused) == ((1,), "Finals", True)
    assert [(r.claimed, r.verified) for r in state.recounts] == [(500, 470)]
    assert not fold(numbered(opened(), *said, ("match_resumed", {}))).paused
    assert {kind for kind, _ in said} < set(HANDLERS)


CUTTHROAT = {
    "rule_set": "hungarian",
    "format_": "cutthroat",
    "sides": (("A", "A"), ("B", "B"), ("C", "C")),
    "seats": "ABC",
}


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


def test_in_the_cutthroat_game_a_ruling_counts_for_each_member_and_a_raise_for_its_player() -> None:
    sides = [{**FOURS, "members": [{"name": "B"}, {"name": "C"}], "out": {}}, {"members": [{"name": "A"}]}]
    entries = [ruling("r1", 1, 1, points=-100, opening_raise=10), deal(1, *sides)]
    state = fold(numbered(opened(**CUTTHROAT), *entries))
    assert scores(state) == [0, -85, -85]
    assert [side.opening.points for side in state.rows[0].sides] == [50, 60, 50]
    assert [side.out for side in state.rows[0].sides] == [False, True, True]


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


def test_in_the_cutthroat_game_a_fine_for_a_red_three_is_its_owners_alone() -> None:
    """Partners share everything but red threes (001 Kanaszta hármasban, AMB-26)."""
    pair = {"counted": {"points": 100}, "hand_points": 0, "members": [{"name": "B"}, {"name": "C"}]}
    alone = {"counted": {"points": 200}, "hand_points": 0, "members": [{"name": "A"}]}
    kept = ruling("r1", 1, 1, points=-500, article="HU-09")
    assert scores(fold(numbered(opened(**CUTTHROAT), deal(1, pair, alone), kept))) == [200, -400, 100]
    laid = ruling("r1", 1, 1, points=-100)
    assert scores(fold(numbered(opened(**CUTTHROAT), deal(1, pair, alone), laid))) == [200, 0, 0]


def test_in_the_cutthroat_game_what_the_score_charges_one_partner_does_not_excuse_the_other() -> None:
    pair = {**FOURS, "members": [{"name": "B", "hand": {"red3": 1}}, {"name": "C"}]}
    entries = [deal(1, pair, {"members": [{"name": "A"}]})]
    rulings = [ruling(f"r{place}", 1, place, points=-500, article="HU-09") for place in (1, 2)]
    assert scores(fold(numbered(opened(**CUTTHROAT), *entries, rulings[0]))) == [0, -485, 15]
    assert scores(fold(numbered(opened(**CUTTHROAT), *entries, *rulings))) == [0, -485, -485]


def test_a_wild_card_taken_back_is_not_the_one_that_the_score_charges() -> None:
    """Hungarian rules under the Romanian code: the meld on the table is charged, and so is keeping another card."""
    four = {"melds": [{"rank": "K", "naturals": 3, "twos": 4}]}
    start = opened("hungarian", options={"penalty-code": "romanian"})
    kept = ruling("r1", 1, 0, points=-200, article="RO-09", outcomes=["KEEP_WILD"])
    plain = scores(fold(numbered(start, deal(1, four, FOURS))))
    assert scores(fold(numbered(start, deal(1, four, FOURS), kept))) == [plain[0] - 200, plain[1]]
