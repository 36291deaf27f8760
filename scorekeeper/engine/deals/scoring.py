"""score_deal: the score of each side in a deal, as lines, each with the reason for its points."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.engine.cards import THREE
from scorekeeper.engine.deals.deal import Charge, Deal, Meld, Out, Player, Side
from scorekeeper.engine.deals.melds import (
    canastas,
    hand_value,
    joined,
    meld_value,
    red_threes,
    settled,
    sign_of,
    surplus,
    unfinished,
)
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct, asdict

#: Keys of lines, in the order a sheet shows them.
LINE_KEYS = (
    "cards_melded",
    "natural_canastas",
    "mixed_canastas",
    "wild_canastas",
    "canastas",
    "premiums",
    "special_hand",
    "going_out",
    "red_threes",
    "black_threes",
    "deal_bonus",
    "cards_in_hand",
    "foot",
    "pozzetto",
    "excess_wilds",
    "unfinished",
    "held",
    "penalties",
)
_ORDER = {key: index for index, key in enumerate(LINE_KEYS)}
#: The fields of a `Line` in their order, `key` and `points` at least. If `points` is 0, the line is left out.
Parts = tuple[Any, ...]


class Line(Struct):
    """One line of a score. `points` are for `count` cards, canastas or threes, and negative if they cost the side.
    `each` is the value of one of them, if all count the same. `detail` tells lines with the same key apart; `article`
    is the one that charges a penalty."""

    key: str
    points: int
    detail: str = ""
    count: int | None = None
    each: int | None = None
    article: str | None = None


def plain_line(line: Line) -> dict[str, Any]:
    """The line as JSON, without the fields that are empty."""
    plain = asdict(line)
    keys = ("key", "detail", "count", "each", "points", "article")
    return {key: plain[key] for key in keys if plain[key] not in ("", None)}


class Score(Struct):
    """The score of one scorer in a deal: the lines and their total, the number of the side's canastas, and whether the
    deal wins the match outright."""

    name: str
    total: int
    lines: tuple[Line, ...]
    canastas: int = 0
    wins: bool = False


class Tally(Struct):
    """The counts of a side's cards in a deal.

    `points`, `cards` and `canastas` (by kind) are those of the melds. `surplus_points` and `surplus_cards` are those of
    the wild cards above the limit, `surplus_groups` is the number of melds with such cards; all three are 0 unless the
    rules count these cards minus. `unfinished` and `held` are the numbers of melds and of hands that are fined, by the
    key of the row that fines them. `cards` and `hand_cards` are None if only points were recorded. `lacks` are the
    unmet conditions of going out, as keys of findings; empty if the side did not go out.
    """

    points: int
    cards: int | None
    canastas: Mapping[str, int]
    canasta_count: int
    melded: bool
    surplus_points: int
    surplus_cards: int
    surplus_groups: int
    unfinished: Mapping[str, int]
    held: Mapping[str, int]
    hand_points: int
    hand_cards: int | None
    lacks: tuple[str, ...]


def score_deal(deal: Deal, rules: RuleSet, tallies: Sequence[Tally] = ()) -> tuple[Score, ...]:
    """Score a deal: one `Score` per scorer (a side, or a player in the cutthroat game). `tallies` of the sides are
    computed unless they are passed.

    The scorers of a side share all lines except those for their own threes and fines (AMB-26). A side with a special
    hand scores nothing else, but rulings are still charged.
    """
    scores = []
    for side, tally in zip(deal.sides, tallies or [tally_side(side, rules) for side in deal.sides], strict=True):
        special = None
        if side.special_hand is not None:
            special = next((row for row in rules.special_hands if row.key == side.special_hand), None)
        shared = [("special_hand", special.points, special.key)] if special else [*_shared_lines(side, tally, rules)]
        for player in side.players:
            own = () if special else _threes_of(player, side, tally, deal, rules)
            ruled, fined = (
                [("penalties", charge.points, "ruling", None, None, charge.article) for charge in charges]
                for charges in (side.rulings, player.charges)
            )
            counted = [parts for parts in (*shared, *ruled, *own, *fined) if parts[1]]
            counted.sort(key=lambda parts: _ORDER[parts[0]])
            total, laid = sum([parts[1] for parts in counted]), 0 if special else tally.canasta_count
            lines = tuple([Line(*parts) for parts in counted])
            scores.append(Score(player.name, total, lines, laid, special is not None and special.wins))
    return tuple(scores)


def charged_articles(rules: RuleSet) -> frozenset[str]:
    """The articles that the score charges automatically when the figures of a deal show the offence and there is no
    ruling on it."""
    red = rules.threes_of.get("red")
    fined = {rules.code.red_three_in_hand: red is not None and isinstance(red.in_hand, int)}
    fined[rules.code.too_many_wilds] = rules.fines.excess_wilds_minus
    return frozenset(article for article, charged in fined.items() if article and charged)


def tally_side(side: Side, rules: RuleSet) -> Tally:
    """Count a side's melds and hands. A canasta of a kind that is not played counts as the kind it is `like`, or for
    nothing."""
    counted = side.counted
    cards: int | None
    left: Mapping[str, int]
    extras = [surplus(meld, rules) for meld in side.melds] if rules.fines.excess_wilds_minus else []
    if counted is None:
        lying = joined(side.melds, rules)
        kinds = canastas(lying, rules)
        points = sum([meld_value(meld, rules) for meld in side.melds])
        cards = sum([meld.naturals + meld.jokers + meld.twos for meld in side.melds])
        fined = [row.key for meld in lying if (row := unfinished(meld, rules))] if rules.unfinished else []
        left = {key: fined.count(key) for key in fined}
    else:
        kinds = {}
        for name, count in counted.canastas.items():
            if count and (kind := rules.counts_as.get(name)):
                kinds[kind] = kinds.get(kind, 0) + count
        by_class = sum([count * rules.points[rules.classes[name][0]] for name, count in counted.classes.items()])
        points = by_class if counted.points is None else counted.points
        cards = sum(counted.classes.values()) if counted.points is None else None
        left = counted.unfinished
    hand_points, hand_cards, held = _in_hands(side, rules)
    count = sum(kinds.values())
    return Tally(
        points=points,
        cards=cards,
        canastas=kinds,
        canasta_count=count,
        melded=bool(points or count or (counted and (counted.melded or any(counted.unfinished.values())))),
        surplus_points=sum([meld_value(extra, rules) for extra in extras]),
        surplus_cards=sum([extra.size for extra in extras]),
        surplus_groups=sum([extra.size > 0 for extra in extras]),
        unfinished=left,
        held=held,
        hand_points=hand_points,
        hand_cards=hand_cards,
        lacks=tuple(out_lacks(side, kinds, left, rules)) if side.out else (),
    )


def _in_hands(side: Side, rules: RuleSet) -> tuple[int, int | None, Mapping[str, int]]:
    """Three results for the hands of a side: the points of the cards left in them, the number of these cards (None if
    only points are recorded), and the number of fined hands by the key of the row that fines them."""
    if side.hand_points is not None:
        return side.hand_points, None, {row.key: side.held.get(row.rank, 0) for row in rules.held}
    costs, counted, points, cards = rules.in_hand, rules.counted_in_hand, 0, 0
    for hand in side.hands:
        for kind, count in hand.items():
            points += count * costs[kind]
            cards += count if kind in counted else 0
    return (
        points,
        cards,
        {row.key: sum([hand.get(row.rank, 0) >= row.least for hand in side.hands]) for row in rules.held},
    )


def needs_unfilled(kinds: Mapping[str, int], rules: RuleSet) -> int:
    """The number of canastas that are still needed to go out. Each canasta counts for one need only."""
    left, missing = dict(kinds), 0
    for need in rules.needs:
        wanted = need.count
        for kind in need.kinds or tuple(left):
            filled = min(wanted, left.get(kind, 0))
            wanted -= filled
            left[kind] = left.get(kind, 0) - filled
        missing += wanted
    return missing


def canasta_groups(rules: RuleSet) -> tuple[tuple[str, ...], ...]:
    """The kinds of canasta that matter for going out. Kinds that count for the same needs are in one group. If canastas
    of any kind count for a need, the last group is (), which stands for all other kinds."""
    needs = [need for need in rules.needs if need.count]
    groups: dict[tuple[str, ...], list[str]] = {}
    for kind in dict.fromkeys(kind for need in needs for kind in need.kinds):
        groups.setdefault(tuple(need.key for need in needs if kind in need.kinds), []).append(kind)
    others = [()] if any(not need.kinds for need in needs) else []
    return (*(tuple(kinds) for kinds in groups.values()), *others)


def out_lacks(side: Side, kinds: Mapping[str, int], left: Mapping[str, int], rules: RuleSet) -> Iterator[str]:
    """The unmet conditions of going out, as keys of findings. `kinds` has the side's canastas by kind, `left` its
    unfinished melds by the key of the row that fines them."""
    second = rules.second_hand
    if needs_unfilled(kinds, rules):
        yield "out_without_canasta"
    if rules.going_out.nothing_unfinished and any(left.values()):
        yield "out_with_unfinished"
    if second.of == "player":
        most_left = {"all": 0, "one": rules.table.hands - 1, "none": rules.table.hands}[second.to_go_out]
        if side.feet_not_begun + sum(1 for foot in side.feet if foot) > most_left:
            yield "foot_not_begun"
    if second.of == "side" and second.to_go_out != "none" and side.pozzetto != "played":
        yield "pozzetto_not_begun"


def out_lines(out: Out, melds: Sequence[Meld], *, own_canasta: bool, rules: RuleSet) -> tuple[tuple[str, int], ...]:
    """The bonuses for going out, as (detail, points): the highest one alone, or all that apply (AMB-12). In some rule
    sets a hand is not concealed if the player has taken the pile (000 Viini Canasta); black threes count when melded
    without a wild card (AMB-17)."""
    going_out = rules.going_out
    reasons = {"plain": going_out.plain}
    spoilt = out.took_pile and going_out.pile_spoils_concealed
    if out.concealed and going_out.concealed is not None and not spoilt:
        if not own_canasta:
            reasons["concealed"] = going_out.concealed_without_own_canasta
        elif going_out.hand_canasta is not None:
            reasons["hand_canasta"] = going_out.hand_canasta
        else:
            reasons["concealed"] = going_out.concealed
    threes = max([meld.naturals for meld in melds if meld.rank == THREE and not meld.wilds], default=0)
    if threes in (paid := dict(going_out.black_threes)):
        reasons["black_threes"] = paid[threes]
    if going_out.first_pile is not None and out.first_pile:
        reasons["first_pile"] = going_out.first_pile
    if going_out.bonuses == "added":
        return tuple(reasons.items())
    return (max(reasons.items(), key=lambda reason: reason[1]),)


def _threes_of(player: Player, side: Side, tally: Tally, deal: Deal, rules: RuleSet) -> Iterator[Parts]:
    """The lines for a scorer's threes, if they are set apart: the threes that count as laid, and fines for red threes
    left in hand."""
    for row in rules.threes:
        count, fined = player.black_threes, 0
        if red := row.key == "red":
            count, fined = red_threes(player, deal, rules, (*side.rulings, *player.charges))
        if count:
            sign = sign_of(rules, row.key, melded=tally.melded, canastas=tally.canasta_count)
            if sign < 0 and row.lost == "each":
                points = -count * row.each
            else:
                ladder, extra = row.ladder[:count], row.extra if row.extra_from and count >= row.extra_from else 0
                points = sign * ((ladder[-1] if ladder else 0) + (count - len(ladder)) * row.each + extra)
            each = row.each if points == count * row.each else -row.each if points == -count * row.each else None
            whole = each is None and 0 < len(row.ladder) <= count
            detail = "" if not whole else "all_four" if len(row.ladder) == 4 else "all"
            yield f"{row.key}_threes", points, detail, count, each
        if red and isinstance(row.in_hand, int) and player.red_threes_in_hand:
            each = row.in_hand + (0 if tally.melded else row.unmelded_in_hand)
            yield "penalties", fined * each, "red_three_in_hand", fined, each, rules.code.red_three_in_hand


def _shared_lines(side: Side, tally: Tally, rules: RuleSet) -> Iterator[Parts]:
    """The lines that the scorers of a side share: its melds and bonuses, the cards left in its hands, and its fines."""
    minus = sign_of(rules, "melded", melded=tally.melded, canastas=tally.canasta_count) < 0
    points = tally.points - tally.surplus_points
    cards = None if tally.cards is None else tally.cards - tally.surplus_cards
    yield "cards_melded", -points if minus else points, "no_canasta" if minus else "", cards
    for kind, count in sorted(tally.canastas.items()):
        each, group = rules.bonus_of[kind], rules.canasta_kinds[kind].like or kind
        key = f"{group}_canastas" if f"{group}_canastas" in _ORDER else "canastas"
        yield key, count * each, kind if key == "canastas" or kind != group else "", count, each
    reached = [(need, points) for need, points in rules.premiums.steps if tally.canasta_count >= need]
    for need, points in {"none": [], "highest": reached[-1:], "both": reached}[rules.premiums.stacking]:
        yield "premiums", points, f"{need}_canastas"  # also without going out (AMB-08)
    if side.out is not None and not side.out.without_bonus and not tally.lacks:
        own_canasta = side.out.own_canasta and bool(tally.canasta_count)
        for detail, points in out_lines(side.out, side.melds, own_canasta=own_canasta, rules=rules):
            yield "going_out", points, detail
    for bonus in rules.deal_bonuses:
        count = side.facts.get(bonus.fact, 0)
        yield "deal_bonus", count * bonus.each, bonus.key, count, bonus.each
    yield "cards_in_hand", -tally.hand_points, "", tally.hand_cards
    for foot in side.feet:
        cards = sum(count for kind, count in foot.items() if kind in rules.counted_in_hand)
        yield "foot", -hand_value(foot, rules), "", cards
    if side.pozzetto == "none":
        yield "pozzetto", rules.second_hand.never_taken
    yield from _fines(side, tally, rules)


def _fines(side: Side, tally: Tally, rules: RuleSet) -> Iterator[Parts]:
    """The lines for fines that need no ruling. If the rules have `excess_wilds_minus`, surplus wild cards count minus,
    and each meld with surplus wild cards is fined unless a ruling is about it (HU-10)."""
    if rules.fines.excess_wilds_minus:
        article, each, groups = rules.code.too_many_wilds, rules.fines.excess_wilds_group, tally.surplus_groups
        yield "excess_wilds", -tally.surplus_points, "", tally.surplus_cards, None, article
        rulings: list[Charge] = [*side.rulings, *(charge for player in side.players for charge in player.charges)]
        fined = groups - settled(rulings, article, groups, rules)
        yield "penalties", fined * each, "excess_wilds", fined, each, article
    for row in rules.unfinished:
        count = tally.unfinished.get(row.key, 0)
        detail = row.key if row.line == "unfinished" else f"unfinished_{row.key}_meld"
        yield row.line, count * row.fine, detail, count, row.fine
    for held in rules.held:
        count = tally.held[held.key]
        yield "held", count * held.fine, held.key, count, held.fine
