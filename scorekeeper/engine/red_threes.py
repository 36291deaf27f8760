"""What red threes are worth: laid ones by the side's melds, those left in a hand by a ruling or the rule set."""

from collections.abc import Iterable, Sequence

from scorekeeper.engine.deal import Charge, Deal, Player
from scorekeeper.engine.rules import RuleSet

#: As many red threes as make "all four", whatever the pack holds (AMB-62).
ALL = 4


def counted_as_laid(player: Player, deal: Deal, rules: RuleSet, rulings: Sequence[Charge] = ()) -> int:
    """Red threes that score with the laid ones: those laid, and those in hand where a ruling, the rule set (AMB-38)
    or a going out in the very first round (HU-09, AMB-20) says so."""
    held, article = player.red_threes_in_hand, rules.code.red_three_in_hand
    by_ruling = settled([charge for charge in rulings if charge.as_laid], article, held, rules)
    left = held - settled(rulings, article, held, rules)
    return player.red_threes + by_ruling + min(left, held - _finable(player, deal, rules))


def fined_in_hand(player: Player, deal: Deal, rules: RuleSet, rulings: Sequence[Charge] = ()) -> int:
    """Red threes left in hand that are fined by themselves (HU-09, RO-10): those that no ruling is about."""
    fined = _finable(player, deal, rules)
    return fined - settled(rulings, rules.code.red_three_in_hand, fined, rules)


def settled(rulings: Iterable[Charge], article: str | None, most: int, rules: RuleSet) -> int:
    """How many of `most` cards or melds rulings by this article are about; the score leaves those to them (AMB-111)."""
    if not rules.code.rulings_first:
        return 0
    counts = [charge.count for charge in rulings if article is not None and charge.article == article]
    return min(most, sum(most if count is None else count for count in counts))


def _finable(player: Player, deal: Deal, rules: RuleSet) -> int:
    """Those in hand that do not count as laid; nobody is fined who had no turn before somebody went out (001 A kézben
    maradt piros hármasok: a player who sits before them)."""
    if rules.red_threes.in_hand == "as-laid":
        return 0
    excused = deal.first_round_out and rules.red_threes.first_round_excuses
    return player.red_threes_after_turn if excused else player.red_threes_in_hand


def points(count: int, rules: RuleSet, *, melded: bool, canasta: bool) -> int:
    """Points of `count` red threes of a side that melded, or has a canasta, or not; signed."""
    threes = rules.red_threes
    won = canasta if threes.needs == "canasta" else melded
    if won:
        return _worth(count, rules)
    if threes.without == "zero":
        return 0
    return -(_worth(count, rules) if threes.lost_four_doubles else count * threes.each)


def _worth(count: int, rules: RuleSet) -> int:
    threes = rules.red_threes
    if count < ALL:
        return count * threes.each
    return threes.all_four + (count - ALL) * threes.each
