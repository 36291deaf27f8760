"""The parts of the entry page: its scorers, melds, names of cards, and the dealers of the coming deals."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from scorekeeper.engine.cards import JOKER, KINDS, MELD_RANKS, RANKS, THREE
from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.reader import read_meld
from scorekeeper.engine.matches.match import Row, RowSide, State
from scorekeeper.engine.matches.seating import seating
from scorekeeper.engine.values import Struct
from scorekeeper.web.board.views import SIDES, hint, laid_view
from scorekeeper.web.deals.entry import Entered
from scorekeeper.web.deals.fields import Form
from scorekeeper.web.deals.shape import STANDS_FOR, Shape, Team
from scorekeeper.words import N_, Words, entry

#: The number of deals, beginning with the one being entered, whose dealers the page can show without a connection.
DEALS = 12


class Scorer(Struct):
    """A scorer, with the total `before` the deal and the result of the deal (`got`, None if the deal is refused)."""

    number: int
    name: str
    before: int
    got: RowSide | None

    @property
    def key(self) -> str:
        """The letter that stands for the scorer in colours and marks."""
        return SIDES[self.number]


class MeldView(Struct):
    """One meld as the page shows it.

    `cards` are pieces of text, each as (text, sign after it, name of the sign to be read aloud): ("K×4 + ", "star",
    "Jokers"). A sequence has its `suit` in front of them. `counts` are the numbers of natural cards, twos and jokers.

    `points` is the value of the cards as text; `worth` is that value plus the bonus, as a number. `says` is a note
    on what the meld is or lacks. For a canasta, `canasta` is (name, bonus) and `card` its colour; otherwise they are
    None and "".

    `echo`, `head` and `tile` are the ids of the elements that show the meld, `opens` is the key of its tray.
    """

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
    """A sequence in pieces of text, as in `MeldView.cards`: its first and last card, then each wild card with the card
    that it stands for. `places` has the letters of the ranks of the sequence, each with "yes" for the natural card, or
    with the wild card in its place: {"5": "yes", "6": "joker", "7": "yes"}."""
    ends = [*places]
    pieces = [(f"{ends[0]}–{ends[-1]}" if ends[1:] else ends[0], "", "")]
    for letter, card in places.items():
        if card in STANDS_FOR:
            pieces.append((" · ", "star", joker) if card == JOKER else (" · 2", "", ""))
            pieces.append((f" ({letter})", "", ""))
    return pieces


def melds_of(entered: Entered, team: Team, words: Words, letters: Mapping[str, str]) -> list[MeldView]:
    """The melds of a team as they are entered; `letters` are those on the corners of the cards, by rank."""
    at = entered.form.teams.index(team)
    side, rules = entered.body["sides"][at], entered.form.shape.rules
    return [
        _meld_view(
            entered.form, f"s{team.number}", row, read_meld(meld, "", rules), words, letters, going_out="out" in side
        )
        for row, meld in zip(entered.rows[at], side.get("melds", ()), strict=True)
    ]


def _meld_view(
    form: Form, prefix: str, row: str, meld: Meld, words: Words, letters: Mapping[str, str], *, going_out: bool
) -> MeldView:
    """The meld of a row of the page; the names of its fields begin with `prefix` and the row."""
    rules, name = form.shape.rules, f"{prefix}-{row}"
    laid = laid_view(meld, rules, words, letters)
    says, bonus = hint(meld, laid.is_, rules, words, going_out=going_out), words.signed(laid.bonus)
    joker = entry.card_name(JOKER, words, rules)
    cards, text = [], ""
    for joint, kind, count in laid.parts:
        text += joint if kind == JOKER else joint + kind
        if kind == JOKER or (kind == THREE and rules.threes):
            cards.append((text, "star", joker) if kind == JOKER else (text, "spade", ""))
            text = ""
        text += f"×{count}" if count else ""
    run = {rank: form.fields.get(f"{name}-{card}", "") for card, rank in form.shape.run.items()}
    run = {letters.get(rank, rank): card for rank, card in run.items() if card}
    column = row.startswith("n-")
    return MeldView(
        field=name,
        rank=meld.rank,
        cards=span_of(run, joker) if run else [*cards, (text, "", "")],
        suit=(meld.suit or "")[:-1],
        counts=(meld.naturals, meld.twos, meld.jokers),
        points=words.number(laid.points),
        worth=laid.points + laid.bonus,
        says=f"{says} {bonus}" if laid.bonus else says,
        canasta=(laid.is_, bonus) if laid.is_ else None,
        card=laid.card,
        echo=f"{prefix}-echo-{meld.rank}" if column else f"{name}-echo",
        head=f"{prefix}-head-{meld.rank}" if column and meld.rank in RANKS else "",
        tile=f"{prefix}-tile-{meld.rank}" if column else "",
        opens=f"{prefix}-{meld.rank}" if column else name,
    )


def figures(row: Row | None) -> str:
    """The points of all scorers of a deal as one word, "1485/455"; empty without a deal."""
    return "/".join(str(side.total) for side in row.sides) if row else ""


@lru_cache(maxsize=64)
def card_names(shape: Shape, words: Words) -> Mapping[str, str]:
    """The names of the cards of a game, by rank, kind and class."""
    kinds = {*KINDS, *MELD_RANKS, *shape.hand_groups("classes"), *shape.hand_groups("side")}
    return {kind: entry.card_name(kind, words, shape.rules) for kind in kinds}


def heads(state: State, number: int, words: Words) -> list[list[str]]:
    """For deal `number` and those that follow, `DEALS` in all: a sentence with the dealer, then one for each player who
    sits out."""
    setup, deals = state.setup, []
    for deal in range(number, number + DEALS):
        at = seating(deal, setup.sides_of_seats, setup.first_dealer, setup.rules)
        rests = [words.gettext(N_("%(name)s sits out"), name=setup.seats[seat]) for seat in at.sits_out]
        deals.append([words.gettext(N_("Dealer: %(name)s"), name=setup.seats[at.dealer]), *rests])
    return deals
