"""The rows of a rule set: one for each thing of which a game may have several, told apart by its `key`.

A condition that a row leaves out holds always. What a rule set is made of stands in `rules.py`.
"""

from typing import Literal

from scorekeeper.engine.values import Struct

#: How wild cards may stand to natural cards in a meld.
WildShare = Literal["any", "not_more", "fewer"]
MeldOf = Literal["rank", "wild", "sequence", "black_threes"]
#: A range: (least, most), or (least,) where there is no most; empty where any number will do.
Span = tuple[int, ...]


class CardValue(Struct):
    """The value of some kinds of card on the table, and in a hand where that differs; `counted` is the class of a table
    that counts its cards by class."""

    key: str
    kinds: tuple[str, ...]
    points: int
    in_hand: int | None = None
    counted: str = ""


class MeldKind(Struct):
    """A kind of meld: cards of a rank (of `ranks` where they are named), wild cards, a sequence in the order of
    `ranks`, or black threes.

    `wilds_on_canasta` is how many wild cards a finished canasta may have, None without limit. `pure`: any wild card is
    irregular. `again`: may there be another meld of the rank? `joins`: what lies of one rank is one meld, however it
    was written down. `going_out`: only in going out. `too_long` says what more than `most` is.
    """

    key: str
    of: MeldOf
    played: bool = True
    ranks: tuple[str, ...] = ()
    cards: int = 3
    most: int | None = None
    naturals: int = 2
    wilds: int | None = 3
    wilds_on_canasta: int | Literal["same"] | None = "same"
    share: WildShare = "any"
    again: Literal["never", "after_canasta", "always"] = "never"
    joins: bool = False
    pure: bool = False
    going_out: bool = False
    too_long: Literal["too_many_cards", "sequence_too_long"] = "too_many_cards"


class CanastaKind(Struct):
    """One kind of canasta: a meld makes the first that it fits.

    `of` are kinds of meld, `ranks` or `but` say of which ranks or of which not, `cards` how many at least (wild cards
    above the limit do not help) and at most. `place` says where the wild card of a sequence stands: at an end, or
    beside seven natural cards in a row. A kind without a bonus of its own has that of the kind that it is `like`; one
    that is not played counts as that one, or for nothing.
    """

    key: str
    kind: str = ""
    of: tuple[MeldOf, ...] = ("rank",)
    ranks: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    cards: Span = (7,)
    naturals: int = 0
    wilds: Span = ()
    jokers: Span = ()
    place: Literal["any", "end", "beside_seven"] = "any"
    bonus: int | None = None
    like: str = ""
    played: bool = True
    title: str = ""

    @property
    def name(self) -> str:
        """The kind as results name it."""
        return self.kind or self.key


class Threes(Struct):
    """Threes of one colour that are set apart, `key` is the colour.

    `ladder` is what the first, the first two, ... are worth in all, each further one `each`; from `extra_from` of them
    on there is `extra`, once. `lost` says whether they cost by the ladder when they count minus, or `each`. `in_hand`
    is "as-laid", a fine for each, or "card" where one in a hand is a card among others. `unmelded_in_hand`
    is fined besides where the side has no meld. `discardable`: one that was laid may be discarded.
    """

    key: str
    each: int
    ladder: tuple[int, ...] = ()
    extra_from: int = 0
    extra: int = 0
    lost: Literal["ladder", "each"] = "ladder"
    in_hand: int | Literal["as-laid", "card"] = "as-laid"
    first_round_excuses: bool = False
    unmelded_in_hand: int = 0
    discardable: bool = False

    @property
    def alike(self) -> bool:
        """Return whether all of them are worth the same, except perhaps for the whole set."""
        return all(points == count * self.each for count, points in enumerate(self.ladder[:-1], start=1))


class Sign(Struct):
    """The sign of a part of the score, `key` "melded", "red" or "black": `steps` are (from this number, sign), where
    canastas are counted, or whether there is a meld (1) or not."""

    key: str
    by: Literal["canasta", "meld"]
    steps: tuple[tuple[int, int], ...]


class Unfinished(Struct):
    """A meld that is fined at the end of the deal: one that makes no canasta, or with `below` one of fewer cards.

    `line` is the key of the score's line, `counted` whether a table may count them.
    """

    key: str
    of: MeldOf
    fine: int
    ranks: tuple[str, ...] = ()
    wilds: Span = ()
    jokers: Span = ()
    below: int = 0
    line: Literal["unfinished", "penalties"] = "unfinished"
    counted: bool = True
    title: str = ""


class Held(Struct):
    """A fine for every hand with this number of cards of a rank left in it."""

    key: str
    rank: str
    least: int
    fine: int
    title: str = ""


class Need(Struct):
    """Canastas needed to go out: this number of these kinds, or of any kind; each canasta fills one place, and rows are
    filled in their order, kinds in theirs."""

    key: str
    count: int
    kinds: tuple[str, ...] = ()
    title: str = ""


class SpecialHand(Struct):
    """A hand that is laid whole and scores by itself; `wins` the match, whatever the totals."""

    key: str
    points: int
    wins: bool = False
    played: bool = True
    title: str = ""
    says: str = ""


class DealBonus(Struct):
    """Points for something counted in a deal; `fact` is its key in the request, at most once a player."""

    key: str
    each: int
    fact: str
    title: str = ""


class CanastaOpening(Struct):
    """From a score (or deal) only a canasta opens, None: never; `beyond` strictly above it. `least` is what the cards
    laid must be worth besides, `kinds` which canastas open."""

    key: str
    since: int | None
    beyond: bool = False
    least: int | None = None
    kinds: tuple[str, ...] = ()
