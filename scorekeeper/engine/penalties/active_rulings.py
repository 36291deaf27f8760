"""The rulings of a match that are in force: their charges, raises of the opening minimum, and annulled deals."""

from collections import Counter
from collections.abc import Mapping, Sequence

from scorekeeper.engine.deals.deal import Charge, Deal
from scorekeeper.engine.deals.scoring import score_deal
from scorekeeper.engine.matches.entries import Memory, RulingRecord
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct, field, replace

#: Outcomes that annul a deal, and outcomes by which the same dealer deals again.
ANNULMENTS = frozenset({"ANNUL_DEAL", "ANNUL_PREVIOUS_DEAL"})
REDEALS = frozenset({"REDEAL", "REDEAL_SAME_DEALER"})
#: Outcomes after which the cards that the ruling is about are not on the table when the deal is counted.
CARDS_GONE = frozenset({"KEEP_WILD"})
#: Outcomes by which red threes in a hand score like laid ones.
COUNTED_AS_LAID = frozenset({"COUNT_AS_LAID"})


class Active(Struct):
    """The effect of the rulings of a match that are not withdrawn.

    `charged` are those whose points count, `binding` those whose obligations and raises do. `annulled` has the ruling
    that annuls a deal, by the number of the deal. `redealt` are the deals that were dealt again, `void` the ids of
    rulings that lost their points with such a deal. `raises` has the points added to an opening minimum, by (deal,
    scorer); repeated raises add up (AMB-25).
    """

    charged: tuple[RulingRecord, ...] = ()
    binding: tuple[RulingRecord, ...] = ()
    annulled: Mapping[int, RulingRecord] = field(default_factory=dict)
    redealt: tuple[int, ...] = ()
    void: frozenset[str] = frozenset()
    raises: Counter[tuple[int, int]] = field(default_factory=Counter)


def active(memory: Memory) -> Active:
    """The effect of the rulings in force. Rulings on a deal that was then dealt again do not bind any more (AMB-112);
    whether their points still count depends on the code."""
    standing = [ruling for ruling in memory.rulings.values() if not ruling.withdrawn]
    again = [ruling for ruling in standing if REDEALS.intersection(ruling.outcomes)]
    since = {ruling.deal: ruling.version for ruling in again}
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
    """The deal with the charges of its rulings. `due` has the rulings against each scorer of each side.

    A fine concerns only the scorer who earned it (AMB-113), like red threes (AMB-26). In matches of 0.1.0, partners
    shared all fines except those for red threes in a hand.
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
    """The charge of a ruling. Even one without points keeps the score from charging the same cards (AMB-111)."""
    as_laid = bool(COUNTED_AS_LAID.intersection(ruling.outcomes))
    return Charge(ruling.points, ruling.article, None if as_laid else ruling.count, as_laid)


def _without_the_charged(
    rulings: Sequence[Sequence[RulingRecord]], deal: Deal, rules: RuleSet
) -> list[tuple[RulingRecord, ...]]:
    """The rulings that count in a match opened with version 0.1.0, by scorer.

    If the score itself has a line for an article, rulings by that article do not count, except those with an outcome in
    `CARDS_GONE`.
    """
    by_itself = ({line.article for line in score.lines if line.detail != "ruling"} for score in score_deal(deal, rules))
    return [
        tuple(ruling for ruling in of_one if ruling.article not in articles or CARDS_GONE.intersection(ruling.outcomes))
        for of_one, articles in zip(rulings, by_itself, strict=True)
    ]
