"""The views of a player's page: figures, partners and opponents, seasons and the rating with their charts."""

from __future__ import annotations

from flask import url_for

from scorekeeper.actions.club.players import PlayerFigures, figures, penalties
from scorekeeper.actions.club.ratings import FROM, all_ratings, club_ratings, ratings_shown
from scorekeeper.actions.club.seasons import SeasonNow, seasons_of
from scorekeeper.actions.desk import Desk
from scorekeeper.ledger import Player
from scorekeeper.ledger.records.merging import Merge
from scorekeeper.web.charts import Series, bars, drawings
from scorekeeper.web.frame.access import open_here
from scorekeeper.words import N_, Words
from scorekeeper.words.club.seasons import say_day

#: The number of partners, opponents and seasons that are shown: those met most, those begun last.
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


def told_of(desk: Desk, player: Player, words: Words) -> list[tuple[Merge, str, str | None]]:
    """Everything that was said of the player as one of two, the last first: the device, the same in words, and where it
    is taken back while it holds."""
    persons, rows = desk.ledger.players.persons(), []
    told = desk.ledger.players.told(player.id)
    last = {each.player_id: at for at, each in enumerate(told)}
    for at, each in enumerate(told):
        says = words.gettext(ONE_PERSON if each.into else NO_LONGER, name=each.player, other=each.into or "")
        holds = each.into_id is not None and last[each.player_id] == at and each.player_id in persons
        undo = open_here(url_for("players.take_back", player_id=each.player_id), "POST") if holds else None
        rows.append((each, says, undo))
    return rows[::-1]


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
        "seasons": [
            {"id": id_, "season": now, **_season(now, str(player.id), words)}
            for id_, now in seasons_of(desk, player.id)[:MOST_SEASONS]
        ],
        "rating": _rating(desk, player, words),
        "needed": FROM,
        "penalties": penalties(desk, player.id),
    }


def share(won: int, matches: int, words: Words) -> str:
    """The share of matches won, in per cent; empty without a match."""
    return words.gettext(N_("%(share)s %%"), share=round(100 * won / matches)) if matches else ""


def _counted(counts: PlayerFigures, words: Words) -> list[tuple[str, int, int | None]]:
    """Each figure in all and in a hundred deals; canastas of wild cards only where there were any."""
    rows = []
    for key, says in COUNTED:
        count = getattr(counts.totals, key)
        if count or key != "wild_canastas":
            rows.append((words.gettext(says), count, counts.per_hundred(count)))
    return rows


def _season(now: SeasonNow, player: str, words: Words) -> dict[str, object]:
    """The player's row of a season, and the chart of what each evening that counts was worth, also in words."""
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


def _rating(desk: Desk, player: Player, words: Words) -> dict[str, object] | None:
    """The rating, where the club shows it: the `place` among those shown, and its chart, also in words; `now` is None
    before the tenth match."""
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
