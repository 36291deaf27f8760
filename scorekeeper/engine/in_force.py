"""The rulings of a match that are in force: what they charge, what they add to a minimum, what they undo."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.engine.deal import Charge, Deal, Player, Side
from scorekeeper.engine.entries import Memory, RulingRecord
from scorekeeper.engine.scoring import Score, score_deal

#: Outcomes of rulings that make a deal count for nothing, and those that have it dealt again by the same dealer.
ANNULMENTS = frozenset({"ANNUL_DEAL", "ANNUL_PREVIOUS_DEAL"})
REDEALS = frozenset({"REDEAL", "REDEAL_SAME_DEALER"})
#: Outcomes after which the cards in question are not on the table when the deal is counted.
CARDS_GONE = frozenset({"KEEP_WILD"})


def with_outcome(memory: Memory, outcomes: frozenset[str]) -> list[RulingRecord]:
    """The rulings in force that have one of these outcomes."""
    return [r for r in memory.rulings.values() if not r.withdrawn and outcomes.intersection(r.outcomes)]


def against(memory: Memory, deal: int, place: int) -> tuple[RulingRecord, ...]:
    """The rulings in force against one scorer in a deal."""
    rulings = memory.rulings.values()
    return tuple(r for r in rulings if r.deal == deal and r.side == place and not r.withdrawn)


def redealt(memory: Memory) -> tuple[tuple[int, int], ...]:
    """The deals that were dealt again, each with the version of the entry that says so."""
    return (*memory.redeals, *((ruling.deal, ruling.version) for ruling in with_outcome(memory, REDEALS)))


def binding(memory: Memory) -> tuple[RulingRecord, ...]:
    """The rulings in force whose raise and duties still bind: cards that were dealt again took those along.

    A fine stays: it was levied when the ruling was given.
    """
    again: dict[int, int] = {}
    for deal, version in redealt(memory):
        again[deal] = max(version, again.get(deal, 0))
    return tuple(r for r in memory.rulings.values() if not r.withdrawn and r.version >= again.get(r.deal, 0))


def raised(memory: Memory, deal: int, place: int) -> int:
    """What rulings of this deal add to the opening minimum of this scorer; repeated ones add up (AMB-25)."""
    return sum(ruling.opening_raise for ruling in binding(memory) if ruling.deal == deal and ruling.side == place)


def charged(memory: Memory, number: int, deal: Deal, at: int, places: Sequence[int]) -> Side:
    """One side of a deal with the points of its rulings; `places` are those of its scorers in the match.

    What the score charges by itself is not charged twice. Scorers share the fines of their side, but one for red
    threes in a hand concerns their owner alone, as the red threes do (AMB-26).
    """
    side, rules = deal.sides[at], memory.setup.rules
    rulings = [[r for r in against(memory, number, place) if r.points] for place in places]
    if not any(rulings):
        return side
    by_itself = [_charged_by_score(score) for score in score_deal(replace(deal, sides=(side,)), rules)]
    due = [_due(of_one, known) for of_one, known in zip(rulings, by_itself, strict=True)]
    own = rules.code.red_three_in_hand
    players = (_with_charges(player, due_, own) for player, due_ in zip(side.players, due, strict=True))
    shared = (charge for due_ in due for charge in due_ if charge.article != own)
    return replace(side, players=tuple(players), rulings=(*side.rulings, *shared))


def _charged_by_score(score: Score) -> set[str | None]:
    return {line.article for line in score.lines if line.detail != "ruling"}


def _due(rulings: Sequence[RulingRecord], by_itself: set[str | None]) -> list[Charge]:
    """The charges of one scorer's rulings, but for those of the very cards that the score charges."""
    fresh = [r for r in rulings if r.article not in by_itself or CARDS_GONE.intersection(r.outcomes)]
    return [Charge(ruling.points, ruling.article) for ruling in fresh]


def _with_charges(player: Player, due: Sequence[Charge], own: str | None) -> Player:
    return replace(player, charges=tuple(charge for charge in due if charge.article == own))
