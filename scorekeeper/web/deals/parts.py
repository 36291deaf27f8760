"""The parts of which the entry page is made: who scores, a meld as it lies, what may be chosen, the names of cards, and
who deals next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from scorekeeper.actions.matches.deals import WAYS
from scorekeeper.engine.cards import JOKER, KINDS, MELD_RANKS, RANKS, THREE, WILD
from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.reader import read_meld
from scorekeeper.engine.matches.match import Row, RowSide, State
from scorekeeper.engine.matches.seating import seating
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.web.board.views import SIDES, hint, laid_view
from scorekeeper.web.deals.entry import Entered
from scorekeeper.web.deals.fields import Form
from scorekeeper.web.deals.shape import NONE, STANDS_FOR, YES, Shape, Team
from scorekeeper.words import N_, Words, entry

if TYPE_CHECKING:
    from scorekeeper.web.deals.views import EntryPage

#: More cards than a second meld of a rank has of a kind.
MANY_CARDS = 13
#: Deals whose dealer a page knows, its own among them.
DEALS = 12


class Scorer(Struct):
    """A scorer: the total before the deal, and the points from the deal; None where it is refused."""

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
    its note `says`, what it is or lacks; `canasta` is (what canasta it is, its bonus), `card` the colour of that.
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
    """The points of each scorer, in one word."""
    return "/".join(str(side.total) for side in row.sides) if row else ""


@lru_cache(maxsize=64)
def card_names(shape: Shape, words: Words) -> Mapping[str, str]:
    """The names of the cards of every rank, kind and class of a game, by their keys."""
    groups = {*shape.hand_groups("classes"), *shape.hand_groups("side")}
    kinds = {*KINDS, *MELD_RANKS, *groups}
    return {kind: entry.card_name(kind, words, shape.rules) for kind in kinds}


def choices_of(field: str, page: EntryPage) -> list[tuple[str, str]]:
    """The choices of a field, in words: a player, a way, a card."""
    say, names = page.words.gettext, [(str(each.number), each.name) for each in page.all_scorers]
    match field:
        case "end":
            outs = [(at, say(N_("%(side)s out"), side=name)) for at, name in names]
            return [*outs, (NONE, say(N_("Stock ran out")))]
        case "took":
            return [*names, (NONE, say(N_("Nobody")))]
        case "way":
            return [(way, page.words.pgettext(*entry.WAYS[way])) for way in WAYS]
        case "suit":
            return [(suit, page.words.pgettext(*label)) for suit, label in entry.SUITS.items()]
        case "stands":
            wild = [(card, page.cards[card]) for card in STANDS_FOR]
            return [("", "–"), (YES, say(N_("Natural cards"))), *wild]
        case "count":
            return [("", "–"), *((str(count), str(count)) for count in range(1, MANY_CARDS))]
        case "pozzetto":
            return [(what, say(label)) for what, label in entry.POZZETTO.items()]
        case "reason":
            return [(key, say(why)) for key, why in entry.REASONS.items()]
        case "special":
            hands = [row for row in page.shape.rules.special_hands if row.played]
            return [
                ("", say(N_("No special hand"))),
                *((row.key, f"{say(row.title)}\u00a0· {row.points}") for row in hands),
            ]
        case _:
            return [("", "–"), *((rank, page.cards[rank]) for rank in (*RANKS, THREE, WILD))]


def heads(state: State, number: int, words: Words) -> str:
    """The dealer and the player who sits out in deal `number` and in those after it: one line each, separated by
    tabs."""
    setup, lines = state.setup, []
    for deal in range(number, number + DEALS):
        at = seating(deal, setup.sides_of_seats, setup.first_dealer, setup.rules)
        rests = [words.gettext(N_("%(name)s sits out"), name=setup.seats[seat]) for seat in at.sits_out]
        lines.append("\t".join([words.gettext(N_("Dealer: %(name)s"), name=setup.seats[at.dealer]), *rests]))
    return "\n".join(lines)
