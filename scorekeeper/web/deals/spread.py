"""Cards left in hand, told by their value, as the kinds of card that the pack still has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine.cards import Pack

#: What every field of every hand tells: how many cards, and which kinds they may be.
Held = Mapping[str, tuple[int, Sequence[str]]]
#: The cards of each field, by kind.
Spread = Mapping[str, Mapping[str, int]]
_NOTHING: Mapping[str, int] = {}


def kinds_shown(sides: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """Every single card that melds and laid red threes show."""
    kinds: Counter[str] = Counter()
    for side in sides:
        kinds["red3"] += sum(scorer.get("red_threes", 0) for scorer in side.get("members", [side]))
        for meld in side.get("melds", []):
            kinds.update({"joker": meld.get("jokers", 0), "2": meld.get("twos", 0)})
            kinds.update({meld["rank"]: meld["naturals"]} if "naturals" in meld else meld.get("cards", []))
    return kinds


def spread_over(held: Held, used: Counter[str], pack: Pack) -> Spread:
    """The cards of each field as kinds; fields that leave less choice go first, so that no other takes theirs."""
    shown, found = used.copy(), dict.fromkeys(held, _NOTHING)
    for name, (count, kinds) in sorted(held.items(), key=lambda item: len(item[1][1])):
        if count:
            found[name] = _spread(count, kinds, shown, pack)
            shown.update(found[name])
    return found


def hand_of(spread: Spread, prefix: str) -> dict[str, int]:
    """One hand: the fields that begin with its prefix."""
    cards = (found for name, found in spread.items() if name.startswith(prefix))
    return {kind: count for found in cards for kind, count in found.items()}


def _spread(count: int, kinds: Sequence[str], used: Counter[str], pack: Pack) -> dict[str, int]:
    """Cards of one value as kinds that the pack still has; those it has not stay with the first kind, to be refused."""
    found: dict[str, int] = {}
    for kind in kinds:
        found[kind] = min(count, max(0, pack.count(kind) - used[kind]))
        count -= found[kind]
    found[kinds[0]] += count
    return {kind: number for kind, number in found.items() if number}
