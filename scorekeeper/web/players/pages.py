"""The people who have played here: a list to look somebody up in, and a page for each."""

from __future__ import annotations

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.club.players import forget_player, rename_player, same_person, somebody_else
from scorekeeper.actions.club.ratings import FROM, club_ratings, keep_unrated, ratings_shown, show_ratings
from scorekeeper.actions.desk import Desk
from scorekeeper.engine.refused import Refused
from scorekeeper.web.frame import Right, current_desk, device, needs, now, refusal_text, words
from scorekeeper.web.frame.forms import PlainForm, Text, Tick, said
from scorekeeper.web.matches.listing import MOST_ASKED, STATUSES
from scorekeeper.web.players.views import player_page, told_of
from scorekeeper.words import N_
from scorekeeper.words.numbers import whole

blueprint = Blueprint("players", __name__, url_prefix="/players")

PAGE = 50
SUGGESTED = 10
#: What a player is called whose name is forgotten, unless something else is typed.
NUMBERED = N_("Player %(number)s")
#: At which field a refusal is told, by the act.
FIELDS = {"forget": "instead", "same": "other"}
OUTCOMES = {"won": N_("won"), "lost": N_("lost"), "drawn": N_("drawn")}


class NameForm(PlainForm):
    """Three acts with a player's name, each with a field of its own."""

    name = Text(N_("New name"))
    other = Text(N_("The name of the same person"), looks={"list": "known-players"})
    instead = Text(N_("What is shown instead"))
    copies = Tick(N_("Delete the copies and make a new one"))

    def write(self, desk: Desk, player_id: int, act: str) -> int:
        """Do one of them. Returns the player whose page shows it. Raises `Refused`."""
        if act == "same":
            return same_person(desk, player_id, self.other.data, actor=device(), now=now())
        if act == "forget":
            forget_player(desk, player_id, self.instead.data, now=now(), copies=self.copies.data)
        else:
            rename_player(desk, player_id, self.name.data, now=now())
        return player_id


@blueprint.get("")
@needs(Right.WATCH)
def index() -> str:
    """Players by name."""
    players = current_desk().ledger.players
    query = request.args.get("q", "").strip()[:MOST_ASKED]
    after = whole(request.args.get("after", ""), 15)
    seen = None if after is None else players.get(after)
    rows = players.page(query, after=seen, limit=PAGE + 1)
    asked = query or None
    more = url_for("players.index", q=asked, after=str(rows[PAGE - 1].id)) if len(rows) > PAGE else None
    first = url_for("players.index", q=asked) if seen else None
    return render_template(
        "players/list.html", query=query,
        ratings=ratings_shown(current_desk()),
        players=rows[:PAGE],
        more=more, first=first,
    )  # fmt: skip


@blueprint.get("/names")
@needs(Right.WATCH)
def names() -> Response:
    """Names that begin with what is being typed, for the fields of a new match."""
    query = request.args.get("q", "").strip()[:MOST_ASKED]
    matches = current_desk().ledger.players.offered(query, limit=SUGGESTED) if query else ()
    return jsonify(names=[player.name for player in matches])


@blueprint.get("/ratings")
@needs(Right.WATCH)
def ratings() -> str:
    """The club's players by their rating, where the club shows it."""
    desk = current_desk()
    shown = ratings_shown(desk)
    return render_template(
        "players/ratings.html", shown=shown, standings=club_ratings(desk) if shown else (), needed=FROM,
    )  # fmt: skip


@blueprint.get("/ratings/shown")
@needs(Right.DIRECT)
def ratings_page() -> str:
    """The page that explains ratings, and sets whether the club shows them."""
    return render_template("players/ratings_shown.html", shown=ratings_shown(current_desk()), needed=FROM)


@blueprint.post("/ratings/shown")
@needs(Right.DIRECT)
def set_ratings() -> Response:
    """Show the ratings, or no longer."""
    show_ratings(current_desk(), shown=request.form.get("shown") == "yes")
    return redirect(url_for("players.ratings"), 303)


@blueprint.post("/<int:player_id>/rating")
@needs(Right.DIRECT)
def rate(player_id: int) -> Response:
    """Leave this player's rating out of every page, or show it again."""
    keep_unrated(current_desk(), player_id, unrated=request.form.get("unrated") == "yes")
    return redirect(url_for("players.show", player_id=player_id), 303)


@blueprint.get("/<int:player_id>")
@needs(Right.WATCH)
def show(player_id: int) -> str | Response:
    """One player: matches, results, averages, canastas, partners and opponents, season and rating. Under another name
    of a person lies the page of that person."""
    desk = current_desk()
    player = desk.ledger.players.get(player_id)
    if player.same_as is not None:
        return redirect(url_for("players.show", player_id=player.same_as), 303)
    number = whole(request.args.get("before", ""), 15)
    played = desk.ledger.players.matches(player_id, before=number, limit=PAGE + 1)
    last = played[PAGE - 1].number if len(played) > PAGE else None
    more = url_for("players.show", player_id=player_id, before=str(last)) if last is not None else None
    return render_template(
        "players/show.html", player=player, page=player_page(desk, player, words()), rows=played[:PAGE], more=more,
        told=told_of(desk, player, words()), outcomes=said(STATUSES | OUTCOMES),
    )  # fmt: skip


@blueprint.route("/<int:player_id>/name", methods=["GET", "POST"])
@needs(Right.DIRECT)
def name(player_id: int) -> Response | tuple[str, int]:
    """Call the player by another name everywhere, take two for one person, or write over the name for good."""
    desk, act, taken = current_desk(), request.form.get("act", ""), False
    player = desk.ledger.players.get(player_id)
    form = NameForm(name=player.name, instead=words().gettext(NUMBERED, number=str(player_id)))
    if form.validate_on_submit():
        try:
            return redirect(url_for("players.show", player_id=form.write(desk, player_id, act)), 303)
        except Refused as refused:
            form.wrong(FIELDS.get(act, "name"), refusal_text(refused))
            taken = refused.key == "name_taken"
            form.other.data = form.other.data or (form.name.data if taken else "")
    names = [each.name for each in desk.ledger.players.offered(limit=PAGE) if each.id != player_id]
    return form.page("players/name.html", player=player, ratings=ratings_shown(desk), names=names, taken=taken)


@blueprint.post("/<int:player_id>/somebody-else")
@needs(Right.DIRECT)
def take_back(player_id: int) -> Response:
    """Take back that a player is the same person as another."""
    somebody_else(current_desk(), player_id, actor=device(), now=now())
    return redirect(url_for("players.show", player_id=player_id), 303)
