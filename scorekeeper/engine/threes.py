"""What threes that are set apart are worth: laid ones by the side's canastas or melds, those left in a hand by a ruling
or the rule set."""

from collections.abc import Iterable, Sequence
from typing import Literal

from scorekeeper.engine.deal import Charge, Deal, Player
from scorekeeper.engine.rows import Sign, Threes
from scorekeeper.engine.rules import RuleSet

Colour = Literal["red", "black"]


def counted_as_laid(player: Player, deal: Deal, rules: RuleSet, rulings: Sequence[Charge] = ()) -> int:
    """Red threes that score with the laid ones: those laid, and those in hand where a ruling, the rule set (AMB-38)
    or a going out in the very first round (HU-09, AMB-20) says so."""
    held, article = player.red_threes_in_hand, rules.code.red_three_in_hand
    if not held or rules.threes_of["red"].in_hand == "card":
        return player.red_threes
    by_ruling = settled([charge for charge in rulings if charge.as_laid], article, held, rules)
    left = held - settled(rulings, article, held, rules)
    return player.red_threes + by_ruling + min(left, held - _finable(player, deal, rules))


def fined_in_hand(player: Player, deal: Deal, rules: RuleSet, rulings: Sequence[Charge] = ()) -> int:
    """Red threes left in hand that are fined by themselves (HU-09, RO-10): those that no ruling is about."""
    if not player.red_threes_in_hand:
        return 0
    fined = _finable(player, deal, rules)
    return fined - settled(rulings, rules.code.red_three_in_hand, fined, rules)


def settled(rulings: Iterable[Charge], article: str | None, most: int, rules: RuleSet) -> int:
    """How many of `most` cards or melds rulings by this article are about; the score leaves those to them (AMB-111)."""
    if not rules.code.rulings_first:
        return 0
    counts = [charge.count for charge in rulings if article is not None and charge.article == article]
    return min(most, sum(most if count is None else count for count in counts))


def _finable(player: Player, deal: Deal, rules: RuleSet) -> int:
    """Those in hand that are fined; nobody is who had no turn before somebody went out (001 A kézben maradt piros
    hármasok: a player who sits before them)."""
    threes = rules.threes_of["red"]
    if not isinstance(threes.in_hand, int):
        return 0
    excused = deal.first_round_out and threes.first_round_excuses
    return player.red_threes_after_turn if excused else player.red_threes_in_hand


def points(count: int, threes: Threes, sign: int) -> int:
    """Points of `count` threes of a colour, in all, as they count."""
    if sign < 0 and threes.lost == "each":
        return -count * threes.each
    ladder = threes.ladder[:count]
    worth = (ladder[-1] if ladder else 0) + (count - len(ladder)) * threes.each
    return sign * (worth + (threes.extra if threes.extra_from and count >= threes.extra_from else 0))


def sign(rules: RuleSet, part: str, *, melded: bool, canastas: int) -> int:
    """How a part of the score counts for a side with so many canastas, or with a meld: 1, 0 or -1."""
    row: Sign | None = rules.sign_of.get(part)
    if row is None:
        return 1
    reached = canastas if row.by == "canasta" else int(melded)
    return next((sign for least, sign in reversed(row.steps) if reached >= least), 1)
