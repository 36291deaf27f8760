"""The pages with names and options: the form that opens a match, and the names of one, ready for their templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.actions.desk import Desk
from scorekeeper.actions.draws import Card, read_card
from scorekeeper.actions.matches import clean, of_no_evening
from scorekeeper.engine.entries import Setup
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.rulebook.procedures import deciding
from scorekeeper.web.board.views import SIDES
from scorekeeper.web.frame.desk import new_key
from scorekeeper.web.frame.forms import SAME, AtFields, Question, answered, questions, said_apart
from scorekeeper.web.matches.forms import MOST_TYPED, OWN, SIDE, MatchForm, called, chosen, seated
from scorekeeper.web.matches.options import GroupView, OptionView, agreed, in_short, option_groups
from scorekeeper.words import LANGUAGES, N_, Words, words_for
from scorekeeper.words.numbers import whole
from scorekeeper.words.options import say_format
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
    alike: Question | None = None


class FormPage(AtFields, Struct):
    """Everything the template shows; `recent`: who played here last, and whether they sit already."""

    form: MatchForm
    key: str
    rule_sets: tuple[tuple[str, str], ...]
    formats: tuple[tuple[str, str], ...]
    says: str
    rules_url: str
    seats: tuple[SeatView, ...]
    partners: bool
    lowest_deals: bool
    side_fields: tuple[tuple[str, str, str], ...]
    groups: tuple[GroupView, ...]
    in_short: str
    presets: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    recent: tuple[tuple[str, bool], ...]
    packs: tuple[tuple[str, str], ...]
    errors: tuple[tuple[str, str], ...]
    summary: tuple[tuple[str, str], ...]

    def any_error(self, *beginnings: str) -> bool:
        """Whether a field whose name begins so has one: then its part of the form is open."""
        return any(field.startswith(beginnings) for field, _ in self.errors)

    def has_currency(self, option: OptionView) -> bool:
        """Whether the currency stands beside an option."""
        return option.id == STAKE

    def wrong_in(self, group: GroupView) -> bool:
        """Whether an option of a group has an error, the currency standing beside the stake."""
        fields = {option.name for option in group.options}
        if any(self.has_currency(option) for option in group.options):
            fields.add("currency")
        return not fields.isdisjoint(field for field, _ in self.errors)


def form_page(
    form: MatchForm, refused: Sequence[Refused], desk: Desk, words: Words, asked: Sequence[Question] = ()
) -> FormPage:
    """Lay the form out, with everything that is wrong at its field; what has to be answered first stands with it."""
    book = rulebook()
    facts = book.rule_sets[form.rules]
    values, _ = chosen(form)
    errors = tuple((FIELDS.get(wrong.where, wrong.where), say_refusal(wrong, words)) for wrong in refused)
    together = unnamed_fields(refused)
    alike = asked or questions(form.players, form.apart, words)
    seats = seat_views(form.players, form.sides, form.drawn, dict(errors), together, alike)
    return FormPage(
        form=form,
        key=form.key or new_key(),
        rule_sets=tuple((id_, words.gettext(each.title)) for id_, each in book.rule_sets.items()),
        formats=tuple(
            (id_, say_format(book.formats[id_].title, words, house=id_ in facts.house_formats)) for id_ in facts.formats
        ),
        says=words.gettext(facts.says),
        rules_url=url_for("reference.rule_set", id_=form.rules),
        seats=seats,
        partners=form.seats > form.sides,
        lowest_deals=deciding("lowest_deals", _rules(form)) is not None,
        side_fields=side_fields(form.side_names) if form.seats > form.sides else (),
        groups=option_groups(form, words),
        in_short=in_short(_rules(form), agreed(_not_in_line(values), words), words, code=True),
        presets=tuple((preset.id, preset.name) for preset in desk.ledger.presets.all()),
        players=suggested_players(desk),
        recent=recent_players(desk, form.players),
        packs=tuple((id_, words.gettext(label)) for id_, label in PACKS.items()),
        errors=errors,
        summary=summary_of((*errors, *to_answer(seats, asked)), together, words),
    )


def to_answer(seats: Sequence[SeatView], asked: Sequence[Question]) -> tuple[tuple[str, str], ...]:
    """What has to be answered before names are saved, by the field that it is asked at."""
    return tuple((seat.field, each.says) for seat in seats for each in asked if seat.alike is each)


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


def _rules(form: MatchForm) -> RuleSet:
    """The rules as far as they can be made: with the options that are values."""
    return resolve(form.rules, form.format, chosen(form)[0])


def unnamed_fields(refused: Sequence[Refused]) -> list[str]:
    """The fields of several missing names, which stand in one line."""
    nameless = [wrong.where for wrong in refused if wrong.key == "missing_name" and wrong.where.startswith(PLAYER)]
    return nameless if len(nameless) > 1 else []


def suggested_players(desk: Desk) -> tuple[str, ...]:
    """The names that a form suggests to begin with."""
    return tuple(player.name for player in desk.ledger.players.offered(limit=MOST_SUGGESTED))


def recent_players(desk: Desk, players: Sequence[str]) -> tuple[tuple[str, bool], ...]:
    """Who played here last, and whether they sit already."""
    sitting = {name.strip() for name in players}
    return tuple((player.name, player.name in sitting) for player in desk.ledger.players.recent(limit=CHIPS))


def summary_of(errors: Sequence[tuple[str, str]], together: Sequence[str], words: Words) -> tuple[tuple[str, str], ...]:
    """What the head of the page lists: everything as at its field, but several missing names in one line."""
    others = tuple(each for each in errors if each[0] not in together)
    if not together:
        return others
    sentence = words.ngettext("%(num)s name is missing.", "%(num)s names are missing.", len(together))
    return ((together[0], sentence), *others)


def seat_views(
    players: Sequence[str],
    sides: int,
    drawn: Sequence[str],
    errors: Mapping[str, str],
    together: Sequence[str],
    alike: Sequence[Question],
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


def side_fields(names: Sequence[str]) -> tuple[tuple[str, str, str], ...]:
    """Field, side and name of each side that is more than one player."""
    return tuple((f"side_names[{index}]", SIDES[index], name) for index, name in enumerate(names))


class NamesPage(AtFields, Struct):
    """Everything the template shows, by the names that the form of a new match has for it."""

    match_id: str
    called: str
    version: int
    key: str
    seats: tuple[SeatView, ...]
    apart: tuple[str, ...]
    partners: bool
    sides: int
    side_fields: tuple[tuple[str, str, str], ...]
    players: tuple[str, ...]
    recent: tuple[tuple[str, bool], ...]
    errors: tuple[tuple[str, str], ...]
    summary: tuple[tuple[str, str], ...]


def read_names(setup: Setup, values: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Players by seat and names of sides, as typed; where nothing was, as they are, those that nobody gave left out."""
    pairs = len(setup.seats) > len(setup.sides)
    players = ["" if setup.unnamed else name for name in setup.seats]
    sides = [_given(setup, side) for side in range(len(setup.sides))] if pairs else []
    return _typed(values, "players", players), _typed(values, "side_names", sides)


def names_page(
    desk: Desk,
    match_id: str,
    values: MultiDict[str, str],
    words: Words,
    refused: Sequence[Refused] = (),
    asked: Sequence[Question] = (),
) -> NamesPage:
    """Lay the form out as it was typed, with everything that is wrong at its field; `sit` in the values takes a free
    seat, and what has to be answered first is `asked`. Raises `Refused` at a table of an evening, and
    `UnknownMatch`."""
    state = desk.load(match_id).state
    setup = of_no_evening(state.setup)
    players, sides = read_names(setup, values)
    if sits := values.get("sit"):
        players = seated(MatchForm(setup.rules.id, setup.rules.table.format, players), sits).players
    if SAME in values:
        players = called(players, answered(values))
    errors = tuple((wrong.where, say_refusal(wrong, words)) for wrong in refused)
    together = unnamed_fields(refused)
    seen = whole(values.get("version", ""), 9)
    alike = asked or asked_of_names(setup, players, values, words)
    seats = seat_views(players, len(setup.sides), (), dict(errors), together, alike)
    return NamesPage(
        match_id=match_id,
        called=" – ".join(side.name for side in setup.sides),
        version=state.version if seen is None else seen,
        key=values.get("key", "")[:64] or new_key(),
        seats=seats,
        apart=said_apart(values),
        partners=len(setup.seats) > len(setup.sides),
        sides=len(setup.sides),
        side_fields=side_fields(sides),
        players=suggested_players(desk),
        recent=recent_players(desk, players),
        errors=errors,
        summary=summary_of((*errors, *to_answer(seats, asked)), together, words),
    )


def asked_of_names(
    setup: Setup, players: Sequence[str], values: MultiDict[str, str], words: Words
) -> tuple[Question, ...]:
    """What is asked of the names that did not stand there before."""
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
