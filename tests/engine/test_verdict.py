"""The end of a match: whether it is over, the winner, the margin, and its value in money."""

from decimal import Decimal

import pytest

from scorekeeper.engine.matches.match import Verdict, closing, money, verdict
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.loader import resolve

STAKE = {"stake-per-100": "0.25"}


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((4995, 4990), Verdict(over=False)),
        ((5000, 4990), Verdict(over=True, winner=0, margin=10)),
        ((5000, 5005), Verdict(over=True, winner=1, margin=5)),
        ((5000, 5000), Verdict(over=True, draw=True, margin=0)),
        ((5000, -300), Verdict(over=True, winner=0, margin=5300)),
        ((5000,), Verdict(over=True, winner=0)),
        ((4995,), Verdict(over=False)),
    ],
)
def test_the_higher_total_past_the_target_wins(scores: tuple[int, ...], expected: Verdict) -> None:
    assert verdict(scores, [0] * len(scores), resolve("classic")) == expected


def test_a_hand_that_wins_the_match_wins_it_whatever_the_totals() -> None:
    three, money_ = resolve("hungarian", "cutthroat"), resolve("classic", None, STAKE)
    assert verdict((5000, 100), (0, 0), three, wins=1) == Verdict(over=True, winner=1)
    assert verdict((100, 900), (0, 0), money_, wins=0) == Verdict(True, 0, False, -800, Decimal(-2))
    assert verdict((900, 100, 500), (0, 0, 0), three, wins=2) == Verdict(True, 2, False, -400)


@pytest.mark.parametrize(("deal", "over"), [(2, False), (3, True), (4, True)])
def test_a_match_of_so_many_deals_ends_with_the_last_of_them(deal: int, over: bool) -> None:
    usual = resolve("classic")
    assert verdict((9000, 100), (0, 0), replace(usual, end=replace(usual.end, deals=3)), deal=deal).over is over


def test_an_extra_deal_keeps_the_match_open() -> None:
    assert verdict((5000, 5000), (0, 0), resolve("classic", None, {"tie": "extra-deal"})) == Verdict(over=False)


def test_money_is_exact_and_nothing_for_a_draw() -> None:
    rules = resolve("classic", None, STAKE)
    assert verdict((5335, 5000), (0, 0), rules) == Verdict(True, 0, False, 335, Decimal("0.8375"))
    assert verdict((5000, 5000), (0, 0), rules) == Verdict(True, None, True, 0, Decimal(0))
    assert verdict((5000,), (0,), rules).money is None
    assert (money(1000, rules), money(1000, resolve("classic"))) == (Decimal("2.5"), None)


def test_every_scorer_has_canastas() -> None:
    with pytest.raises(ValueError, match="zip"):
        verdict((100, 200), (1,), resolve("classic"))


def test_a_match_that_was_closed_goes_to_the_higher_total_with_its_money() -> None:
    rules = resolve("classic", None, STAKE)
    assert closing((1200, 1540), rules) == Verdict(True, 1, False, 340, Decimal("0.85"))
    assert closing((700, 700), rules) == Verdict(True, None, True, 0, Decimal(0))
