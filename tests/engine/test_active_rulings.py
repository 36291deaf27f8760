"""Rulings in force: their charges, raised minimums, voided deals and obligations, until they are withdrawn or their
deal is dealt again."""

from scorekeeper.engine.matches.entries import DealRecord
from scorekeeper.engine.matches.match import fold
from tests.engine.ledger_of import CUTTHROAT, FOURS, KINGS, annulled, deal, minimums, numbered, opened, ruling, scores


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
    assert before.rows[0].record == DealRecord(1, {"sides": []}, 2, annulled="RO-01")
    assert [before.fate(each) for each in before.rulings] == ["annulled"]
    withdrawn = [deal(1, KINGS, FOURS), annuls, ("ruling_withdrawn", {"ruling": "r1"})]
    assert scores(fold(numbered(opened("romanian"), *withdrawn))) == [570, 15]


def test_a_ruling_that_deals_again_is_told_among_the_redeals() -> None:
    again = [ruling(f"r{number}", number, 0, article="HU-01", outcomes=["REDEAL"]) for number in (1, 2)]
    assert fold(numbered(opened("hungarian"), *again)).redeals == (1, 2)


def test_cards_dealt_again_take_fines_raises_and_duties_along() -> None:
    again = ruling("r9", 1, 1, article="HU-01", outcomes=["REDEAL"])
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
    assert scores(played) == [570, 15]
    assert [played.fate(each) for each in played.rulings[:3]] == ["dealt_again"] * 3
    assert [played.fate(each) for each in played.rulings[-1:]] == ["in_force"]
    assert (before.waiting(0), after.waiting(0)) == (-100, 0)


def test_a_redeal_taken_back_gives_raises_and_duties_back() -> None:
    failed = ruling("r1", 1, 0, article="HU-03", opening_raise=10, obligations=[{"key": "EXPOSED_CARD"}])
    again = ruling("r2", 1, 0, article="HU-01", outcomes=["REDEAL"])
    state = fold(numbered(opened("hungarian"), failed, again, ("ruling_withdrawn", {"ruling": "r2"})))
    assert (len(state.obligations), minimums(state)) == (1, [60, 50])


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
    assert [(o.ruling.player, o.index) for o in state.obligations] == [("N", 0), ("N", 1)]
    ticked = [*entries, ("obligation_done", {"ruling": "r1", "index": 0})]
    assert [o.index for o in fold(numbered(opened("hungarian"), *ticked)).obligations] == [1]
    assert fold(numbered(opened("hungarian"), *ticked, deal(1, KINGS, FOURS))).obligations == ()
    gone = [*entries, ("ruling_withdrawn", {"ruling": "r1"})]
    assert fold(numbered(opened("hungarian"), *gone)).obligations == ()


def test_in_the_cutthroat_game_a_fine_and_a_raise_are_of_the_player_who_earned_them() -> None:
    """A fine may be older than the present partnership (AMB-113)."""
    sides = [{**FOURS, "members": [{"name": "B"}, {"name": "C"}], "out": {}}, {"members": [{"name": "A"}]}]
    entries = [ruling("r1", 1, 1, points=-100, opening_raise=10), deal(1, *sides)]
    state = fold(numbered(opened(**CUTTHROAT), *entries))
    assert scores(state) == [0, -85, 15]
    assert [side.opening.points for side in state.rows[0].sides] == [50, 60, 50]
    assert [side.out for side in state.rows[0].sides] == [False, True, True]


def test_in_the_cutthroat_game_a_fine_for_a_red_three_is_its_owners_alone() -> None:
    """Partners share everything but red threes (001 Kanaszta hármasban, AMB-26)."""
    pair = {"counted": {"points": 100}, "hand_points": 0, "members": [{"name": "B"}, {"name": "C"}]}
    alone = {"counted": {"points": 200}, "hand_points": 0, "members": [{"name": "A"}]}
    kept = ruling("r1", 1, 1, points=-500, article="HU-09")
    assert scores(fold(numbered(opened(**CUTTHROAT), deal(1, pair, alone), kept))) == [200, -400, 100]


def test_in_the_cutthroat_game_what_the_score_charges_one_partner_does_not_excuse_the_other() -> None:
    pair = {**FOURS, "members": [{"name": "B", "hand": {"red3": 1}}, {"name": "C"}]}
    entries = [deal(1, pair, {"members": [{"name": "A"}]})]
    rulings = [ruling(f"r{place}", 1, place, points=-500, article="HU-09") for place in (1, 2)]
    assert scores(fold(numbered(opened(**CUTTHROAT), *entries, rulings[0]))) == [0, -485, 15]
    assert scores(fold(numbered(opened(**CUTTHROAT), *entries, *rulings))) == [0, -485, -485]


def test_a_wild_card_taken_back_is_not_the_one_that_the_score_charges() -> None:
    """Hungarian rules under the Romanian code: a ruling on a kept wild card costs its 200 points, and the score of the
    meld on the table stays the same."""
    four = {"melds": [{"rank": "K", "naturals": 3, "twos": 4}]}
    start = opened("hungarian", options={"penalty-code": "romanian"})
    kept = ruling("r1", 1, 0, points=-200, article="RO-09", outcomes=["KEEP_WILD"])
    plain = scores(fold(numbered(start, deal(1, four, FOURS))))
    assert scores(fold(numbered(start, deal(1, four, FOURS), kept))) == [plain[0] - 200, plain[1]]


def test_only_the_own_rulings_of_the_deal_being_played_wait_for_it() -> None:
    past = ruling("r1", 1, 0, points=-300)
    mine, others = ruling("r2", 2, 0, points=-100), ruling("r3", 2, 1, points=-200)
    state = fold(numbered(opened("hungarian"), deal(1, KINGS, FOURS), past, mine, others))
    assert (state.waiting(0), state.waiting(1)) == (-100, -200)


def test_a_ruling_settles_as_many_cards_as_it_counts_and_lays_all_it_calls_laid() -> None:
    held = {"melds": [{"rank": "K", "naturals": 3}], "hands": [{"red3": 2}, {}]}
    for facts, total in (
        ({}, 30 - 1000),
        ({"points": -500, "count": 1}, 30 - 500 - 500),
        ({"points": -1000, "count": 2}, 30 - 1000),
        ({"points": 0, "count": 1}, 30 - 500),
        ({"points": 0, "count": 1, "outcomes": ["COUNT_AS_LAID"]}, 30 + 200),
    ):
        found = [ruling("r1", 1, 0, article="HU-09", **facts)] if facts else []
        assert scores(fold(numbered(opened("hungarian"), deal(1, held, {}), *found)))[0] == total


def test_an_annulled_deal_has_no_findings_and_another_ruling_in_it_stays_away() -> None:
    state = fold(numbered(opened("romanian"), deal(1, KINGS, FOURS), annulled(1), ruling("r1", 1, 0, points=-100)))
    assert (state.rows[0].findings, scores(state)) == ((), [0, 0])
