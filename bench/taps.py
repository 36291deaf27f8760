"""Taps and keys of a deal, counted in the browser by tests/browser/test_taps.py, which checks these figures;
`docs/performance.md` shows them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hands:
    """The taps and keys that one task takes; `most` has the limits of both."""

    what: str
    taps: int
    keys: int
    most: tuple[int, int]


#: The tasks. In the reference deal one side has 420 melded, 35 in hand, two canastas and two red threes, and goes out;
#: the other has 215 melded, 60 in hand and one canasta.
WAYS: Mapping[str, Hands] = {
    "tablet": Hands("a usual deal of seven melds by cards, on a tablet", 17, 0, (18, 0)),
    "phone": Hands("the same on a phone", 21, 0, (21, 0)),
    "cards": Hands("the reference deal by cards", 19, 0, (19, 0)),
    "keypad": Hands("the usual deal by totals, with the keypad of the page", 9, 9, (9, 9)),
    "counts": Hands("the reference deal by counts", 9, 12, (9, 12)),
    "totals": Hands("the reference deal by totals", 9, 10, (9, 10)),
    "amend": Hands("one figure amended, from the board to the board", 4, 0, (5, 0)),
    "sequence": Hands("a sequence of seven cards", 3, 0, (3, 0)),
}
#: The taps for a usual deal by cards on a tablet, by game: seven melds, one red three, and a hand. One of the melds is
#: a sequence in games that have those.
GAMES: Mapping[str, int] = {
    "bolivia": 20,
    "brazilian": 20,
    "burraco": 19,
    "classic": 17,
    "cuban": 17,
    "czech": 20,
    "czech-fast": 17,
    "hand-and-foot": 17,
    "hungarian": 17,
    "modern-american": 17,
    "romanian": 17,
    "samba": 20,
    "uruguay": 17,
    "viennese": 17,
}
#: The limit of taps for a deal of any game, as a multiple of those for the classic game.
MORE = 1.3


HEADING = "## Taps and keys"


def section() -> str:
    """The text of the section about taps in docs/performance.md."""
    ways = (f"| {row.what} | {row.taps} | {row.keys} | ≤ {row.most[0]} + {row.most[1]} |" for row in WAYS.values())
    games = (f"| {game} | {taps} | {taps / GAMES['classic']:.2f} |" for game, taps in GAMES.items())
    lines = [
        HEADING,
        "Counted in the browser; the tests hold these figures. A usual deal has seven melds, a canasta each, a red\n"
        "three, 115 points in hand and the consent of both sides; it is counted from Record on the board to the\n"
        "deal saved. The others are counted from the first tap on the entry page. The reference deal has nine melds.",
        "| what | taps | keys | to reach |\n|---|---|---|---|\n" + "\n".join(ways),
        "The usual deal of each game by cards, on a tablet, one of its melds a sequence where those are played; no\n"
        f"game may take more than {MORE} times the taps of classic.",
        "| game | taps | times classic |\n|---|---|---|\n" + "\n".join(games),
    ]
    return "\n\n".join(lines)
