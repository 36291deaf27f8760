"""The page behind "More": the rules a match is played by, its deals, and the rarer acts."""

from __future__ import annotations

from flask import url_for

from scorekeeper.actions.adoption import NONE
from scorekeeper.engine.match import State
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.web.board.acts import once
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


def more_page(match_id: str, state: State, words: Words) -> dict[str, object]:
    """Return what the page reads; the address of an act is None where it is not to be done, or not from here. `amends`
    are the addresses where recorded deals are amended, by the number of the deal."""
    setup = state.setup
    recorded = [row.number for row in state.rows if row.record.body["sides"]]
    ways = ((number, open_here(f"/matches/{match_id}/deals/{number}/amend")) for number in recorded)
    return {
        "match_id": match_id,
        "state": state,
        "facts": (*_facts(state, words), *agreed(setup.options, words)),
        "amends": {number: way for number, way in ways if way},
        "links": _links(match_id, state, words),
        "rename_url": None if setup.evening else _act(match_id, "table.retitle"),
        "pause_url": None if state.paused or state.over else _act(match_id, "table.set_aside"),
        "resume_url": _act(match_id, "table.take_up") if state.paused else None,
        "pause": once("match_paused", state),
        "resume": once("match_resumed", state),
    }


def _act(match_id: str, endpoint: str) -> str | None:
    """Where an act is sent, None where this device may not do it."""
    return open_here(url_for(endpoint, match_id=match_id), "POST")


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
