"""Cards that explain a rule set: the quick reference of each, and the house rules that a table agreed on."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from scorekeeper.engine.cards import POINT_STEP
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
    """What cards count: the key of their row and its kinds, high to low; or what they cost in a hand."""

    key: str
    kinds: tuple[str, ...]
    points: int
    in_hand: bool = False


def brackets(rules: RuleSet) -> tuple[Bracket, ...]:
    """The opening table, from below zero up."""
    starts = rules.opening.brackets
    row = next((row for row in rules.canasta_openings if row.since is not None), None)
    above = None if row is None or row.since is None else row.since if row.beyond else row.since - POINT_STEP
    ends = [start - POINT_STEP for start, _ in starts[1:]] + [above]
    table = [Bracket(None, starts[0][0] - POINT_STEP, rules.opening.below_zero)]
    table += [Bracket(start, end, points) for (start, points), end in zip(starts, ends, strict=True)]
    return (*table, Bracket(above + POINT_STEP, None, 0, canasta=True)) if above is not None else tuple(table)


def sign_by(rules: RuleSet, part: str) -> str:
    """What turns a part of the score: "meld" or "canasta" where it counts minus without, "nothing" where it counts for
    nothing without a canasta, "" where it is told otherwise or always counts plus."""
    row = rules.sign_of.get(part)
    if row is None or len(row.steps) < 2 or row.steps[-1] != (1, 1):
        return ""
    return row.by if row.steps[0][1] < 0 else "nothing"


def card_values(rules: RuleSet) -> tuple[CardValue, ...]:
    """What each class of cards counts, highest first."""
    return tuple(_card_values(rules))


def _card_values(rules: RuleSet) -> Iterator[CardValue]:
    for row in rules.cards:
        yield CardValue(row.key, row.kinds, row.points)
    for row in rules.cards:
        if row.in_hand is not None and row.in_hand != row.points:
            yield CardValue(row.key, row.kinds, -row.in_hand, in_hand=True)
