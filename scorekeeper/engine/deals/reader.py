"""Strict reading of a `Deal` from the contract's JSON.

Every function that reads raises `Refused`: malformed for JSON of the wrong shape, impossible for a deal that cannot
have happened.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, Literal, TypeVar

from scorekeeper.engine import shape
from scorekeeper.engine.cards import MELD_RANKS, RED_THREE, SEQUENCE, SUIT_NAMES, SUITS, WILD
from scorekeeper.engine.deals.deal import Charge, Counted, Deal, Meld, Out, Player, Side
from scorekeeper.engine.deals.pack import check_pack, check_points
from scorekeeper.engine.reading import (
    UNSET,
    Cards,
    Count,
    Id,
    Name,
    Number,
    Points,
    UnsetType,
    counts,
    form,
    list_of,
    one_of,
    read,
    whole,
)
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.shape import at
from scorekeeper.engine.values import Struct

#: The key for a number of red threes in hand: those of players who had had a turn before another player went out in the
#: first round.
AFTER_TURN = "red_threes_after_turn"
#: What can happen to a second hand that a side shares.
POZZETTO = ("played", "taken", "none")
#: The names of sides and members without a name, in their order.
LETTERS = "ABC"

S = TypeVar("S")


class DealIn(Struct, Generic[S], forbid_unknown_fields=True, kw_only=True):
    """A deal in JSON; the keys of its sides depend on the game."""

    rules: Id = None
    format: Id = None
    options: Any = None
    deal: Number = 1
    sides: list[S]
    cards_left: Count | None = None
    first_round_out: bool = False


class MeldIn(Struct, forbid_unknown_fields=True):
    """A meld in the JSON of a deal."""

    rank: Literal[MELD_RANKS]  # type: ignore[valid-type]
    naturals: Cards | UnsetType = UNSET
    jokers: Cards = 0
    twos: Cards = 0
    cards: Any = UNSET
    suit: Any = None


class RulingIn(Struct, forbid_unknown_fields=True):
    """A ruling in the JSON of a deal."""

    points: Points
    article: str | None = None
    count: Count | None = None


@lru_cache(maxsize=256)
def deal_in(rules: RuleSet) -> Any:
    """The type of a deal of this game in JSON."""
    most, hand, flag = whole(0, rules.table.hands), counts(rules.kinds, Cards), (bool, False)
    hands, several = (most, 0), (list_of(hand, rules.table.hands, 0) | None, None)
    own: dict[str, Any] = {"name": (Name, UNSET), "score": (Points, 0)}
    own |= {"red_threes": (Cards, 0), AFTER_TURN: (Cards, 0)} if "red" in rules.threes_of else {}
    own |= {"black_threes": (Cards, 0)} if "black" in rules.threes_of else {}
    unfinished = [row.key for row in rules.unfinished if row.counted]
    counted = form(
        "Counted",
        points=(Count | None, None),
        **dict.fromkeys(rules.classes, (Cards | None, None)),
        canastas=(counts(rules.canasta_kinds), {}),
        **({"unfinished": (counts(unfinished), {})} if unfinished else {}),
        melded=flag,
    )
    out = form(
        "Out",
        concealed=flag,
        own_canasta=(bool, True),
        took_pile=(bool | UnsetType, UNSET),
        first_pile=flag,
        **({"without_bonus": flag} if rules.going_out.unpaid else {}),
    )
    if rules.table.alliances:
        member = form("Member", **own, hand=(hand, {}))
        side: dict[str, Any] = {"members": list_of(member, rules.table.players - 1, 1)}
    else:
        side = {**own, "hands": several}
    side |= {"melds": (list[MeldIn], ()), "counted": (counted | None, None), "hand_points": (Count | None, None)}
    side |= {"out": (out | None, None), "rulings": (list[RulingIn], ())}
    of_second_hand: Mapping[str, dict[str, Any]] = {
        "none": {},
        "player": {"feet": several, "feet_not_begun": (most | UnsetType, UNSET)},
        "side": {"pozzetto": (one_of(POZZETTO), "played")},
    }
    side |= of_second_hand[rules.second_hand.of]
    side |= {bonus.fact: hands for bonus in rules.deal_bonuses}
    special = one_of(row.key for row in rules.special_hands if row.played)
    side |= {"special_hand": (special | None, None)} if rules.special_hands else {}
    side |= {"held": (counts((row.rank for row in rules.held), most) | None, None)} if rules.held else {}
    return DealIn[form("Side", **side)]  # type: ignore[misc]


def read_deal(source: object, rules: RuleSet, *, recorded: bool = False) -> Deal:
    """Read a deal from the contract's JSON. Raises `Refused` if it is malformed or impossible.

    At most one side may go out or lay a special hand. At least one hand of that side must be empty, unless the side
    took its pozzetto and did not play it. `recorded`: the deal was accepted earlier, perhaps by a release with fewer
    checks, so checks that were added since are skipped.
    """
    deal, names = read(deal_in(rules), source), iter(LETTERS)
    sides = [_side(side, f"sides[{index}]", names, rules) for index, side in enumerate(deal.sides)]
    result = Deal(tuple(sides), deal.cards_left, deal.first_round_out, deal.deal)
    _check_sides(result, rules)
    out = [(at, side) for at, side in enumerate(sides) if side.out is not None or side.special_hand is not None]
    if len(out) > 1:
        at, second = out[1]
        key = "out" if second.special_hand is None else "special_hand"
        raise impossible("two_sides_out", f"sides[{at}].{key}", len(out), [1])
    for at, side in out:  # a second hand that was not begun makes going out irregular, not impossible
        players = len(side.players) if rules.table.alliances else rules.table.hands
        all_held = len(side.hands) == players and all(side.hands)
        in_points = players == 1 and side.hand_points and not side.feet_not_begun
        if side.pozzetto != "taken" and (all_held or in_points):
            held = "hand_points" if side.hand_points else "members" if rules.table.alliances else "hands"
            raise impossible("out_with_cards_in_every_hand", f"sides[{at}].{held}")
    check_pack(result, rules, recorded=recorded)
    if not recorded:
        check_points(result, rules)
    return result


def read_meld(source: object, where: str, rules: RuleSet) -> Meld:
    """Read one meld, without checking whether it is legal."""
    return meld_of(read(MeldIn, source, where), where, rules)


def melds_of(melds: Sequence[MeldIn], where: str, rules: RuleSet) -> tuple[Meld, ...]:
    """The melds of a list that was read from JSON; see `meld_of`."""
    return tuple([meld_of(meld, f"{where}[{index}]", rules) for index, meld in enumerate(melds)])


def meld_of(meld: MeldIn, where: str, rules: RuleSet) -> Meld:
    """Turn a meld that was read from JSON into a `Meld`. Raises `Refused` for keys that do not go with its rank."""
    if meld.rank == SEQUENCE:
        return _sequence(meld, where, rules)
    for key, found in (("cards", meld.cards), ("suit", meld.suit)):
        if found is not None and found is not UNSET:
            raise malformed("only_in_sequence", at(where, key), found)
    naturals = 0 if meld.naturals is UNSET else meld.naturals
    if meld.rank == WILD and naturals:
        raise malformed("no_naturals_in_wild_meld", at(where, "naturals"), naturals, [0])
    return Meld(meld.rank, naturals, meld.jokers, meld.twos)


def _sequence(meld: MeldIn, where: str, rules: RuleSet) -> Meld:
    """A sequence with its natural cards. If `naturals` is also there, it must be their number."""
    if meld.cards is UNSET:
        raise malformed("missing", at(where, "cards"))
    path = at(where, "cards")
    order = tuple(dict.fromkeys(rules.meld_of[SEQUENCE].ranks))
    cards = enumerate(shape.listed(meld.cards, path))
    ranks = tuple([shape.choice(card, f"{path}[{number}]", order) for number, card in cards])
    if meld.naturals is not UNSET and meld.naturals != len(ranks):
        raise malformed("naturals_are_the_cards", at(where, "naturals"), meld.naturals, [len(ranks)])
    suit = meld.suit
    if suit is not None:
        named = SUIT_NAMES.get(suit.lower()) if isinstance(suit, str) else None
        suit = shape.choice(named or suit, at(where, "suit"), SUITS)
    return Meld(SEQUENCE, len(ranks), meld.jokers, meld.twos, ranks, suit)


def _side(side: Any, where: str, names: Iterator[str], rules: RuleSet) -> Side:
    if rules.table.alliances:
        hands = tuple([_some(member.hand) for member in side.members])
        feet: tuple[dict[str, int], ...] = ()
        paths = [f"{where}.members[{number}]" for number in range(len(hands))]
        in_hands = [hand.get(RED_THREE, 0) for hand in hands]
        players = tuple(map(_player, side.members, paths, [names] * len(hands), in_hands))
    else:
        hands = tuple(map(_some, side.hands or ()))
        feet = tuple(map(_some, _said(side, "feet") or ()))
        in_hand = sum([hand.get(RED_THREE, 0) for hand in (*hands, *feet)])
        players = (_player(side, where, names, in_hand),)
    _check_ways(side, where, hands, feet, rules)
    return Side(
        players=players,
        melds=melds_of(side.melds, f"{where}.melds", rules),
        counted=None if side.counted is None else _counted(side.counted, f"{where}.counted", rules),
        hands=hands,
        hand_points=side.hand_points,
        out=None if side.out is None else _out(side.out, f"{where}.out"),
        rulings=tuple([Charge(each.points, each.article, each.count) for each in side.rulings]),
        held=_some(_said(side, "held") or {}),
        feet=feet,
        feet_not_begun=_said(side, "feet_not_begun") or 0,
        pozzetto=_said(side, "pozzetto", "played"),
        special_hand=_said(side, "special_hand"),
        facts={bonus.fact: getattr(side, bonus.fact) for bonus in rules.deal_bonuses},
    )


def _said(value: Any, key: str, default: Any = None) -> Any:
    """The value of a key, or the default if it was left out or the game has no such key."""
    found = getattr(value, key, UNSET)
    return default if found is UNSET else found


def _player(player: Any, where: str, names: Iterator[str], in_hand: int) -> Player:
    """A scorer. The name defaults to the scorer's letter; each scorer uses up a letter, even one with a name."""
    letter, after = next(names, LETTERS[-1]), _said(player, AFTER_TURN, 0)
    if after > in_hand:
        raise malformed("out_of_range", at(where, AFTER_TURN), after, (0, in_hand))
    return Player(
        name=letter if player.name is UNSET else player.name,
        score=player.score,
        red_threes=_said(player, "red_threes", 0),
        black_threes=_said(player, "black_threes", 0),
        red_threes_in_hand=in_hand,
        red_threes_after_turn=after,
    )


def _out(out: Any, where: str) -> Out:
    """The facts about going out. A player with the first pile has taken the pile."""
    if out.first_pile and out.took_pile is False:
        raise malformed("contradicts", at(where, "first_pile"), True, [at(where, "took_pile")])
    took = out.first_pile if out.took_pile is UNSET else out.took_pile
    return Out(out.concealed, out.own_canasta, took, out.first_pile, _said(out, "without_bonus", False))


def _check_ways(
    side: Any, where: str, hands: Sequence[Mapping[str, int]], feet: Sequence[Mapping[str, int]], rules: RuleSet
) -> None:
    """Refuse a side with two entries for the same cards: melds are either listed or counted, hands are either listed or
    given in points. `held` and `feet_not_begun` are allowed with points only.

    Red threes may be listed in addition to points if they score separately: in the cutthroat game, or by a fine.
    """
    in_points, red = side.hand_points is not None, rules.threes_of.get("red")
    apart = rules.table.alliances or (red is not None and isinstance(red.in_hand, int))
    threes = apart and any(hands) and all(kind == RED_THREE for hand in hands for kind in hand)
    listed = in_points and not threes and bool(_said(side, "hands") or any(hands))
    for other, one, there in (
        ("counted", "melds", side.counted is not None and side.melds),
        ("hand_points", "hands", listed),
        ("hand_points", "feet", in_points and feet),
        ("feet_not_begun", "feet", feet and _said(side, "feet_not_begun") is not None),
    ):
        if there:
            raise malformed("one_or_the_other", f"{where}.{other}", other, [one])
    for key in () if in_points else ("held", "feet_not_begun"):
        if found := _said(side, key):  # listed cards show both already
            raise malformed("only_beside", f"{where}.{key}", found, ["hand_points"])


def _some(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts that are not 0, in their order."""
    return {kind: count for kind, count in counts.items() if count}


def _counted(counted: Any, where: str, rules: RuleSet) -> Counted:
    classes = {name: count for name in rules.classes if (count := getattr(counted, name)) is not None}
    if counted.points is not None and classes:
        raise malformed("one_or_the_other", at(where, "points"), "points", list(classes))
    unfinished = _some(_said(counted, "unfinished", {}))
    return Counted(counted.points, classes, _some(counted.canastas), unfinished, counted.melded)


def _check_sides(deal: Deal, rules: RuleSet) -> None:
    """Refuse wrong numbers of sides or members, names that occur twice, and `red_threes_after_turn` in a deal without
    `first_round_out`.

    A deal has all sides of the format, or one side alone. In the cutthroat game, all sides are one player against two,
    or three single players.
    """
    sizes = [len(side.players) for side in deal.sides]
    table = rules.table
    allowed = [[1], [2], [1, 2], [1, 1, 1]] if table.alliances else [[1], [1] * table.sides]
    if sorted(sizes) not in allowed:
        counts = sorted({len(way) for way in allowed})
        if len(sizes) not in counts:
            raise malformed("wrong_number", "sides", len(sizes), counts)
        index, room = _misfit(sizes, table.players)
        raise malformed("wrong_number", f"sides[{index}].members", sizes[index], [room])
    seen: set[str] = set()
    for index, side in enumerate(deal.sides):
        for number, player in enumerate(side.players):
            late = 0 if deal.first_round_out else player.red_threes_after_turn
            if late or player.name in seen:
                whose = f"sides[{index}].members[{number}]" if table.alliances else f"sides[{index}]"
                if player.name in seen:
                    raise malformed("name_twice", f"{whose}.name", player.name)
                raise malformed("contradicts", f"{whose}.{AFTER_TURN}", late, ["first_round_out"])
            seen.add(player.name)


def _misfit(sizes: Sequence[int], players: int) -> tuple[int, int]:
    """The index of a side with a wrong number of members, and the number that it should have. It is the first side with
    too many members; if there is none, the last side, which has too few."""
    rooms = [players - sum(sizes[:index]) - len(sizes[index + 1 :]) for index in range(len(sizes))]
    crowded = (index for index, room in enumerate(rooms) if sizes[index] > room)
    index = next(crowded, len(sizes) - 1)
    return index, rooms[index]
