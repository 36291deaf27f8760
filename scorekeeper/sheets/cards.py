"""Cards that explain a rule set: the quick reference of each, and the house rules that a table agreed on."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from scorekeeper.engine.cards import ASCENDING, CLASSES, POINT_STEP
from scorekeeper.engine.rules import RuleSet
from scorekeeper.sheets.model import Imprint, Option


@dataclass(frozen=True, slots=True)
class RulesCard:
    """A card of one rule set in one format; `options` and `players` are what a table agreed on, and who did."""

    kind: Literal["quick", "house"]
    rule_set: str
    format: str
    penalty_code: str
    rules: RuleSet
    imprint: Imprint
    says: str = ""
    occasion: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    sides: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Bracket:
    """Scores that share an opening minimum; None is an open end, `canasta` where only a canasta opens."""

    least: int | None
    most: int | None
    points: int
    canasta: bool = False


@dataclass(frozen=True, slots=True)
class CardValue:
    """What cards count: a class of cards as "joker", "two", "ace", "black_three" or a range of ranks."""

    cards: str
    points: int


def brackets(rules: RuleSet) -> tuple[Bracket, ...]:
    """The opening table, from below zero up."""
    starts = rules.opening.brackets
    above = rules.opening.canasta_above
    ends = [start - POINT_STEP for start, _ in starts[1:]] + [above]
    table = [Bracket(None, starts[0][0] - POINT_STEP, rules.opening.below_zero)]
    table += [Bracket(start, end, points) for (start, points), end in zip(starts, ends, strict=True)]
    return (*table, Bracket(above + POINT_STEP, None, 0, canasta=True)) if above is not None else tuple(table)


def card_values(rules: RuleSet) -> tuple[CardValue, ...]:
    """What each class of cards counts, highest first."""
    return tuple(_card_values(rules))


def ranks(name: str) -> tuple[str, str]:
    """The highest and the lowest rank of a counting class, threes left out."""
    members = [rank for rank in CLASSES[name] if rank in ASCENDING]
    return members[0], members[-1]


def _card_values(rules: RuleSet) -> Iterator[CardValue]:
    cards = rules.cards
    yield CardValue("joker", cards.joker)
    yield CardValue("two", cards.two)
    yield CardValue("ace", cards.ace)
    yield CardValue("high", cards.high)
    yield CardValue("low", cards.low)
    yield CardValue("black_three", cards.black_three)
    if cards.black_three_in_hand != cards.black_three:
        yield CardValue("black_three_in_hand", -cards.black_three_in_hand)
