"""Ranks, kinds of card, and how many of each a pack holds."""

from scorekeeper.engine.values import Struct

#: Ranks a meld may be made of in every game, high to low.
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")
JOKER, TWO, THREE, RED_THREE = "joker", "2", "3", "red3"
WILD, SEQUENCE = "wild", "sequence"
#: Every kind of card a hand may hold; a bare "3" is a black three.
KINDS = (JOKER, TWO, *RANKS, THREE, RED_THREE)
MELD_RANKS = (*RANKS, THREE, WILD, SEQUENCE)

#: Points of a card come in fives in every source (AMB-32), hence all scores: a bracket up to 1,500 ends at 1,495.
POINT_STEP = 5
SUITS = ("hearts", "diamonds", "clubs", "spades")
#: Every way a suit may be written.
SUIT_NAMES = {
    spelling: suit
    for suit, sign in zip(SUITS, "♥♦♣♠", strict=True)
    for spelling in (suit, suit.removesuffix("s"), suit[0], sign)
}


class Pack(Struct):
    """The cards on the table: `packs` of 52 with `jokers` in all."""

    packs: int
    jokers: int

    @property
    def size(self) -> int:
        """Cards in the whole pack."""
        return len(SUITS) * 13 * self.packs + self.jokers

    def count(self, kind: str) -> int:
        """The number of cards of this kind in the pack."""
        if kind == JOKER:
            return self.jokers
        suits = len(SUITS) // 2 if kind in (THREE, RED_THREE) else len(SUITS)
        return suits * self.packs
