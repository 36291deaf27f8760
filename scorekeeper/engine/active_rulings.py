"""The rulings of a match that are in force: what they charge, what they add to a minimum, what they undo."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.engine.deal import Charge, Deal, Side
from scorekeeper.engine.entries import Memory, RulingRecord
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.scoring import score_deal

#: Outcomes of rulings that make a deal count for nothing, and those that have it dealt again by the same dealer.
ANNULMENTS = frozenset({"ANNUL_DEAL", "ANNUL_PREVIOUS_DEAL"})
REDEALS = frozenset({"REDEAL", "REDEAL_SAME_DEALER"})
#: Outcomes after which the cards in question are not on the table when the deal is counted.
CARDS_GONE = frozenset({"KEEP_WILD"})
#: Outcomes by which red threes in a hand score as those laid do.
COUNTED_AS_LAID = frozenset({"COUNT_AS_LAID"})


def with_outcome(memory: Memory, outcomes: frozenset[str]) -> list[RulingRecord]:
    """The rulings in force that have one of these outcomes."""
    return [r for r in memory.rulings.values() if not r.withdrawn and outcomes.intersection(r.outcomes)]


def against(memory: Memory, deal: int, place: int) -> tuple[RulingRecord, ...]:
    """The rulings in force against one scorer in a deal."""
    voided = memory.setup_in(deal).rules.code.redeal_voids_fines
    rulings = binding(memory) if voided else (r for r in memory.rulings.values() if not r.withdrawn)
    return tuple(r for r in rulings if r.deal == deal and r.side == place)


def redealt(memory: Memory) -> tuple[tuple[int, int], ...]:
    """The deals that were dealt again, each with the version of the ruling that says so."""
    return tuple((ruling.deal, ruling.version) for ruling in with_outcome(memory, REDEALS))


def binding(memory: Memory) -> tuple[RulingRecord, ...]:
    """The rulings in force that still bind: a deal that was dealt again has taken those along that were given in it
    (AMB-112)."""
    again: dict[int, int] = {}
    for deal, version in redealt(memory):
        again[deal] = max(version, again.get(deal, 0))
    return tuple(r for r in memory.rulings.values() if not r.withdrawn and r.version >= again.get(r.deal, 0))


def raised(memory: Memory, deal: int, place: int) -> int:
    """What rulings of this deal add to the opening minimum of this scorer; repeated ones add up (AMB-25)."""
    return sum(ruling.opening_raise for ruling in binding(memory) if ruling.deal == deal and ruling.side == place)


def charged(memory: Memory, number: int, deal: Deal, at: int, places: Sequence[int]) -> Side:
    """One side of a deal with the points of its rulings; `places` are those of its scorers in the match.

    A fine concerns the scorer who earned it alone (AMB-113), as red threes do (AMB-26); in matches of 0.1.0 partners
    shared all but those for red threes in a hand.
    """
    side, rules = deal.sides[at], memory.setup_in(number).rules
    rulings = [against(memory, number, place) for place in places]
    if not any(rulings):
        return side
    if not rules.code.rulings_first:
        rulings = _without_the_charged(rulings, replace(deal, sides=(side,)), rules)
    own, shares = rules.code.red_three_in_hand, rules.code.partners_share_fines
    due = [[_charge(ruling) for ruling in of_one] for of_one in rulings]
    players = (
        replace(player, charges=tuple(charge for charge in charges if not shares or charge.article == own))
        for player, charges in zip(side.players, due, strict=True)
    )
    shared = (charge for charges in due for charge in charges if shares and charge.article != own)
    return replace(side, players=tuple(players), rulings=(*side.rulings, *shared))


def _charge(ruling: RulingRecord) -> Charge:
    """What a ruling says in a deal: it settles its cards, also where it charges nothing for them (AMB-111)."""
    as_laid = bool(COUNTED_AS_LAID.intersection(ruling.outcomes))
    return Charge(ruling.points, ruling.article, None if as_laid else ruling.count, as_laid)


def _without_the_charged(
    rulings: Sequence[Sequence[RulingRecord]], deal: Deal, rules: RuleSet
) -> list[tuple[RulingRecord, ...]]:
    """What was left of rulings in matches of 0.1.0: none about cards that the score charges by itself."""
    by_itself = ({line.article for line in score.lines if line.detail != "ruling"} for score in score_deal(deal, rules))
    return [
        tuple(ruling for ruling in of_one if ruling.article not in known or CARDS_GONE.intersection(ruling.outcomes))
        for of_one, known in zip(rulings, by_itself, strict=True)
    ]
