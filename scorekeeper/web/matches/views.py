"""The pages with names and options: the form that opens a match, and the names of one, ready for their templates."""

from collections.abc import Mapping, Sequence

from werkzeug.datastructures import MultiDict

from scorekeeper.actions.desk import Desk
from scorekeeper.actions.matches.draws import Card, read_card
from scorekeeper.actions.matches.opening import clean, of_no_evening
from scorekeeper.engine.matches.entries import Setup
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.engine.values import Struct
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

MOST_SUGGESTED = 40  # to begin with; others are suggested while they are typed
CHIPS = 8  # who played last takes a seat by a tap
PACKS = {
    "KQJ": N_("A K Q J"),
    "RDV": N_("A R D V"),
    "KES": N_("A K E S"),
    OWN: N_("Letters of its own"),
}
#: The option that the currency stands beside.
STAKE = "stake-per-100"
#: How the field of a player's name begins.
PLAYER = "players["
#: Where a refusal names a place that is not the field to correct.
FIELDS = {"pack_index": "letters", "rules": "rules", "format": "format"}


class SeatView(Struct):
    """One place at the table: its field, the side it belongs to, the cards drawn there, what is wrong with its name.

    `described_by` is the element that says what is wrong: the sentence at the field, or where several names are
    missing the one line at the head of the page.
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
    """Return what the template of the form reads: everything that is wrong at its field, and at its seat what has to be
    `asked` first."""
    book = rulebook()
    facts = book.rule_sets[form.rules]
    values, _ = chosen(form)
    rules = resolve(form.rules, form.format, values)
    alike = asked or questions(form.players, form.apart, words)
    return {
        "form": form,
        "key": form.key or new_key(),
        "rule_sets": [(id_, words.gettext(each.title)) for id_, each in book.rule_sets.items()],
        "formats": formats_of(facts, words),
        "says": words.gettext(facts.says),
        "lowest_deals": deciding("lowest_deals", rules) is not None,
        "groups": option_groups(form, words),
        "in_short": in_short(rules, agreed(_not_in_line(values), words), words, code=True),
        "stake": STAKE,
        "presets": [(preset.id, preset.name) for preset in desk.ledger.presets.all()],
        "packs": [(id_, words.gettext(label)) for id_, label in PACKS.items()],
        "apart": form.apart,
        **_around(form.players, form.side_names, form.sides, form.drawn, desk, words, refused, asked, alike),
    }


def names_page(
    desk: Desk,
    match_id: str,
    values: MultiDict[str, str],
    words: Words,
    refused: Sequence[Refused] = (),
    asked: Sequence[FormQuestion] = (),
) -> dict[str, object]:
    """Return what the template of the names reads, by the names that the form of a new match has for it: everything as
    it was typed. `sit` in the values takes a free seat. Raises `Refused` at a table of an evening, and
    `UnknownMatch`."""
    state = desk.load(match_id).state
    setup = of_no_evening(state.setup)
    players, sides = read_names(setup, values)
    if sits := values.get("sit"):
        players = seated(MatchForm(setup.rules.id, setup.rules.table.format, players), sits).players
    if SAME in values:
        players = called(players, answered(values))
    seen = whole(values.get("version", ""), 9)
    alike = asked or asked_of_names(setup, players, values, words)
    return {
        "match_id": match_id,
        "setup": setup,
        "version": state.version if seen is None else seen,
        "key": values.get("key", "")[:64] or new_key(),
        "apart": said_apart(values),
        **_around(players, sides, len(setup.sides), (), desk, words, refused, asked, alike),
    }


def _around(
    players: Sequence[str],
    side_names: Sequence[str],
    sides: int,
    drawn: Sequence[str],
    desk: Desk,
    words: Words,
    refused: Sequence[Refused],
    asked: Sequence[FormQuestion],
    alike: Sequence[FormQuestion],
) -> dict[str, object]:
    """The variables shared by both forms on the places at the table and their errors; `alike` names, close to known
    ones, raise a question, and `asked` ones do so before anything is saved."""
    errors = [(FIELDS.get(wrong.where, wrong.where), say_refusal(wrong, words)) for wrong in refused]
    together = unnamed_fields(refused)
    seats = seat_views(players, sides, drawn, dict(errors), together, alike)
    sitting = {name.strip() for name in players}
    unanswered = [(seat.field, each.says) for seat in seats for each in asked if seat.alike is each]
    return {
        "seats": seats,
        "partners": len(players) > sides,
        "sides": sides,
        "side_names": side_names if len(players) > sides else (),
        "players": [player.name for player in desk.ledger.players.offered(limit=MOST_SUGGESTED)],
        "recent": [(each.name, each.name in sitting) for each in desk.ledger.players.recent(limit=CHIPS)],
        "errors": errors,
        "summary": summary_of([*errors, *unanswered], together, words),
    }


def missing_names(form: MatchForm) -> list[Refused]:
    """The seats that need a name, and a name given twice, before cards are drawn."""
    names = [name.strip() for name in form.players]
    nameless = [malformed("missing_name", f"players[{seat}]", "") for seat, name in enumerate(names) if not name]
    twice = [
        malformed("name_twice", f"players[{seat}]", name)
        for seat, name in enumerate(names)
        if name and name in names[:seat]
    ]
    return [*nameless, *twice]


def _not_in_line(values: dict[str, object]) -> dict[str, object]:
    """The options that the line does not say by itself, as it does the target and the penalty code."""
    none = {id_ for id_ in values if values[id_] == "none"}  # that no code is played is said as a change
    return {id_: value for id_, value in values.items() if id_ not in {"target", "penalty-code"} - none}


def unnamed_fields(refused: Sequence[Refused]) -> list[str]:
    """The fields of several missing names, which stand in one line."""
    nameless = [wrong.where for wrong in refused if wrong.key == "missing_name" and wrong.where.startswith(PLAYER)]
    return nameless if len(nameless) > 1 else []


def summary_of(errors: Sequence[tuple[str, str]], together: Sequence[str], words: Words) -> list[tuple[str, str]]:
    """The list of errors at the head of the page: each as at its field, but several missing names in one line."""
    others = [each for each in errors if each[0] not in together]
    if not together:
        return others
    sentence = words.ngettext("%(num)s name is missing.", "%(num)s names are missing.", len(together))
    return [(together[0], sentence), *others]


def seat_views(
    players: Sequence[str],
    sides: int,
    drawn: Sequence[str],
    errors: Mapping[str, str],
    together: Sequence[str],
    alike: Sequence[FormQuestion],
) -> tuple[SeatView, ...]:
    """The places at the table; `errors` by field, those of `together` told in one line."""
    asked = {each.typed: each for each in alike}
    cards = [[read_card(short) for short in text.split(".")] for text in drawn]
    dealt = (
        cards if len(cards) == len(players) and all(card for hand in cards for card in hand) else [[]] * len(players)
    )
    views = []
    for seat, (name, hand) in enumerate(zip(players, dealt, strict=True)):
        field = f"{PLAYER}{seat}]"
        error = None if field in together else errors.get(field)
        described_by = "errors" if field in together else f"{field}-error" if error else None
        shown = tuple(card for card in hand if card)
        views.append(
            SeatView(seat, name, field, SIDES[seat % sides], shown, error, described_by, asked.get(clean(name)))
        )
    return tuple(views)


def read_names(setup: Setup, values: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Players by seat and names of sides, as typed. A field that was not sent keeps its value; names that nobody gave
    are left out."""
    pairs = len(setup.seats) > len(setup.sides)
    players = ["" if setup.unnamed else name for name in setup.seats]
    sides = [_given(setup, side) for side in range(len(setup.sides))] if pairs else []
    return _typed(values, "players", players), _typed(values, "side_names", sides)


def asked_of_names(
    setup: Setup, players: Sequence[str], values: MultiDict[str, str], words: Words
) -> tuple[FormQuestion, ...]:
    """The questions about names that were not there before."""
    return questions([name for name in players if name not in setup.seats], said_apart(values), words)


def _typed(values: Mapping[str, str], field: str, before: Sequence[str]) -> tuple[str, ...]:
    return tuple(values.get(f"{field}[{index}]", name)[:MOST_TYPED] for index, name in enumerate(before))


def _given(setup: Setup, side: int) -> str:
    """The name that somebody gave a side; nothing where it is made of its players, or of its number in any language."""
    team = setup.sides[side]
    made = {" & ".join(team.players)[:NAME_LENGTH]}
    if setup.unnamed:
        made |= {words_for(language).gettext(SIDE, number=side + 1) for language in LANGUAGES}
    return "" if team.name in made else team.name
