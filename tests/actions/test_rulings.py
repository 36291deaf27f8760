"""Rulings in the ledger: every path through the articles of both codes, applied and withdrawn; and refused rulings."""

from typing import Any

import pytest

from scorekeeper.actions.matches.offences import offence
from scorekeeper.actions.matches.rulings import (
    Override,
    Proposal,
    RulingCase,
    apply_ruling,
    deals_for,
    propose,
    rule,
    withdraw_ruling,
)
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.rulings import Ask, Ruling
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.codes import adjudicating, code
from tests.actions.referee import MATCH, Table, apply, bare, leaves, now, play, stamp
from tests.totals import counted

ADJUDICATING = tuple(code.id for code in adjudicating())

PLAYED = ((1200, 300), (-85, 640))
#: For tests of every article: a SQLite file is enough, because the storage does not affect rulings.
ON_A_FILE = pytest.mark.parametrize("ledger_at", ["sqlite"], indirect=True)
EVERY_ARTICLE = [(name, article.id) for name in ADJUDICATING for article in code(name).articles]


@ON_A_FILE
@pytest.mark.parametrize(("rules", "article"), EVERY_ARTICLE)
def test_every_leaf_can_be_applied_and_withdrawing_restores_the_very_state(
    table: Table, rules: str, article: str
) -> None:
    desk = table(rules, *PLAYED)
    before = now(desk)
    found = offence(desk, MATCH, before.setup.rules, article).article
    for answers in leaves(found, before):
        ruling = rule(desk, MATCH, RulingCase(article, 3, 1, answers))
        assert isinstance(ruling, Ruling)
        for deal in deals_for(ruling.outcomes, before):
            applied = apply(desk, article, deal=deal, answers=answers)
            assert now(desk).rulings[-1].obligations == tuple(
                {"key": due.key, "says": due.says, "count": due.count} for due in ruling.obligations
            )
            withdraw_ruling(desk, MATCH, applied, "", stamp(desk, f"withdraw-{applied}"))
            assert repr(bare(now(desk))) == repr(bare(before)), (article, answers, deal)


@ON_A_FILE
@pytest.mark.parametrize(("rules", "article"), EVERY_ARTICLE)
def test_a_proposal_is_what_applying_does(table: Table, rules: str, article: str) -> None:
    desk = table(rules, *PLAYED)
    before = now(desk)
    for answers in leaves(offence(desk, MATCH, before.setup.rules, article).article, before):
        decision = RulingCase(article, 3, 1, answers)
        ruling = rule(desk, MATCH, decision)
        assert isinstance(ruling, Ruling)
        decision = replace(decision, deal=deals_for(ruling.outcomes, before)[0])
        proposal = propose(desk, MATCH, decision)
        assert isinstance(proposal, Proposal)
        applied = apply(desk, article, deal=decision.deal, answers=answers)
        assert figures(proposal.after) == figures(now(desk))
        withdraw_ruling(desk, MATCH, applied, "", stamp(desk, f"withdraw-{applied}"))


def figures(state: State) -> tuple[Any, ...]:
    """All figures that a ruling may change."""
    rows = [[(side.total, side.score, side.opening) for side in row.sides] for row in state.rows]
    owed = [ruling.obligations for ruling in state.rulings if not ruling.withdrawn]
    return rows, state.standings, state.verdict, state.next_deal, state.redeals, owed


def test_a_failed_opening_of_the_faster_czech_game_needs_no_code(table: Table) -> None:
    desk = table("czech-fast")
    apply(desk, "CZ-01")
    standing = now(desk).standings[1]
    assert standing.opening is not None
    assert standing.opening.raised == 10
    assert now(desk).rulings[0].code == "czech"


def test_a_proposed_redeal_shows_that_raises_and_duties_end(table: Table) -> None:
    desk = table("hungarian", *PLAYED)
    apply(desk, "HU-02")
    apply(desk, "HU-03", answers={"next_player_acted": False, "cure": "none", "admitted_at_once": True})
    decision = RulingCase("HU-01", 3, 0, {"fault": "cut_omitted", "noticed": "during_first_round"})
    proposal = propose(desk, MATCH, decision)
    assert isinstance(proposal, Proposal)
    apply(desk, "HU-01", 0, answers=decision.answers)
    assert figures(proposal.after) == figures(now(desk))
    assert now(desk).obligations == ()
    assert [side.opening.points for side in now(desk).standings if side.opening] == [50, 50]


def test_the_deal_in_play_can_be_annulled_until_another_was_played(table: Table) -> None:
    desk = table("romanian", *PLAYED)
    applied = apply(desk, "RO-01", answers={"when": "during_deal", "annulment_requested": True})
    assert (now(desk).next_deal, now(desk).rows[-1].annulled) == (4, "RO-01")
    play(desk, {"sides": [counted(100), counted(100)]})
    with pytest.raises(Refused) as refused:
        withdraw_ruling(desk, MATCH, applied, "", stamp(desk, "withdraw-it"))
    assert refused.value.key == "later_deals_were_played"


@pytest.mark.parametrize(("points", "raise_"), [(500, 0), (-37, 0), (0, 7)])
def test_a_figure_that_looks_mistyped_is_taken_where_it_is_said_to_be_meant(
    table: Table, points: int, raise_: int
) -> None:
    desk = table("hungarian", *PLAYED)
    apply(desk, "HU-05", answers={"before_partners_turn": True}, override=Override(points, raise_, "So", sure=True))
    assert (now(desk).rulings[0].points, now(desk).rulings[0].opening_raise) == (points, raise_)


def test_a_repetition_in_the_deal_that_the_match_knows_is_not_asked(table: Table) -> None:
    desk = table("romanian", *PLAYED)
    deal = now(desk).next_deal
    first = RulingCase("RO-05", deal, 1, {"repeat": False}, player="Jana")
    again = replace(first, answers={})
    assert isinstance(rule(desk, MATCH, again), Ask)
    apply_ruling(desk, MATCH, first, stamp(desk, "first-of-them"), ruling_id="first")
    assert isinstance(rule(desk, MATCH, replace(again, player="Tõnu")), Ask)
    assert isinstance(rule(desk, MATCH, replace(again, deal=deal - 1)), Ask)
    ruling = rule(desk, MATCH, again)
    assert isinstance(ruling, Ruling)
    assert ruling.points == -300
    once = stamp(desk, "second-of-them")
    for _ in range(2):
        apply_ruling(desk, MATCH, again, once, ruling_id="second")
    assert [(r.id, r.answers) for r in now(desk).rulings] == [
        ("first", {"repeat": False}),
        ("second", {"repeat": True}),
    ]


def test_what_the_match_knows_is_not_asked(table: Table) -> None:
    desk = table("hungarian", **{"canastas-to-go-out": 2})
    assert isinstance(rule(desk, MATCH, RulingCase("HU-02", 1, 0)), Ruling)
    ruling = rule(desk, MATCH, RulingCase("HU-07", 1, 0, {"canastas": 1}))
    assert isinstance(ruling, Ruling)
    assert ruling.points == -100
