"""From the contract's JSON to a `Deal`, strictly: every mistake names its place, what was found and what is allowed.

Every function that reads raises `Refused`: malformed for what is not of its shape, impossible for what no deal can be.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.engine import shape
from scorekeeper.engine.cards import MELD_RANKS, RED_THREE, SEQUENCE, SUIT_NAMES, SUITS, WILD
from scorekeeper.engine.deal import Charge, Counted, Deal, Meld, Out, Player, Side
from scorekeeper.engine.pack import check_makable, check_pack
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.shape import Json, at

MOST = shape.MOST
NAME_LENGTH = shape.NAME_LENGTH

OUT_KEYS = ("concealed", "own_canasta", "took_pile", "first_pile", "without_bonus")
#: Of the red threes in hand, those of players who had had a turn when somebody went out in the first round.
AFTER_TURN = "red_threes_after_turn"
DEAL_KEYS = ("rules", "format", "options", "deal", "sides", "cards_left", "first_round_out")
MELD_KEYS = ("rank", "naturals", "jokers", "twos", "cards", "suit")
RULING_KEYS = ("points", "article", "count")
#: What may have become of a second hand that a side shares.
POZZETTO = ("played", "taken", "none")
#: What sides and members without a name are called, in their order.
LETTERS = "ABC"


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys that objects of a deal may have in one game."""

    side: tuple[str, ...]
    team: tuple[str, ...]
    member: tuple[str, ...]
    counted: tuple[str, ...]
    out: tuple[str, ...]


@lru_cache(maxsize=256)
def keys_of(rules: RuleSet) -> Keys:
    """The keys that a game knows; any other is malformed."""
    threes = (*(("red_threes", AFTER_TURN) if "red" in rules.threes_of else ()),)
    threes += ("black_threes",) if "black" in rules.threes_of else ()
    second = {"none": (), "player": ("feet", "feet_not_begun"), "side": ("pozzetto",)}[rules.second_hand.of]
    more = (*second, *(bonus.fact for bonus in rules.deal_bonuses))
    more += ("special_hand",) if rules.special_hands else ()
    more += ("held",) if rules.held else ()
    shared = ("melds", "counted", "hand_points", "out", "rulings", *more)
    fined = ("unfinished",) if any(row.counted for row in rules.unfinished) else ()
    return Keys(
        side=("name", "score", *threes, "hands", *shared),
        team=("members", *shared),
        member=("name", "score", *threes, "hand"),
        counted=("points", *rules.classes, "canastas", *fined, "melded"),
        out=OUT_KEYS if rules.going_out.unpaid else OUT_KEYS[:-1],
    )


def read_deal(source: object, rules: RuleSet, *, recorded: bool = False) -> Deal:
    """Read a deal as the contract writes it. Raises `Refused` where it is malformed or impossible.

    `recorded`: it was taken before, by this program or an earlier one that looked less closely.
    """
    deal = shape.mapping(source, "", DEAL_KEYS)
    read_side = _team if rules.table.alliances else _side
    listed = shape.listed(shape.required(deal, "sides", ""), "sides")
    names = iter(LETTERS)
    sides = tuple(read_side(side, f"sides[{place}]", names, rules) for place, side in enumerate(listed))
    _check_sides(sides, rules)
    result = Deal(
        sides,
        shape.maybe_count(deal, "cards_left", ""),
        shape.flag(deal, "first_round_out", ""),
        shape.whole(deal.get("deal", 1), "deal", 1, shape.MOST),
    )
    _check_out(result, rules)
    _check_after_turn(result, rules)
    check_pack(result, rules)
    if not recorded:
        check_makable(result, rules)
    return result


def read_meld(source: object, where: str, rules: RuleSet) -> Meld:
    """Read one meld; whether it is legal is not asked here."""
    meld = shape.mapping(source, where, MELD_KEYS)
    rank = shape.choice(shape.required(meld, "rank", where), at(where, "rank"), MELD_RANKS)
    jokers, twos = shape.cards(meld, "jokers", where), shape.cards(meld, "twos", where)
    if rank == SEQUENCE:
        return _sequence(meld, where, rules, jokers=jokers, twos=twos)
    for key in ("cards", "suit"):
        if meld.get(key) is not None:
            raise malformed("only_in_sequence", at(where, key), meld[key])
    naturals = shape.cards(meld, "naturals", where)
    if rank == WILD and naturals:
        raise malformed("no_naturals_in_wild_meld", at(where, "naturals"), naturals, [0])
    return Meld(rank, naturals, jokers, twos)


def read_melds(source: object, where: str, rules: RuleSet) -> tuple[Meld, ...]:
    """Read a list of melds."""
    return tuple(read_meld(meld, f"{where}[{place}]", rules) for place, meld in enumerate(shape.listed(source, where)))


def read_points(source: Json, key: str, where: str) -> int:
    """A signed whole number of points, 0 when absent."""
    return shape.points(source, key, where)


def read_count(source: Json, key: str, where: str) -> int:
    """A whole number from 0, 0 when absent."""
    return shape.count(source, key, where)


def read_mapping(source: object, where: str, allowed: Sequence[str]) -> Json:
    """An object with no key but the allowed ones."""
    return shape.mapping(source, where, allowed)


def read_flag(source: Json, key: str, where: str) -> bool:
    """A true or false, false when absent."""
    return shape.flag(source, key, where)


def _sequence(meld: Json, where: str, rules: RuleSet, *, jokers: int, twos: int) -> Meld:
    place = at(where, "cards")
    cards = shape.listed(shape.required(meld, "cards", where), place)
    order = tuple(dict.fromkeys(rules.meld_of[SEQUENCE].ranks))
    ranks = tuple(shape.choice(card, f"{place}[{number}]", order) for number, card in enumerate(cards))
    naturals = shape.cards(meld, "naturals", where, default=len(ranks))
    if naturals != len(ranks):
        raise malformed("naturals_are_the_cards", at(where, "naturals"), naturals, [len(ranks)])
    suit = meld.get("suit")
    if suit is not None:
        known = SUIT_NAMES.get(suit.lower()) if isinstance(suit, str) else None
        suit = shape.choice(known or suit, at(where, "suit"), SUITS)
    return Meld(SEQUENCE, naturals, jokers, twos, ranks, suit)


def _side(source: object, where: str, names: Iterator[str], rules: RuleSet) -> Side:
    side = shape.mapping(source, where, keys_of(rules).side)
    most = rules.table.hands
    hands = _hands(side.get("hands"), at(where, "hands"), most, rules)
    feet = _hands(side.get("feet"), at(where, "feet"), most, rules)
    player = _player(side, where, names, sum(hand.get(RED_THREE, 0) for hand in (*hands, *feet)))
    return _with_melds(side, where, rules, players=(player,), hands=hands, feet=feet)


def _team(source: object, where: str, names: Iterator[str], rules: RuleSet) -> Side:
    side = shape.mapping(source, where, keys_of(rules).team)
    listed = shape.listed(shape.required(side, "members", where), at(where, "members"))
    if not 1 <= len(listed) <= rules.table.players - 1:
        raise malformed("wrong_number", at(where, "members"), len(listed), range(1, rules.table.players))
    members = [_member(member, f"{where}.members[{number}]", names, rules) for number, member in enumerate(listed)]
    players, hands = zip(*members, strict=True)
    return _with_melds(side, where, rules, players=players, hands=hands)


def _member(source: object, where: str, names: Iterator[str], rules: RuleSet) -> tuple[Player, Mapping[str, int]]:
    member = shape.mapping(source, where, keys_of(rules).member)
    hand = _hand(member.get("hand", {}), at(where, "hand"), rules)
    return _player(member, where, names, hand.get(RED_THREE, 0)), hand


def _player(source: Json, where: str, names: Iterator[str], in_hand: int) -> Player:
    return Player(
        name=_name(source, where, names),
        score=shape.points(source, "score", where),
        red_threes=shape.cards(source, "red_threes", where),
        black_threes=shape.cards(source, "black_threes", where),
        red_threes_in_hand=in_hand,
        red_threes_after_turn=shape.whole(source.get(AFTER_TURN, 0), at(where, AFTER_TURN), 0, in_hand),
    )


def _name(source: Json, where: str, names: Iterator[str]) -> str:
    """The name given, or the letter of this scorer; letters are used up by named ones, too."""
    letter = next(names, LETTERS[-1])
    return shape.name(source.get("name", letter), at(where, "name"))


def _with_melds(
    side: Json,
    where: str,
    rules: RuleSet,
    *,
    players: tuple[Player, ...],
    hands: tuple[Mapping[str, int], ...],
    feet: tuple[Mapping[str, int], ...] = (),
) -> Side:
    listed = side.get("hands") or any(kind != RED_THREE for hand in hands for kind in hand)  # a red three has an owner
    given = (("counted", "melds", side.get("melds")), ("hand_points", "hands", listed), ("hand_points", "feet", feet))
    for other, one, there in (*given, ("feet_not_begun", "feet", feet)):
        if there and side.get(other) is not None:
            raise malformed("one_or_the_other", at(where, other), other, [one])
    for key in ("held", "feet_not_begun"):
        if side.get(key) and side.get("hand_points") is None:  # cards that are listed are seen
            raise malformed("only_beside", at(where, key), side[key], ["hand_points"])
    hands_of_side = range(rules.table.hands + 1)
    special = [row.key for row in rules.special_hands if row.played]
    return Side(
        players=players,
        melds=read_melds(side.get("melds", []), at(where, "melds"), rules),
        counted=shape.optional(side, "counted", where, lambda source, place: _counted(source, place, rules)),
        hands=hands,
        hand_points=shape.maybe_count(side, "hand_points", where),
        out=shape.optional(side, "out", where, lambda source, place: _out(source, place, rules)),
        rulings=_rulings(side.get("rulings", []), at(where, "rulings")),
        held=_held(side.get("held"), at(where, "held"), rules),
        feet=feet,
        feet_not_begun=shape.whole(side.get("feet_not_begun", 0), at(where, "feet_not_begun"), 0, hands_of_side[-1]),
        pozzetto=shape.choice(side.get("pozzetto", "played"), at(where, "pozzetto"), POZZETTO),  # type: ignore[arg-type]
        special_hand=shape.optional(side, "special_hand", where, lambda key, place: shape.choice(key, place, special)),
        facts={
            bonus.fact: shape.whole(side.get(bonus.fact, 0), at(where, bonus.fact), 0, hands_of_side[-1])
            for bonus in rules.deal_bonuses
        },
    )


def _held(source: object, where: str, rules: RuleSet) -> dict[str, int]:
    held = shape.mapping({} if source is None else source, where, tuple(row.rank for row in rules.held))
    return {rank: shape.whole(held[rank], at(where, rank), 0, rules.table.hands) for rank in held}


def _counted(source: object, where: str, rules: RuleSet) -> Counted:
    counted = shape.mapping(source, where, keys_of(rules).counted)
    classes = {name: shape.cards(counted, name, where) for name in rules.classes if counted.get(name) is not None}
    if counted.get("points") is not None and classes:
        raise malformed("one_or_the_other", at(where, "points"), "points", list(classes))
    place, spot = at(where, "canastas"), at(where, "unfinished")
    kinds = shape.mapping(counted.get("canastas", {}), place, tuple(rules.canasta_kinds))
    fined = shape.mapping(counted.get("unfinished", {}), spot, tuple(r.key for r in rules.unfinished if r.counted))
    return Counted(
        points=shape.maybe_count(counted, "points", where),
        classes=classes,
        canastas={kind: shape.count(kinds, kind, place) for kind in kinds},
        unfinished={key: shape.count(fined, key, spot) for key in fined},
        melded=shape.flag(counted, "melded", where),
    )


def _out(source: object, where: str, rules: RuleSet) -> Out:
    out = shape.mapping(source, where, keys_of(rules).out)
    first = shape.flag(out, "first_pile", where)
    took = shape.flag(out, "took_pile", where, default=first)
    if first and not took:
        raise malformed("contradicts", at(where, "first_pile"), first, [at(where, "took_pile")])
    return Out(
        concealed=shape.flag(out, "concealed", where),
        own_canasta=shape.flag(out, "own_canasta", where, default=True),
        took_pile=took,
        first_pile=first,
        without_bonus=shape.flag(out, "without_bonus", where),
    )


def _rulings(source: object, where: str) -> tuple[Charge, ...]:
    return tuple(_charge(charge, f"{where}[{place}]") for place, charge in enumerate(shape.listed(source, where)))


def _charge(source: object, where: str) -> Charge:
    charge = shape.mapping(source, where, RULING_KEYS)
    shape.required(charge, "points", where)
    article = charge.get("article")
    if article is not None and not isinstance(article, str):
        raise malformed("not_text", at(where, "article"), article)
    return Charge(shape.points(charge, "points", where), article, shape.maybe_count(charge, "count", where))


def _hands(source: object, where: str, most: int, rules: RuleSet) -> tuple[Mapping[str, int], ...]:
    listed = shape.listed([] if source is None else source, where)
    if len(listed) > most:
        raise malformed("wrong_number", where, len(listed), range(most + 1))
    return tuple(_hand(hand, f"{where}[{place}]", rules) for place, hand in enumerate(listed))


def _hand(source: object, where: str, rules: RuleSet) -> dict[str, int]:
    hand = shape.mapping(source, where, rules.kinds)
    counts = {kind: shape.cards(hand, kind, where) for kind in hand}
    return {kind: count for kind, count in counts.items() if count}


def _check_sides(sides: Sequence[Side], rules: RuleSet) -> None:
    """One side alone, or as many as the format has; in the cutthroat game one against two, or three alone."""
    sizes = [len(side.players) for side in sides]
    table = rules.table
    allowed = [[1], [2], [1, 2], [1, 1, 1]] if table.alliances else [[1], [1] * table.sides]
    counts = sorted({len(way) for way in allowed})
    if len(sizes) not in counts:
        raise malformed("wrong_number", "sides", len(sizes), counts)
    if sorted(sizes) not in allowed:
        place, room = _misfit(sizes, table.players)
        raise malformed("wrong_number", f"sides[{place}].members", sizes[place], [room])
    seen: set[str] = set()
    for place, side in enumerate(sides):
        for number, player in enumerate(side.players):
            if player.name in seen:
                where = f"sides[{place}].members[{number}].name" if table.alliances else f"sides[{place}].name"
                raise malformed("name_twice", where, player.name)
            seen.add(player.name)


def _misfit(sizes: Sequence[int], players: int) -> tuple[int, int]:
    """The first side with more members than the others leave room for, or the last one, which has too few; and how
    many there is room for."""
    rooms = [players - sum(sizes[:place]) - len(sizes[place + 1 :]) for place in range(len(sizes))]
    crowded = (place for place, room in enumerate(rooms) if sizes[place] > room)
    place = next(crowded, len(sizes) - 1)
    return place, rooms[place]


def _check_out(deal: Deal, rules: RuleSet) -> None:
    """One side at most goes out, with a hand that is empty; a special hand is its side's going out. What was not begun
    of second hands makes going out irregular, never impossible."""
    out = [place for place, side in enumerate(deal.sides) if side.went_out]
    if len(out) > 1:
        key = "out" if deal.sides[out[1]].special_hand is None else "special_hand"
        raise impossible("two_sides_out", f"sides[{out[1]}].{key}", len(out), [1])
    for place in out:
        side = deal.sides[place]
        players = len(side.players) if rules.table.alliances else rules.table.hands
        all_held = len(side.hands) == players and all(side.hands)
        in_points = players == 1 and side.hand_points and not side.feet_not_begun
        if side.pozzetto != "taken" and (all_held or in_points):
            held = "hand_points" if side.hand_points else "members" if rules.table.alliances else "hands"
            raise impossible("out_with_cards_in_every_hand", f"sides[{place}].{held}")


def _check_after_turn(deal: Deal, rules: RuleSet) -> None:
    """Who had had a turn matters only where somebody went out in the very first round."""
    for place, side in enumerate(deal.sides):
        for number, player in enumerate(side.players):
            if player.red_threes_after_turn and not deal.first_round_out:
                whose = f"sides[{place}].members[{number}]" if rules.table.alliances else f"sides[{place}]"
                raise malformed("contradicts", at(whose, AFTER_TURN), player.red_threes_after_turn, ["first_round_out"])
