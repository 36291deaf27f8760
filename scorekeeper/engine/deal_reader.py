"""From the contract's JSON to a `Deal`, strictly: every mistake names its place, what was found and what is allowed.

Every function that reads raises `Refused`: malformed for what is not of its shape, impossible for what no deal can be.
"""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.engine import shape
from scorekeeper.engine.cards import ASCENDING, CLASSES, KINDS, MELD_RANKS, RED_THREE, SEQUENCE, SUIT_NAMES, SUITS, WILD
from scorekeeper.engine.deal import Charge, Counted, Deal, Meld, Out, Player, Side
from scorekeeper.engine.melds import CANASTA_KINDS
from scorekeeper.engine.pack import check_makable, check_pack
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.shape import Json, at

MOST = shape.MOST
NAME_LENGTH = shape.NAME_LENGTH

#: Of the red threes in hand, those of players who had had a turn when somebody went out in the first round.
AFTER_TURN = "red_threes_after_turn"
DEAL_KEYS = ("rules", "format", "options", "sides", "cards_left", "first_round_out")
SIDE_KEYS = ("name", "score", "melds", "counted", "red_threes", "hands", "hand_points", "out", "rulings", AFTER_TURN)
TEAM_KEYS = ("members", "melds", "counted", "hand_points", "out", "rulings")
MEMBER_KEYS = ("name", "score", "red_threes", "hand", AFTER_TURN)
MELD_KEYS = ("rank", "naturals", "jokers", "twos", "cards", "suit")
COUNTED_KEYS = ("points", *CLASSES, "canastas", "melded")
OUT_KEYS = ("concealed", "own_canasta", "took_pile", "first_pile")
RULING_KEYS = ("points", "article", "count")
#: What sides and members without a name are called, in their order.
LETTERS = "ABC"


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
    result = Deal(sides, shape.maybe_count(deal, "cards_left", ""), shape.flag(deal, "first_round_out", ""))
    _check_out(result, rules)
    _check_after_turn(result, rules)
    check_pack(result, rules)
    if not recorded:
        check_makable(result, rules)
    return result


def read_meld(source: object, where: str) -> Meld:
    """Read one meld; whether it is legal is not asked here."""
    meld = shape.mapping(source, where, MELD_KEYS)
    rank = shape.choice(shape.required(meld, "rank", where), at(where, "rank"), MELD_RANKS)
    jokers, twos = shape.cards(meld, "jokers", where), shape.cards(meld, "twos", where)
    if rank == SEQUENCE:
        return _sequence(meld, where, jokers=jokers, twos=twos)
    for key in ("cards", "suit"):
        if meld.get(key) is not None:
            raise malformed("only_in_sequence", at(where, key), meld[key])
    naturals = shape.cards(meld, "naturals", where)
    if rank == WILD and naturals:
        raise malformed("no_naturals_in_wild_meld", at(where, "naturals"), naturals, [0])
    return Meld(rank, naturals, jokers, twos)


def read_melds(source: object, where: str) -> tuple[Meld, ...]:
    """Read a list of melds."""
    return tuple(read_meld(meld, f"{where}[{place}]") for place, meld in enumerate(shape.listed(source, where)))


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


def _sequence(meld: Json, where: str, *, jokers: int, twos: int) -> Meld:
    place = at(where, "cards")
    cards = shape.listed(shape.required(meld, "cards", where), place)
    ranks = tuple(shape.choice(card, f"{place}[{number}]", ASCENDING) for number, card in enumerate(cards))
    naturals = shape.cards(meld, "naturals", where, default=len(ranks))
    if naturals != len(ranks):
        raise malformed("naturals_are_the_cards", at(where, "naturals"), naturals, [len(ranks)])
    suit = meld.get("suit")
    if suit is not None:
        known = SUIT_NAMES.get(suit.lower()) if isinstance(suit, str) else None
        suit = shape.choice(known or suit, at(where, "suit"), SUITS)
    return Meld(SEQUENCE, naturals, jokers, twos, ranks, suit)


def _side(source: object, where: str, names: Iterator[str], rules: RuleSet) -> Side:
    side = shape.mapping(source, where, SIDE_KEYS)
    hands = _hands(side.get("hands"), at(where, "hands"), rules.table.hands)
    in_hand = sum(hand.get(RED_THREE, 0) for hand in hands)
    player = Player(
        name=_name(side, where, names),
        score=read_points(side, "score", where),
        red_threes=shape.cards(side, "red_threes", where),
        red_threes_in_hand=in_hand,
        red_threes_after_turn=shape.whole(side.get(AFTER_TURN, 0), at(where, AFTER_TURN), 0, in_hand),
    )
    return _with_melds(side, where, players=(player,), hands=hands)


def _team(source: object, where: str, names: Iterator[str], rules: RuleSet) -> Side:
    side = shape.mapping(source, where, TEAM_KEYS)
    listed = shape.listed(shape.required(side, "members", where), at(where, "members"))
    if not 1 <= len(listed) <= rules.table.players - 1:
        raise malformed("wrong_number", at(where, "members"), len(listed), range(1, rules.table.players))
    members = [_member(member, f"{where}.members[{number}]", names) for number, member in enumerate(listed)]
    players, hands = zip(*members, strict=True)
    return _with_melds(side, where, players=players, hands=hands)


def _member(source: object, where: str, names: Iterator[str]) -> tuple[Player, Mapping[str, int]]:
    member = shape.mapping(source, where, MEMBER_KEYS)
    hand = _hand(member.get("hand", {}), at(where, "hand"))
    name = _name(member, where, names)
    laid = shape.cards(member, "red_threes", where)
    in_hand = hand.get(RED_THREE, 0)
    after = shape.whole(member.get(AFTER_TURN, 0), at(where, AFTER_TURN), 0, in_hand)
    return Player(name, read_points(member, "score", where), laid, in_hand, after), hand


def _name(source: Json, where: str, names: Iterator[str]) -> str:
    """The name given, or the letter of this scorer; letters are used up by named ones, too."""
    letter = next(names, LETTERS[-1])
    return shape.name(source.get("name", letter), at(where, "name"))


def _with_melds(side: Json, where: str, *, players: tuple[Player, ...], hands: tuple[Mapping[str, int], ...]) -> Side:
    listed = side.get("hands") or any(kind != RED_THREE for hand in hands for kind in hand)  # a red three has an owner
    given = {"counted": ("melds", side.get("melds")), "hand_points": ("hands", listed)}
    for other, (one, there) in given.items():
        if there and side.get(other) is not None:
            raise malformed("one_or_the_other", at(where, other), other, [one])
    return Side(
        players=players,
        melds=read_melds(side.get("melds", []), at(where, "melds")),
        counted=shape.optional(side, "counted", where, _counted),
        hands=hands,
        hand_points=shape.maybe_count(side, "hand_points", where),
        out=shape.optional(side, "out", where, _out),
        rulings=_rulings(side.get("rulings", []), at(where, "rulings")),
    )


def _counted(source: object, where: str) -> Counted:
    counted = shape.mapping(source, where, COUNTED_KEYS)
    classes = {name: shape.cards(counted, name, where) for name in CLASSES if counted.get(name) is not None}
    if counted.get("points") is not None and classes:
        raise malformed("one_or_the_other", at(where, "points"), "points", list(classes))
    place = at(where, "canastas")
    kinds = shape.mapping(counted.get("canastas", {}), place, CANASTA_KINDS)
    return Counted(
        points=shape.maybe_count(counted, "points", where),
        classes=classes,
        canastas={kind: shape.count(kinds, kind, place) for kind in kinds},
        melded=shape.flag(counted, "melded", where),
    )


def _out(source: object, where: str) -> Out:
    out = shape.mapping(source, where, OUT_KEYS)
    first = shape.flag(out, "first_pile", where)
    took = shape.flag(out, "took_pile", where, default=first)
    if first and not took:
        raise malformed("contradicts", at(where, "first_pile"), first, [at(where, "took_pile")])
    return Out(
        concealed=shape.flag(out, "concealed", where),
        own_canasta=shape.flag(out, "own_canasta", where, default=True),
        took_pile=took,
        first_pile=first,
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


def _hands(source: object, where: str, most: int) -> tuple[Mapping[str, int], ...]:
    listed = shape.listed([] if source is None else source, where)
    if len(listed) > most:
        raise malformed("wrong_number", where, len(listed), range(most + 1))
    return tuple(_hand(hand, f"{where}[{place}]") for place, hand in enumerate(listed))


def _hand(source: object, where: str) -> dict[str, int]:
    hand = shape.mapping(source, where, KINDS)
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
    out = [place for place, side in enumerate(deal.sides) if side.out is not None]
    if len(out) > 1:
        raise impossible("two_sides_out", f"sides[{out[1]}].out", len(out), [1])
    for place in out:
        side = deal.sides[place]
        players = len(side.players) if rules.table.alliances else rules.table.hands
        all_held = len(side.hands) == players and all(side.hands)
        if all_held or (players == 1 and side.hand_points):
            held = "hand_points" if side.hand_points else "members" if rules.table.alliances else "hands"
            raise impossible("out_with_cards_in_every_hand", f"sides[{place}].{held}")


def _check_after_turn(deal: Deal, rules: RuleSet) -> None:
    """Who had had a turn matters only where somebody went out in the very first round."""
    for place, side in enumerate(deal.sides):
        for number, player in enumerate(side.players):
            if player.red_threes_after_turn and not deal.first_round_out:
                whose = f"sides[{place}].members[{number}]" if rules.table.alliances else f"sides[{place}]"
                raise malformed("contradicts", at(whose, AFTER_TURN), player.red_threes_after_turn, ["first_round_out"])
