"""Figures of matches and results of evenings, cached in the ledger until the entries change; and the ratings of the
club's players."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.matches.match import Row, RowSide, State
from scorekeeper.engine.values import Struct
from scorekeeper.evening.counting import standings_of
from scorekeeper.evening.ranking.rating import Finished, Rated, ratings
from scorekeeper.ledger.records.figures import SideFigures

CANASTAS = ("natural_canastas", "mixed_canastas", "wild_canastas")
#: The number of matches whose figures are written in one transaction.
TOGETHER = 50
#: The number of suits with red threes.
RED_SUITS = 2


def complete(desk: Desk) -> None:
    """Compute the missing and stale figures of all matches.

    Each match is tried once: if its row has another version than its entries, which `verify` reports, its figures stay
    stale.
    """
    done: set[str] = set()
    while stale := set(desk.ledger.figures.stale(limit=TOGETHER + len(done))) - done:
        desk.ledger.figures.keep([each for match_id in sorted(stale) for each in figures_of(desk, match_id)])
        done |= stale


def figures_of(desk: Desk, match_id: str) -> tuple[SideFigures, ...]:
    """The present figures of each side of a match. Raises `UnknownMatch`."""
    entries = desk.ledger.matches.entries(match_id)
    ended = next(each.recorded_at for each in reversed(entries) if each.kind in ("deal_recorded", "match_opened"))
    state = desk.load(match_id).state
    return tuple(_side(match_id, state, side, ended) for side in range(len(state.standings)))


def results_of(desk: Desk, evening_id: str) -> dict[str, Any]:
    """The results of an evening: under "standings" a row [place, points, ids of players] for each entrant, and under
    "penalties" a row [ids of players, kind, points, difference] for each penalty in force. Both are empty until the
    evening is finished. Raises `UnknownEvening`.
    """
    seen = desk.ledger.evenings.glance(evening_id)
    kept: dict[str, Any] | None = desk.ledger.figures.standings(evening_id, seen)
    if kept is None:
        kept = results_now(desk, evening_id)
        desk.ledger.figures.keep_standings(evening_id, seen, kept)
    return _of_persons(kept, desk.ledger.players.persons())


def _of_persons(kept: dict[str, Any], persons: Mapping[int, int]) -> dict[str, Any]:
    """The results, with the ids of merged players replaced. `persons` has the id to use, by the id of each merged
    player."""
    if not persons:
        return kept
    rows = _each_once(
        (place, points, [persons.get(id_, id_) for id_ in players]) for place, points, players in kept["standings"]
    )
    penalties = [[[persons.get(id_, id_) for id_ in players], *rest] for players, *rest in kept["penalties"]]
    return {"standings": rows, "penalties": penalties}


def _each_once(standings: Iterable[tuple[int, Any, Iterable[int]]]) -> list[list[Any]]:
    """The rows [place, points, ids of players]. A player who is in several rows stays only in the first of them, which
    has the best place."""
    rows, seen = [], set[int]()
    for place, points, players in standings:
        mine = [number for number in dict.fromkeys(players) if number not in seen]
        seen.update(mine)
        rows.append([place, points, mine])
    return rows


def kept_results(desk: Desk, evening_id: str) -> dict[str, Any] | None:
    """The cached results of the present state of an evening; None if there are none. Raises `UnknownEvening`."""
    kept: dict[str, Any] | None = desk.ledger.figures.standings(evening_id, desk.ledger.evenings.glance(evening_id))
    return kept


def results_now(desk: Desk, evening_id: str) -> dict[str, Any]:
    """The results as `results_of` caches them, before the ids of merged players are replaced. Both lists are empty
    until the evening is finished."""
    evening, numbers = desk.load_evening(evening_id).state, desk.ledger.evenings.players(evening_id)
    if evening.state != "finished":
        return {"standings": [], "penalties": []}
    last = len(evening.rounds)
    players = {each.id: [numbers[name] for name in each.players(last)] for each in evening.entrants}
    rows = _each_once((row.place, row.points, players[row.entrant]) for row in standings_of(evening).rows)
    penalties = [
        [players[each.entrant], each.kind, each.points, each.difference]
        for each in evening.penalties
        if each.withdrawn is None
    ]
    return {"standings": rows, "penalties": penalties}


def _side(match_id: str, state: State, side: int, ended_at: str) -> SideFigures:
    rows = [row for row in state.rows if row.annulled is None]
    mine = [(row, row.sides[side]) for row in rows]
    best = max(mine, key=lambda each: each[1].total, default=None)
    counts = dict.fromkeys(CANASTAS, 0)
    for _, each in mine:
        for line in each.lines:
            if line.key in counts:
                counts[line.key] += line.count or 0
    return SideFigures(
        match_id=match_id,
        side=side,
        version=state.version,
        ended_at=ended_at,
        deals=len(mine),
        points=sum(each.total for _, each in mine),
        **counts,
        red_threes=sum(_all_threes(row, each) for row, each in mine),
        went_out=sum(each.out for _, each in mine),
        concealed=sum(each.out and each.concealed for _, each in mine),
        rulings=sum(ruling.side == side and state.counts(ruling) for ruling in state.rulings),
        best=best[1].total if best else None,
        best_deal=best[0].number if best else None,
    )


def _all_threes(row: Row, side: RowSide) -> bool:
    """Return whether the side has laid out all red threes of the pack; False in a game where they are not laid out."""
    laid = sum(line.count or 0 for line in side.lines if line.key == "red_threes")
    return "red" in row.rules.threes_of and laid == RED_SUITS * row.rules.pack.packs


SETTING = "ratings"
#: The number of matches that a player needs before the rating is shown.
FROM = 10


class RatingStanding(Struct):
    """A player whose rating is shown, and their place among all such players; equal ratings share a place."""

    place: int
    player_id: int
    name: str
    rated: Rated


def ratings_shown(desk: Desk) -> bool:
    """Return whether the club shows ratings."""
    return desk.ledger.settings.get(SETTING) is True


def show_ratings(desk: Desk, *, shown: bool) -> None:
    """Show the ratings from now on, or no longer."""
    desk.ledger.settings.put(SETTING, shown)


def keep_unrated(desk: Desk, player_id: int, *, unrated: bool) -> None:
    """Hide a player's rating on every page, or show it again. Raises `UnknownPlayer`."""
    desk.ledger.players.keep_unrated(player_id, unrated=unrated)


def club_ratings(desk: Desk) -> tuple[RatingStanding, ...]:
    """The players whose rating is shown, the strongest first: those who have at least `FROM` matches and whose rating
    is not hidden."""
    rated = all_ratings(desk)
    enough = {int(id_): each for id_, each in rated.items() if len(each.course) >= FROM}
    shown = [player for player in desk.ledger.players.some(enough) if not player.unrated]
    ordered = sorted(shown, key=lambda player: (-enough[player.id].now, player.name, player.id))
    now = [enough[player.id].now for player in ordered]
    return tuple(
        RatingStanding(1 + now.index(figure), player.id, player.name, enough[player.id])
        for player, figure in zip(ordered, now, strict=True)
    )


def all_ratings(desk: Desk) -> Mapping[str, Rated]:
    """The ratings of all players, by the player's id as text. Cached until a match or an evening changes, or players
    are merged or separated."""
    complete(desk)
    seen = desk.ledger.figures.glance()
    rated = desk.rated.get(SETTING, seen)
    if rated is None:
        rated = ratings(_finished(desk))
        desk.rated.keep(SETTING, seen, rated, 1)
    return rated


def _finished(desk: Desk) -> list[Finished]:
    """The rated matches, in the order in which they ended. Matches in which only one side has players are left out."""
    finished = []
    for _, seats in groupby(desk.ledger.figures.rated(), key=attrgetter("match_id")):
        sides: dict[int, list[str]] = {}
        totals: dict[int, int] = {}
        for seat in seats:
            sides.setdefault(seat.side, []).append(str(seat.player_id))
            totals[seat.side] = seat.score
        if len(sides) > 1:
            finished.append(Finished(tuple(map(tuple, sides.values())), tuple(totals.values())))
    return finished
