"""Is the match over, who won, and by how much."""

from collections.abc import Sequence
from decimal import Decimal

from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct


class Verdict(Struct):
    """`winner` is a place among the scores, None before the end and for a draw; `margin` is the winner's total
    less the runner-up's; `money` what the margin is worth at the table's stake."""

    over: bool
    winner: int | None = None
    draw: bool = False
    margin: int | None = None
    money: Decimal | None = None


def verdict(
    scores: Sequence[int], canastas: Sequence[int], rules: RuleSet, *, deal: int = 1, wins: int | None = None
) -> Verdict:
    """The state of the match after the deal of this number: `scores` after it, `canastas` of each scorer in it, and the
    place of a side whose hand `wins` the match whatever the totals.

    The higher total wins when several are past the target (AMB-29); equal totals draw or play on (AMB-30); a scorer
    past the target may need canastas in this deal to end the match (AMB-57); where the match has a number of deals,
    the target says nothing. One side alone has no margin.
    """
    end = rules.end
    past = any(s >= end.target and n >= end.canastas_to_end for s, n in zip(scores, canastas, strict=True))
    if wins is None and not (past if end.deals is None else deal >= end.deals):
        return Verdict(over=False)
    best, *others = sorted(scores, reverse=True)
    if len(scores) < rules.table.sides:
        return Verdict(over=True, winner=scores.index(best) if wins is None else wins)
    if wins is not None:
        margin = scores[wins] - max(score for side, score in enumerate(scores) if side != wins)
        return Verdict(True, wins, False, margin, money(margin, rules))
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
    """The exact money value of a margin (AMB-31); None without a stake."""
    stake = rules.end.stake_per_100
    return None if stake is None else Decimal(stake) * margin / 100
