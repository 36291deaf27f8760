"""A season's page as values: a row a player, a column an evening."""

from __future__ import annotations

from datetime import date

from flask import url_for
from markupsafe import Markup, escape

from scorekeeper.actions.seasons import SeasonEvening, SeasonNow
from scorekeeper.engine.values import Struct
from scorekeeper.evening.season import Worth
from scorekeeper.web.frame.access import open_here
from scorekeeper.words import N_, Words
from scorekeeper.words.seasons import STATES, say_chain, say_counting, say_season_place

DROPPED = N_("dropped")


class Column(Struct):
    """An evening: its day, what it is called, why it does not count, and its standings where this device may look."""

    number: int
    day: str
    title: str
    state: str
    url: str | None


class PlayerLine(Struct):
    """A player; `cells` say what each evening was worth, nothing where he was not there, struck out where dropped."""

    place: int
    name: str
    url: str | None
    total: int
    attended: int
    won: int
    reason: str
    cells: tuple[Markup, ...]


class SeasonPage(Struct):
    """Everything the page shows."""

    id: str
    title: str
    version: int
    counting: str
    chain: str
    seed: str
    columns: tuple[Column, ...]
    rows: tuple[PlayerLine, ...]


def season_page(season_id: str, now: SeasonNow, words: Words) -> SeasonPage:
    """The season as it stands."""
    first = now.rows[0].player if now.rows else ""
    linked = bool(first and open_here(url_for("players.show", player_id=int(first))))
    dropped = words.gettext(DROPPED)
    rows = tuple(
        PlayerLine(
            place=row.place,
            name=now.names[row.player],
            url=url_for("players.show", player_id=int(row.player)) if linked else None,
            total=row.total,
            attended=row.attended,
            won=row.evenings_won,
            reason=say_season_place(now.rows, now.steps, at, words),
            cells=tuple(_cell(each, dropped, words) for each in now.worth[row.player]),
        )
        for at, row in enumerate(now.rows)
    )
    setup = now.memory.setup
    return SeasonPage(
        id=season_id,
        title=setup.title,
        version=now.memory.version,
        counting=say_counting(setup, words),
        chain=say_chain(setup.tie_breaks, words),
        seed=setup.seed or "",
        columns=tuple(column(each, words, linked=linked) for each in now.evenings),
        rows=rows,
    )


def _cell(worth: Worth | None, dropped: str, words: Words) -> Markup:
    """Written here: forty evenings of eighty players are 3,200 of them, and a template takes them one by one."""
    if worth is None:
        return Markup("")
    value = words.number(worth.value)
    if worth.counts:
        return escape(value)
    return Markup('<s><span class="vh">{} </span>{}</s>').format(dropped, value)


def column(evening: SeasonEvening, words: Words, *, linked: bool = False) -> Column:
    """An evening as the head of its column; `linked`: this device may look at the standings of every one."""
    day = words.day(date.fromisoformat(evening.date)) if evening.date else "–"
    here = evening.state in ("counts", "in_play")
    standings = url_for("evening_standings.show", evening_id=evening.id) if here else None
    return Column(
        number=evening.number,
        day=day,
        title=evening.title or evening.id,
        state="" if evening.state == "counts" else words.gettext(STATES[evening.state]),
        url=standings if linked or standings is None else open_here(standings),
    )
