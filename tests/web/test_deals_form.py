"""From fields to a deal and back: the ledger stores the typed values, and an amendment shows them again."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.cards import RANKS, SUITS
from scorekeeper.engine.deals.reader import POZZETTO
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.web.deals.entry import Entered, fill, read_entry
from scorekeeper.web.deals.fields import Form, clean
from scorekeeper.web.deals.shape import FACTS, Fields, Shape
from tests.examples import examples

#: Every game in its first format, and the formats that differ from it.
GAMES = [(name, facts.formats[0]) for name, facts in rulebook().rule_sets.items()]
GAMES += [("czech", "two"), ("hungarian", "cutthroat"), ("romanian", "three"), ("czech-fast", "three")]
CHOICES = {"rank": RANKS, "suit": SUITS, "pozzetto": POZZETTO}
NAMES = ("Ilona", "Jana", "Mihai")


def read_fields(fields: Fields, game: Shape) -> Entered:
    """Read the entry from these fields of a page."""
    return read_entry(Form(game, fields))


@st.composite
def entries(draw: st.DrawFn) -> tuple[Shape, dict[str, str]]:
    """A game, and the fields of its page filled in at random."""
    rules = resolve(*draw(st.sampled_from(GAMES)))
    game = Shape(rules, names=NAMES if rules.table.alliances else ())
    places = [str(place) for place in range(game.rules.table.sides)]
    fields = {"end": draw(st.sampled_from(["none", *places])), "took": draw(st.sampled_from(["none", *places]))}
    for name in (*FACTS, "first_round"):
        fields[name] = draw(st.sampled_from(["", "yes"]))
    fields["special"] = draw(st.sampled_from(["", *(row.key for row in game.rules.special_hands)]))
    fields["left"] = draw(st.sampled_from(["", "0", "17"]))
    for place in places:
        fields |= draw(sides(f"s{place}", game))
    return game, clean(fields)


@st.composite
def sides(draw: st.DrawFn, prefix: str, game: Shape) -> dict[str, str]:
    """The fields of one side, filled in at random."""
    way = draw(st.sampled_from(["cards", "counts", "totals"]))
    mode = draw(st.sampled_from(game.hand_modes[way]))
    fields = {f"{prefix}-way": way, f"{prefix}-hand": mode}
    known = [field for name, field in Form(game, fields).table.items() if field.place and name.startswith(prefix)]
    for field in draw(st.lists(st.sampled_from(known), unique=True, max_size=20)):
        of = CHOICES.get(field.name.rpartition("-")[2], ("yes",))
        fields[field.name] = draw(
            st.sampled_from(of) if field.kind in ("choice", "tick") else st.integers(0, 4).map(str)
        )
    return fields


@given(entries())
@examples(60, soak=1_500)
def test_a_body_fills_the_page_that_makes_it_again(entry: tuple[Shape, dict[str, str]]) -> None:
    game, fields = entry
    entered = read_fields(fields, game)
    again = read_fields(fill(entered.body, game), game)
    assert again.body == entered.body
    assert again.form.teams == entered.form.teams
