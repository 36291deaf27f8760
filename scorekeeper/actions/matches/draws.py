"""Drawing cards for partners and for the first dealer, as from a spread pack.

The player with the highest card takes the first seat, the second highest sits opposite as the partner. The player in
the first seat is dealt to first (001 A párok kisorsolása); under some rules the player with the lowest card deals (003
point 5). A player who draws a joker draws again, and so do players with equal cards. Aces are high, twos low.
"""

from collections.abc import Sequence
from random import Random

from scorekeeper.engine.matches.seating import seating
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.procedures import deciding

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("club", "diamond", "heart", "spade")
JOKER = "joker"
#: The letters of the suits in the short form of a card, such as "10H". The short form of a joker is "*".
LETTERS = {"club": "C", "diamond": "D", "heart": "H", "spade": "S"}


class Card(Struct):
    """A drawn card; a joker has no suit."""

    rank: str
    suit: str | None = None

    @property
    def short(self) -> str:
        """The short form of the card, for an address."""
        return "*" if self.suit is None else f"{self.rank}{LETTERS[self.suit]}"


class DrawnSeats(Struct):
    """The cards that a player drew, in order: one, and another one after each joker and each tie."""

    player: str
    cards: tuple[Card, ...]

    @property
    def worth(self) -> tuple[int, ...]:
        """The ranks of the cards, as indexes in `RANKS`, without jokers. The draws of players are compared as tuples,
        so a later card counts only after a tie."""
        return tuple(RANKS.index(card.rank) for card in self.cards if card.rank != JOKER)


def draw(players: Sequence[str], random: Random) -> tuple[DrawnSeats, ...]:
    """Draw cards for all players, and again for those with equal draws. Returns the draws, the highest first."""
    pack = [Card(rank, suit) for rank in RANKS for suit in SUITS] * 2 + [Card(JOKER)] * 4
    random.shuffle(pack)
    hands: list[list[Card]] = [[] for _ in players]
    waiting = list(range(len(players)))
    while waiting:
        for seat in waiting:
            hands[seat].append(pack.pop())
            while hands[seat][-1].rank == JOKER:
                hands[seat].append(pack.pop())
        drawn = [DrawnSeats(player, tuple(hand)) for player, hand in zip(players, hands, strict=True)]
        worths = [each.worth for each in drawn]
        waiting = [seat for seat, worth in enumerate(worths) if worths.count(worth) > 1]
    return tuple(sorted(drawn, key=lambda each: each.worth, reverse=True))


def seats_of(drawn: Sequence[str], sides: int) -> tuple[str, ...]:
    """The players by seat, clockwise. `drawn` are the players by their cards, the highest first; they fill the first
    side, then the next one."""
    seats = sorted(range(len(drawn)), key=lambda seat: (seat % sides, seat))
    placed = dict(zip(seats, drawn, strict=True))
    return tuple(placed[seat] for seat in range(len(drawn)))


def dealer_drawn(seats: Sequence[int], rules: RuleSet) -> int:
    """The seat of the first dealer. `seats` are the players' seats in the order of their cards, the highest first."""
    return seats[-1] if deciding("lowest_deals", rules) else dealer_before(seats[0], rules)


def dealer_before(leader: int, rules: RuleSet) -> int:
    """The seat of the first dealer if the player at seat `leader` is to be dealt to first: the nearest possible seat
    before that. If that player sits out in the first deal, the next player who plays is dealt to first."""
    count = rules.table.players
    sides = [seat % rules.table.sides for seat in range(count)]
    leaders = {seat: seating(1, sides, seat, rules).leader for seat in range(count)}
    wanted = next(lead for ahead in range(count) if (lead := (leader + ahead) % count) in leaders.values())
    nearest = sorted(leaders, key=lambda seat: (wanted - seat) % count)
    return next(seat for seat in nearest if leaders[seat] == wanted)


def read_card(short: str) -> Card | None:
    """The card with this short form; None if there is no such card."""
    if short == "*":
        return Card(JOKER)
    suit = next((suit for suit, letter in LETTERS.items() if short.endswith(letter)), None)
    return Card(short[:-1], suit) if suit and short[:-1] in RANKS else None
