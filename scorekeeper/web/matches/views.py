"""Values for the templates of two forms: the one that opens a match, and the one with the names of a match."""

from collections.abc import Mapping, Sequence

from werkzeug.datastructures import MultiDict

from scorekeeper.actions.desk import Desk
from scorekeeper.actions.matches.draws import Card, read_card
from scorekeeper.actions.matches.opening import clean, of_no_evening
from scorekeeper.engine.matches.entries import Setup
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.engine.values import Struct, replace
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.rulebook.procedures import deciding
from scorekeeper.web.board.views import SIDES
from scorekeeper.web.frame.desk import new_key
from scorekeeper.web.frame.forms import SAME, FormQuestion, answered, questions, said_apart
from scorekeeper.web.matches.forms import MOST_TYPED, OWN, SIDE, MatchForm, called, chosen, seated
from scorekeeper.web.matches.options import agreed, formats_of, in_short, option_groups
from scorekeeper.words import LANGUAGES, N_, Words, words_for
from scorekeeper.words.numbers import whole
from scorekeeper.words.refusals import say_refusal

MOST_SUGGESTED = 40  # names in the page itself; others are fetched while typing
CHIPS = 8  # buttons that seat a recent player
PACKS = {
    "KQJ": N_("A K Q J"),
    "RDV": N_("A R D V"),
    "KES": N_("A K E S"),
    OWN: N_("Letters of its own"),
}
#: The prefix of the names of the players' fields.
PLAYER = "players["


class SeatView(Struct):
    """A seat at the table: its field, the key of its side, the cards drawn there, and the error at its name.

    `described_by` is the id of the element with the error: next to the field, or at the head of the page if several
    names are missing (then `error` is None). `alike` is a question about the spelling of the name.
    """

    number: int
    name: str
    field: str
    side: str
    cards: tuple[Card, ...]
    error: str | None
    described_by: str | None
    alike: FormQuestion | None = None


def form_page(
    form: MatchForm, refused: Sequence[Refused], desk: Desk, words: Words, asked: Sequence[FormQuestion] = ()
) -> dict[str, object]:
    """The variables of the template of the form. Errors of `refused` values are at their fields. Questions in `asked`
    have to be answered first, and are at their seats."""
    book = rulebook()
    facts = book.rule_sets[form.rules]
    values, _ = chosen(form)
    rules = resolve(form.rules, form.format, values)
    # The line `in_short` names the target and the penalty code anyway, but not that no code is played.
    named = {"target", "penalty-code"} - {id_ for id_, value in values.items() if value == "none"}
    others = {id_: value for id_, value in values.items() if id_ not in named}
    alike = asked or questions(form.players, form.apart, words)
    return {
        "form": form,
        "key": form.key or new_key(),
        "rule_sets": [(id_, words.gettext(each.title)) for id_, each in book.rule_sets.items()],
        "formats": formats_of(facts, words),
        "says": words.gettext(facts.says),
        "lowest_deals": deciding("lowest_deals", rules) is not None,
        "groups": option_groups(form, words),
        "in_short": in_short(rules, agreed(others, words), words, code=True),
        "stake": "stake-per-100",  # the option that has the currency next to it
        "presets": [(preset.id, preset.name) for preset in desk.ledger.presets.all()],
        "packs": [(id_, words.gettext(label)) for id_, label in PACKS.items()],
        "apart": form.apart,
        **_around(form, form.sides, desk, words, refused, asked, alike),
    }


def names_page(
    desk: Desk,
    match_id: str,
    values: MultiDict[str, str],
    words: Words,
    refused: Sequence[Refused] = (),
    asked: Sequence[FormQuestion] = (),
) -> dict[str, object]:
    """The variables of the template of the names, as typed in `values`; the keys for seats, names and errors are those
    of `form_page`. The field `sit` has the name of a player to put on a free seat, or to remove from a seat.

    Raises `Refused` for a match of an evening, and `UnknownMatch`.
    """
    state = desk.load(match_id).state
    setup = of_no_evening(state.setup)
    players, side_names = read_names(setup, values)
    form = MatchForm(setup.rules.id, setup.rules.table.format, players, side_names=side_names)
    if sits := values.get("sit"):
        form = seated(form, sits)
    if SAME in values:
        form = replace(form, players=called(form.players, answered(values)))
    seen = whole(values.get("version", ""), 9)
    alike = asked or asked_of_names(setup, form.players, values, words)
    return {
        "match_id": match_id,
        "setup": setup,
        "version": state.version if seen is None else seen,
        "key": values.get("key", "")[:64] or new_key(),
        "apart": said_apart(values),
        **_around(form, len(setup.sides), desk, words, refused, asked, alike),
    }


def _around(
    form: MatchForm,
    sides: int,
    desk: Desk,
    words: Words,
    refused: Sequence[Refused],
    asked: Sequence[FormQuestion],
    alike: Sequence[FormQuestion],
) -> dict[str, object]:
    """The variables of both forms about seats, names and errors. `alike` are the questions about names close to known
    ones, `asked` those that have to be answered before anything is saved."""
    errors = [("letters" if each.where == "pack_index" else each.where, say_refusal(each, words)) for each in refused]
    nameless = [wrong.where for wrong in refused if wrong.key == "missing_name" and wrong.where.startswith(PLAYER)]
    together = nameless if len(nameless) > 1 else []  # several missing names have one line at the head of the page
    seats = seat_views(form, sides, dict(errors), together, alike)
    sitting = {name.strip() for name in form.players}
    unanswered = [(seat.field, each.says) for seat in seats for each in asked if seat.alike is each]
    summary = [each for each in (*errors, *unanswered) if each[0] not in together]
    if together:
        sentence = words.ngettext("%(num)s name is missing.", "%(num)s names are missing.", len(together))
        summary.insert(0, (together[0], sentence))
    return {
        "seats": seats,
        "partners": len(form.players) > sides,
        "sides": sides,
        "side_names": form.side_names if len(form.players) > sides else (),
        "players": [player.name for player in desk.ledger.players.offered(limit=MOST_SUGGESTED)],
        "recent": [(each.name, each.name in sitting) for each in desk.ledger.players.recent(limit=CHIPS)],
        "errors": errors,
        "summary": summary,
    }


def missing_names(form: MatchForm) -> list[Refused]:
    """A refusal for each player's name that is empty, or the same as the name of an earlier seat."""
    names = [name.strip() for name in form.players]
    nameless = [malformed("missing_name", f"players[{seat}]", "") for seat, name in enumerate(names) if not name]
    twice = [
        malformed("name_twice", f"players[{seat}]", name)
        for seat, name in enumerate(names)
        if name and name in names[:seat]
    ]
    return [*nameless, *twice]


def seat_views(
    form: MatchForm, sides: int, errors: Mapping[str, str], together: Sequence[str], alike: Sequence[FormQuestion]
) -> tuple[SeatView, ...]:
    """The seats at the table, each with its error from `errors`, which are by field. The fields `together` share one
    message at the head of the page instead."""
    asked = {each.typed: each for each in alike}
    cards = [[read_card(short) for short in text.split(".")] for text in form.drawn]
    if len(cards) != len(form.players) or not all(card for hand in cards for card in hand):
        cards = [[]] * len(form.players)
    views = []
    for seat, (name, hand) in enumerate(zip(form.players, cards, strict=True)):
        field = f"{PLAYER}{seat}]"
        error = None if field in together else errors.get(field)
        described_by = "errors" if field in together else f"{field}-error" if error else None
        shown = tuple(card for card in hand if card)
        views.append(
            SeatView(seat, name, field, SIDES[seat % sides], shown, error, described_by, asked.get(clean(name)))
        )
    return tuple(views)


def read_names(setup: Setup, values: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of players by seat, and of sides, as typed. For a field that was not sent, the name is that in the
    match, or empty if the program made that name. Sides of a single player have no names to type: none are returned."""
    pairs = len(setup.seats) > len(setup.sides)
    players = ["" if setup.unnamed else name for name in setup.seats]
    sides = [_given(setup, side) for side in range(len(setup.sides))] if pairs else []
    return _typed(values, "players", players), _typed(values, "side_names", sides)


def asked_of_names(
    setup: Setup, players: Sequence[str], values: MultiDict[str, str], words: Words
) -> tuple[FormQuestion, ...]:
    """The questions about the spelling of new names."""
    return questions([name for name in players if name not in setup.seats], said_apart(values), words)


def _typed(values: Mapping[str, str], field: str, before: Sequence[str]) -> tuple[str, ...]:
    return tuple(values.get(f"{field}[{index}]", name)[:MOST_TYPED] for index, name in enumerate(before))


def _given(setup: Setup, side: int) -> str:
    """The name of a side; empty if the program made it, from the names of the players or from the number of the side in
    any language."""
    team = setup.sides[side]
    made = {" & ".join(team.players)[:NAME_LENGTH]}
    if setup.unnamed:
        made |= {words_for(language).gettext(SIDE, number=side + 1) for language in LANGUAGES}
    return "" if team.name in made else team.name
