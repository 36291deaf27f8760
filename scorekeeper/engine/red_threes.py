"""What red threes are worth: laid ones by the side's melds, those left in a hand by the rule set."""

from scorekeeper.engine.deal import Deal, Player
from scorekeeper.engine.rules import RuleSet

#: As many red threes as make "all four", whatever the pack holds (AMB-62).
ALL = 4


def counted_as_laid(player: Player, deal: Deal, rules: RuleSet) -> int:
    """Red threes that score with the laid ones: those laid, and those in hand where the rule set (AMB-38) or a
    going out in the very first round (HU-09, AMB-20) says so."""
    as_laid = rules.red_threes.in_hand == "as-laid"
    return player.red_threes + (player.red_threes_in_hand if as_laid else _excused(player, deal, rules))


def fined_in_hand(player: Player, deal: Deal, rules: RuleSet) -> int:
    """Red threes left in hand that are fined (HU-09, RO-10)."""
    as_laid = rules.red_threes.in_hand == "as-laid"
    return 0 if as_laid else player.red_threes_in_hand - _excused(player, deal, rules)


def _excused(player: Player, deal: Deal, rules: RuleSet) -> int:
    """Those of players who had no turn before somebody went out (001 A kézben maradt piros hármasok: a player who
    sits before them)."""
    excused = deal.first_round_out and rules.red_threes.first_round_excuses
    return player.red_threes_in_hand - player.red_threes_after_turn if excused else 0


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
