"""The rulings of a match that are in force: what they charge, what they add to a minimum, what they undo."""

from collections import Counter
from collections.abc import Mapping, Sequence

from scorekeeper.engine.deals.deal import Charge, Deal
from scorekeeper.engine.deals.scoring import score_deal
from scorekeeper.engine.matches.entries import Memory, RulingRecord
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct, field, replace

#: Outcomes of rulings that make a deal count for nothing, and those that have it dealt again by the same dealer.
ANNULMENTS = frozenset({"ANNUL_DEAL", "ANNUL_PREVIOUS_DEAL"})
REDEALS = frozenset({"REDEAL", "REDEAL_SAME_DEALER"})
#: Outcomes after which the cards in question are not on the table when the deal is counted.
CARDS_GONE = frozenset({"KEEP_WILD"})
#: Outcomes by which red threes in a hand score as those laid do.
COUNTED_AS_LAID = frozenset({"COUNT_AS_LAID"})


class Active(Struct):
    """The rulings of a match that are not withdrawn, once: those `charged`, those that still `bind`, the deals that are
    annulled with the ruling that says so, the deals `redealt`, and the ids of rulings that went with such cards.
    `raises` is what they add to the opening minimum, by deal and scorer; repeated ones add up (AMB-25)."""

    charged: tuple[RulingRecord, ...] = ()
    binding: tuple[RulingRecord, ...] = ()
    annulled: Mapping[int, RulingRecord] = field(default_factory=dict)
    redealt: tuple[int, ...] = ()
    void: frozenset[str] = frozenset()
    raises: Counter[tuple[int, int]] = field(default_factory=Counter)


#: Of a match without a ruling.
NONE = Active()


def active(memory: Memory) -> Active:
    """The effect of the rulings in force. A deal that was dealt again takes the rulings given in it along (AMB-112),
    and their points where the code says so."""
    if not memory.rulings:
        return NONE
    standing = [ruling for ruling in memory.rulings.values() if not ruling.withdrawn]
    again = [ruling for ruling in standing if REDEALS.intersection(ruling.outcomes)]
    since: dict[int, int] = {}
    for ruling in again:
        since[ruling.deal] = max(ruling.version, since.get(ruling.deal, 0))
    gone = [ruling for ruling in standing if ruling.version < since.get(ruling.deal, 0)]
    binding = tuple([ruling for ruling in standing if ruling not in gone])
    raises: Counter[tuple[int, int]] = Counter()
    for ruling in binding:
        raises[ruling.deal, ruling.side] += ruling.opening_raise
    void = {ruling.id for ruling in gone if memory.setup_in(ruling.deal).rules.code.redeal_voids_fines}
    return Active(
        charged=tuple(ruling for ruling in standing if ruling.id not in void),
        binding=binding,
        annulled={ruling.deal: ruling for ruling in standing if ANNULMENTS.intersection(ruling.outcomes)},
        redealt=tuple(ruling.deal for ruling in again),
        void=frozenset(void),
        raises=raises,
    )


def charged(deal: Deal, due: Sequence[Sequence[Sequence[RulingRecord]]], rules: RuleSet) -> Deal:
    """A deal with the points of the rulings that are `due` of the scorers of each side.

    A fine concerns the scorer who earned it alone (AMB-113), as red threes do (AMB-26); in matches of 0.1.0 partners
    shared all but those for red threes in a hand.
    """
    own, shares = rules.code.red_three_in_hand, rules.code.partners_share_fines
    sides = []
    for side, theirs in zip(deal.sides, due, strict=True):
        rulings = (
            theirs if rules.code.rulings_first else _without_the_charged(theirs, replace(deal, sides=(side,)), rules)
        )
        charges = [[_charge(ruling) for ruling in of_one] for of_one in rulings]
        players = (
            replace(player, charges=tuple(each for each in mine if not shares or each.article == own))
            for player, mine in zip(side.players, charges, strict=True)
        )
        shared = (each for mine in charges for each in mine if shares and each.article != own)
        sides.append(replace(side, players=tuple(players), rulings=(*side.rulings, *shared)))
    return replace(deal, sides=tuple(sides))


def _charge(ruling: RulingRecord) -> Charge:
    """The charge of a ruling in a deal: it settles its cards even where it charges nothing for them (AMB-111)."""
    as_laid = bool(COUNTED_AS_LAID.intersection(ruling.outcomes))
    return Charge(ruling.points, ruling.article, None if as_laid else ruling.count, as_laid)


def _without_the_charged(
    rulings: Sequence[Sequence[RulingRecord]], deal: Deal, rules: RuleSet
) -> list[tuple[RulingRecord, ...]]:
    """The rulings that matches of 0.1.0 kept: none about cards that the score charges automatically."""
    by_itself = ({line.article for line in score.lines if line.detail != "ruling"} for score in score_deal(deal, rules))
    return [
        tuple(ruling for ruling in of_one if ruling.article not in articles or CARDS_GONE.intersection(ruling.outcomes))
        for of_one, articles in zip(rulings, by_itself, strict=True)
    ]
