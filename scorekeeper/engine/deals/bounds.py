"""Bounds from the pack: points that no deal can have, and the most that a deal can give."""

from collections.abc import Mapping
from math import ceil

from scorekeeper.engine.cards import RED_THREE, SEQUENCE, SUITS, WILD
from scorekeeper.engine.deals.deal import Deal
from scorekeeper.engine.deals.pack import shown
from scorekeeper.engine.refused import impossible
from scorekeeper.engine.rows import CanastaKind, Threes
from scorekeeper.engine.rules import RuleSet


def check_points(deal: Deal, rules: RuleSet) -> None:
    """Raise `Refused` (impossible) where points melded and points in hand, told as figures, come to more than all the
    cards are worth that the deal does not show elsewhere: one figure alone, or all of them together.

    The location is that of the largest figure. Red threes that are set apart are worth nothing in a meld, and a card
    that costs more in a hand than on the table is counted where it is dearer.
    """
    melded = {at: side.counted.points for at, side in enumerate(deal.sides) if side.counted and side.counted.points}
    held = {at: side.hand_points for at, side in enumerate(deal.sides) if side.hand_points}
    if not melded and not held:
        return
    table = {kind: points for kind, points in rules.points.items() if kind != RED_THREE or not rules.threes}
    either = {kind: max(table.get(kind, 0), points) for kind, points in rules.in_hand.items()}
    figures = {f"sides[{at}].counted.points": points for at, points in melded.items()}
    hands = {f"sides[{at}].hand_points": points for at, points in held.items()}
    for told, worth in ((figures, table), (hands, rules.in_hand), ({**figures, **hands}, either)):
        most = _left(deal, worth, rules)
        where = max(told, key=lambda each: told[each], default="")
        if where and told[where] > most:
            raise impossible("more_than_the_pack", where, told[where], [most])
        if sum(told.values()) > most:
            raise impossible("more_than_the_pack_together", where, sum(told.values()), [most])


def most_points(rules: RuleSet, deals: int = 1) -> int:
    """Points that one side can earn in a number of deals, never too low: all cards of the pack melded, canastas and
    threes at their best, and everything that is paid for going out. Fines and rulings are not among them."""
    cards = sum(rules.in_pack[kind] * points for kind, points in rules.points.items())
    going_out = rules.going_out
    paid = [going_out.plain, going_out.concealed or 0, going_out.concealed_without_own_canasta]
    paid += [going_out.hand_canasta or 0, going_out.first_pile or 0, *dict(going_out.black_threes).values()]
    out = sum(paid) if going_out.bonuses == "added" else max(paid)
    premiums = sum(points for _, points in rules.premiums.steps)
    earned = sum(bonus.each * rules.table.hands for bonus in rules.deal_bonuses)
    threes = sum(_most_of_threes(row, rules.in_pack[RED_THREE]) for row in rules.threes)
    special = max((row.points for row in rules.special_hands if row.played), default=0)
    return deals * max(special, cards + _most_of_canastas(rules) + out + premiums + earned + threes)


def _left(deal: Deal, worth: Mapping[str, int], rules: RuleSet) -> int:
    """The worth of the cards that the deal does not show, those counted by class at their cheapest."""
    cards = shown(deal)
    most = sum((rules.in_pack[kind] - cards[kind]) * points for kind, points in worth.items())
    for side in deal.sides:
        for name, count in side.counted.classes.items() if side.counted else ():
            most -= count * min(worth.get(kind, 0) for kind in rules.classes[name])
    return most


def _most_of_threes(row: Threes, count: int) -> int:
    """Points of all threes of a colour."""
    ladder = row.ladder[-1] + max(0, count - len(row.ladder)) * row.each if row.ladder else count * row.each
    return ladder + row.extra


def _most_of_canastas(rules: RuleSet) -> int:
    """Points of the dearest canastas that the pack has cards for, the dearest a card first and the last of them whole:
    no canastas of one deal are worth more."""
    left, points = rules.pack.size, 0
    played = {row.key: row for rows in rules.canastas_of.values() for row in rows}
    bonus = {row.key: rules.bonus_of[row.name] for row in played.values()}
    for row in sorted(played.values(), key=lambda row: bonus[row.key] / row.cards[0], reverse=True):
        count = min(_most_of_kind(row, rules), ceil(left / row.cards[0]))
        points += count * max(0, bonus[row.key])
        left = max(0, left - count * row.cards[0])
    return points


def _most_of_kind(row: CanastaKind, rules: RuleSet) -> int:
    """Canastas of a kind that the pack has the cards for."""
    pack = rules.in_pack
    if row.of == (WILD,):
        return (pack["joker"] + pack["2"]) // row.cards[0]
    ranks = [rank for rank, rows in rules.canastas_of.items() if row in rows and rank in pack]
    if row.of == ("rank",) and row.wilds == (0, 0):
        return sum(pack[rank] // row.cards[0] for rank in ranks)
    if row.of == (SEQUENCE,) and row.wilds == (0, 0):
        return len(SUITS) * rules.pack.packs * (len(rules.meld_of[SEQUENCE].ranks) // row.cards[0])
    return rules.pack.size // row.cards[0]
