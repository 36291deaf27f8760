"""What a deal asks of the hands: taps and keys, counted in the browser by tests/browser/test_taps.py, which holds these
figures; `docs/performance.md` shows them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hands:
    """Taps and keys of one thing to do, and how many of each it may take."""

    what: str
    taps: int
    keys: int
    most: tuple[int, int]


#: The deal of the tests: 420 melded, 35 in hand, two canastas, two red threes, out, against 215, 60 and one canasta.
WAYS: Mapping[str, Hands] = {
    "cards": Hands("the reference deal by cards", 16, 0, (16, 0)),
    "counts": Hands("the reference deal by counts", 11, 8, (12, 8)),
    "totals": Hands("the reference deal by totals", 10, 8, (10, 8)),
    "amend": Hands("one figure amended, from the board to the board", 5, 0, (5, 0)),
    "sequence": Hands("a sequence of seven cards", 3, 0, (3, 0)),
}
#: A usual deal by cards: nine melds, one of them a sequence where those are played, threes laid, what is left in hand.
GAMES: Mapping[str, int] = {
    "bolivia": 18,
    "brazilian": 18,
    "burraco": 17,
    "classic": 16,
    "cuban": 17,
    "czech": 18,
    "czech-fast": 16,
    "hand-and-foot": 17,
    "hungarian": 16,
    "modern-american": 17,
    "romanian": 16,
    "samba": 18,
    "uruguay": 16,
    "viennese": 16,
}
#: As many times classic's taps as a deal of another game may take.
MORE = 1.3


def section() -> str:
    """The section of docs/performance.md."""
    ways = (f"| {row.what} | {row.taps} | {row.keys} | ≤ {row.most[0]} + {row.most[1]} |" for row in WAYS.values())
    games = (f"| {game} | {taps} | {taps / GAMES['classic']:.2f} |" for game, taps in GAMES.items())
    lines = [
        "## Taps and keys",
        "Counted in the browser, from the first tap on the entry page to the deal saved; the tests hold these figures.",
        "| what | taps | keys | to reach |\n|---|---|---|---|\n" + "\n".join(ways),
        "A usual deal of each game by cards has nine melds, one of them a sequence where those are played, threes\n"
        f"laid, and what is left in the hands; no game may take more than {MORE} times the taps of classic.",
        "| game | taps | times classic |\n|---|---|---|\n" + "\n".join(games),
    ]
    return "\n\n".join(lines)
