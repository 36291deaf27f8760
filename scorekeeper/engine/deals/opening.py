"""The opening minimum, its extra conditions, and whether an opening suffices."""

from bisect import bisect
from collections.abc import Sequence
from operator import itemgetter

from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.melds import canastas, meld_value, repeated_ranks, violations
from scorekeeper.engine.deals.scoring import needs_unfilled
from scorekeeper.engine.rows import CanastaOpening
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct


class Opening(Struct):
    """The requirement for a side's opening: `points` (0 is no minimum), or None if only a canasta opens.

    `base` is the minimum of the bracket, `raised` the amount that penalties of this deal added. `natural_group`: a
    group of natural cards is also required (003 point 10). If only a canasta opens, `least` is the minimum value of all
    cards laid (None: no minimum), and `natural_canasta` says whether the canasta must be natural or better. `deal` is
    set if openings go by the number of the deal.
    """

    points: int | None
    canasta: bool
    natural_group: bool
    base: int = 0
    raised: int = 0
    least: int | None = None
    natural_canasta: bool = False
    deal: int | None = None


class OpeningCheck(Struct):
    """The result of checking an opening. `count` is the value of the melds, with canasta bonuses if these count for the
    minimum. `needs` are the keys of the unmet requirements in a fixed order. `waived`: no minimum applied."""

    count: int
    opening: Opening
    meets: bool
    needs: tuple[str, ...]
    waived: bool


def bracket(score: int, rules: RuleSet, *, deal: int = 1) -> tuple[int | None, int | None, int]:
    """The bracket of a score, or of the number of the deal if openings go by that, as (lower limit, upper limit,
    points). The upper limit is the first number of the next bracket. There is no lower limit (None) below the first
    bracket, and no upper limit (None) in the last one."""
    reached = deal if rules.opening.by == "deal" else score
    brackets = rules.opening.brackets
    at = bisect(brackets, reached, key=itemgetter(0))
    since, points = brackets[at - 1] if at else (None, rules.opening.below_zero)
    return since, brackets[at][0] if at < len(brackets) else None, points


def opening(score: int, rules: RuleSet, *, deal: int = 1, raised: int = 0) -> Opening:
    """The opening requirement of a side with this score in the deal of this number. Penalties of the deal add `raised`
    points, also to a minimum of 0 (AMB-25)."""
    base, group = bracket(score, rules, deal=deal)[2], rules.opening.natural_group
    row = canasta_opening(score, rules, deal=deal) if rules.opened_by_canasta else None
    number = deal if rules.opening.by == "deal" else None
    if row is None:
        return Opening(base + raised, False, group, base, raised, deal=number)
    return Opening(None, True, group, base, raised, row.least, bool(row.kinds), number)


def canasta_opening(score: int, rules: RuleSet, *, deal: int = 1) -> CanastaOpening | None:
    """The `CanastaOpening` that applies at this score (or in this deal), or None if a side opens with points."""
    reached = deal if rules.opening.by == "deal" else score
    begun = [each for each in rules.opened_by_canasta if each[0] <= reached]
    return max(begun, key=lambda each: each[0])[1] if begun else None


def check_opening(
    melds: Sequence[Meld],
    score: int,
    rules: RuleSet,
    *,
    deal: int = 1,
    raised: int = 0,
    concealed_from_stock: bool = False,
    all_discarded: bool = True,
) -> OpeningCheck:
    """Check whether these melds are enough to open.

    `all_discarded`: every player has discarded once; some rules forbid melding sooner (003, variant, Bod 10).
    `concealed_from_stock`: the player goes out concealed after drawing from the stock. Some rules then waive the
    minimum (000 Avamisnõuded, 001 Kézből kimenés), if the melds contain the canastas needed.
    """
    required = opening(score, rules, deal=deal, raised=raised)
    made = canastas(melds, rules)
    count = sum(meld_value(meld, rules) for meld in melds)
    if rules.opening.canasta_bonus_counts:
        count += sum(number * rules.bonus_of[kind] for kind, number in made.items())
    waived = concealed_from_stock and rules.opening.waived_when_concealed and not needs_unfilled(made, rules)
    early = rules.opening.not_before_all_discarded and not all_discarded
    needs: list[str] = ["all_discarded"] if early else []
    free = waived or bool(made.keys() & set(rules.opening.opens_alone))
    if not free:
        row = canasta_opening(score, rules, deal=deal) if required.canasta else None
        least = required.points if row is None else row.least
        if least is not None and count < least:
            needs.append("points")
        if row is not None and not made:
            needs.append("canasta")
        if row is not None and row.kinds and not made.keys() & set(row.kinds):
            needs.append("natural_canasta")
    if not free and required.natural_group and not any(_natural_group(meld, rules) for meld in melds):
        needs.append("natural_group")
    broken = any(violations(meld, rules, going_out=waived) for meld in melds)
    if broken or repeated_ranks(melds, rules):
        needs.append("legal_melds")
    return OpeningCheck(count, required, not needs, tuple(needs), waived)


def _natural_group(meld: Meld, rules: RuleSet) -> bool:
    """Return whether a meld is legal and has natural cards only; this includes pure canastas and natural sequences
    (AMB-18)."""
    return not meld.wilds and not violations(meld, rules, going_out=False)
