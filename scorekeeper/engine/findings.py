"""What is irregular or unusual about a deal: told, never a reason to refuse it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from scorekeeper.engine import red_threes
from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.deal import Deal, Side
from scorekeeper.engine.melds import WILD_KINDS, least_value, repeated_ranks, violations
from scorekeeper.engine.pack import cards_missing
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.scoring import canastas_of, tally_side

#: Every finding about a side that is not a violation of a meld.
SIDE_FINDINGS = (
    "out_without_canasta",
    "three_alone_with_one_out",
    "rank_twice",
    "wild_canasta_not_allowed",
    "red_three_in_hand",
    "not_a_multiple_of_five",
    "too_few_points_for_canastas",
    "too_few_cards_for_canastas",
)
DEAL_FINDINGS = ("cards_do_not_add_up",)


@dataclass(frozen=True, slots=True)
class Finding:
    """`irregular` breaks a rule and may open an article; `unusual` is worth a second look. `found` and `allowed`
    are numbers where those help."""

    level: Literal["irregular", "unusual"]
    key: str
    where: str
    article: str | None = None
    found: int | None = None
    allowed: int | None = None


def findings(deal: Deal, rules: RuleSet) -> tuple[Finding, ...]:
    """Everything to tell about a deal: side by side, then what concerns the whole deal."""
    found = [
        finding
        for place, side in enumerate(deal.sides)
        for look in LOOKS
        for finding in look(side, f"sides[{place}]", deal, rules)
    ]
    return (*found, *_cards_do_not_add_up(deal, rules))


def _melds(side: Side, where: str, deal: Deal, rules: RuleSet) -> Iterable[Finding]:
    for place, meld in enumerate(side.melds):
        for broken in violations(meld, rules, going_out=side.out is not None):
            article = rules.code.too_many_wilds if broken.key == "too_many_wilds" else None
            spot = f"{where}.melds[{place}]"
            yield Finding("irregular", broken.key, spot, article, broken.found, broken.allowed)


def _repeated(side: Side, where: str, deal: Deal, rules: RuleSet) -> Iterable[Finding]:
    for place in repeated_ranks(side.melds, rules):
        yield Finding("irregular", "rank_twice", f"{where}.melds[{place}]")


def _out(side: Side, where: str, deal: Deal, rules: RuleSet) -> Iterable[Finding]:
    if side.out is None:
        return
    count, needed = canastas_of(side, rules).total(), rules.going_out.canastas
    if count < needed:
        article = rules.code.out_without_canasta
        yield Finding("irregular", "out_without_canasta", f"{where}.out", article, count, needed)


def _alone(side: Side, where: str, deal: Deal, rules: RuleSet) -> Iterable[Finding]:
    """Three alone are what an exhausted stock leaves; whoever goes out stands alone against two (001 Kanaszta
    hármasban)."""
    if side.out is not None and rules.table.alliances and len(deal.sides) == rules.table.players:
        yield Finding("irregular", "three_alone_with_one_out", f"{where}.out")


def _counted_wild(side: Side, where: str, deal: Deal, rules: RuleSet) -> Iterable[Finding]:
    kinds = side.counted.canastas if side.counted and not rules.melds.wild_melds else {}
    for kind in WILD_KINDS:
        if kinds.get(kind):
            yield Finding("irregular", "wild_canasta_not_allowed", f"{where}.counted.canastas.{kind}")


def _held_threes(side: Side, where: str, deal: Deal, rules: RuleSet) -> Iterable[Finding]:
    for place, player in enumerate(side.players):
        fined = red_threes.fined_in_hand(player, deal, rules)
        if fined:
            spot = f"{where}.members[{place}].hand" if rules.table.alliances else f"{where}.hands"
            yield Finding("irregular", "red_three_in_hand", spot, rules.code.red_three_in_hand, fined, 0)


def _sums(side: Side, where: str, deal: Deal, rules: RuleSet) -> Iterable[Finding]:
    sums = {"counted.points": side.counted.points if side.counted else None, "hand_points": side.hand_points}
    for place, player in enumerate(side.players):
        sums[f"members[{place}].score" if rules.table.alliances else "score"] = player.score
    sums |= {f"rulings[{place}].points": charge.points for place, charge in enumerate(side.rulings)}
    for spot, points in sums.items():
        if points is not None and points % POINT_STEP:
            yield Finding("unusual", "not_a_multiple_of_five", f"{where}.{spot}", found=points, allowed=POINT_STEP)


def _canastas_without_cards(side: Side, where: str, deal: Deal, rules: RuleSet) -> Iterable[Finding]:
    """Each kind of canasta has cards that are worth the least."""
    if side.counted is None:
        return
    tally, spot = tally_side(side, rules), f"{where}.counted"
    kinds = side.counted.canastas.items()
    least = sum(n * least_value(kind, rules) for kind, n in kinds if rules.melds.wild_melds or kind not in WILD_KINDS)
    cards = tally.canasta_count * rules.canastas.size
    if tally.points < least:
        yield Finding("unusual", "too_few_points_for_canastas", spot, found=tally.points, allowed=least)
    elif tally.cards is not None and tally.cards < cards:
        yield Finding("unusual", "too_few_cards_for_canastas", spot, found=tally.cards, allowed=cards)


def _cards_do_not_add_up(deal: Deal, rules: RuleSet) -> Iterable[Finding]:
    missing = cards_missing(deal, rules)
    if missing:
        size = rules.pack.size
        yield Finding("unusual", "cards_do_not_add_up", "cards_left", found=size - missing, allowed=size)


#: Every look at a side, in the order findings are told.
LOOKS: tuple[Callable[[Side, str, Deal, RuleSet], Iterable[Finding]], ...] = (
    _melds,
    _repeated,
    _out,
    _alone,
    _counted_wild,
    _held_threes,
    _sums,
    _canastas_without_cards,
)
