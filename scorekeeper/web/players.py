"""The players: their list, a page for each with figures and charts, their names, and the club's ratings."""

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.club import players as acts
from scorekeeper.actions.club.seasons import SeasonNow, seasons_of
from scorekeeper.actions.club.worked_out import (
    FROM,
    all_ratings,
    club_ratings,
    keep_unrated,
    ratings_shown,
    show_ratings,
)
from scorekeeper.actions.desk import Desk
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.records.merging import Merge
from scorekeeper.ledger.records.players import RecordedPlayer
from scorekeeper.web.charts import Series, bars, drawings
from scorekeeper.web.frame import Right, current_desk, device, needs, now, refusal_text, words
from scorekeeper.web.frame.access import open_here
from scorekeeper.web.frame.forms import PlainForm, Text, Tick, said
from scorekeeper.web.matches.listing import MOST_ASKED, STATUSES
from scorekeeper.words import N_, Words
from scorekeeper.words.club.seasons import say_day
from scorekeeper.words.numbers import whole

blueprint = Blueprint("players", __name__, url_prefix="/players")

PAGE = 50
SUGGESTED = 10
#: The name proposed for a player whose name is to be deleted.
NUMBERED = N_("Player %(number)s")
#: The form field at which a refusal is shown, by act. For any other act, it is `name`.
FIELDS = {"forget": "instead", "same": "other"}
OUTCOMES = {"won": N_("won"), "lost": N_("lost"), "drawn": N_("drawn")}


class NameForm(PlainForm):
    """Three acts on a player's name, each with its own field: rename it, merge with another player, delete it."""

    name = Text(N_("New name"))
    other = Text(N_("The name of the same person"), render_kw={"list": "known-players"})
    instead = Text(N_("What is shown instead"))
    copies = Tick(N_("Delete the copies and make a new one"))

    def write(self, desk: Desk, player_id: int, act: str) -> int:
        """Merge (act "same"), delete ("forget") or rename. Returns the id of the player to show. Raises `Refused`."""
        if act == "same":
            return acts.same_person(desk, player_id, self.other.data, actor=device(), now=now())
        if act == "forget":
            acts.forget_player(desk, player_id, self.instead.data, now=now(), copies=self.copies.data)
        else:
            acts.rename_player(desk, player_id, self.name.data, now=now())
        return player_id


@blueprint.get("")
@needs(Right.WATCH)
def index() -> str:
    """The list of players, by name."""
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
    """Suggestions for the name that the user is typing, as JSON."""
    query = request.args.get("q", "").strip()[:MOST_ASKED]
    matches = current_desk().ledger.players.offered(query, limit=SUGGESTED) if query else ()
    return jsonify(names=[player.name for player in matches])


@blueprint.get("/ratings")
@needs(Right.WATCH)
def ratings() -> str:
    """The club's players by rating, if the club shows ratings."""
    desk = current_desk()
    shown = ratings_shown(desk)
    return render_template(
        "players/ratings.html", shown=shown, standings=club_ratings(desk) if shown else (), needed=FROM,
    )  # fmt: skip


@blueprint.get("/ratings/shown")
@needs(Right.DIRECT)
def ratings_page() -> str:
    """The page that explains ratings, with the choice whether the club shows them."""
    return render_template("players/ratings_shown.html", shown=ratings_shown(current_desk()), needed=FROM)


@blueprint.post("/ratings/shown")
@needs(Right.DIRECT)
def set_ratings() -> Response:
    """Show or hide the ratings."""
    show_ratings(current_desk(), shown=request.form.get("shown") == "yes")
    return redirect(url_for("players.ratings"), 303)


@blueprint.post("/<int:player_id>/rating")
@needs(Right.DIRECT)
def rate(player_id: int) -> Response:
    """Hide this player's rating on all pages, or show it again."""
    keep_unrated(current_desk(), player_id, unrated=request.form.get("unrated") == "yes")
    return redirect(url_for("players.show", player_id=player_id), 303)


@blueprint.get("/<int:player_id>")
@needs(Right.WATCH)
def show(player_id: int) -> str | Response:
    """One player: matches, results, averages, canastas, partners and opponents, seasons and rating.

    A second name of a person redirects to the page of that person.
    """
    desk = current_desk()
    player = desk.ledger.players.get(player_id)
    if player.same_as is not None:
        return redirect(url_for("players.show", player_id=player.same_as), 303)
    number = whole(request.args.get("before", ""), 15)
    played = desk.ledger.players.matches(player_id, before=number, limit=PAGE + 1)
    last = str(played[PAGE - 1].number) if len(played) > PAGE else ""
    more = url_for("players.show", player_id=player_id, before=last) if last else None
    return render_template(
        "players/show.html", player=player, page=player_page(desk, player, words()), rows=played[:PAGE], more=more,
        told=told_of(desk, player, words()), outcomes=said(STATUSES | OUTCOMES),
    )  # fmt: skip


@blueprint.route("/<int:player_id>/name", methods=["GET", "POST"])
@needs(Right.DIRECT)
def name(player_id: int) -> Response | tuple[str, int]:
    """Rename the player everywhere, merge two players into one person, or delete the name for good."""
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
    """Undo the merge of a player with another one."""
    acts.somebody_else(current_desk(), player_id, actor=device(), now=now())
    return redirect(url_for("players.show", player_id=player_id), 303)


#: The maximum number of partners and of opponents shown (those met most often), and of seasons (the latest).
MOST_MET, MOST_SEASONS = 12, 3
#: The figures of the page, as (field of `PlayerFigures.totals`, label).
COUNTED = (
    ("natural_canastas", N_("natural canastas")),
    ("mixed_canastas", N_("mixed canastas")),
    ("wild_canastas", N_("wild canastas")),
    ("red_threes", N_("all red threes of the pack")),
    ("went_out", N_("went out")),
    ("concealed", N_("of these concealed")),
    ("rulings", N_("rulings against the side")),
)
AWAY = N_("away")
ONE_PERSON = N_("%(name)s is the same person as %(other)s.")
NO_LONGER = N_("%(name)s is a different person after all.")
VALUE, VALUE_DROPPED = N_("%(day)s: %(value)s"), N_("%(day)s: %(value)s, dropped")


def told_of(desk: Desk, player: RecordedPlayer, words: Words) -> list[tuple[Merge, str, str | None]]:
    """The merges of the player with another one and their undoings, the latest first.

    Each is (record, sentence, address to undo it). The address is None if there is nothing to undo any more, or if this
    device may not undo it.
    """
    persons, rows = desk.ledger.players.persons(), []
    told = desk.ledger.players.told(player.id)
    last = {each.player_id: at for at, each in enumerate(told)}
    for at, each in enumerate(told):
        says = words.gettext(ONE_PERSON if each.into else NO_LONGER, name=each.player, other=each.into or "")
        holds = each.into_id is not None and last[each.player_id] == at and each.player_id in persons
        undo = open_here(url_for("players.take_back", player_id=each.player_id), "POST") if holds else None
        rows.append((each, says, undo))
    return rows[::-1]


def player_page(desk: Desk, player: RecordedPlayer, words: Words) -> dict[str, object]:
    """The template variables of a player's page, except the list of matches."""
    counts = acts.figures(desk, player.id)
    evenings, first = desk.ledger.players.evenings(player.id)
    return {
        "record": desk.ledger.players.record(player.id),
        "evenings": evenings,
        "since": first,
        "figures": counts,
        "counted": _counted(counts, words),
        "partners": counts.partners[:MOST_MET],
        "opponents": counts.opponents[:MOST_MET],
        "seasons": [
            {"id": id_, "season": now, **_season(now, str(player.id), words)}
            for id_, now in seasons_of(desk, player.id)[:MOST_SEASONS]
        ],
        "rating": _rating(desk, player, words),
        "needed": FROM,
        "penalties": acts.penalties(desk, player.id),
    }


def share(won: int, matches: int, words: Words) -> str:
    """The share of matches won, such as "40 %"; "" without matches."""
    return words.gettext(N_("%(share)s %%"), share=round(100 * won / matches)) if matches else ""


def _counted(counts: acts.PlayerFigures, words: Words) -> list[tuple[str, int, int | None]]:
    """The figures as (label, total, number per hundred deals or None); canastas of wild cards only if there are any."""
    figures = [(key, words.gettext(says), getattr(counts.totals, key)) for key, says in COUNTED]
    return [(says, count, counts.per_hundred(count)) for key, says, count in figures if count or key != "wild_canastas"]


def _season(now: SeasonNow, player: str, words: Words) -> dict[str, object]:
    """The template variables for a season: the player's row in its table, and a chart of the evenings.

    The chart has the finished evenings only; `description` is the same in words. `dropped`: some values in the chart do
    not count.
    """
    held = [
        (worth, say_day(each.date, words))
        for worth, each in zip(now.worth[player], now.evenings, strict=True)
        if each.state == "counts"
    ]
    values = [
        words.gettext(
            VALUE if worth is None or worth.counts else VALUE_DROPPED,
            day=day,
            value=worth.value if worth else words.gettext(AWAY),
        )
        for worth, day in held
    ]
    return {
        "row": next(row for row in now.rows if row.player == player),
        "charts": bars([worth for worth, _ in held], [day for _, day in held]),
        "description": "; ".join(values),
        "dropped": any(worth and not worth.counts for worth, _ in held),
    }


def _rating(desk: Desk, player: RecordedPlayer, words: Words) -> dict[str, object] | None:
    """The template variables for the player's rating; None if the club shows no ratings, or not this player's.

    `now` is the current rating. With fewer than ten matches (`FROM`) it is None, and the only other variable is the
    number of `matches`. `place` is the player's place, `among` the number of rated players in the club, and
    `description` the chart in words.
    """
    if player.unrated or not ratings_shown(desk):
        return None
    rated = all_ratings(desk).get(str(player.id))
    matches = len(rated.course) if rated else 0
    if rated is None or matches < FROM:
        return {"now": None, "matches": matches}
    shown = club_ratings(desk)
    place = next(each.place for each in shown if each.player_id == player.id)
    sentence = words.gettext(
        N_("The rating over %(matches)s matches: from %(first)s to %(now)s, at least %(low)s, at most %(high)s"),
        matches=matches,
        first=rated.course[0],
        now=rated.now,
        low=min(rated.course),
        high=max(rated.course),
    )
    charts = drawings([Series("", "", tuple(rated.course))], first=1)
    return {"now": rated.now, "place": place, "among": len(shown), "charts": charts, "description": sentence}
