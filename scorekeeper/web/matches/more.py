"""The page behind "More": the rules a match is played by, its deals, and the rarer acts."""

from __future__ import annotations

from flask import url_for

from scorekeeper.actions.adoption import NONE
from scorekeeper.engine.match import Row, State
from scorekeeper.engine.values import Struct
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.web.board.acts import Fields, once
from scorekeeper.web.board.model import SIDES
from scorekeeper.web.board.view import rule_set_title
from scorekeeper.web.frame.access import open_here
from scorekeeper.web.matches.options import Agreed, agreed
from scorekeeper.words import N_, Words
from scorekeeper.words.options import say_format
from scorekeeper.words.rulings import say_codes

#: Pages of a match of its own; what they change of a match of an evening is changed by the evening.
NAMES, AWAY = OF_NO_EVENING = ("/matches/{}/names", "/matches/{}/away")
#: Further pages of a match: where, what they are called, and what is there.
FURTHER = (
    ("/matches/{}/history", N_("History"), N_("Every entry: who, when, before and after")),
    ("/matches/{}/rulings", N_("Rulings"), N_("Penalties and what they asked for")),
    ("/matches/{}/code", N_("Penalty code"), N_("Start, change or stop using a penalty code")),
    ("/matches/{}/may-i", N_("May I?"), N_("Opening, melds, the pile, going out")),
    ("/matches/{}/watch", N_("Watch"), N_("The board to look at only, on another screen")),
    ("/matches/{}/share", N_("Share"), N_("A link and a code for other devices")),
    ("/matches/{}/sheet", N_("Sheet"), N_("The score sheet, to read or to print")),
    ("/matches/{}/print", N_("Print"), N_("Results of an evening, empty sheets, cards of the rules and the penalties")),
    (NAMES, N_("Write the names"), N_("Enter or correct the names of players and sides")),
    ("/matches/new?from={}", N_("New match like this"), N_("The same people and rules, to change before the start")),
    ("/matches/{}.csv", N_("Table as CSV"), N_("Deals and lines, for a spreadsheet")),
    ("/matches/{}.json", N_("Match as JSON"), N_("Every entry, to keep or to bring elsewhere")),
    ("/device", N_("This device"), N_("Its name in the history")),
    (AWAY, N_("Delete the match"), N_("It leaves the list, its entries stay")),
)


class Figure(Struct):
    """What a deal brought one side, and where that is amended, if this device may amend it."""

    key: str
    name: str
    total: int
    amend_url: str | None


class PlayedDeal(Struct):
    """One deal in a line."""

    number: int
    annulled: bool
    figures: tuple[Figure, ...]


class MorePage(Struct):
    """Everything the template shows; the address of an act is None where it is not to be done, or not from here."""

    match_id: str
    title: str
    version: int
    sides: tuple[str, ...]
    facts: tuple[Agreed, ...]
    house_rules: tuple[Agreed, ...]
    rules_url: str
    deals: tuple[PlayedDeal, ...]
    links: tuple[tuple[str, str, str], ...]
    rename_url: str | None
    pause_url: str | None
    resume_url: str | None
    pause: Fields
    resume: Fields
    note: str


def more_page(match_id: str, state: State, words: Words) -> MorePage:
    """Gather what the page shows."""
    setup = state.setup
    return MorePage(
        match_id=match_id,
        title=setup.title,
        version=state.version,
        sides=tuple(side.name for side in setup.sides),
        facts=_facts(state, words),
        house_rules=agreed(setup.options, words),
        rules_url=url_for("reference.of_match", match_id=match_id),
        deals=tuple(_played(match_id, row, state) for row in state.rows),
        links=_links(match_id, state, words),
        rename_url=None if setup.evening else _act(match_id, "table.retitle"),
        pause_url=None if state.paused or state.over else _act(match_id, "table.set_aside"),
        resume_url=_act(match_id, "table.take_up") if state.paused else None,
        pause=once("match_paused", state),
        resume=once("match_resumed", state),
        note=setup.note,
    )


def _act(match_id: str, endpoint: str) -> str | None:
    """Where an act is sent, None where this device may not do it."""
    return open_here(url_for(endpoint, match_id=match_id), "POST")


def _played(match_id: str, row: Row, state: State) -> PlayedDeal:
    """A deal, each of its figures with the way to what it is made of: the melds of that side."""
    path = f"/matches/{match_id}/deals/{row.number}/amend"
    amend = open_here(path) if row.record.body["sides"] else None
    step = "" if state.setup.rules.table.alliances else "#step-m{}"  # allies meld together, at a step of either
    figures = (
        Figure(SIDES[number], standing.name, side.total, amend and amend + step.format(number))
        for number, (side, standing) in enumerate(zip(row.sides, state.standings, strict=True))
    )
    return PlayedDeal(row.number, row.annulled is not None, tuple(figures))


def _facts(state: State, words: Words) -> tuple[Agreed, ...]:
    rules = state.setup.rules
    format_, facts = rulebook().formats.get(rules.table.format), rulebook().rule_sets.get(rules.id)
    house = facts is not None and rules.table.format in facts.house_formats
    pairs = [
        (N_("Rules"), rule_set_title(rules, words)),
        (N_("Players"), say_format(format_.title, words, house=house) if format_ else rules.table.format),
        (N_("Target"), words.number(rules.end.target))
        if rules.end.deals is None
        else (N_("Deals of the match"), words.number(rules.end.deals)),
        (N_("Cards dealt"), words.number(rules.table.hand_size)),
        (N_("First dealer"), state.setup.seats[state.setup.first_dealer]),
    ]
    if state.codes != ((1, NONE),):
        pairs.append((N_("Penalty code"), say_codes(state.codes, codes(), words)))
    return tuple(Agreed(words.gettext(label), value) for label, value in pairs)


def _links(match_id: str, state: State, words: Words) -> tuple[tuple[str, str, str], ...]:
    """Address, words and a second line of each further page that is for this device."""
    pages = (
        (open_here(path.format(match_id)), label, says)
        for path, label, says in FURTHER
        if path not in OF_NO_EVENING or state.setup.evening is None
    )
    return tuple((url, words.gettext(label), words.gettext(says)) for url, label, says in pages if url)
