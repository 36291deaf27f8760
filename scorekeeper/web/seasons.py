"""Seasons: the list, the form for a new one; and for each its table, its evenings, its settings and its history."""

import re
import secrets
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from markupsafe import Markup, escape
from werkzeug.wrappers import Response

from scorekeeper.actions.club import seasons as acts
from scorekeeper.engine.refused import malformed
from scorekeeper.evening.acts.season import SEASON_ACTS, SeasonSetup, remember_season
from scorekeeper.evening.ranking.season import SEASON_TIE_BREAKS, EveningWorth
from scorekeeper.ledger.chain.entries import KEY_LENGTHS
from scorekeeper.ledger.records.evenings import SeasonRow
from scorekeeper.paper import ReadySheet
from scorekeeper.paper.evenings import season_paper
from scorekeeper.web.frame import Right, current_desk, device, needs, new_key, now, stamp, words
from scorekeeper.web.frame.access import open_here
from scorekeeper.web.frame.forms import Chips, PlainForm, Select, Text
from scorekeeper.web.sheets import page_and_pdf, sheet_language
from scorekeeper.words import N_
from scorekeeper.words.club.evenings import say_evening
from scorekeeper.words.club.seasons import COUNTINGS, KEYS, say_chain, say_counting, say_season_entry, say_season_place
from scorekeeper.words.numbers import whole

blueprint = Blueprint("seasons", __name__)

#: The number of the club's latest evenings that the page offers to add to a season.
OFFERED = 200


@blueprint.get("/seasons")
@needs(Right.WATCH)
def index() -> str:
    """All seasons, the latest first."""
    seasons = _listed(current_desk().ledger.seasons.all())
    return render_template("seasons/list.html", seasons=seasons, evening_id=None, title=None)


@blueprint.get("/evenings/<evening_id>/seasons")
@needs(Right.WATCH)
def of_evening(evening_id: str) -> str:
    """The seasons that contain an evening."""
    title = say_evening(current_desk().load_evening(evening_id).state.setup.title, words())
    seasons = _listed(acts.seasons_with(current_desk(), evening_id))
    return render_template("seasons/list.html", seasons=seasons, evening_id=evening_id, title=title)


@blueprint.get("/seasons/new")
@blueprint.post("/seasons", endpoint="create")
@needs(Right.DIRECT)
def new() -> Response | tuple[str, int]:
    """Begin a season with the evenings that are ticked."""
    form, key, ticked = SeasonForm(), request.form.get("key") or new_key(), request.form.getlist("evening")
    if form.is_submitted():
        if len(key) not in KEY_LENGTHS:
            abort(400)
        seed = str(int(sha256(key.encode()).hexdigest(), 16) % 9000 + 1000)  # a form sent twice has the same seed
        with form.refusals():
            settings, id_ = {**form.asked(), "seed": seed}, secrets.token_hex(5)
            opened = acts.open_season(
                current_desk(), settings, ticked, season_id=id_, key=key, actor=device(), now=now()
            )
            return redirect(url_for("seasons.show", season_id=opened.entry.owner), 303)
    offered = current_desk().ledger.evenings.page(limit=OFFERED)
    return form.page("seasons/form.html", season_id=None, key=key, ties=TIES, offered=offered, ticked=ticked)


@blueprint.get("/seasons/<season_id>")
@needs(Right.WATCH)
def show(season_id: str) -> str:
    """The table of the season: the values of all evenings, the dropped ones struck out, and the total."""
    now_, say = acts.load_season(current_desk(), season_id), words()
    first = now_.rows[0].player if now_.rows else ""
    linked = bool(first and open_here(url_for("players.show", player_id=int(first))))
    return render_template(
        "seasons/season.html",
        season_id=season_id,
        season=now_,
        counting=say_counting(now_.memory.setup, say),
        chain=say_chain(now_.memory.setup.tie_breaks, say),
        reasons=[say_season_place(now_.rows, now_.steps, at, say) for at in range(len(now_.rows))],
        cells={row.player: [_cell(each) for each in now_.worth[row.player]] for row in now_.rows},
        standings={each.id: standings_of(each, linked=linked) for each in now_.evenings},
        linked=linked,
        away=current_desk().ledger.seasons.row(season_id).retired_at is not None,
    )


def standings_of(evening: acts.SeasonEvening, *, linked: bool) -> str | None:
    """The address of an evening's standings; None if the evening has none, or if this device may not open them.

    `linked`: this device may open the pages of the whole club, so there is no need to check each evening.
    """
    url = url_for("evening_standings.show", evening_id=evening.id)
    return (url if linked else open_here(url)) if evening.state in ("counts", "in_play") else None


def _cell(worth: EveningWorth | None) -> Markup:
    """The cell of an evening in a season's table: its value, struck out if it is dropped; empty for an absent player.

    It is not made by the template, which is slower: 40 evenings with 80 players have 3,200 cells.
    """
    if worth is None:
        return Markup("")
    value = words().number(worth.value)
    if worth.counts:
        return escape(value)
    return Markup('<s><span class="vh">{} </span>{}</s>').format(words().gettext(N_("dropped")), value)


@blueprint.route("/seasons/<season_id>/settings", methods=["GET", "POST"])
@needs(Right.DIRECT)
def settings(season_id: str) -> Response | tuple[str, int]:
    """The settings of a season: its title and how its evenings count. Earlier settings are in the history."""
    memory = acts.load_season(current_desk(), season_id).memory
    form = SeasonForm(data=values_of(memory.setup))
    if form.is_submitted():
        written = stamp(request.form)
        with form.refusals():
            acts.amend_season(current_desk(), season_id, form.asked(), written)
            return redirect(url_for("seasons.show", season_id=season_id), 303)
    return form.page(
        "seasons/form.html",
        season_id=season_id,
        version=request.form.get("version", memory.version),
        away=current_desk().ledger.seasons.row(season_id).retired_at is not None,
        key=request.form.get("key") or new_key(),
        ties=TIES,
    )


@blueprint.get("/seasons/<season_id>/evenings")
@needs(Right.DIRECT)
def evenings(season_id: str) -> str:
    """The evenings of the season, and those that can be added."""
    now_ = acts.load_season(current_desk(), season_id)
    there = {each.id for each in now_.evenings}
    offered = [row for row in current_desk().ledger.evenings.page(limit=OFFERED) if row.id not in there]
    return render_template(
        "seasons/evenings.html",
        season_id=season_id,
        season=now_.memory,
        key=new_key(),
        there=[(each, new_key()) for each in now_.evenings],
        offered=offered,
    )


@blueprint.post("/seasons/<season_id>/evenings")
@needs(Right.DIRECT)
def add(season_id: str) -> Response:
    """Add the ticked evenings to the season."""
    written, chosen = stamp(request.form), request.form.getlist("evening")
    if chosen:
        acts.add_evenings(current_desk(), season_id, chosen, written)
    return redirect(url_for("seasons.show", season_id=season_id), 303)


@blueprint.post("/seasons/<season_id>/evenings/<int:number>/remove")
@needs(Right.DIRECT)
def remove(season_id: str, number: int) -> Response:
    """Remove an evening from the season; it can be added again."""
    acts.remove_evening(current_desk(), season_id, number, stamp(request.form))
    return redirect(url_for("seasons.evenings", season_id=season_id), 303)


@blueprint.post("/seasons/<season_id>/away")
@needs(Right.DIRECT)
def away(season_id: str) -> Response:
    """Remove the season from the list, or restore it; its evenings stay as they are."""
    acts.put_away(current_desk(), season_id, now=None if request.form.get("act") == "back" else now())
    return redirect(url_for("seasons.show", season_id=season_id), 303)


@blueprint.get("/seasons/<season_id>/history")
@needs(Right.WATCH)
def history(season_id: str) -> str:
    """Every entry of the season, the latest first."""
    desk = current_desk()
    now_ = acts.load_season(desk, season_id)
    named = {each.id: f"{say_evening(each.title, words())}, {each.date}" for each in now_.evenings if each.date}
    events = []
    for entry, before, memory in SEASON_ACTS.steps(desk.ledger.seasons.entries(season_id)):
        id_ = entry.payload.get("id") or before.evenings.get(entry.payload.get("evening", 0), "")
        does = say_season_entry(entry.kind, named.get(id_) or _called(id_), words())
        events.append((entry, does, say_counting(memory.setup, words()) if entry.kind.startswith("season_") else ""))
    title = now_.memory.setup.title
    return render_template("seasons/history.html", season_id=season_id, title=title, events=events[::-1])


@page_and_pdf(blueprint, "/seasons/<season_id>/print", Right.WATCH, ("seasons.show", N_("To the season")))
def sheet(season_id: str) -> ReadySheet:
    """The table of a season."""
    return season_paper(current_desk(), season_id, sheet_language())


def _listed(rows: Iterable[SeasonRow]) -> list[tuple[SeasonRow, int]]:
    """The seasons in these rows, as (row, number of evenings)."""
    return [(row, len(remember_season(current_desk().ledger.seasons.entries(row.id)).evenings)) for row in rows]


def _called(evening_id: str) -> str:
    """The title and date of an evening that was removed; its id if it is not among the club's latest `OFFERED`."""
    rows = [row for row in current_desk().ledger.evenings.page(limit=OFFERED) if row.id == evening_id]
    return f"{say_evening(rows[0].title, words())}, {rows[0].date}" if rows else evening_id


#: The proposed points: for the first places in order, and for all other places.
LIST, REST = "10 8 6 5 4 3 2", "1"
TIES = tuple(f"tie{at}" for at in range(len(SEASON_TIE_BREAKS)))
#: The form fields whose names differ from those in the setup: {name in the setup: field}.
FIELDS = {"points": "list", "tie_breaks": TIES[0]}


class SeasonForm(PlainForm):
    """The title of a season, how its evenings count, and its tie-breaks (`TIES`)."""

    title = Text(N_("Title of the season"))
    by = Chips(
        N_("How many points does a player get for an evening?"),
        COUNTINGS,
        default="points",
        render_kw={"show_legend": True},
    )
    list = Text(
        N_("Points by place"), description=N_("Counted when points go by place: the first place first."), default=LIST,
        render_kw={"maxlength": 400},
    )  # fmt: skip
    rest = Text(N_("Points for every place after that"), default=REST, render_kw={"maxlength": 8})
    best = Text(N_("How many best evenings count"), description=N_("Empty: all of them."), render_kw={"maxlength": 3})

    def asked(self) -> dict[str, Any]:
        """The setup as JSON. Raises `Refused` without a title.

        A text that is not a number stays a text; the use case refuses it.
        """
        if not self.title.data:
            raise malformed("missing_title", "title")
        points: dict[str, Any] = {"by": self.by.data}
        if self.by.data == "list":
            places = [part for part in re.split(r"[\s,;]+", self.list.data) if part]
            points |= {"points": [_number(part) for part in places], "rest": _number(self.rest.data or "0")}
        return {
            "title": self.title.data,
            "points": points,
            "best": _number(self.best.data) if self.best.data else None,
            "tie_breaks": [self[tie].data for tie in TIES if self[tie].data],
        }

    def field_of(self, where: str) -> str:
        """The name of the field for a refusal's location: "rest" for "points.rest"."""
        value = where.removeprefix("changed.")
        if value.startswith("points.rest"):
            return "rest"
        name = re.split(r"[.\[]", value)[0]
        return FIELDS.get(name, name)


for tie, usual in zip(TIES, SEASON_TIE_BREAKS, strict=True):
    setattr(SeasonForm, tie, Select("", {**KEYS, "": N_("nothing more")}, default=usual))


def values_of(setup: SeasonSetup) -> dict[str, str]:
    """The values of the form for a season, by field."""
    by_list = setup.counting.by == "list"
    return {
        "title": setup.title,
        "by": setup.counting.by,
        "list": " ".join(map(str, setup.counting.points)) if by_list else LIST,
        "rest": str(setup.counting.rest) if by_list else REST,
        "best": str(setup.best or ""),
    } | dict(zip(TIES, (*setup.tie_breaks, *[""] * len(TIES)), strict=False))


def _number(text: str) -> int | str:
    number = whole(text.removeprefix("-"), 7)
    return text if number is None else -number if text.startswith("-") else number
