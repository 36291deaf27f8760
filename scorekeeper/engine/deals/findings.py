"""Irregular or unusual things in a deal, reported as findings; none of them refuses the deal."""

from collections.abc import Iterator, Sequence
from typing import Literal

from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.deals.deal import Counted, Deal, Side
from scorekeeper.engine.deals.melds import least_value, red_threes, repeated_ranks, violations
from scorekeeper.engine.deals.pack import cards_missing
from scorekeeper.engine.deals.scoring import Tally, tally_side
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct


class Finding(Struct):
    """Something in a deal that breaks a rule ("irregular") or should be checked again ("unusual"). `article` is the id
    of the penalty code's article about it, if there is one. `found` and `allowed` are set if the finding is about a
    number."""

    level: Literal["irregular", "unusual"]
    key: str
    where: str
    article: str | None = None
    found: int | None = None
    allowed: int | None = None


def findings(deal: Deal, rules: RuleSet, tallies: Sequence[Tally] = ()) -> tuple[Finding, ...]:
    """The findings about a deal: those of each side, then those of the whole deal. `tallies` of the sides are computed
    unless they are passed."""
    counted = zip(deal.sides, tallies or [tally_side(side, rules) for side in deal.sides], strict=True)
    noticed: list[Finding] = []
    for index, (side, tally) in enumerate(counted):
        where = f"sides[{index}]"
        for at, meld in enumerate(side.melds):
            for broken in violations(meld, rules, going_out=side.out is not None):
                article = rules.code.too_many_wilds if broken.key == "too_many_wilds" else None
                spot = f"{where}.melds[{at}]"
                noticed.append(Finding("irregular", broken.key, spot, article, broken.found, broken.allowed))
        twice = repeated_ranks(side.melds, rules)
        noticed += [Finding("irregular", "rank_twice", f"{where}.melds[{at}]") for at in twice]
        if side.out is not None or side.special_hand is not None:
            noticed += _going_out(side, tally, where, deal, rules)
        if side.counted is not None:
            noticed += _canastas(side.counted, where, rules)
        noticed += _figures(side, where, deal, rules)
        if side.counted is not None:
            noticed += _too_few(side.counted, tally, where, rules)
    if deal.cards_left is not None and (missing := cards_missing(deal, rules)):
        size = rules.pack.size
        noticed.append(Finding("unusual", "cards_do_not_add_up", "cards_left", found=size - missing, allowed=size))
    return tuple(noticed)


def _going_out(side: Side, tally: Tally, where: str, deal: Deal, rules: RuleSet) -> Iterator[Finding]:
    """The findings about a side that went out. A special hand is laid all at once, so other melds of the side are
    irregular. In the cutthroat game, a player who goes out scores against the other two as a side. Three separate sides
    are right only if the stock ran out, so they are irregular here (001 Kanaszta hármasban)."""
    for key in tally.lacks if side.special_hand is None else ():
        if key == "out_without_canasta":
            article, needed = rules.code.out_without_canasta, rules.canastas_needed
            yield Finding("irregular", key, f"{where}.out", article, tally.canasta_count, needed)
        else:
            yield Finding("irregular", key, f"{where}.out")
    counted = side.counted
    laid = counted and (counted.points or any(counted.classes.values()) or any(counted.canastas.values()))
    if side.special_hand is not None and (side.melds or laid):
        yield Finding("irregular", "melds_with_special_hand", f"{where}.special_hand")
    if side.out is not None and rules.table.alliances and len(deal.sides) == rules.table.players:
        yield Finding("irregular", "three_alone_with_one_out", f"{where}.out")


def _canastas(counted: Counted, where: str, rules: RuleSet) -> Iterator[Finding]:
    for kind, count in counted.canastas.items():
        if count and kind not in rules.counts_as:
            wild = rules.canasta_kinds[kind].of == ("wild",)
            key = "wild_canasta_not_allowed" if wild else "canasta_kind_not_played"
            yield Finding("irregular", key, f"{where}.counted.canastas.{kind}")


def _figures(side: Side, where: str, deal: Deal, rules: RuleSet) -> Iterator[Finding]:
    """The findings about fined red threes in hands, and about figures that are not multiples of five."""
    alliances = rules.table.alliances
    for index, player in enumerate(side.players):
        if player.red_threes_in_hand and (fined := red_threes(player, deal, rules)[1]):
            spot = f"{where}.members[{index}].hand" if alliances else f"{where}.hands"
            yield Finding("irregular", "red_three_in_hand", spot, rules.code.red_three_in_hand, fined, 0)
    counted = None if side.counted is None else side.counted.points
    figures = [("counted.points", counted), ("hand_points", side.hand_points)]
    figures += [
        (f"members[{index}].score" if alliances else "score", each.score) for index, each in enumerate(side.players)
    ]
    figures += [(f"rulings[{index}].points", charge.points) for index, charge in enumerate(side.rulings)]
    for key, points in figures:
        if points is not None and points % POINT_STEP:
            yield Finding("unusual", "not_a_multiple_of_five", f"{where}.{key}", found=points, allowed=POINT_STEP)


def _too_few(counted: Counted, tally: Tally, where: str, rules: RuleSet) -> Iterator[Finding]:
    """The finding that a side's counted canastas need more points or cards than it has counted."""
    kinds = [(kind, n) for kind, n in counted.canastas.items() if n and kind in rules.counts_as]
    least = sum(n * least_value(kind, rules) for kind, n in kinds)
    cards = sum(n * rules.canasta_kinds[kind].cards[0] for kind, n in kinds)
    if tally.points < least:
        yield Finding("unusual", "too_few_points_for_canastas", f"{where}.counted", found=tally.points, allowed=least)
    elif tally.cards is not None and tally.cards < cards:
        yield Finding("unusual", "too_few_cards_for_canastas", f"{where}.counted", found=tally.cards, allowed=cards)
