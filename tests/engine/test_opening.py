"""The requirement for opening, points or a canasta. It depends on the score, or on the number of the deal."""

import pytest

from scorekeeper.engine.deals.opening import Opening, bracket, canasta_opening, opening
from scorekeeper.engine.rows import CanastaOpening
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.loader import resolve


def rules(by: str, *rows: CanastaOpening) -> RuleSet:
    """The classic game with other openings."""
    usual = resolve("classic")
    own = replace(usual.opening, by=by, brackets=((0, 50), (10, 90), (20, 120)), below_zero=15)
    return replace(usual, opening=own, canasta_openings=rows)


@pytest.mark.parametrize(
    ("reached", "told"),
    [
        (-1, (None, 0, 15)),
        (0, (0, 10, 50)),
        (9, (0, 10, 50)),
        (10, (10, 20, 90)),
        (19, (10, 20, 90)),
        (20, (20, None, 120)),
        (999, (20, None, 120)),
    ],
)
def test_a_bracket_goes_by_the_score_or_by_the_deal(reached: int, told: tuple[int | None, int | None, int]) -> None:
    assert bracket(reached, rules("score"), deal=15) == told
    assert bracket(15, rules("deal"), deal=reached) == told


def test_an_opening_names_the_deal_only_where_it_goes_by_that() -> None:
    assert opening(12, rules("score"), deal=25, raised=10) == Opening(100, False, False, 90, 10)
    assert opening(25, rules("deal"), deal=12, raised=10) == Opening(100, False, False, 90, 10, deal=12)
    assert opening(25, rules("deal")) == Opening(50, False, False, 50, deal=1)


PLAIN, BEYOND = CanastaOpening("plain", 10), CanastaOpening("beyond", 10, beyond=True, least=70)
LATER, SAME = CanastaOpening("later", 20, kinds=("natural",)), CanastaOpening("same", 20)
NEVER = CanastaOpening("never", None)


@pytest.mark.parametrize(
    ("rows", "reached", "held"),
    [
        ((NEVER,), 999, None),
        ((PLAIN,), 9, None),
        ((PLAIN,), 10, PLAIN),
        ((BEYOND,), 10, None),
        ((BEYOND,), 11, BEYOND),
        ((PLAIN, LATER), 19, PLAIN),
        ((LATER, PLAIN), 20, LATER),
        ((PLAIN, LATER), 20, LATER),
        ((PLAIN, BEYOND), 11, BEYOND),
        # Of two rows from the same score, the first one applies.
        ((LATER, SAME), 20, LATER),
        ((SAME, LATER), 25, SAME),
        ((CanastaOpening("always", -5),), -5, CanastaOpening("always", -5)),
    ],
)
def test_the_latest_row_that_is_reached_holds(
    rows: tuple[CanastaOpening, ...], reached: int, held: CanastaOpening | None
) -> None:
    assert canasta_opening(reached, rules("score", *rows), deal=999) == held
    assert canasta_opening(999, rules("deal", *rows), deal=reached) == held


def test_a_canasta_alone_opens_with_what_its_row_asks_for() -> None:
    assert opening(11, rules("score", BEYOND), raised=10) == Opening(None, True, False, 90, 10, 70)
    assert opening(20, rules("score", LATER)) == Opening(None, True, False, 120, 0, None, natural_canasta=True)
