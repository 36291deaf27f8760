"""The cards on the table at the end of a deal: facts only, no conclusions."""

from collections.abc import Mapping
from typing import Literal

from scorekeeper.engine.cards import JOKER, SEQUENCE, TWO, WILD
from scorekeeper.engine.values import Struct, field


class Meld(Struct):
    """One meld: a rank, "3" (black threes), "wild", or "sequence" with the ranks its natural cards fill."""

    rank: str
    naturals: int = 0
    jokers: int = 0
    twos: int = 0
    cards: tuple[str, ...] = ()
    suit: str | None = None

    @property
    def wilds(self) -> int:
        """Jokers and twos together."""
        return self.jokers + self.twos

    @property
    def size(self) -> int:
        """All cards of the meld."""
        return self.naturals + self.wilds

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
    """Melds counted instead of listed: by class (`classes`), or one sum (`points`). `unfinished` are melds that are
    fined for lying unfinished, by the key of their row."""

    points: int | None = None
    classes: Mapping[str, int] = field(default_factory=dict)
    canastas: Mapping[str, int] = field(default_factory=dict)
    unfinished: Mapping[str, int] = field(default_factory=dict)
    melded: bool = False


class Out(Struct):
    """Facts about going out; what they earn is the rule set's business."""

    concealed: bool = False
    own_canasta: bool = True
    took_pile: bool = False
    first_pile: bool = False
    without_bonus: bool = False


class Charge(Struct):
    """Points already adjudicated, charged to a side in this deal.

    `count` is how many cards or melds the ruling is about (None: all of them), `as_laid` whether it counts red threes
    in a hand as laid.
    """

    points: int
    article: str | None = None
    count: int | None = None
    as_laid: bool = False


class Player(Struct):
    """One scorer of a side: the side itself, or a member of it in the cutthroat game. `charges` are its alone.
    `black_threes` are those set aside where they score apart.

    `red_threes_after_turn` of those in hand were held by players who had had a turn when somebody went out.
    """

    name: str
    score: int = 0
    red_threes: int = 0
    black_threes: int = 0
    red_threes_in_hand: int = 0
    red_threes_after_turn: int = 0
    charges: tuple[Charge, ...] = ()


class Side(Struct):
    """One side of a deal. `players` is who scores: one, or each member in the cutthroat game.

    Exactly one of `melds` and `counted` tells what was melded; `hand_points` stands in for `hands` and `feet`, but for
    red threes that score apart, and `held` for what may be seen in hands. `feet` are second hands that were not begun,
    `feet_not_begun` how many where their cards are in `hand_points`; `pozzetto` is what became of a side's second hand.
    `facts` are counts that earn a bonus, by the key that asks for them.
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

    @property
    def feet_left(self) -> int:
        """Second hands of players of this side that nobody began."""
        return self.feet_not_begun + sum(1 for foot in self.feet if foot)


class Deal(Struct):
    """A finished deal: its sides, the cards left in stock and pile if they were counted, whether somebody went out in
    the very first round, and its number among the deals that stand."""

    sides: tuple[Side, ...]
    cards_left: int | None = None
    first_round_out: bool = False
    number: int = 1
