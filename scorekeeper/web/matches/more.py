"""The page behind "More": the rules a match is played by, its deals, and the rarer acts."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from scorekeeper.engine.match import State
from scorekeeper.rulebook import codes
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.web.board.acts import Fields, once
from scorekeeper.web.board.view import rule_set_title
from scorekeeper.web.frame.access import open_here
from scorekeeper.web.frame.links import routed
from scorekeeper.web.matches.options import Agreed, agreed
from scorekeeper.words import N_, Words


@dataclass(frozen=True, slots=True)
class DealLink:
    """A deal to look at: its number, the points a side, and whether it counts."""

    number: int
    url: str
    points: tuple[int, ...]
    annulled: bool


@dataclass(frozen=True, slots=True)
class MorePage:
    """Everything the template shows; an address is None where there is no such page, or it is not for this device."""

    match_id: str
    title: str
    version: int
    sides: tuple[str, ...]
    facts: tuple[Agreed, ...]
    house_rules: tuple[Agreed, ...]
    rules_url: str | None
    deals: tuple[DealLink, ...]
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
        rules_url=routed(f"/matches/{match_id}/rules"),
        deals=_deals(match_id, state),
        links=_links(match_id, words),
        rename_url=_act(match_id, "table.retitle"),
        pause_url=None if state.paused or state.over else _act(match_id, "table.set_aside"),
        resume_url=_act(match_id, "table.take_up") if state.paused else None,
        pause=once("match_paused", state),
        resume=once("match_resumed", state),
        note=setup.note,
    )


def _act(match_id: str, endpoint: str) -> str | None:
    """Where an act is sent, None where this device may not do it."""
    return open_here(url_for(endpoint, match_id=match_id), "POST")


def _facts(state: State, words: Words) -> tuple[Agreed, ...]:
    rules = state.setup.rules
    format_ = rulebook().formats.get(rules.table.format)
    told = [
        (N_("Rules"), rule_set_title(rules, words)),
        (N_("Players"), words.gettext(format_.title) if format_ else rules.table.format),
        (N_("Target"), words.number(rules.end.target)),
        (N_("Cards dealt"), words.number(rules.table.hand_size)),
        (N_("First dealer"), state.setup.seats[state.setup.first_dealer]),
    ]
    if rules.code.id != "none":
        told.append((N_("Penalty code"), words.gettext(codes.code(rules.code.id).title)))
    return tuple(Agreed(words.gettext(label), value) for label, value in told)


def _deals(match_id: str, state: State) -> tuple[DealLink, ...]:
    return tuple(
        DealLink(
            row.number,
            url_for("history.deal", match_id=match_id, number=row.number),
            tuple(side.total for side in row.sides),
            row.annulled is not None,
        )
        for row in state.rows
    )


def _links(match_id: str, words: Words) -> tuple[tuple[str, str, str], ...]:
    """Address, words and a second line of each further page."""
    told = (
        (
            url_for("history.index", match_id=match_id),
            N_("History"),
            N_("Every entry: who, when, what before and after"),
        ),
        (routed(f"/matches/{match_id}/rulings"), N_("Rulings"), N_("Penalties and what they asked for")),
        (routed(f"/matches/{match_id}/may-i"), N_("May I?"), N_("Opening, melds, the pile, going out")),
        (
            url_for("matches.watch", match_id=match_id),
            N_("Watch"),
            N_("The board to look at only, on another screen"),
        ),
        (open_here(f"/matches/{match_id}/share"), N_("Share"), N_("A link and a code for other devices")),
        (routed(f"/matches/{match_id}/sheet"), N_("Sheet"), N_("The score sheet, to read or to print")),
        (
            open_here("/matches/new") and url_for("matches.new") + f"?from={match_id}",
            N_("New match like this"),
            N_("The same people and rules, to change before the start"),
        ),
        (
            url_for("export.as_csv", match_id=match_id),
            N_("Table as CSV"),
            N_("Deals and lines, for a spreadsheet"),
        ),
        (
            url_for("export.as_json", match_id=match_id),
            N_("Match as JSON"),
            N_("Every entry, to keep or to bring elsewhere"),
        ),
        (
            open_here(f"/matches/{match_id}/away"),
            N_("Delete the match"),
            N_("It leaves the list, its entries stay"),
        ),
    )
    return tuple((url, words.gettext(label), words.gettext(says)) for url, label, says in told if url)
