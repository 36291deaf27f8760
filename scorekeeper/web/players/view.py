"""A player's page as values: how many, how well, with and against whom, season and rating as charts."""

from __future__ import annotations

from flask import url_for

from scorekeeper.actions.desk import Desk
from scorekeeper.actions.players import Figures, figures, penalties
from scorekeeper.actions.ratings import FROM, all_ratings, club_ratings, ratings_shown
from scorekeeper.actions.seasons import SeasonNow, seasons_of
from scorekeeper.engine.values import Struct
from scorekeeper.evening.season import PlayerRow
from scorekeeper.ledger import Player
from scorekeeper.web.frame.access import open_here
from scorekeeper.web.frame.device import say_device
from scorekeeper.web.matches.listing import local
from scorekeeper.web.players.chart import Bars, Course, bars, course
from scorekeeper.words import N_, Words
from scorekeeper.words.seasons import say_day

#: So many partners, opponents and seasons are shown, those met most and begun last.
MOST_MET, MOST_SEASONS = 12, 3
#: What is counted, as it stands in the figures; going out has its concealed ones beside it.
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


class SeasonView(Struct):
    """The player's row of a season, and what each evening was worth; `description` says the chart in words."""

    id: str
    season: SeasonNow
    row: PlayerRow
    charts: tuple[Bars, ...]
    description: str
    dropped: bool


class RatingView(Struct):
    """The rating, where the club shows it: `place` among those shown; `now` is None before the tenth match."""

    now: int | None
    place: int
    among: int
    matches: int
    charts: tuple[Course, ...]
    description: str


class Told(Struct):
    """What was said of the player as one of two, by which device and when; `undo`: where it is taken back, while it
    holds."""

    says: str
    said: str
    undo: str | None


def told_of(desk: Desk, player: Player, words: Words) -> tuple[Told, ...]:
    """Everything that was said of the player as one of two, the last first."""
    persons, rows = desk.ledger.players.persons(), []
    told = desk.ledger.players.told(player.id)
    last = {each.player_id: at for at, each in enumerate(told)}
    for at, each in enumerate(told):
        says = words.gettext(ONE_PERSON if each.into else NO_LONGER, name=each.player, other=each.into or "")
        when = f"{words.date(local(each.at))}, {words.time(local(each.at))}"
        holds = each.into_id is not None and last[each.player_id] == at and each.player_id in persons
        undo = open_here(url_for("players.take_back", player_id=each.player_id), "POST") if holds else None
        rows.append(Told(says, f"{say_device(each.actor, words)}, {when}", undo))
    return tuple(reversed(rows))


def player_page(desk: Desk, player: Player, words: Words) -> dict[str, object]:
    """Return what the page of a player reads besides the list of matches."""
    counts = figures(desk, player.id)
    evenings, first = desk.ledger.players.evenings(player.id)
    return {
        "record": desk.ledger.players.record(player.id),
        "evenings": evenings,
        "since": first,
        "figures": counts,
        "counted": _counted(counts, words),
        "partners": counts.partners[:MOST_MET],
        "opponents": counts.opponents[:MOST_MET],
        "seasons": [_season(id_, now, player, words) for id_, now in seasons_of(desk, player.id)[:MOST_SEASONS]],
        "rating": _rating(desk, player, words),
        "needed": FROM,
        "penalties": penalties(desk, player.id),
    }


def share(won: int, matches: int, words: Words) -> str:
    """What part of the matches was won, in per cent; empty without a match."""
    return words.gettext(N_("%(share)s %%"), share=round(100 * won / matches)) if matches else ""


def _counted(counts: Figures, words: Words) -> list[tuple[str, int, int | None]]:
    """Each figure in all and in a hundred deals; canastas of wild cards only where there were any."""
    rows = []
    for key, says in COUNTED:
        count = getattr(counts.totals, key)
        if count or key != "wild_canastas":
            rows.append((words.gettext(says), count, counts.per_hundred(count)))
    return rows


def _season(season_id: str, now: SeasonNow, player: Player, words: Words) -> SeasonView:
    row = next(row for row in now.rows if row.player == str(player.id))
    worth = now.worth[row.player]
    days = [say_day(each.date, words) for each in now.evenings]
    held = [at for at, each in enumerate(now.evenings) if each.state == "counts"]
    mine, mine_days = [worth[at] for at in held], [days[at] for at in held]
    values = [
        words.gettext(VALUE if each.counts else VALUE_DROPPED, day=day, value=each.value)
        if each
        else words.gettext(VALUE, day=day, value=words.gettext(AWAY))
        for each, day in zip(mine, mine_days, strict=True)
    ]
    return SeasonView(
        id=season_id,
        season=now,
        row=row,
        charts=bars(mine, mine_days),
        description="; ".join(values),
        dropped=any(each and not each.counts for each in mine),
    )


def _rating(desk: Desk, player: Player, words: Words) -> RatingView | None:
    if player.unrated or not ratings_shown(desk):
        return None
    rated = all_ratings(desk).get(str(player.id))
    matches = len(rated.course) if rated else 0
    if rated is None or matches < FROM:
        return RatingView(None, 0, 0, matches, (), "")
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
    return RatingView(rated.now, place, len(shown), matches, course(rated.course), sentence)
