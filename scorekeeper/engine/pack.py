"""The pack of cards against what was recorded: more of a kind than there is, and cards that do not add up."""

from collections import Counter
from collections.abc import Iterable

from scorekeeper.engine.cards import CLASS_OF, CLASSES, RED_THREE
from scorekeeper.engine.deal import Deal, Side
from scorekeeper.engine.refused import impossible
from scorekeeper.engine.rules import RuleSet

_PLACES = {"joker": "jokers", "2": "twos"}


def check_pack(deal: Deal, rules: RuleSet) -> None:
    """Raise `Refused` (impossible) where the deal shows more cards of a kind, or of a class, than the pack has."""
    kinds: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    for where, kind, count in _cards(deal):
        kinds[kind] += count
        if kinds[kind] > rules.pack.count(kind):
            raise impossible("too_many_of_a_kind", where, {kind: kinds[kind]}, [rules.pack.count(kind)])
    for where, name, count in _classes(deal):
        classes[name] += count
        if classes[name] > rules.pack.count_class(name):
            raise impossible("too_many_of_a_kind", where, {name: classes[name]}, [rules.pack.count_class(name)])


def cards_missing(deal: Deal, rules: RuleSet) -> int | None:
    """Cards short of the whole pack (negative: too many), or None where not every card was recorded."""
    if deal.cards_left is None or sum(len(side.players) for side in deal.sides) < _scorers(rules):
        return None
    if any(_uncounted(side) for side in deal.sides):
        return None
    melded = sum(meld.size for side in deal.sides for meld in side.melds)
    counted = sum(sum(side.counted.classes.values()) for side in deal.sides if side.counted)
    held = sum(sum(hand.values()) for side in deal.sides for hand in side.hands)
    laid = sum(player.red_threes for side in deal.sides for player in side.players)
    return rules.pack.size - deal.cards_left - melded - counted - held - laid


def _scorers(rules: RuleSet) -> int:
    return rules.table.players if rules.table.alliances else rules.table.sides


def _uncounted(side: Side) -> bool:
    return side.hand_points is not None or (side.counted is not None and side.counted.points is not None)


def _cards(deal: Deal) -> Iterable[tuple[str, str, int]]:
    """Every count of one kind of card, with its place."""
    for place, side in enumerate(deal.sides):
        where = f"sides[{place}]"
        for at, meld in enumerate(side.melds):
            for kind, count in meld.kinds().items():
                key = "cards" if meld.cards and kind not in _PLACES else _PLACES.get(kind, "naturals")
                yield f"{where}.melds[{at}].{key}", kind, count
        for at, player in enumerate(side.players):
            laid = f"{where}.members[{at}].red_threes" if len(side.players) > 1 else f"{where}.red_threes"
            yield laid, RED_THREE, player.red_threes
        for at, hand in enumerate(side.hands):
            for kind, count in hand.items():
                yield f"{where}.hands[{at}].{kind}", kind, count


def _classes(deal: Deal) -> Iterable[tuple[str, str, int]]:
    """Every count of a class of cards, with its place: what was counted by class, and the single cards."""
    for where, kind, count in _cards(deal):
        if kind in CLASS_OF:
            yield where, CLASS_OF[kind], count
    for place, side in enumerate(deal.sides):
        for name in CLASSES if side.counted else ():
            yield (
                f"sides[{place}].counted.{name}",
                name,
                side.counted.classes.get(name, 0) if side.counted else 0,
            )
