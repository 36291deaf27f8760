"""The opening minimum, its extra conditions, and whether an opening suffices."""

from collections.abc import Sequence

from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.melds import canastas, meld_value, repeated_ranks, violations
from scorekeeper.engine.deals.scoring import needs_unfilled
from scorekeeper.engine.rows import CanastaOpening
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct


class Opening(Struct):
    """The cost of opening for a side: `points` (0 is no minimum), or None where only a canasta opens.

    `base` is the bracket and `raised` what penalties of this deal added to it; `natural_group` asks for a group of
    natural cards besides (003 point 10). Where a canasta opens, `least` is what all cards laid must be worth besides,
    and `natural_canasta` asks for a natural one or better. `deal` is the number of the deal where openings go by that.
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
    """The result of checking an opening: `count` is the value of the melds, `needs` lists what is short, in a fixed
    order."""

    count: int
    opening: Opening
    meets: bool
    needs: tuple[str, ...]
    waived: bool


def bracket(score: int, rules: RuleSet, *, deal: int = 1) -> tuple[int | None, int | None, int]:
    """The bracket of a score, or of a deal's number where openings go by that: (from, below, points); from is None
    below the first one, below is None in the last."""
    starts, reached = rules.opening.brackets, deal if rules.opening.by == "deal" else score
    if reached < starts[0][0]:
        return None, starts[0][0], rules.opening.below_zero
    since, points = starts[0]
    for start, more in starts[1:]:
        if reached < start:
            return since, start, points
        since, points = start, more
    return since, None, points


def opening(score: int, rules: RuleSet, *, deal: int = 1, raised: int = 0) -> Opening:
    """The opening minimum of a side with this score in the deal of this number, raised by penalties of the deal (also
    from 0, AMB-25)."""
    base, group = bracket(score, rules, deal=deal)[2], rules.opening.natural_group
    row = canasta_opening(score, rules, deal=deal) if rules.opened_by_canasta else None
    number = deal if rules.opening.by == "deal" else None
    if row is None:
        return Opening(base + raised, False, group, base, raised, deal=number)
    return Opening(None, True, group, base, raised, row.least, bool(row.kinds), number)


def canasta_opening(score: int, rules: RuleSet, *, deal: int = 1) -> CanastaOpening | None:
    """The row in force by which only a canasta opens, None where points do."""
    reached = deal if rules.opening.by == "deal" else score
    held: CanastaOpening | None = None
    latest = 0
    for since, row in rules.opened_by_canasta:
        if reached >= since and (held is None or since > latest):
            held, latest = row, since
    return held


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
    """Check whether these melds open. Card values count, and where the rule set says so the bonus of canastas laid.

    `all_discarded`: everybody has discarded once, which some rules wait for (003, variant, Bod 10).

    Going out concealed after drawing from the stock waives the minimum where the rule set knows that (000
    Avamisnõuded, 001 Kézből kimenés), if the melds hold the canastas needed.
    """
    required = opening(score, rules, deal=deal, raised=raised)
    made = canastas(melds, rules)
    count = opening_count(melds, rules)
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


def opening_count(melds: Sequence[Meld], rules: RuleSet) -> int:
    """Points of the melds towards the opening minimum."""
    points = sum(meld_value(meld, rules) for meld in melds)
    if not rules.opening.canasta_bonus_counts:
        return points
    return points + sum(count * rules.bonus_of[kind] for kind, count in canastas(melds, rules).items())


def _natural_group(meld: Meld, rules: RuleSet) -> bool:
    """A legal group of natural cards only; a pure canasta and a natural sequence are such groups (AMB-18)."""
    return not meld.wilds and not violations(meld, rules, going_out=False)
