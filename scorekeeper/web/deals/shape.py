"""The shape of a deal's entry: what the rules of the match ask for, and the teams of a deal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from scorekeeper.engine.cards import RANKS, RED_THREE, SEQUENCE, THREE, WILD
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.web.board.views import SIDES

Fields = Mapping[str, str]

#: For each way of entering melds, the modes of entering cards in hand: card by card for the whole side ("side") or for
#: each player ("players"), as counts of classes of cards ("classes"), or as points ("points").
HAND_MODES = {
    "cards": ("side", "players", "points"),
    "counts": ("classes", "players", "points"),
    "totals": ("points", "side", "players"),
}
NONE = "none"
FACTS = ("concealed", "partner_canasta", "took_pile", "first_pile", "without_bonus")
#: The end of the field name for an ace at the low end of a sequence, in games where an ace may lie at either end.
LOW = "low"
#: More cards of a kind than a deal can have.
MANY = 99
#: The two rows of chips for points in hand, as multiples of the cost of the cheapest card. If that is 5, the rows are
#: 0, 20, … 180 and 0, 5, 10, 15.
LEFT, BESIDE_LEFT = range(0, 40, 4), range(4)
#: The wild cards that may take the place of a card of a sequence.
STANDS_FOR = TWO, JOKER = "2", "joker"
YES = "yes"


class Team(Struct):
    """The players who meld together in a deal: a side, or in the cutthroat game one or two players.

    `scorers` has the index of the side, or of each player, among the scorers of the match. `number` is the first of
    these; names of the team's fields begin with it: "s0-…". `way` is how melds are entered, and `mode` how cards in
    hand are entered. `modes` are all modes that can be chosen, the usual one first.

    `hands` is the number of hands to enter for each scorer. `feet` is the number of second hands that may be entered
    card by card. `out`: one of the scorers went out.
    """

    number: int
    scorers: tuple[int, ...]
    way: str
    mode: str
    modes: tuple[str, ...]
    hands: int
    feet: int
    out: bool

    @property
    def key(self) -> str:
        """The letter that stands for the team in colours and marks."""
        return SIDES[self.number]

    @property
    def by_card(self) -> bool:
        """Return whether the cards left in hands are entered card by card."""
        return self.mode in ("side", "players")

    @property
    def allied(self) -> bool:
        """Return whether several scorers play together."""
        return len(self.scorers) > 1


class FieldAsk(Struct):
    """A field that a game has for each side in addition to melds and hands. `key` is the end of its name, and `place`
    its path within the side of a deal. `most` is the highest count that can be entered, 0 for a choice. `fined` fields
    are shown separately."""

    key: str
    place: tuple[str, ...]
    most: int = 0
    fined: bool = False


class Shape(Struct, dict=True):
    """The shape of a deal's entry. With `every_card`, the usual way to enter a hand is card by card, because the club
    counts all cards. `names` are the scorers' names in the cutthroat game, whose deals contain them. In other
    games they are empty, so that all tables of a game share one shape and its cached values."""

    rules: RuleSet
    every_card: bool = False
    names: tuple[str, ...] = ()

    @cached_property
    def alliances(self) -> bool:
        """Return whether the teams are formed in each deal (the cutthroat game)."""
        return self.rules.table.alliances

    @cached_property
    def threes_apart(self) -> bool:
        """Return whether red threes in hand are entered separately, next to the points in hand: in the cutthroat game,
        where each red three counts for one player, and if a red three in hand costs a fine."""
        red = self.rules.threes_of.get("red")
        return self.alliances or (red is not None and isinstance(red.in_hand, int))

    @cached_property
    def left_in_hand(self) -> tuple[list[int], list[int]]:
        """The points of the two rows of chips for points in hand. The chosen chips of both rows are added."""
        least = min(cost for cost in self.rules.in_hand.values() if cost > 0)
        return [least * times for times in LEFT], [least * times for times in BESIDE_LEFT]

    @cached_property
    def hand_modes(self) -> Mapping[str, tuple[str, ...]]:
        """For each way of entering melds, the modes of entering cards in hand, the usual mode first."""
        several = self.rules.table.hands > 1
        offered = {way: [mode for mode in modes if several or mode != "players"] for way, modes in HAND_MODES.items()}
        for way in () if self.every_card else ("cards", "counts"):  # points are quicker to enter than cards
            if way == "counts" or not self.alliances:  # each ally has a hand of their own
                offered[way].sort(key=lambda mode: mode != "points")
        return {way: tuple(modes) for way, modes in offered.items()}

    def hand_groups(self, mode: str) -> Mapping[str, tuple[str, ...]]:
        """The fields of a hand that is entered in this mode, each with the kinds of card that it counts."""
        if mode == "points":
            return {RED_THREE: (RED_THREE,)} if self.threes_apart else {}
        if mode != "classes":
            return self._hand_columns
        return self._hand_classes

    @cached_property
    def _hand_columns(self) -> Mapping[str, tuple[str, ...]]:
        """The columns of a hand that is entered card by card: cards of the same worth share one."""
        rows = [row for row in self.rules.cards if row.kinds != (RED_THREE,)]
        columns = {row.kinds[0] if len(row.kinds) == 1 else row.key: row.kinds for row in rows}
        return {**columns, RED_THREE: (RED_THREE,)} if self.rules.threes else columns

    @cached_property
    def _hand_classes(self) -> Mapping[str, tuple[str, ...]]:
        """The fields of a hand that is counted by classes of equal value. A black three that costs more in hand than
        the other low cards has a field of its own."""
        costs, red = self.rules.in_hand, {RED_THREE: (RED_THREE,)} if self.rules.threes else {}
        classes: dict[str, tuple[str, ...]] = {}
        for name, kinds in self.rules.classes.items():
            alike = tuple(kind for kind in kinds if costs[kind] == costs[kinds[0]])
            classes |= {name: alike, **({THREE: (THREE,)} if THREE not in alike and THREE in kinds else {})}
        return {**classes, **red}

    @cached_property
    def meld_keys(self) -> tuple[str, ...]:
        """The ranks whose melds have a column of their own."""
        threes = (THREE,) if self.rules.meld_of[THREE].played else ()
        return (*RANKS, *threes, *((WILD,) if self.rules.wild_melds else ()))

    @cached_property
    def run(self) -> Mapping[str, str]:
        """The ranks of a sequence from low to high, each by the end of its field's name. The two are the same, except
        for an ace at the low end: {"low": "A", "2": "2", …, "A": "A"}."""
        ranks = self.rules.meld_of[SEQUENCE].ranks
        return {LOW if rank in ranks[at + 1 :] else rank: rank for at, rank in enumerate(ranks)}

    def in_run(self, cards: Sequence[str], twos: int, jokers: int) -> dict[str, str]:
        """The fields of a sequence of these cards, with their values. Its wild cards fill the gaps, then lengthen it at
        the high end, then at the low end."""
        low = LOW in self.run and cards[:1] == [self.run[LOW]]
        own = [LOW, *cards[1:]] if low else list(cards)
        order = list(self.run)
        places = [order.index(card) for card in own]
        first, last = min(places), max(places)
        gaps = [card for card in order[first:last] if card not in own]
        free = [*gaps, *order[last + 1 :], *reversed(order[:first])]
        return dict.fromkeys(own, YES) | self.wilds(free, twos, jokers)

    @staticmethod
    def wilds(places: Iterable[str], twos: int, jokers: int) -> dict[str, str]:
        """Put the twos, then the jokers, in these places of a sequence, and return the cards by place. Places after the
        last wild card are left out."""
        return dict(zip(places, [TWO] * twos + [JOKER] * jokers, strict=False))

    def asks(self, team: Team) -> Iterator[FieldAsk]:
        """The fields that this game asks of a side in addition to melds and hands."""
        rules, hands = self.rules, self.rules.table.hands
        if rules.second_hand.of == "side":
            yield FieldAsk("pozzetto", ("pozzetto",))
        unseen = team.mode == "points"
        if rules.second_hand.of == "player" and unseen:
            yield FieldAsk("feet", ("feet_not_begun",), hands)
        for bonus in rules.deal_bonuses:
            yield FieldAsk(bonus.fact, (bonus.fact,), hands)
        for row in rules.unfinished if team.way != "cards" else ():
            if row.counted and row.fine:
                yield FieldAsk(f"un-{row.key}", ("counted", "unfinished", row.key), MANY, fined=True)
        for held in rules.held if unseen else ():
            yield FieldAsk(f"held-{held.rank}", ("held", held.rank), hands, fined=True)

    @cached_property
    def kinds_apart(self) -> Mapping[str, bool]:
        """The kinds of canasta that are counted separately, each with True or False: {"natural": True}. The page always
        asks for a kind with True, because it earns a bonus of its own or is needed to go out. A kind with False is
        shown only if it was entered."""
        rules, worth = self.rules, self.rules.bonus_of
        kinds = {name: row for name, row in rules.canasta_kinds.items() if rules.counts_as.get(name) == name}
        needs = {need.kinds[0]: need.count for need in rules.needs if len(need.kinds) == 1}
        first = ("natural", "mixed")
        place = {name: first.index(name) if name in first else 2 + (row.of == (WILD,)) for name, row in kinds.items()}
        order = sorted(kinds, key=place.__getitem__)
        earns = {name: not row.like or worth[name] != worth.get(row.like) for name, row in kinds.items()}
        return {name: earns[name] or needs[name] > 0 for name in order if earns[name] or name in needs}

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """The facts about going out that change its points under these rules."""
        going_out = self.rules.going_out
        concealed = going_out.concealed is not None
        own = going_out.hand_canasta or going_out.concealed
        partners = self.rules.table.hands > 1 or self.alliances
        asks = {
            "concealed": concealed,
            "partner_canasta": concealed and partners and own != going_out.concealed_without_own_canasta,
            "took_pile": concealed and going_out.pile_spoils_concealed,
            "first_pile": going_out.first_pile is not None,
            "without_bonus": going_out.unpaid,
        }
        return tuple(fact for fact in FACTS if asks[fact])


@lru_cache(maxsize=256)
def shape_of(rules: RuleSet, every_card: bool, names: tuple[str, ...]) -> Shape:
    """The shape of deals under these rules; cached, so that its derived values are computed once."""
    return Shape(rules, every_card, names)
