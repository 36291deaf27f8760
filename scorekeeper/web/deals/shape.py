"""The shape of a match for entry: its rules as the page has them, and the players who play together in a deal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from scorekeeper.engine.cards import RANKS, RED_THREE, SEQUENCE, THREE, WILD
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.web.board.views import SIDES

Fields = Mapping[str, str]

HAND_MODES = {
    "cards": ("side", "players", "points"),
    "counts": ("classes", "players", "points"),
    "totals": ("points", "side", "players"),
}
NONE = "none"
FACTS = ("concealed", "partner_canasta", "took_pile", "first_pile", "without_bonus")
#: The place of an ace below the lowest card of a sequence, where it may lie at either end.
LOW = "low"
#: More of a kind than anybody lays in a deal.
MANY = 99
#: What is left in a hand, in the worth of its least card: the two rows of chips.
LEFT, BESIDE_LEFT = range(0, 40, 4), range(4)
#: What a card of a sequence is, if it is not itself.
STANDS_FOR = TWO, JOKER = "2", "joker"
YES = "yes"


class Team(Struct):
    """The players who meld together in a deal: a side, or in the cutthroat game one player or two. `number` names its
    fields, `scorers` are by their index among those of the match.

    `way` is how its melds are entered, `mode` how its cards in hand are: one of `modes`, the usual one first. `hands`
    are on the page of each scorer, `feet` the second hands whose cards are entered one by one, where a player has one
    and has not begun it. Did it go `out`?
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
        """The letter of its colour and mark."""
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
    """A field that a game asks of a side besides its melds and hands: `key` names the field, `place` are its steps from
    the side, `most` is the highest number; 0 where one of several things is chosen. `fined` ones are shown
    separately."""

    key: str
    place: tuple[str, ...]
    most: int = 0
    fined: bool = False


class Shape(Struct, dict=True):
    """The shape of a match for entry: its rules, and whether every card is entered, including those in hands unless a
    table chooses otherwise. `names` are those of its scorers where a deal names them, in the cutthroat game: all other
    tables of a game share one shape, and its derived values."""

    rules: RuleSet
    every_card: bool = False
    names: tuple[str, ...] = ()

    @cached_property
    def alliances(self) -> bool:
        """Return whether the teams of a deal are formed at the table."""
        return self.rules.table.alliances

    @cached_property
    def threes_apart(self) -> bool:
        """Return whether red threes in hand are entered separately from points in hand: because each has an owner, or
        costs a fine."""
        red = self.rules.threes_of.get("red")
        return self.alliances or (red is not None and isinstance(red.in_hand, int))

    @cached_property
    def least_left(self) -> int:
        """The points of the card that costs least in a hand."""
        return min(cost for cost in self.rules.in_hand.values() if cost > 0)

    @cached_property
    def left_in_hand(self) -> tuple[list[int], list[int]]:
        """Points in hand as two rows of chips, one of each of which makes the sum."""
        return [self.least_left * times for times in LEFT], [self.least_left * times for times in BESIDE_LEFT]

    @cached_property
    def hand_modes(self) -> Mapping[str, tuple[str, ...]]:
        """The ways to enter cards in hand next to melds entered in each way, the usual one first."""
        several = self.rules.table.hands > 1
        offered = {way: [mode for mode in modes if several or mode != "players"] for way, modes in HAND_MODES.items()}
        for way in () if self.every_card else ("cards", "counts"):  # points are quicker told than cards
            if way == "counts" or not self.alliances:  # allies each have a hand
                offered[way].sort(key=lambda mode: mode != "points")
        return {way: tuple(modes) for way, modes in offered.items()}

    def hand_groups(self, mode: str) -> Mapping[str, tuple[str, ...]]:
        """The fields of one hand in this mode, each with the kinds of card that it counts."""
        if mode == "points":
            return {RED_THREE: (RED_THREE,)} if self.threes_apart else {}
        if mode != "classes":
            return self._hand_columns
        return self._hand_classes

    @cached_property
    def _hand_columns(self) -> Mapping[str, tuple[str, ...]]:
        """Cards left in a hand, as the columns of the page have them: cards of the same worth together."""
        rows = [row for row in self.rules.cards if row.kinds != (RED_THREE,)]
        columns = {row.kinds[0] if len(row.kinds) == 1 else row.key: row.kinds for row in rows}
        return {**columns, RED_THREE: (RED_THREE,)} if self.rules.threes else columns

    @cached_property
    def _hand_classes(self) -> Mapping[str, tuple[str, ...]]:
        """The same as a table counts them that sorts its cards by value; a black three that costs more in the hand than
        the other low cards has a field of its own."""
        costs, red = self.rules.in_hand, {RED_THREE: (RED_THREE,)} if self.rules.threes else {}
        classes: dict[str, tuple[str, ...]] = {}
        for name, kinds in self.rules.classes.items():
            alike = tuple(kind for kind in kinds if costs[kind] == costs[kinds[0]])
            classes |= {name: alike, **({THREE: (THREE,)} if THREE not in alike and THREE in kinds else {})}
        return {**classes, **red}

    @cached_property
    def meld_keys(self) -> tuple[str, ...]:
        """Every meld that has a column or row of its own."""
        threes = (THREE,) if self.rules.meld_of[THREE].played else ()
        return (*RANKS, *threes, *((WILD,) if self.rules.wild_melds else ()))

    @cached_property
    def plain_threes(self) -> bool:
        """Return whether threes are ordinary cards."""
        return not self.rules.threes

    @cached_property
    def packed(self) -> bool:
        """Return whether this game asks for more than canastas of a few kinds and red threes."""
        return len(self.rules.threes) != 1 or bool(self.rules.canastas_of[SEQUENCE] or self.rules.deal_bonuses)

    @cached_property
    def run(self) -> Mapping[str, str]:
        """The cards of a sequence from low to high, by what each is called on the page."""
        ranks = self.rules.meld_of[SEQUENCE].ranks
        return {LOW if rank in ranks[at + 1 :] else rank: rank for at, rank in enumerate(ranks)}

    def in_run(self, cards: Sequence[str], twos: int, jokers: int) -> dict[str, str]:
        """The cards of a sequence as the page has them: its wild cards fill the gaps, then stand at an end."""
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
        """Wild cards at the first of these places of a sequence."""
        return dict(zip(places, [TWO] * twos + [JOKER] * jokers, strict=False))

    def asks(self, team: Team) -> Iterator[FieldAsk]:
        """The further fields of a side in this game, besides melds and hands entered in this way."""
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
        """Kinds of canasta of which a count stays apart, each with whether it is always asked for: because it earns
        apart, or is needed to go out. One that might be needed is asked for where it was told."""
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
        """Facts about going out that this rule set pays for."""
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
    """The shape of the deals that are played by these rules; what follows from those is worked out once."""
    return Shape(rules, every_card, names)
