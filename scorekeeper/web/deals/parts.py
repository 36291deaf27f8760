"""The parts of which the entry page is made: who scores, and a meld as it lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.engine.cards import JOKER, RANKS, THREE
from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.reader import read_meld
from scorekeeper.engine.matches.match import Row, RowSide
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.web.board.melds import hint, laid_view
from scorekeeper.web.board.views import SIDES
from scorekeeper.web.deals.entry import Entered
from scorekeeper.web.deals.fields import Form
from scorekeeper.web.deals.shape import STANDS_FOR, Team
from scorekeeper.words import Words, entry


class Scorer(Struct):
    """Who scores: the total before the deal, and what the deal gives; None where it is refused."""

    number: int
    name: str
    before: int
    got: RowSide | None

    @property
    def key(self) -> str:
        """The letter of its colour and mark."""
        return SIDES[self.number]


class MeldView(Struct):
    """One meld as it lies: its `cards` in pieces of text, each with the sign behind it and how that is read out, a
    sequence behind its `suit`; `counts` are its natural cards, twos and jokers, `worth` its points with its bonus; what
    it `says` of itself, what it is or lacks; `canasta` is (what canasta it is, its bonus), `card` the colour of that.
    `echo`, `head` and `tile` are the places of the page that show it, `opens` the key of its tray."""

    field: str
    rank: str
    cards: Sequence[tuple[str, str, str]]
    suit: str
    counts: tuple[int, int, int]
    points: str
    worth: int
    says: str
    canasta: tuple[str, str] | None
    card: str
    echo: str
    head: str
    tile: str
    opens: str


def span_of(places: Mapping[str, str], joker: str) -> list[tuple[str, str, str]]:
    """A sequence in pieces of text: its first and last card, and what each wild card stands for. `places` are its cards
    by their letters."""
    ends = [*places]
    pieces = [(f"{ends[0]}–{ends[-1]}" if ends[1:] else ends[0], "", "")]
    for letter, card in places.items():
        if card in STANDS_FOR:
            pieces.append((" · ", "star", joker) if card == JOKER else (" · 2", "", ""))
            pieces.append((f" ({letter})", "", ""))
    return pieces


def melds_of(entered: Entered, team: Team, words: Words, letters: Mapping[str, str]) -> list[MeldView]:
    """The melds of a side as they are entered."""
    form, prefix = entered.form, f"s{team.number}"
    at, rules = form.teams.index(team), form.shape.rules
    side = entered.body["sides"][at]
    read = [read_meld(meld, "", rules) for meld in side.get("melds", ())]
    rows = [
        (row, meld, _run(form, f"{prefix}-{row}", letters)) for row, meld in zip(entered.rows[at], read, strict=True)
    ]
    return [meld_view(prefix, *row, rules, words, letters, going_out="out" in side) for row in rows]


def _run(form: Form, row: str, letters: Mapping[str, str]) -> dict[str, str]:
    """The cards of a sequence, by the letters of those that they are or stand for."""
    cards = {rank: form.fields.get(f"{row}-{card}", "") for card, rank in form.shape.run.items()}
    return {letters.get(rank, rank): card for rank, card in cards.items() if card}


def meld_view(
    prefix: str,
    row: str,
    meld: Meld,
    run: Mapping[str, str],
    rules: RuleSet,
    words: Words,
    letters: Mapping[str, str],
    *,
    going_out: bool,
) -> MeldView:
    """The meld of a row of the page, whose fields begin with `prefix`; `letters` stand on the corners of its cards, and
    `run` are the cards of a sequence by their letters."""
    laid = laid_view(meld, rules, words, letters)
    says, bonus = hint(meld, laid.is_, rules, words, going_out=going_out), words.signed(laid.bonus)
    cards, text = [], ""
    for joint, kind, count in laid.parts:
        text += joint if kind == JOKER else joint + kind
        if kind == JOKER or (kind == THREE and rules.threes):
            star = kind == JOKER
            cards.append((text, "star" if star else "spade", entry.card_name(JOKER, words, rules) if star else ""))
            text = ""
        text += f"×{count}" if count else ""
    cards = span_of(run, entry.card_name(JOKER, words, rules)) if run else [*cards, (text, "", "")]
    column = row.startswith("n-")
    return MeldView(
        field=f"{prefix}-{row}",
        rank=meld.rank,
        cards=cards,
        suit=(meld.suit or "")[:-1],
        counts=(meld.naturals, meld.twos, meld.jokers),
        points=words.number(laid.points),
        worth=laid.points + laid.bonus,
        says=f"{says} {bonus}" if laid.bonus else says,
        canasta=(laid.is_, bonus) if laid.is_ else None,
        card=laid.card,
        echo=f"{prefix}-echo-{meld.rank}" if column else f"{prefix}-{row}-echo",
        head=f"{prefix}-head-{meld.rank}" if column and meld.rank in RANKS else "",
        tile=f"{prefix}-tile-{meld.rank}" if column else "",
        opens=f"{prefix}-{meld.rank}" if column else f"{prefix}-{row}",
    )


def figures(row: Row | None) -> str:
    """What each scorer gets, in one word."""
    return "/".join(str(side.total) for side in row.sides) if row else ""
