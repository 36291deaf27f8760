"""The opening minimum, its extra conditions, and whether an opening suffices."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.deal import Meld
from scorekeeper.engine.melds import (
    canasta_bonus,
    canasta_kind,
    canastas,
    meld_value,
    repeated_ranks,
    violations,
)
from scorekeeper.engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Opening:
    """What a side must lay to open: `points` (0 is no floor), or None where only a canasta opens.

    `base` is the bracket and `raised` what penalties of this deal added to it; `natural_group` asks for a group of
    natural cards besides (003 point 10).
    """

    points: int | None
    canasta: bool
    natural_group: bool
    base: int = 0
    raised: int = 0


@dataclass(frozen=True, slots=True)
class OpeningCheck:
    """Whether melds open: `count` is what they are worth, `needs` what is short, in a fixed order."""

    count: int
    opening: Opening
    meets: bool
    needs: tuple[str, ...]
    waived: bool


def bracket(score: int, rules: RuleSet) -> tuple[int | None, int | None, int]:
    """The bracket of a score: (from, below, points); from is None below zero, below is None in the last one."""
    starts = rules.opening.brackets
    if score < starts[0][0]:
        return None, starts[0][0], rules.opening.below_zero
    at = max(place for place, (start, _) in enumerate(starts) if score >= start)
    below = starts[at + 1][0] if at + 1 < len(starts) else None
    return starts[at][0], below, starts[at][1]


def opening(score: int, rules: RuleSet, *, raised: int = 0) -> Opening:
    """The opening minimum of a side with this score, raised by penalties of the deal (also from 0, AMB-25)."""
    above = rules.opening.canasta_above
    base = bracket(score, rules)[2]
    if above is not None and score > above:
        return Opening(None, True, rules.opening.natural_group, base, raised)
    return Opening(base + raised, False, rules.opening.natural_group, base, raised)


def check_opening(
    melds: Sequence[Meld], score: int, rules: RuleSet, *, raised: int = 0, concealed_from_stock: bool = False
) -> OpeningCheck:
    """Do these melds open? Card values count, and where the rule set says so the bonus of canastas laid.

    Going out concealed after drawing from the stock waives the minimum where the rule set knows that (000
    Avamisnõuded, 001 Kézből kimenés), if the melds hold the canastas needed.
    """
    required = opening(score, rules, raised=raised)
    count = opening_count(melds, rules)
    enough = canastas(melds, rules).total() >= rules.going_out.canastas
    waived = concealed_from_stock and rules.opening.waived_when_concealed and enough
    needs = [] if waived else _short(melds, count, required, rules)
    if not _legal(melds, rules, going_out=waived):
        needs.append("legal_melds")
    return OpeningCheck(count, required, not needs, tuple(needs), waived)


def opening_count(melds: Sequence[Meld], rules: RuleSet) -> int:
    """Points of the melds towards the opening minimum."""
    points = sum(meld_value(meld, rules) for meld in melds)
    if not rules.opening.canasta_bonus_counts:
        return points
    return points + sum(count * canasta_bonus(kind, rules) for kind, count in canastas(melds, rules).items())


def _short(melds: Sequence[Meld], count: int, required: Opening, rules: RuleSet) -> list[str]:
    needs = []
    if required.points is not None and count < required.points:
        needs.append("points")
    if required.canasta and not any(canasta_kind(meld, rules) for meld in melds):
        needs.append("canasta")
    if required.natural_group and not any(_natural_group(meld, rules) for meld in melds):
        needs.append("natural_group")
    return needs


def _natural_group(meld: Meld, rules: RuleSet) -> bool:
    """A legal group of natural cards only; a pure canasta and a natural sequence are such groups (AMB-18)."""
    return not meld.wilds and not violations(meld, rules, going_out=False)


def _legal(melds: Sequence[Meld], rules: RuleSet, *, going_out: bool) -> bool:
    broken = any(violations(meld, rules, going_out=going_out) for meld in melds)
    return not broken and not repeated_ranks(melds, rules)
