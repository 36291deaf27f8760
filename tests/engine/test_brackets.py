"""Every boundary of every opening bracket, in every rule set and format."""

import pytest

from scorekeeper.engine.opening import Opening, bracket, opening
from scorekeeper.rulebook.loader import resolve, rulebook

#: (score, what is asked), at and beside every boundary.
THREE_BRACKETS = (
    (0, 50),
    (1, 50),
    (1495, 50),
    (1499, 50),
    (1500, 90),
    (2500, 90),
    (2995, 90),
    (3000, 120),
    (5000, 120),
)
FOUR_BRACKETS = ((0, 50), (1495, 50), (1500, 90), (2495, 90), (2500, 120), (4995, 120), (5000, 150), (9995, 150))
BELOW_ZERO = {
    "classic": 15,
    "viennese": 15,
    "hungarian": 15,
    "romanian": 0,
    "czech": 50,
    "czech-fast": 15,
    "uruguay": 15,
}
EVERY_FORMAT = [(facts.id, format_) for facts in rulebook().rule_sets.values() for format_ in facts.formats]


@pytest.mark.parametrize(("rule_set", "format_"), EVERY_FORMAT)
def test_every_boundary(rule_set: str, format_: str) -> None:
    rules = resolve(rule_set, format_)
    steps = FOUR_BRACKETS if rule_set == "czech" else THREE_BRACKETS
    below = [(score, BELOW_ZERO[rule_set]) for score in (-10_000, -5, -1)]
    asked = [(score, opening(score, rules).points) for score, _ in (*below, *steps)]
    assert asked == [*below, *steps]


@pytest.mark.parametrize(("rule_set", "natural_group"), [("classic", False), ("czech", True), ("czech-fast", True)])
def test_the_czech_games_ask_for_a_natural_group(rule_set: str, natural_group: bool) -> None:
    minimum = opening(0, resolve(rule_set))
    assert (minimum.natural_group, minimum.canasta) == (natural_group, False)


@pytest.mark.parametrize(
    ("score", "expected"), [(-5, (None, 0, 15)), (1500, (1500, 3000, 90)), (3000, (3000, None, 120))]
)
def test_a_bracket_knows_its_ends(score: int, expected: tuple[int | None, int | None, int]) -> None:
    assert bracket(score, resolve("classic")) == expected


def test_a_raise_adds_to_the_bracket_and_is_kept_apart() -> None:
    minimum = opening(1500, resolve("hungarian"), raised=20)
    assert (minimum.points, minimum.base, minimum.raised) == (110, 90, 20)


def test_where_only_a_canasta_opens_bracket_and_raise_are_still_known() -> None:
    rules = resolve("romanian", None, {"opening-canasta-above": 5000})
    assert opening(5005, rules, raised=10) == Opening(None, True, False, 120, 10)


@pytest.mark.parametrize(("score", "points", "canasta"), [(5000, 130, False), (5001, None, True), (-5, 10, False)])
def test_only_a_canasta_opens_strictly_above_the_agreed_score(score: int, points: int | None, canasta: bool) -> None:
    minimum = opening(score, resolve("romanian", None, {"opening-canasta-above": 5000}), raised=10)
    assert (minimum.points, minimum.canasta, minimum.raised) == (points, canasta, 10)
