"""Ranks, kinds of card, and how many of each a pack holds."""

from scorekeeper.engine.values import Struct

#: The ranks that can be melded in every game, high to low.
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")
JOKER, TWO, THREE, RED_THREE = "joker", "2", "3", "red3"
WILD, SEQUENCE = "wild", "sequence"
#: Every kind of card that a hand may contain. "3" is a black three; in games without "red3", it is any three.
KINDS = (JOKER, TWO, *RANKS, THREE, RED_THREE)
MELD_RANKS = (*RANKS, THREE, WILD, SEQUENCE)

#: In every source the points of cards are multiples of five (AMB-32), so all scores are, too. If a bracket begins at
#: 1,500, the one below it ends at 1,495.
POINT_STEP = 5
SUITS = ("hearts", "diamonds", "clubs", "spades")
#: The suit for each way to write it: its name, the singular, the first letter and the sign.
SUIT_NAMES = {
    spelling: suit
    for suit, sign in zip(SUITS, "♥♦♣♠", strict=True)
    for spelling in (suit, suit.removesuffix("s"), suit[0], sign)
}


class Pack(Struct):
    """The cards of a game: `packs` packs of 52 cards, and `jokers` jokers in all."""

    packs: int
    jokers: int

    @property
    def size(self) -> int:
        """The number of cards in all."""
        return len(SUITS) * 13 * self.packs + self.jokers

    def count(self, kind: str) -> int:
        """The number of cards of this kind in the pack. The kind "3" has the black threes only."""
        if kind == JOKER:
            return self.jokers
        suits = len(SUITS) // 2 if kind in (THREE, RED_THREE) else len(SUITS)
        return suits * self.packs
