"""The value of threes that are set apart: laid ones by the side's canastas or melds, those left in a hand by a ruling
or the rule set."""

from collections.abc import Iterable, Sequence

from scorekeeper.engine.deals.deal import Charge, Deal, Player
from scorekeeper.engine.rows import Sign
from scorekeeper.engine.rules import RuleSet


def red_threes(player: Player, deal: Deal, rules: RuleSet, rulings: Sequence[Charge] = ()) -> tuple[int, int]:
    """The number of a scorer's red threes that score like laid ones, and of those in hand that are fined automatically.

    Those in hand count as laid where a ruling, the rule set (AMB-38) or a going out in the very first round (HU-09,
    AMB-20) says so: nobody is fined who had no turn before (001 A kézben maradt piros hármasok: a player who sits
    before them). Others are fined (HU-09, RO-10) where no ruling is about them.
    """
    held, row, article = player.red_threes_in_hand, rules.threes_of.get("red"), rules.code.red_three_in_hand
    if not held or row is None or row.in_hand == "card":
        return player.red_threes, 0
    excused = deal.first_round_out and row.first_round_excuses
    finable = 0 if row.in_hand == "as-laid" else player.red_threes_after_turn if excused else held
    by_ruling = settled([charge for charge in rulings if charge.as_laid], article, held, rules)
    left = held - settled(rulings, article, held, rules)
    laid = player.red_threes + by_ruling + min(left, held - finable)
    return laid, finable - settled(rulings, article, finable, rules)


def settled(rulings: Iterable[Charge], article: str | None, most: int, rules: RuleSet) -> int:
    """The number of cards or melds, `most` at the most, that rulings by this article settle; the score leaves those to
    them (AMB-111)."""
    if not rules.code.rulings_first:
        return 0
    counts = [charge.count for charge in rulings if article is not None and charge.article == article]
    return min(most, sum(most if count is None else count for count in counts))


def sign(rules: RuleSet, part: str, *, melded: bool, canastas: int) -> int:
    """The sign of a part of the score for a side with this number of canastas, or with a meld: 1, 0 or -1."""
    row: Sign | None = rules.sign_of.get(part)
    if row is None:
        return 1
    reached = canastas if row.by == "canasta" else int(melded)
    return next((sign for least, sign in reversed(row.steps) if reached >= least), 1)
