"""From the contract's JSON to a `Deal`, strictly: every mistake names its place, what was found and what is allowed.

Every function that reads raises `Refused`: malformed for what is not of its shape, impossible for what no deal can be.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from scorekeeper.engine import shape
from scorekeeper.engine.bounds import check_points
from scorekeeper.engine.cards import MELD_RANKS, RED_THREE, SEQUENCE, SUIT_NAMES, SUITS, WILD
from scorekeeper.engine.deal import Charge, Counted, Deal, Meld, Out, Player, Side
from scorekeeper.engine.pack import check_pack
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.shape import Form, Json, Value, at
from scorekeeper.engine.values import Struct

MOST = shape.MOST
NAME_LENGTH = shape.NAME_LENGTH

#: Of the red threes in hand, those of players who had had a turn when somebody went out in the first round.
AFTER_TURN = "red_threes_after_turn"
#: What may have become of a second hand that a side shares.
POZZETTO = ("played", "taken", "none")
#: What sides and members without a name are called, in their order.
LETTERS = "ABC"

_ANY, _LIST, _FLAG = Value(object, None), Value(object, ()), Value(bool, False)
_CARDS = Value(most=None)  # how many there may be is the pack's to say
_POINTS, _MAYBE = Value(least=-MOST), Value(default=None)
DEAL = Form(
    {
        "rules": _ANY,
        "format": _ANY,
        "options": _ANY,
        "deal": Value(default=1, least=1),
        "sides": Value(object, needed=True),
        "cards_left": _MAYBE,
        "first_round_out": _FLAG,
    }
)
MELD = Form(
    {
        "rank": Value(str, among=MELD_RANKS, needed=True),
        "naturals": _CARDS,
        "jokers": _CARDS,
        "twos": _CARDS,
        "cards": _ANY,
        "suit": _ANY,
    }
)
RULING = Form({"points": Value(least=-MOST, needed=True), "article": Value(str, None), "count": _MAYBE})
OUT = Form(
    {
        "concealed": _FLAG,
        "own_canasta": Value(bool, True),
        "took_pile": _FLAG,
        "first_pile": _FLAG,
        "without_bonus": _FLAG,
    }
)
DEAL_KEYS = tuple(DEAL.values)


class Forms(Struct):
    """The forms of what a side of a deal says in one game; any other key is malformed."""

    side: Form
    member: Form
    hand: Form
    counted: Form
    canastas: Form
    unfinished: Form
    held: Form
    out: Form


@lru_cache(maxsize=256)
def forms_of(rules: RuleSet) -> Forms:
    """What a game knows of a side."""
    hands, own = Value(most=rules.table.hands), {"name": _ANY, "score": _POINTS}
    own |= {"red_threes": _CARDS, AFTER_TURN: _CARDS} if "red" in rules.threes_of else {}
    own |= {"black_threes": _CARDS} if "black" in rules.threes_of else {}
    shared = {"melds": _LIST, "counted": _ANY, "hand_points": _MAYBE, "out": _ANY, "rulings": _LIST}
    shared |= {
        "none": {},
        "player": {"feet": _ANY, "feet_not_begun": hands},
        "side": {"pozzetto": Value(str, "played", among=POZZETTO)},
    }[rules.second_hand.of]
    shared |= {bonus.fact: hands for bonus in rules.deal_bonuses}
    special = tuple(row.key for row in rules.special_hands if row.played)
    shared |= {"special_hand": Value(str, None, among=special)} if rules.special_hands else {}
    shared |= {"held": _ANY} if rules.held else {}
    unfinished = {row.key: Value() for row in rules.unfinished if row.counted}
    fined = {"unfinished": Value(object, {})} if unfinished else {}
    classes = dict.fromkeys(rules.classes, Value(default=None, most=None))
    paid = rules.going_out.unpaid
    alone = {**own, "hands": _ANY, **shared}
    return Forms(
        side=Form({"members": Value(object, needed=True), **shared} if rules.table.alliances else alone),
        member=Form({**own, "hand": Value(object, {})}),
        hand=Form(dict.fromkeys(rules.kinds, _CARDS)),
        counted=Form({"points": _MAYBE, **classes, "canastas": Value(object, {}), **fined, "melded": _FLAG}),
        canastas=Form(dict.fromkeys(rules.canasta_kinds, Value())),
        unfinished=Form(unfinished),
        held=Form({row.rank: hands for row in rules.held}),
        out=Form({key: value for key, value in OUT.values.items() if paid or key != "without_bonus"}),
    )


def read_deal(source: object, rules: RuleSet, *, recorded: bool = False) -> Deal:
    """Read a deal as the contract writes it. Raises `Refused` where it is malformed or impossible.

    One side at most goes out, with a hand that is empty; a special hand is its side's going out. `recorded`: it was
    taken before, by this program or an earlier one that looked less closely.
    """
    deal = shape.read(source, "", DEAL)
    forms, names = forms_of(rules), iter(LETTERS)
    listed = shape.listed(deal["sides"], "sides")
    sides = [_side(side, f"sides[{index}]", names, rules, forms) for index, side in enumerate(listed)]
    result = Deal(tuple(sides), deal["cards_left"], deal["first_round_out"], deal["deal"])
    _check_sides(result, rules)
    out = [(at, side) for at, side in enumerate(sides) if side.out is not None or side.special_hand is not None]
    if len(out) > 1:
        at, second = out[1]
        key = "out" if second.special_hand is None else "special_hand"
        raise impossible("two_sides_out", f"sides[{at}].{key}", len(out), [1])
    for at, side in out:  # what was not begun of second hands makes going out irregular, never impossible
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


def read_meld(source: Any, where: str, rules: RuleSet) -> Meld:
    """Read one meld; whether it is legal is not asked here."""
    meld = shape.read(source, where, MELD)
    rank, naturals = meld["rank"], meld["naturals"]
    if rank == SEQUENCE:
        return _sequence(meld, source, where, rules)
    for key in ("cards", "suit"):
        if meld[key] is not None:
            raise malformed("only_in_sequence", at(where, key), meld[key])
    if rank == WILD and naturals:
        raise malformed("no_naturals_in_wild_meld", at(where, "naturals"), naturals, [0])
    return Meld(rank, naturals, meld["jokers"], meld["twos"])


def read_melds(source: object, where: str, rules: RuleSet) -> tuple[Meld, ...]:
    """Read a list of melds."""
    return tuple(
        [read_meld(meld, f"{where}[{index}]", rules) for index, meld in enumerate(shape.listed(source, where))]
    )


def _sequence(meld: Json, source: Json, where: str, rules: RuleSet) -> Meld:
    """A meld with the cards that it names; a number beside them is theirs."""
    path = at(where, "cards")
    cards = shape.listed(shape.required(source, "cards", where), path)
    order = tuple(dict.fromkeys(rules.meld_of[SEQUENCE].ranks))
    ranks = tuple(shape.choice(card, f"{path}[{number}]", order) for number, card in enumerate(cards))
    if source.get("naturals", len(ranks)) != len(ranks):
        raise malformed("naturals_are_the_cards", at(where, "naturals"), meld["naturals"], [len(ranks)])
    suit = meld["suit"]
    if suit is not None:
        named = SUIT_NAMES.get(suit.lower()) if isinstance(suit, str) else None
        suit = shape.choice(named or suit, at(where, "suit"), SUITS)
    return Meld(SEQUENCE, len(ranks), meld["jokers"], meld["twos"], ranks, suit)


def _side(source: Any, where: str, names: Iterator[str], rules: RuleSet, forms: Forms) -> Side:
    side, most = shape.read(source, where, forms.side), rules.table.players - 1
    if rules.table.alliances:
        listed = shape.listed(side["members"], f"{where}.members")
        if not 1 <= len(listed) <= most:
            raise malformed("wrong_number", f"{where}.members", len(listed), range(1, most + 1))
        paths = [f"{where}.members[{number}]" for number in range(len(listed))]
        members = [shape.read(member, path, forms.member) for member, path in zip(listed, paths, strict=True)]
        hands: tuple[Mapping[str, int], ...] = tuple(
            _counts(each["hand"], f"{path}.hand", forms.hand) for each, path in zip(members, paths, strict=True)
        )
        feet: tuple[Mapping[str, int], ...] = ()
        players = tuple(
            _player(member, given, path, names, hand.get(RED_THREE, 0))
            for member, given, path, hand in zip(members, listed, paths, hands, strict=True)
        )
    else:
        hands, feet = _hands(side, "hands", where, rules, forms), _hands(side, "feet", where, rules, forms)
        in_hand = sum([hand.get(RED_THREE, 0) for hand in (*hands, *feet)])
        players = (_player(side, source, where, names, in_hand),)
    _check_ways(source, where, hands, feet, rules)
    counted, out, spot = side["counted"], side["out"], f"{where}.rulings"
    charges = [shape.read(each, f"{spot}[{n}]", RULING) for n, each in enumerate(shape.listed(side["rulings"], spot))]
    melds = read_melds(side["melds"], f"{where}.melds", rules)
    if counted is not None:
        counted = _counted(counted, f"{where}.counted", rules, forms)
    if out is not None:
        going_out = shape.read(out, f"{where}.out", forms.out)
        if going_out["first_pile"] and not out.get("took_pile", True):
            raise malformed("contradicts", f"{where}.out.first_pile", True, [f"{where}.out.took_pile"])
        out = Out(**{**going_out, "took_pile": going_out["took_pile"] or going_out["first_pile"]})
    return Side(
        players=players,
        melds=melds,
        counted=counted,
        hands=hands,
        hand_points=side["hand_points"],
        out=out,
        rulings=tuple([Charge(**each) for each in charges]),
        held=_counts(side["held"], f"{where}.held", forms.held) if side.get("held") is not None else {},
        feet=feet,
        feet_not_begun=side.get("feet_not_begun", 0),
        pozzetto=side.get("pozzetto", "played"),
        special_hand=side.get("special_hand"),
        facts={bonus.fact: side[bonus.fact] for bonus in rules.deal_bonuses},
    )


def _player(values: Json, source: Json, where: str, names: Iterator[str], in_hand: int) -> Player:
    """A scorer. One without a name is called by its letter; letters are used up by named ones, too."""
    letter, after = next(names, LETTERS[-1]), values.get(AFTER_TURN, 0)
    if after > in_hand:
        raise malformed("out_of_range", at(where, AFTER_TURN), after, (0, in_hand))
    return Player(
        name=shape.name(source["name"], f"{where}.name") if "name" in source else letter,
        score=values["score"],
        red_threes=values.get("red_threes", 0),
        black_threes=values.get("black_threes", 0),
        red_threes_in_hand=in_hand,
        red_threes_after_turn=after,
    )


def _check_ways(side: Json, where: str, hands: Sequence[Json], feet: Sequence[Json], rules: RuleSet) -> None:
    """Melds are listed or counted, hands are listed or told in points; what may be seen in hands is told of those.

    Red threes are listed beside points where they score apart from the cards in hand: by their owner, or by a fine.
    """
    in_points, red = side.get("hand_points") is not None, rules.threes_of.get("red")
    apart = rules.table.alliances or (red is not None and isinstance(red.in_hand, int))
    threes = apart and any(hands) and all(kind == RED_THREE for hand in hands for kind in hand)
    listed = in_points and not threes and bool(side.get("hands") or any(hands))
    for other, one, there in (
        ("counted", "melds", side.get("counted") is not None and side.get("melds")),
        ("hand_points", "hands", listed),
        ("hand_points", "feet", in_points and feet),
        ("feet_not_begun", "feet", feet and side.get("feet_not_begun") is not None),
    ):
        if there:
            raise malformed("one_or_the_other", f"{where}.{other}", other, [one])
    for key in () if in_points else ("held", "feet_not_begun"):
        if side.get(key):  # cards that are listed are seen
            raise malformed("only_beside", f"{where}.{key}", side[key], ["hand_points"])


def _counts(source: Any, where: str, form: Form) -> dict[str, int]:
    """Numbers of cards, canastas or melds by their kind, those of which there is any, in the order they are told."""
    counts = shape.read(source, where, form)
    return {kind: counts[kind] for kind in source if counts[kind]}


def _counted(source: object, where: str, rules: RuleSet, forms: Forms) -> Counted:
    counted = shape.read(source, where, forms.counted)
    classes = {name: counted[name] for name in rules.classes if counted[name] is not None}
    if counted["points"] is not None and classes:
        raise malformed("one_or_the_other", at(where, "points"), "points", list(classes))
    return Counted(
        points=counted["points"],
        classes=classes,
        canastas=_counts(counted["canastas"], at(where, "canastas"), forms.canastas),
        unfinished=_counts(counted.get("unfinished", {}), at(where, "unfinished"), forms.unfinished),
        melded=counted["melded"],
    )


def _hands(side: Json, key: str, where: str, rules: RuleSet, forms: Forms) -> tuple[Mapping[str, int], ...]:
    """The hands or feet of a side, none where they are not told."""
    if side.get(key) is None:
        return ()
    path, most = f"{where}.{key}", rules.table.hands
    listed = shape.listed(side[key], path)
    if len(listed) > most:
        raise malformed("wrong_number", path, len(listed), range(most + 1))
    return tuple([_counts(hand, f"{path}[{index}]", forms.hand) for index, hand in enumerate(listed)])


def _check_sides(deal: Deal, rules: RuleSet) -> None:
    """One side alone, or as many as the format has; in the cutthroat game one against two, or three alone. Nobody is
    there twice, and who had had a turn matters only where somebody went out in the very first round."""
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
    """The first side with more members than the others leave room for, or the last one, which has too few; and how
    many there is room for."""
    rooms = [players - sum(sizes[:index]) - len(sizes[index + 1 :]) for index in range(len(sizes))]
    crowded = (index for index, room in enumerate(rooms) if sizes[index] > room)
    index = next(crowded, len(sizes) - 1)
    return index, rooms[index]
