"""The parts of which the entry page is made: who scores, its steps, and a meld as it lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.engine.cards import JOKER, RANKS, THREE
from scorekeeper.engine.deal import Meld
from scorekeeper.engine.match import Row, RowSide
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import light
from scorekeeper.web.board.melds import hint, laid_view
from scorekeeper.web.board.model import SIDES
from scorekeeper.web.deals.shape import Team
from scorekeeper.words import Words, entry

#: Steps by what they ask; the melds of each side have one, too.
END, HANDS, CHECK = "step-end", "step-hands", "step-check"
#: Those that show nothing of what a deal is worth.
UNSCORED = (END, HANDS)


def step_of(team: Team) -> str:
    """The step of a side's melds."""
    return f"step-m{team.number}"


@light(frozen=True, slots=True)
class Scorer:
    """Who scores: the total before the deal, and what the deal gives; None where it is refused."""

    number: int
    name: str
    before: int
    got: RowSide | None

    @property
    def key(self) -> str:
        """The letter of its colour and mark."""
        return SIDES[self.number]


@light(frozen=True, slots=True)
class Step:
    """One step of five or six, under its title and a word more."""

    id: str
    title: str
    sub: str = ""
    team: Team | None = None

    @property
    def label(self) -> str:
        """The title on the way to it."""
        return entry.unbroken(self.title)


@light(frozen=True, slots=True)
class MeldView:
    """One meld as it lies: its `cards` in pieces of text, each with the sign behind it and how that is read out; what
    it `says` of itself, what it is or lacks; `canasta` is (what canasta it is, its bonus), `card` the colour of that.
    `echo` and `head` are the places of the page that show it."""

    field: str
    rank: str
    cards: Sequence[tuple[str, str, str]]
    points: str
    says: str
    canasta: tuple[str, str] | None
    card: str
    echo: str
    head: str


def meld_view(
    prefix: str, row: str, meld: Meld, rules: RuleSet, words: Words, letters: Mapping[str, str], *, going_out: bool
) -> MeldView:
    """The meld of a row of the page, whose fields begin with `prefix`; `letters` stand on the corners of its cards."""
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
    column = row.startswith("n-")
    return MeldView(
        field=f"{prefix}-{row}",
        rank=meld.rank,
        cards=[*cards, (text, "", "")],
        points=words.number(laid.points),
        says=f"{says} {bonus}" if laid.bonus else says,
        canasta=(laid.is_, bonus) if laid.is_ else None,
        card=laid.card,
        echo=f"{prefix}-echo-{meld.rank}" if column else f"{prefix}-{row}-echo" if row.startswith("q") else "",
        head=f"{prefix}-head-{meld.rank}" if column and meld.rank in RANKS else "",
    )


def figures(row: Row | None) -> str:
    """What each scorer gets, in one word."""
    return "/".join(str(side.total) for side in row.sides) if row else ""
