"""From the contract's JSON to a `Deal`, strictly: every mistake names its place, what was found and what is allowed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.engine.cards import (
    ASCENDING,
    CLASSES,
    KINDS,
    MELD_RANKS,
    RED_THREE,
    SEQUENCE,
    SUITS,
    WILD,
)
from scorekeeper.engine.deal import Charge, Counted, Deal, Meld, Out, Player, Side
from scorekeeper.engine.melds import CANASTA_KINDS
from scorekeeper.engine.pack import check_pack
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.engine.rules import RuleSet

#: Beyond every score and count that can occur; keeps absurd numbers out of sums and pages.
MOST = 1_000_000
NAME_LENGTH = 60

DEAL_KEYS = ("rules", "format", "options", "sides", "cards_left", "first_round_out")
SIDE_KEYS = ("name", "score", "melds", "counted", "red_threes", "hands", "hand_points", "out", "rulings")
TEAM_KEYS = ("members", "melds", "counted", "hand_points", "out", "rulings")
MEMBER_KEYS = ("name", "score", "red_threes", "hand")
MELD_KEYS = ("rank", "naturals", "jokers", "twos", "cards", "suit")
COUNTED_KEYS = ("points", *CLASSES, "canastas", "melded")
OUT_KEYS = ("concealed", "own_canasta", "took_pile", "first_pile")
RULING_KEYS = ("points", "article")

Json = Mapping[str, Any]


def read_deal(source: object, rules: RuleSet) -> Deal:
    """Read a deal as the contract writes it. Raises `Refused` where it is malformed or impossible."""
    deal = _mapping(source, "", DEAL_KEYS)
    read_side = _team if rules.table.alliances else _side
    listed = _list(_required(deal, "sides", ""), "sides")
    sides = tuple(read_side(side, f"sides[{place}]", place, rules) for place, side in enumerate(listed))
    _check_sides(sides, rules)
    cards_left = None if deal.get("cards_left") is None else _count(deal, "cards_left", "", most=rules.pack.size)
    result = Deal(sides, cards_left, _flag(deal, "first_round_out", "", default=False))
    _check_out(result, rules)
    check_pack(result, rules)
    return result


def read_meld(source: object, where: str) -> Meld:
    """Read one meld; whether it is legal is not asked here."""
    meld = _mapping(source, where, MELD_KEYS)
    rank = _choice(_required(meld, "rank", where), _at(where, "rank"), MELD_RANKS)
    wilds = {key: _count(meld, key, where) for key in ("jokers", "twos")}
    if rank == SEQUENCE:
        return _sequence(meld, where, **wilds)
    for key in ("cards", "suit"):
        if meld.get(key) is not None:
            raise malformed("only_in_sequence", _at(where, key), meld[key])
    naturals = _count(meld, "naturals", where)
    if rank == WILD and naturals:
        raise malformed("no_naturals_in_wild_meld", _at(where, "naturals"), naturals, [0])
    return Meld(rank, naturals, **wilds)


def read_melds(source: object, where: str) -> tuple[Meld, ...]:
    """Read a list of melds."""
    return tuple(read_meld(meld, f"{where}[{place}]") for place, meld in enumerate(_list(source, where)))


def read_points(source: Json, key: str, where: str) -> int:
    """A signed whole number of points, 0 when absent."""
    return _whole(source.get(key, 0), _at(where, key), -MOST, MOST)


def read_count(source: Json, key: str, where: str) -> int:
    """A whole number from 0, 0 when absent."""
    return _count(source, key, where)


def read_mapping(source: object, where: str, allowed: Sequence[str]) -> Json:
    """An object with no key but the allowed ones."""
    return _mapping(source, where, allowed)


def read_flag(source: Json, key: str, where: str) -> bool:
    """A true or false, false when absent."""
    return _flag(source, key, where, default=False)


def _sequence(meld: Json, where: str, *, jokers: int, twos: int) -> Meld:
    place = _at(where, "cards")
    cards = _list(_required(meld, "cards", where), place)
    ranks = tuple(_choice(card, f"{place}[{at}]", ASCENDING) for at, card in enumerate(cards))
    naturals = _count(meld, "naturals", where, default=len(ranks))
    if naturals != len(ranks):
        raise malformed("naturals_are_the_cards", _at(where, "naturals"), naturals, [len(ranks)])
    suit = meld.get("suit")
    if suit is not None:
        _choice(suit, _at(where, "suit"), SUITS)
    return Meld(SEQUENCE, naturals, jokers, twos, ranks, suit)


def _side(source: object, where: str, place: int, rules: RuleSet) -> Side:
    side = _mapping(source, where, SIDE_KEYS)
    hands = _hands(side.get("hands"), _at(where, "hands"), rules.table.hands)
    player = Player(
        name=_name(side.get("name", "ABC"[place % 3]), _at(where, "name")),
        score=read_points(side, "score", where),
        red_threes=_count(side, "red_threes", where),
        red_threes_in_hand=sum(hand.get(RED_THREE, 0) for hand in hands),
    )
    return _with_melds(side, where, players=(player,), hands=hands)


def _team(source: object, where: str, place: int, rules: RuleSet) -> Side:
    side = _mapping(source, where, TEAM_KEYS)
    listed = _list(_required(side, "members", where), _at(where, "members"))
    if not 1 <= len(listed) <= rules.table.players - 1:
        raise malformed("wrong_number", _at(where, "members"), len(listed), range(1, rules.table.players))
    members = [_member(member, f"{where}.members[{at}]") for at, member in enumerate(listed)]
    players, hands = zip(*members, strict=True)
    return _with_melds(side, where, players=players, hands=hands)


def _member(source: object, where: str) -> tuple[Player, Mapping[str, int]]:
    member = _mapping(source, where, MEMBER_KEYS)
    hand = _hand(member.get("hand", {}), _at(where, "hand"))
    name = _name(_required(member, "name", where), _at(where, "name"))
    laid = _count(member, "red_threes", where)
    return Player(name, read_points(member, "score", where), laid, hand.get(RED_THREE, 0)), hand


def _with_melds(side: Json, where: str, *, players: tuple[Player, ...], hands: tuple[Mapping[str, int], ...]) -> Side:
    for one, other in (("melds", "counted"), ("hands", "hand_points")):
        if side.get(one) and side.get(other) is not None:
            raise malformed("one_or_the_other", _at(where, other), other, [one])
    held = side.get("hand_points") is not None
    return Side(
        players=players,
        melds=read_melds(side.get("melds", []), _at(where, "melds")),
        counted=_optional(side, "counted", where, _counted),
        hands=hands,
        hand_points=_count(side, "hand_points", where) if held else None,
        out=_optional(side, "out", where, _out),
        rulings=_rulings(side.get("rulings", []), _at(where, "rulings")),
    )


def _counted(source: object, where: str) -> Counted:
    counted = _mapping(source, where, COUNTED_KEYS)
    classes = {name: _count(counted, name, where) for name in CLASSES if counted.get(name) is not None}
    if counted.get("points") is not None and classes:
        raise malformed("one_or_the_other", _at(where, "points"), "points", list(classes))
    place = _at(where, "canastas")
    kinds = _mapping(counted.get("canastas", {}), place, CANASTA_KINDS)
    return Counted(
        points=_count(counted, "points", where) if counted.get("points") is not None else None,
        classes=classes,
        canastas={kind: _count(kinds, kind, place) for kind in kinds},
        melded=_flag(counted, "melded", where, default=False),
    )


def _out(source: object, where: str) -> Out:
    out = _mapping(source, where, OUT_KEYS)
    first = _flag(out, "first_pile", where, default=False)
    took = _flag(out, "took_pile", where, default=first)
    return Out(
        concealed=_flag(out, "concealed", where, default=False),
        own_canasta=_flag(out, "own_canasta", where, default=True),
        took_pile=took,
        first_pile=first and took,
    )


def _rulings(source: object, where: str) -> tuple[Charge, ...]:
    return tuple(_charge(charge, f"{where}[{place}]") for place, charge in enumerate(_list(source, where)))


def _charge(source: object, where: str) -> Charge:
    charge = _mapping(source, where, RULING_KEYS)
    points = _whole(_required(charge, "points", where), _at(where, "points"), -MOST, MOST)
    article = charge.get("article")
    if article is not None and not isinstance(article, str):
        raise malformed("not_text", _at(where, "article"), article)
    return Charge(points, article)


def _hands(source: object, where: str, most: int) -> tuple[Mapping[str, int], ...]:
    listed = _list([] if source is None else source, where)
    if len(listed) > most:
        raise malformed("wrong_number", where, len(listed), range(most + 1))
    return tuple(_hand(hand, f"{where}[{place}]") for place, hand in enumerate(listed))


def _hand(source: object, where: str) -> dict[str, int]:
    hand = _mapping(source, where, KINDS)
    counts = {kind: _count(hand, kind, where) for kind in hand}
    return {kind: count for kind, count in counts.items() if count}


def _check_sides(sides: Sequence[Side], rules: RuleSet) -> None:
    """One side alone, or as many as the format has; in the cutthroat game one against two, or three alone."""
    sizes = sorted(len(side.players) for side in sides)
    table = rules.table
    allowed = [[1], [2], [1, 2], [1, 1, 1]] if table.alliances else [[1], [1] * table.sides]
    if sizes not in allowed:
        raise malformed("wrong_number", "sides", len(sides), sorted({len(way) for way in allowed}))
    seen: set[str] = set()
    for place, side in enumerate(sides):
        for at, player in enumerate(side.players):
            if player.name in seen:
                where = f"sides[{place}].members[{at}].name" if table.alliances else f"sides[{place}].name"
                raise malformed("name_twice", where, player.name)
            seen.add(player.name)


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


def _at(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _optional(source: Json, key: str, where: str, read: Callable[[object, str], Any]) -> Any:
    value = source.get(key)
    return None if value is None else read(value, _at(where, key))


def _required(source: Json, key: str, where: str) -> Any:
    if key not in source:
        raise malformed("missing", _at(where, key))
    return source[key]


def _mapping(source: object, where: str, allowed: Sequence[str]) -> Json:
    if not isinstance(source, Mapping):
        raise malformed("not_an_object", where, source)
    for key in source:
        if key not in allowed:
            raise malformed("unknown_key", _at(where, str(key)), key, allowed)
    return source


def _list(source: object, where: str) -> Sequence[Any]:
    if not isinstance(source, list | tuple):
        raise malformed("not_a_list", where, source)
    return source


def _choice(value: Any, where: str, allowed: Iterable[str]) -> str:
    if not isinstance(value, str) or value not in tuple(allowed):
        raise malformed("not_one_of", where, value, allowed)
    return value


def _count(source: Json, key: str, where: str, *, default: int = 0, most: int = MOST) -> int:
    return _whole(source.get(key, default), _at(where, key), 0, most)


def _whole(value: Any, where: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise malformed("not_a_whole_number", where, value)
    if not least <= value <= most:
        raise malformed("out_of_range", where, value, (least, most))
    return value


def _flag(source: Json, key: str, where: str, *, default: bool) -> bool:
    value = source.get(key, default)
    if not isinstance(value, bool):
        raise malformed("not_true_or_false", _at(where, key), value, (True, False))
    return value


def _name(value: Any, where: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise malformed("not_text", where, value)
    if len(value) > NAME_LENGTH:
        raise malformed("too_long", where, value, (1, NAME_LENGTH))
    return value
