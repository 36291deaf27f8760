"""The points of red and black threes that count apart from melds, for each number of them."""

import pytest

from scorekeeper.engine.deals.deal import Charge, Deal, Player, Side
from scorekeeper.engine.deals.melds import red_threes, settled
from scorekeeper.engine.deals.scoring import score_deal
from scorekeeper.engine.rows import Sign, Threes
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.loader import resolve

LADDER = (100, 200, 300, 800)


@pytest.mark.parametrize(
    ("row", "sign", "worth"),
    [
        (Threes("red", 100, LADDER), 1, [0, 100, 200, 300, 800, 900]),
        (Threes("red", 100, LADDER), -1, [0, -100, -200, -300, -800, -900]),
        (Threes("red", 100, LADDER), 0, [0, 0, 0, 0, 0, 0]),
        (Threes("red", 100, LADDER, lost="each"), 1, [0, 100, 200, 300, 800, 900]),
        (Threes("red", 100, LADDER, lost="each"), -1, [0, -100, -200, -300, -400, -500]),
        (Threes("red", 100, LADDER, lost="each"), 0, [0, 0, 0, 0, 0, 0]),
        (Threes("black", 7), 1, [0, 7, 14, 21, 28, 35]),
        (Threes("black", 7, extra_from=3, extra=50), 1, [0, 7, 14, 71, 78, 85]),
        (Threes("black", 7, extra_from=3, extra=50), -1, [0, -7, -14, -71, -78, -85]),
    ],
)
def test_threes_are_worth_their_ladder_then_each(row: Threes, sign: int, worth: list[int]) -> None:
    own = replace(resolve("classic"), threes=(row,), signs=(Sign(row.key, "meld", ((0, sign),)),))
    for count, points in enumerate(worth):
        laid = Player("A", red_threes=count) if row.key == "red" else Player("A", black_threes=count)
        assert score_deal(Deal((Side((laid,)),)), own)[0].total == points


@pytest.mark.parametrize(
    ("counts", "article", "most", "about"),
    [
        ((), "HU-09", 3, 0),
        ((None,), "HU-09", 3, 3),
        ((1,), "HU-09", 3, 1),
        ((1, 1), "HU-09", 3, 2),
        ((2, 2), "HU-09", 3, 3),
        ((1,), "HU-10", 3, 0),
        ((1,), None, 3, 0),
    ],
)
def test_rulings_settle_the_cards_that_they_are_about(
    counts: tuple[int | None, ...], article: str | None, most: int, about: int
) -> None:
    charges = [Charge(-500, "HU-09", count) for count in counts] + [Charge(-100, None, 1)]
    assert settled(charges, article, most, resolve("hungarian")) == about


#: Rule set; red threes laid; red threes in hand; those of them that were in hand after a turn of the player; whether a
#: player went out in the first round; (number that counts as laid, number that is fined).
HELD = [
    ("hungarian", 2, 0, 0, False, (2, 0)),
    ("hungarian", 1, 2, 0, False, (1, 2)),
    ("hungarian", 1, 3, 1, True, (3, 1)),
    ("hungarian", 1, 3, 0, True, (4, 0)),
    ("hungarian", 1, 3, 3, True, (1, 3)),
    ("romanian", 1, 3, 1, True, (1, 3)),
    ("classic", 1, 3, 1, False, (4, 0)),
    ("burraco", 0, 2, 0, False, (0, 0)),
]


@pytest.mark.parametrize(("rule_set", "laid", "held", "after", "first", "told"), HELD)
def test_red_threes_in_a_hand_count_as_laid_or_are_fined(
    rule_set: str, laid: int, held: int, after: int, first: bool, told: tuple[int, int]
) -> None:
    player = Player("A", red_threes=laid, red_threes_in_hand=held, red_threes_after_turn=after)
    assert red_threes(player, Deal((), first_round_out=first), resolve(rule_set)) == told


@pytest.mark.parametrize(
    ("charge", "told"),
    [
        (Charge(-500, "HU-09", 1), (1, 2)),
        (Charge(0, "HU-09", 1, as_laid=True), (2, 2)),
        (Charge(0, "HU-09", None, as_laid=True), (4, 0)),
        (Charge(0, "HU-05", 1, as_laid=True), (1, 3)),
    ],
)
def test_a_ruling_may_count_them_as_laid(charge: Charge, told: tuple[int, int]) -> None:
    player = Player("A", red_threes=1, red_threes_in_hand=3)
    assert red_threes(player, Deal(()), resolve("hungarian"), [charge]) == told
