"""score_deal: what each side of a deal earns, as lines that explain themselves."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine import red_threes
from scorekeeper.engine.cards import CLASSES, RED_THREE, WILD
from scorekeeper.engine.deal import Deal, Out, Player, Side
from scorekeeper.engine.melds import (
    WILD_KINDS,
    canasta_bonus,
    canasta_kind,
    canastas,
    card_value,
    hand_value,
    joined,
    meld_value,
    surplus,
    surplus_value,
)
from scorekeeper.engine.rules import RuleSet

#: Keys of lines, in the order a sheet shows them.
LINE_KEYS = (
    "cards_melded",
    "natural_canastas",
    "mixed_canastas",
    "wild_canastas",
    "premiums",
    "going_out",
    "red_threes",
    "cards_in_hand",
    "excess_wilds",
    "penalties",
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score: `points` is signed; `count` cards, canastas or threes at `each` points, where that is
    how they are counted; `detail` tells lines of one key apart; `article` is the ruling's."""

    key: str
    points: int
    detail: str = ""
    count: int | None = None
    each: int | None = None
    article: str | None = None


def plain_line(line: Line) -> dict[str, Any]:
    """A line as JSON has it; what it does not have is left out."""
    parts = {"key": line.key, "detail": line.detail or None, "count": line.count, "each": line.each}
    told = {**parts, "points": line.points, "article": line.article}
    return {key: value for key, value in told.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Score:
    """What one scorer earned in a deal, and how many canastas the side laid in it."""

    name: str
    total: int
    lines: tuple[Line, ...]
    canastas: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """What a side melded and held, counted once: points, cards, canastas by kind, surplus wild cards."""

    points: int
    cards: int | None
    canastas: Counter[str]
    melded: bool
    surplus_points: int
    surplus_cards: int
    surplus_groups: int
    unfinished_wild_melds: int
    hand_points: int
    hand_cards: int | None

    @property
    def canasta_count(self) -> int:
        """Canastas of every kind."""
        return self.canastas.total()


def score_deal(deal: Deal, rules: RuleSet) -> tuple[Score, ...]:
    """Score a deal: one `Score` a scorer (a side, or a player in the cutthroat game), lines summing to the total."""
    return tuple(score for side in deal.sides for score in score_side(side, deal, rules))


def charged_articles(rules: RuleSet) -> frozenset[str]:
    """The articles whose fines the score charges by itself where the figures of a deal show it and no ruling does."""
    fined = {rules.code.red_three_in_hand: rules.red_threes.in_hand != "as-laid"}
    fined[rules.code.too_many_wilds] = rules.fines.excess_wilds_minus
    return frozenset(article for article, charged in fined.items() if article and charged)


def score_side(side: Side, deal: Deal, rules: RuleSet) -> Iterable[Score]:
    """The scores of one side's scorers: they share every line but those of their own red threes (AMB-26)."""
    tally = tally_side(side, rules)
    shared = [line for lines in SHARED_LINES for line in lines(side, tally, rules)]
    for player in side.players:
        lines = [*shared, *own_lines(player, side, tally, deal, rules)]
        ordered = sorted((line for line in lines if line.points), key=lambda line: LINE_KEYS.index(line.key))
        yield Score(player.name, sum(line.points for line in ordered), tuple(ordered), tally.canasta_count)


def tally_side(side: Side, rules: RuleSet) -> Tally:
    """Count a side's melds and hands once."""
    extra = [surplus(meld, rules) for meld in side.melds]
    points, cards = _melded(side, rules)
    kinds = canastas_of(side, rules)
    hand_points, hand_cards = _held(side, rules)
    return Tally(
        points=points,
        cards=cards,
        canastas=kinds,
        melded=bool(points or kinds.total() or (side.counted and side.counted.melded)),
        surplus_points=sum(surplus_value(over, rules) for over in extra),
        surplus_cards=sum(over.cards for over in extra),
        surplus_groups=sum(1 for over in extra if over.cards),
        unfinished_wild_melds=_unfinished_wild_melds(side, rules),
        hand_points=hand_points,
        hand_cards=hand_cards,
    )


def canastas_of(side: Side, rules: RuleSet) -> Counter[str]:
    """The canastas of a side by kind, listed or counted; those of wild cards only where they are played, those of
    aces among the others where they earn nothing apart."""
    if side.counted is None:
        return canastas(joined(side.melds, rules), rules)
    kinds: Counter[str] = Counter()
    for kind, count in side.counted.canastas.items():
        if count and (rules.melds.wild_melds or kind not in WILD_KINDS):
            kinds[kind if rules.canastas.aces_apart else kind.removesuffix("_aces")] += count
    return kinds


def may_go_out(tally: Tally, rules: RuleSet) -> bool:
    """Has the side the canastas it needs to go out?"""
    return tally.canasta_count >= rules.going_out.canastas


def out_lines(out: Out, threes: int, *, own_canasta: bool, rules: RuleSet) -> tuple[tuple[str, int], ...]:
    """What going out earns, as (detail, points): the highest reason alone, or all added (AMB-12)."""
    going_out = rules.going_out
    reasons = {"plain": going_out.plain, **_concealed(out, own_canasta, rules)}
    if threes in (paid := dict(going_out.black_threes)):
        reasons["black_threes"] = paid[threes]
    if going_out.first_pile is not None and out.first_pile:
        reasons["first_pile"] = going_out.first_pile
    if going_out.bonuses == "added":
        return tuple(reasons.items())
    return (max(reasons.items(), key=lambda reason: reason[1]),)


def own_lines(player: Player, side: Side, tally: Tally, deal: Deal, rules: RuleSet) -> Iterable[Line]:
    """The lines of one scorer's red threes: those that count as laid, and the fines for those left in hand."""
    rulings = (*side.rulings, *player.charges)
    count = red_threes.counted_as_laid(player, deal, rules, rulings)
    points = red_threes.points(count, rules, melded=tally.melded, canasta=bool(tally.canasta_count))
    each = rules.red_threes.each if points > 0 else -rules.red_threes.each
    one_by_one = points == count * each
    yield Line("red_threes", points, "" if one_by_one else "all_four", count, each if one_by_one else None)
    fine = rules.red_threes.in_hand
    if isinstance(fine, int):
        fined = red_threes.fined_in_hand(player, deal, rules, rulings)
        yield Line("penalties", fined * fine, "red_three_in_hand", fined, fine, rules.code.red_three_in_hand)
    for charge in player.charges:
        yield Line("penalties", charge.points, "ruling", article=charge.article)


def _melded(side: Side, rules: RuleSet) -> tuple[int, int | None]:
    counted = side.counted
    if counted is None:
        return sum(meld_value(meld, rules) for meld in side.melds), sum(meld.size for meld in side.melds)
    if counted.points is not None:
        return counted.points, None
    points = sum(count * card_value(CLASSES[name][0], rules) for name, count in counted.classes.items())
    return points, sum(counted.classes.values())


def _held(side: Side, rules: RuleSet) -> tuple[int, int | None]:
    if side.hand_points is not None:
        return side.hand_points, None
    cards = sum(count for hand in side.hands for kind, count in hand.items() if kind != RED_THREE)
    return sum(hand_value(hand, rules) for hand in side.hands), cards


def _unfinished_wild_melds(side: Side, rules: RuleSet) -> int:
    wild = (meld for meld in side.melds if meld.rank == WILD and rules.melds.wild_melds)
    return sum(1 for meld in wild if not canasta_kind(meld, rules))


def _concealed(out: Out, own_canasta: bool, rules: RuleSet) -> Mapping[str, int]:
    """What a concealed going out is worth; the taken pile spoils it in some rule sets (000 Viini Canasta)."""
    going_out = rules.going_out
    if not out.concealed or going_out.concealed is None or (out.took_pile and going_out.pile_spoils_concealed):
        return {}
    if not own_canasta:
        return {"concealed": going_out.concealed_without_own_canasta}
    if going_out.hand_canasta is not None:
        return {"hand_canasta": going_out.hand_canasta}
    return {"concealed": going_out.concealed}


def _cards_melded(side: Side, tally: Tally, rules: RuleSet) -> Iterable[Line]:
    minus = rules.canastas.none_turns_all_minus and not tally.canasta_count
    points, cards = tally.points, tally.cards
    if rules.fines.excess_wilds_minus and cards is not None:
        points, cards = points - tally.surplus_points, cards - tally.surplus_cards
    yield Line("cards_melded", -points if minus else points, "no_canasta" if minus else "", cards)


def _canasta_lines(side: Side, tally: Tally, rules: RuleSet) -> Iterable[Line]:
    for kind, count in sorted(tally.canastas.items()):
        each = canasta_bonus(kind, rules)
        group = "wild" if kind in WILD_KINDS else kind.removesuffix("_aces")
        yield Line(f"{group}_canastas", count * each, kind if kind != group else "", count, each)


def _premiums(side: Side, tally: Tally, rules: RuleSet) -> Iterable[Line]:
    """Many canastas of one side in one deal; going out is not needed (AMB-08)."""
    reached = [(need, points) for need, points in rules.premiums.steps if tally.canasta_count >= need]
    chosen = {"none": [], "highest": reached[-1:], "both": reached}[rules.premiums.stacking]
    for need, points in chosen:
        yield Line("premiums", points, f"{need}_canastas")


def _going_out(side: Side, tally: Tally, rules: RuleSet) -> Iterable[Line]:
    if side.out is None or not may_go_out(tally, rules):
        return
    own_canasta = side.out.own_canasta and bool(tally.canasta_count)
    for detail, points in out_lines(side.out, side.black_threes_closed(), own_canasta=own_canasta, rules=rules):
        yield Line("going_out", points, detail)


def _cards_in_hand(side: Side, tally: Tally, rules: RuleSet) -> Iterable[Line]:
    yield Line("cards_in_hand", -tally.hand_points, count=tally.hand_cards)


def _excess_wilds(side: Side, tally: Tally, rules: RuleSet) -> Iterable[Line]:
    """Surplus wild cards count minus, and each such meld that no ruling is about costs a fine (HU-10)."""
    if not rules.fines.excess_wilds_minus:
        return
    article = rules.code.too_many_wilds
    yield Line("excess_wilds", -tally.surplus_points, count=tally.surplus_cards, article=article)
    each = rules.fines.excess_wilds_group
    rulings = (*side.rulings, *(charge for player in side.players for charge in player.charges))
    fined = tally.surplus_groups - red_threes.settled(rulings, article, tally.surplus_groups, rules)
    yield Line("penalties", fined * each, "excess_wilds", fined, each, article)


def _unfinished_wild_meld(side: Side, tally: Tally, rules: RuleSet) -> Iterable[Line]:
    each = rules.fines.unfinished_wild_meld
    count = tally.unfinished_wild_melds
    yield Line("penalties", count * each, "unfinished_wild_meld", count, each)


def _rulings(side: Side, tally: Tally, rules: RuleSet) -> Iterable[Line]:
    for charge in side.rulings:
        yield Line("penalties", charge.points, "ruling", article=charge.article)


#: Every reason for points that the scorers of a side share.
SHARED_LINES: tuple[Callable[[Side, Tally, RuleSet], Iterable[Line]], ...] = (
    _cards_melded,
    _canasta_lines,
    _premiums,
    _going_out,
    _cards_in_hand,
    _excess_wilds,
    _unfinished_wild_meld,
    _rulings,
)
