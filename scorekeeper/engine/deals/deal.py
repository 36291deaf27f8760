"""A deal as it was recorded: melds, hands and going out, before any scoring."""

from collections.abc import Mapping
from typing import Literal

from scorekeeper.engine.cards import JOKER, SEQUENCE, TWO, WILD
from scorekeeper.engine.values import Struct, field


class Meld(Struct):
    """A meld. `rank` is one of `MELD_RANKS`. The natural cards of a "sequence" are in `cards`; `naturals` is their
    number."""

    rank: str
    naturals: int = 0
    jokers: int = 0
    twos: int = 0
    cards: tuple[str, ...] = ()
    suit: str | None = None

    @property
    def wilds(self) -> int:
        """The number of jokers and twos together."""
        return self.jokers + self.twos

    @property
    def size(self) -> int:
        """The number of cards in the meld."""
        return self.naturals + self.jokers + self.twos

    def kinds(self) -> dict[str, int]:
        """The number of cards of each kind in the meld."""
        kinds = {JOKER: self.jokers, TWO: self.twos}
        if self.rank == SEQUENCE:
            for rank in self.cards:
                kinds[rank] = kinds.get(rank, 0) + 1
        elif self.rank != WILD:
            kinds[self.rank] = self.naturals
        return {kind: count for kind, count in kinds.items() if count}


class Counted(Struct):
    """The melds of a side as counts. Either `classes` has the number of cards by class, or `points` are those of all
    the cards. `canastas` has the number of canastas by kind. `unfinished` has the number of melds that are fined, by
    the key of the row that fines them. `melded` is needed only for a side that has melded but has none of these
    figures."""

    points: int | None = None
    classes: Mapping[str, int] = field(default_factory=dict)
    canastas: Mapping[str, int] = field(default_factory=dict)
    unfinished: Mapping[str, int] = field(default_factory=dict)
    melded: bool = False


class Out(Struct):
    """Facts about going out; the rule set decides what they earn."""

    concealed: bool = False
    own_canasta: bool = True
    took_pile: bool = False
    first_pile: bool = False
    without_bonus: bool = False


class Charge(Struct):
    """Points of a ruling, charged in this deal.

    `count` is the number of cards or melds that the ruling is about (None: all of them). `as_laid`: the ruling counts
    red threes in a hand as laid.
    """

    points: int
    article: str | None = None
    count: int | None = None
    as_laid: bool = False


class Player(Struct):
    """One scorer of a side: the side itself, or a member of it in the cutthroat game. `score` is the score before the
    deal, 0 in the deals of a recorded match. `charges` concern this scorer only.

    `black_threes` are those set aside, in games where they score separately. `red_threes_after_turn` is the number of
    red threes in hand whose holders had had a turn before another player went out.
    """

    name: str
    score: int = 0
    red_threes: int = 0
    black_threes: int = 0
    red_threes_in_hand: int = 0
    red_threes_after_turn: int = 0
    charges: tuple[Charge, ...] = ()


class Side(Struct):
    """One side of a deal. `players` are its scorers: one, or each member in the cutthroat game.

    Its melds are either in `melds` or in `counted`. `hands` has the cards in hand, `feet` those of second hands that
    were not begun. If only the points of these cards are known, they are in `hand_points`, and `hands` has only red
    threes that score separately. In that case `held` has, by rank, the number of hands that are fined for cards of that
    rank, and `feet_not_begun` is the number of second hands not begun. `pozzetto` says what happened to a second hand
    that the side shares. `facts` are counts that earn a bonus, by their keys in the request.
    """

    players: tuple[Player, ...]
    melds: tuple[Meld, ...] = ()
    counted: Counted | None = None
    hands: tuple[Mapping[str, int], ...] = ()
    hand_points: int | None = None
    out: Out | None = None
    rulings: tuple[Charge, ...] = ()
    held: Mapping[str, int] = field(default_factory=dict)
    feet: tuple[Mapping[str, int], ...] = ()
    feet_not_begun: int = 0
    pozzetto: Literal["played", "taken", "none"] = "played"
    special_hand: str | None = None
    facts: Mapping[str, int] = field(default_factory=dict)


class Deal(Struct):
    """A finished deal. `cards_left` is the number of cards in stock and pile, None if not counted; `first_round_out`: a
    player went out in the first round. `number` counts the deals of the match, without annulled ones."""

    sides: tuple[Side, ...]
    cards_left: int | None = None
    first_round_out: bool = False
    number: int = 1
