"""Is the match over, who won, and by how much."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from scorekeeper.engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Verdict:
    """`winner` is a place among the scores, None before the end and for a draw; `margin` is the winner's total
    less the runner-up's; `money` what the margin is worth at the table's stake."""

    over: bool
    winner: int | None = None
    draw: bool = False
    margin: int | None = None
    money: Decimal | None = None


def verdict(scores: Sequence[int], canastas: Sequence[int], rules: RuleSet) -> Verdict:
    """The state of the match after a deal: `scores` after it, `canastas` of each scorer in it.

    The higher total wins when several are past the target (AMB-29); equal totals draw or play on (AMB-30); a scorer
    past the target may need canastas in this deal to end the match (AMB-57). One side alone has no margin.
    """
    end = rules.end
    past = zip(scores, canastas, strict=True)
    if not any(score >= end.target and laid >= end.canastas_to_end for score, laid in past):
        return Verdict(over=False)
    best, *others = sorted(scores, reverse=True)
    if len(scores) < rules.table.sides:
        return Verdict(over=True, winner=scores.index(best))
    if best == others[0]:
        return Verdict(over=False) if end.tie == "extra-deal" else Verdict(True, None, True, 0, money(0, rules))
    margin = best - others[0]
    return Verdict(True, scores.index(best), False, margin, money(margin, rules))


def closing(scores: Sequence[int], rules: RuleSet) -> Verdict:
    """The verdict on a match that was closed before it ended by itself: the higher total wins, level totals draw."""
    best, *others = sorted(scores, reverse=True)
    margin = best - others[0]
    return Verdict(True, scores.index(best) if margin else None, not margin, margin, money(margin, rules))


def money(margin: int, rules: RuleSet) -> Decimal | None:
    """What a margin is worth, exactly (AMB-31); None without a stake."""
    stake = rules.end.stake_per_100
    return None if stake is None else Decimal(stake) * margin / 100
