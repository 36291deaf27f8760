"""Comparison of a recorded deal with the pack: too many cards of a kind, cards that do not add up, points that the pack
has no cards for, and the most points that a deal can give."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from scorekeeper.engine.cards import JOKER, KINDS, RED_THREE, SEQUENCE, SUITS, THREE, TWO, WILD
from scorekeeper.engine.deals.deal import Deal, Meld
from scorekeeper.engine.refused import impossible
from scorekeeper.engine.rows import CanastaKind, Threes
from scorekeeper.engine.rules import RuleSet

#: The path of a count in the contract's JSON; it becomes text only in a refusal.
Path = tuple[str | int, ...]
#: The path of a count, the kind or class of cards that is counted, and the count.
Counted = tuple[Path, str, int]


def check_pack(deal: Deal, rules: RuleSet, *, recorded: bool) -> None:
    """Raise `Refused` (impossible) where the deal shows more cards of a kind, or of a class, than the pack has.

    If the deal is new (not `recorded`), the suits of its sequences and the cards of its counted canastas are checked
    too. Matches of 0.1.0 may contain deals that would fail these checks, and must remain readable.
    """
    counted, most = any(side.counted for side in deal.sides), rules.in_pack
    # The totals by kind are fast to check. The counts with their paths are needed only to say where a fault is.
    if counted or any(count > most[kind] for kind, count in shown(deal).items()):
        cards = [*_cards(deal, rules)]
        _check(cards, most, rules)
        _check(_classes(cards, deal, rules), rules.in_class, rules)
    if recorded:
        return
    sides = enumerate(deal.sides)
    melds = ((meld, ("sides", at, "melds", n)) for at, side in sides for n, meld in enumerate(side.melds))
    _check_suits(melds, rules.pack.packs)
    if counted:
        least = [*cards, *_in_canastas(deal, rules)]
        _check((card for card in least if card[1] != WILD), rules.in_pack, rules)
        wilds = ((path, WILD, count) for path, kind, count in least if kind in (JOKER, TWO, WILD))
        _check(wilds, {WILD: rules.in_pack[JOKER] + rules.in_pack[TWO]}, rules)


def check_melds(melds: Sequence[Meld], rules: RuleSet, *, where: str) -> None:
    """Raise `Refused` (impossible) where these melds alone show more cards of a kind than the pack has, or where their
    sequences of one suit contain a card more often than there are packs."""
    _check((card for index, meld in enumerate(melds) for card in _laid(meld, (where, index))), rules.in_pack, rules)
    _check_suits(((meld, (where, index)) for index, meld in enumerate(melds)), rules.pack.packs)


def check_meld(meld: Meld, rules: RuleSet, *, where: str) -> None:
    """Raise `Refused` (impossible) where one meld shows more cards of a kind than the pack has."""
    _check(_laid(meld, (where,)), rules.in_pack, rules)


def cards_missing(deal: Deal, rules: RuleSet) -> int | None:
    """The number of cards missing from the whole pack (negative: too many), or None if not every card was recorded."""
    if deal.cards_left is None or sum([len(side.players) for side in deal.sides]) < rules.table.sides:
        return None
    cards = 0
    for side in deal.sides:
        counted, special = side.counted, side.special_hand is not None
        if special or side.hand_points is not None or (counted and counted.points is not None):
            return None
        cards += sum(counted.classes.values()) if counted else sum([meld.size for meld in side.melds])
        cards += sum([sum(hand.values()) for hand in (*side.hands, *side.feet)])
        cards += sum([player.red_threes + player.black_threes for player in side.players])
    return rules.pack.size - deal.cards_left - cards


def _check_suits(melds: Iterable[tuple[Meld, Path]], packs: int) -> None:
    """Raise `Refused` (impossible) where sequences of one suit contain a card more often than there are packs."""
    seen: Counter[tuple[str, str]] = Counter()
    for meld, path in melds:
        for card in [(meld.suit, rank) for rank in meld.cards] if meld.suit else ():
            seen[card] += 1
            if seen[card] > packs:
                raise impossible("too_many_of_a_suit", _where((*path, "cards")), seen[card], [packs])


def shown(deal: Deal) -> Mapping[str, int]:
    """The number of cards of each kind in the melds and hands of the deal, without cards that are counted by class."""
    shown = dict.fromkeys(KINDS, 0)
    for side in deal.sides:
        for meld in side.melds:
            shown[JOKER] += meld.jokers
            shown[TWO] += meld.twos
            if meld.rank in shown:
                shown[meld.rank] += meld.naturals
            for rank in meld.cards:
                shown[rank] += 1
        for player in side.players:
            shown[RED_THREE] += player.red_threes
            shown[THREE] += player.black_threes
        for hand in (*side.hands, *side.feet):
            for kind, count in hand.items():
                shown[kind] += count
    return shown


def _check(counted: Iterable[Counted], most: Mapping[str, int], rules: RuleSet) -> None:
    seen: Counter[str] = Counter()
    for path, kind, count in counted:
        seen[kind] += count
        if seen[kind] > most[kind]:
            named = "threes" if kind == THREE and not rules.threes else kind
            raise impossible("too_many_of_a_kind", _where(path), {named: seen[kind]}, [most[kind]])


def _where(path: Path) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def _laid(meld: Meld, path: Path) -> Iterable[Counted]:
    naturals = "cards" if meld.cards else "naturals"
    names = {JOKER: "jokers", TWO: "twos" if meld.twos else naturals}
    return (((*path, names.get(kind, naturals)), kind, count) for kind, count in meld.kinds().items())


def _cards(deal: Deal, rules: RuleSet) -> Iterable[Counted]:
    """The counts of single kinds of card in the deal."""
    for index, side in enumerate(deal.sides):
        for at, meld in enumerate(side.melds):
            yield from _laid(meld, ("sides", index, "melds", at))
        for at, player in enumerate(side.players):
            owner = ("sides", index, "members", at) if rules.table.alliances else ("sides", index)
            if player.red_threes:
                yield (*owner, "red_threes"), RED_THREE, player.red_threes
            if player.black_threes:
                yield (*owner, "black_threes"), THREE, player.black_threes
        for at, hand in enumerate(side.hands):
            held = ("sides", index, "members", at, "hand") if rules.table.alliances else ("sides", index, "hands", at)
            yield from (((*held, kind), kind, count) for kind, count in hand.items())
        for at, foot in enumerate(side.feet):
            yield from ((("sides", index, "feet", at, kind), kind, count) for kind, count in foot.items())


def _in_canastas(deal: Deal, rules: RuleSet) -> Iterable[Counted]:
    """The fewest cards of each kind that the counted canastas can contain. `WILD` stands for wild cards of either kind.
    It is also used for canastas of jokers, or of twos, that earn the same as the kind they are `like`, because a table
    need not distinguish these."""
    for index, side in enumerate(deal.sides):
        for kind, count in side.counted.canastas.items() if side.counted else ():
            path = ("sides", index, "counted", "canastas", kind)
            yield from ((path, card, each * count) for card, each in _least_cards(kind, rules).items() if each)


def _least_cards(kind: str, rules: RuleSet) -> Mapping[str, int]:
    row = rules.canasta_kinds[kind]
    size, least = row.cards[0], {WILD: row.wilds[0] if row.wilds else 0}
    if row.of == ("wild",):
        plain = rules.bonus_of[kind] == rules.bonus_of.get(row.like)
        jokers = 0 if plain or not row.jokers else row.jokers[0]
        twos = size if not plain and row.jokers == (0, 0) else 0
        return {JOKER: jokers, TWO: twos, WILD: size - jokers - twos}
    if len(row.ranks) == 1:
        wilds = rules.limits[row.ranks[0]].wilds if row.wilds != (0, 0) else 0
        least[row.ranks[0]] = max(0, size - (size if wilds is None else wilds))
    return least


def _classes(cards: Iterable[Counted], deal: Deal, rules: RuleSet) -> Iterable[Counted]:
    """The counts by class of card: of the single `cards`, and those that a table has counted by class."""
    class_of = rules.class_of
    yield from ((path, class_of[kind], count) for path, kind, count in cards if kind in class_of)
    for index, side in enumerate(deal.sides):
        for name, count in side.counted.classes.items() if side.counted else ():
            yield ("sides", index, "counted", name), name, count


def check_points(deal: Deal, rules: RuleSet) -> None:
    """Raise `Refused` (impossible) if recorded points of melds or hands exceed the value of the cards that the deal
    does not show. The largest figure and the sum are checked: for melds, for hands, and for both together.

    The location is that of the largest figure. Red threes that are set apart are worth nothing in a meld. For melds and
    hands together, each card has the higher of its two values.
    """
    sides = [*enumerate(deal.sides)]
    melded = {
        f"sides[{at}].counted.points": side.counted.points for at, side in sides if side.counted and side.counted.points
    }
    held = {f"sides[{at}].hand_points": side.hand_points for at, side in sides if side.hand_points}
    if not melded and not held:
        return
    table = {kind: points for kind, points in rules.points.items() if kind != RED_THREE or not rules.threes}
    either = {kind: max(table.get(kind, 0), points) for kind, points in rules.in_hand.items()}
    for figures, worth in ((melded, table), (held, rules.in_hand), ({**melded, **held}, either)):
        most = _left(deal, worth, rules)
        where = max(figures, key=lambda each: figures[each], default="")
        if where and figures[where] > most:
            raise impossible("more_than_the_pack", where, figures[where], [most])
        if sum(figures.values()) > most:
            raise impossible("more_than_the_pack_together", where, sum(figures.values()), [most])


def most_points(rules: RuleSet, deals: int = 1) -> int:
    """An upper bound on the points that one side can earn in a number of deals. For each deal, these are the points of
    all cards of the pack, the best canastas, threes and bonuses; or those of the best special hand, if they are more.
    Fines and rulings are not considered."""
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
    """The value of the cards that the deal does not show. Those counted by class are deducted at their lowest value."""
    cards = shown(deal)
    most = sum((rules.in_pack[kind] - cards[kind]) * points for kind, points in worth.items())
    for side in deal.sides:
        for name, count in side.counted.classes.items() if side.counted else ():
            most -= count * min(worth.get(kind, 0) for kind in rules.classes[name])
    return most


def _most_of_threes(row: Threes, count: int) -> int:
    """Points for all `count` threes of a colour."""
    ladder = row.ladder[-1] + max(0, count - len(row.ladder)) * row.each if row.ladder else count * row.each
    return ladder + row.extra


def _most_of_canastas(rules: RuleSet) -> int:
    """An upper bound on the bonuses for canastas in one deal. The pack is filled with canastas, those with the highest
    bonus per card first. The last canasta counts even if only some of its cards are left."""
    left, points = rules.pack.size, 0
    played = {row.key: row for rows in rules.canastas_of.values() for row in rows}
    bonus = {row.key: rules.bonus_of[row.name] for row in played.values()}
    for row in sorted(played.values(), key=lambda row: bonus[row.key] / row.cards[0], reverse=True):
        count = min(_most_of_kind(row, rules), ceil(left / row.cards[0]))
        points += count * max(0, bonus[row.key])
        left = max(0, left - count * row.cards[0])
    return points


def _most_of_kind(row: CanastaKind, rules: RuleSet) -> int:
    """An upper bound on the number of canastas of a kind that the pack has cards for."""
    pack = rules.in_pack
    if row.of == (WILD,):
        return (pack["joker"] + pack["2"]) // row.cards[0]
    ranks = [rank for rank, rows in rules.canastas_of.items() if row in rows and rank in pack]
    if row.of == ("rank",) and row.wilds == (0, 0):
        return sum(pack[rank] // row.cards[0] for rank in ranks)
    if row.of == (SEQUENCE,) and row.wilds == (0, 0):
        return len(SUITS) * rules.pack.packs * (len(rules.meld_of[SEQUENCE].ranks) // row.cards[0])
    return rules.pack.size // row.cards[0]
