"""The rows of a rule set: the types of things of which a game may have several. Each row has a unique `key`.

A condition that a row leaves empty is always met. `rules.py` has the rule set itself.
"""

from typing import Literal

from scorekeeper.engine.values import Struct

#: The number of wild cards that a meld may have: any, not more than it has natural cards, or fewer than these.
WildShare = Literal["any", "not_more", "fewer"]
MeldOf = Literal["rank", "wild", "sequence", "black_threes"]
#: A range of numbers: (least, most), or (least,) without an upper limit; empty for any number.
Span = tuple[int, ...]


class CardValue(Struct):
    """The points of some kinds of card: on the table, and `in_hand` if that differs. `counted` is their class, for
    tables that count cards by class."""

    key: str
    kinds: tuple[str, ...]
    points: int
    in_hand: int | None = None
    counted: str = ""


class MeldKind(Struct):
    """A kind of meld: cards of one rank (one of `ranks`, or any rank if that is empty), wild cards, a sequence in the
    order of `ranks`, or black threes.

    A meld has at least `cards` cards, of which at least `naturals` are natural. It has up to `most` cards, of which up
    to `wilds` are wild; None is no limit. `wilds_on_canasta` is the maximum number of wild cards in a finished canasta
    ("same" is `wilds`, None no limit). `pure`: no wild cards are allowed. `again`: whether a side may have another meld
    of the rank. `joins`: cards of one rank count as one meld, however they were entered. `going_out`: allowed only in
    going out. `too_long` is the key of the violation if there are more than `most` cards.
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
    """One kind of canasta. A meld makes the canasta of the first row that it fits.

    `of` are the kinds of meld that can make it. `ranks` are its ranks (empty: all), `but` the excluded ones. `cards`,
    `wilds` and `jokers` are the numbers allowed, `naturals` is the smallest number of natural cards. Wild cards above
    the limit count as `cards` only with `Fines.excess_wilds_complete`. `place` is the position of a sequence's wild
    card: at an end, or next to seven natural cards in a row. A kind without a bonus, or one that is not played, has the
    bonus of the kind in `like`. A kind that is not played counts as the kind in `like`, or for nothing.
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
        """The name of the kind in results."""
        return self.kind or self.key


class Threes(Struct):
    """Threes of one colour that are set apart; `key` is the colour.

    `ladder` has the total points for one three, two threes, and so on; each further one is worth `each`. `extra` is
    added once if there are at least `extra_from` of them (0: never). When they count minus, `lost` says whether they
    cost the points of the ladder, or `each` for every three. `in_hand` is for threes left in a hand: they score
    "as-laid", each is a "card" like others, or each costs this fine, plus `unmelded_in_hand` if its side has no meld.
    `first_round_excuses`: there is no fine for a player who had no turn before another went out in the first round.
    `discardable`: a laid three may be discarded.
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
        """Return whether each three is worth the same; the last step of the ladder may differ."""
        return all(points == count * self.each for count, points in enumerate(self.ladder[:-1], start=1))


class Sign(Struct):
    """The sign of a part of the score; `key` is "melded", "red" or "black". `steps` are pairs (lowest number, sign),
    ascending. If `by` is "canasta", the number is that of the side's canastas. If `by` is "meld", it is 1 for a side
    that has melded, and 0 otherwise."""

    key: str
    by: Literal["canasta", "meld"]
    steps: tuple[tuple[int, int], ...]


class Unfinished(Struct):
    """The fine for a meld that is unfinished at the end of the deal: one that is not a canasta or, if `below` is set,
    one that has fewer than `below` cards.

    `line` is the key of the line in the score. `counted`: tables that count their melds also count these.
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
    """The fine for each hand with at least `least` cards of a rank left in it."""

    key: str
    rank: str
    least: int
    fine: int
    title: str = ""


class Need(Struct):
    """A requirement for going out: `count` canastas of these `kinds` (empty: of any kind). Each canasta counts for one
    row only, the first that still needs it. A row takes canastas in the order of its `kinds`."""

    key: str
    count: int
    kinds: tuple[str, ...] = ()
    title: str = ""


class SpecialHand(Struct):
    """A special hand, laid all at once. The side that lays it scores only `points`, apart from rulings. `wins`: that
    side wins the match, whatever the totals. `played` is false at a table that plays without it. `says` describes its
    cards."""

    key: str
    points: int
    wins: bool = False
    played: bool = True
    title: str = ""
    says: str = ""


class DealBonus(Struct):
    """Points for each occurrence of something in a deal. `fact` is the key of the count in the request. A side's count
    is at most the number of its players who take part."""

    key: str
    each: int
    fact: str
    title: str = ""


class CanastaOpening(Struct):
    """From the score (or deal) `since` on, only a canasta opens (None: never); `beyond`: only above `since`. `least` is
    the minimum value of all cards laid, `kinds` are the canastas that open, if not all of them."""

    key: str
    since: int | None
    beyond: bool = False
    least: int | None = None
    kinds: tuple[str, ...] = ()
