"""Strategies for deals that are possible under any rule set, format and house options."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from scorekeeper.engine.cards import RANKS, RED_THREE, SEQUENCE, THREE
from scorekeeper.engine.deals.deal import Out
from scorekeeper.engine.deals.reader import POZZETTO
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import fields
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.rulebook.options import Option

Draw = Callable[[st.SearchStrategy[Any]], Any]


def some_values(option: Option, rule_set: str) -> list[Any]:
    """Values that an option allows. For a switch or a choice: all of them. For a number: the words that it allows, its
    minimum and its maximum. For a decimal number: two examples. None comes last if the option may be empty."""
    allowed = [None] if option.optional else []
    if option.type == "switch":
        return [True, False]
    if option.type == "choice":
        return [*(option.rule_sets[rule_set].values or option.values), *allowed]
    if option.type == "decimal":
        return ["0.25", 2, *allowed]
    return [*option.words, option.range["min"], option.range["max"], *allowed]


@st.composite
def choices(draw: Draw) -> tuple[str, str, dict[str, Any]]:
    """A rule set, one of its formats, and some options."""
    book = rulebook()
    rule_set = draw(st.sampled_from(list(book.rule_sets)))
    format_ = draw(st.sampled_from(book.rule_sets[rule_set].formats))
    known = book.options_of(rule_set)
    picked = draw(st.lists(st.sampled_from(known), max_size=6, unique_by=lambda option: option.id))
    return rule_set, format_, {option.id: draw(st.sampled_from(some_values(option, rule_set))) for option in picked}


@st.composite
def tables(draw: Draw, *, legal: bool = False) -> tuple[RuleSet, dict[str, Any]]:
    """Rules, and a possible deal of a whole table under them. With `legal`, its melds have enough cards, and no more
    wild cards than the rules allow."""
    rules = resolve(*draw(choices()))
    return rules, draw(bodies(rules, legal=legal))


@st.composite
def bodies(draw: Draw, rules: RuleSet, *, legal: bool = False) -> dict[str, Any]:
    """A deal under these rules, `legal` as in `tables`. Players have names only in the cutthroat game."""
    left = {kind: rules.in_pack[kind] for kind in rules.kinds}
    teams = draw(st.sampled_from([[["A"], ["B", "C"]], [["A"], ["B"], ["C"]]])) if rules.table.alliances else None
    out = draw(st.sampled_from([None, 0, 1]))
    sides = [
        _side(draw, rules, left, legal=legal, team=team, out=place == out)
        for place, team in enumerate(teams or [None] * rules.table.sides)
    ]
    return {"sides": sides, "first_round_out": draw(st.booleans())}


def _side(
    draw: Draw, rules: RuleSet, left: dict[str, int], *, legal: bool, team: list[str] | None, out: bool
) -> dict[str, Any]:
    melded = RANKS if rules.threes else (*RANKS, THREE)
    ranks = draw(st.lists(st.sampled_from(melded), max_size=5, unique=True))
    melds = [_meld(draw, rank, rules, left, legal) for rank in ranks]
    melds += [_wild_meld(draw, left) if rules.wild_melds else None, _sequence(draw, rules, left, legal)]
    side: dict[str, Any] = {"melds": [meld for meld in melds if meld]}
    if out:
        facts = [fact.name for fact in fields(Out) if fact.name != "without_bonus" or rules.going_out.unpaid]
        side["out"] = {fact: draw(st.booleans()) for fact in facts}
        side["out"]["first_pile"] &= side["out"]["took_pile"]
    hands = [_hand(draw, left, rules) for _ in team or range(rules.table.hands)]
    if out:
        left.update({kind: left[kind] + count for kind, count in hands[0].items()})
        hands[0] = {}
        special = [row.key for row in rules.special_hands if row.played]
        side |= {"special_hand": draw(st.sampled_from(special))} if special and draw(st.booleans()) else {}
    if team is None:
        laid = {"red_threes": _take(draw, left, RED_THREE)} if "red" in rules.threes_of else {}
        laid |= {"pozzetto": draw(st.sampled_from(POZZETTO))} if rules.second_hand.of == "side" else {}
        laid |= {"black_threes": _take(draw, left, "3", most=4)} if "black" in rules.threes_of else {}
        feet = [_hand(draw, left, rules) for _ in hands] if rules.second_hand.of == "player" else []
        laid |= {"feet": feet} if feet else {}
        laid |= {bonus.fact: draw(st.integers(0, rules.table.hands)) for bonus in rules.deal_bonuses}
        return side | laid | {"hands": hands}
    names = zip(team, hands, strict=True)
    return side | {
        "members": [{"name": name, "red_threes": _take(draw, left, RED_THREE), "hand": hand} for name, hand in names]
    }


def _wild_meld(draw: Draw, left: dict[str, int]) -> dict[str, Any] | None:
    if left["2"] + left["joker"] < 7 or not draw(st.booleans()):
        return None
    twos = _take(draw, left, "2", least=3)
    return {"rank": "wild", "twos": twos, "jokers": _take(draw, left, "joker")}


def _sequence(draw: Draw, rules: RuleSet, left: dict[str, int], legal: bool) -> dict[str, Any] | None:
    """A sequence of consecutive ranks in the game's order, sometimes with one wild card, which may replace a rank. None
    if the game has no sequences, if a rank would occur twice, or if a rank has no cards left."""
    limits = rules.meld_of[SEQUENCE]
    start, length = draw(st.integers(0, len(limits.ranks) - 3)), draw(st.integers(3, 13))
    ranks = limits.ranks[start : start + length]
    if not rules.sequences or not all(left[rank] for rank in ranks) or len(set(ranks)) < len(ranks):
        return None
    kind, key = draw(st.sampled_from([("joker", "jokers"), ("2", "twos")]))
    wild = int(left[kind] > ranks.count(kind) and (limits.wilds != 0 or not legal) and draw(st.booleans()))
    if wild and len(ranks) > 3 and draw(st.booleans()):
        gap = draw(st.integers(1, len(ranks) - 2))
        ranks = (*ranks[:gap], *ranks[gap + 1 :])
    left.update({rank: left[rank] - 1 for rank in ranks})
    left[kind] -= wild
    return {"rank": SEQUENCE, "cards": list(ranks), key: wild}


def _meld(draw: Draw, rank: str, rules: RuleSet, left: dict[str, int], legal: bool) -> dict[str, Any] | None:
    if legal and left[rank] < 3:
        return None
    naturals = _take(draw, left, rank, least=3 if legal else 0)
    limits = rules.meld_of[rank]
    share = {"any": 3, "not_more": naturals, "fewer": naturals - 1}[limits.share]
    most = min(share, 3 if limits.wilds is None else limits.wilds)
    twos = _take(draw, left, "2", most=most if legal else 5)
    jokers = _take(draw, left, "joker", most=most - twos if legal else 5)
    return {"rank": rank, "naturals": naturals, "jokers": jokers, "twos": twos}


def _hand(draw: Draw, left: dict[str, int], rules: RuleSet) -> dict[str, int]:
    kinds = draw(st.lists(st.sampled_from(rules.kinds), max_size=4, unique=True))
    return {kind: _take(draw, left, kind, most=3) for kind in kinds}


def _take(draw: Draw, left: dict[str, int], kind: str, *, least: int = 0, most: int = 12) -> int:
    """Take `least` to `most` cards of a kind out of `left`, as far as there are any. Returns their number."""
    count: int = draw(st.integers(min(least, left[kind]), min(most, left[kind])))
    left[kind] -= count
    return count
