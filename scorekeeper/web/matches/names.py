"""The page that writes the names of a match: who sits at which seat, and what the sides are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from werkzeug.datastructures import MultiDict

from scorekeeper.actions.desk import Desk
from scorekeeper.actions.matches import of_no_evening
from scorekeeper.engine.entries import Setup
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.engine.values import Struct
from scorekeeper.web.frame.desk import new_key
from scorekeeper.web.frame.forms import SAME, AtFields, Question, answered, questions, said_apart
from scorekeeper.web.matches.form import MOST_TYPED, SIDE, MatchForm, called, seated
from scorekeeper.web.matches.page import (
    SeatView,
    recent_players,
    seat_views,
    side_fields,
    suggested_players,
    summary_of,
    to_answer,
    unnamed_fields,
)
from scorekeeper.words import LANGUAGES, Words, words_for
from scorekeeper.words.numbers import whole
from scorekeeper.words.refusals import say_refusal


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
