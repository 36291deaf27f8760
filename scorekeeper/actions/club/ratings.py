"""Ratings: how strong the club's players are, where the club wants to see it; computed again when a match changes."""

from collections.abc import Mapping
from itertools import groupby
from operator import attrgetter

from scorekeeper.actions.club.worked_out import complete
from scorekeeper.actions.desk import Desk
from scorekeeper.engine.values import Struct
from scorekeeper.evening.ranking.rating import Finished, Rated, ratings

SETTING = "ratings"
#: The number of matches from which a rating is meaningful.
FROM = 10


class RatingStanding(Struct):
    """A player whose rating is shown: `place` among them, level ones share it."""

    place: int
    player_id: int
    name: str
    rated: Rated


def ratings_shown(desk: Desk) -> bool:
    """Return whether the club wants to see ratings."""
    return desk.ledger.settings.get(SETTING) is True


def show_ratings(desk: Desk, *, shown: bool) -> None:
    """Show the ratings from now on, or no longer."""
    desk.ledger.settings.put(SETTING, shown)


def keep_unrated(desk: Desk, player_id: int, *, unrated: bool) -> None:
    """Leave a player's rating out of every page, or show it again. Raises `UnknownPlayer`."""
    desk.ledger.players.keep_unrated(player_id, unrated=unrated)


def club_ratings(desk: Desk) -> tuple[RatingStanding, ...]:
    """The players whose rating is shown, the strongest first: from the tenth match on, and who wants it shown."""
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
    """Everybody's rating, by the player's number as text; kept as long as no match changes."""
    complete(desk)
    seen = desk.ledger.figures.glance()
    rated = desk.rated.get(SETTING, seen)
    if rated is None:
        rated = ratings(_finished(desk))
        desk.rated.keep(SETTING, seen, rated, 1)
    return rated


def _finished(desk: Desk) -> list[Finished]:
    """Every match that counts, in the order in which they ended; one whose sides are not all known does not."""
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
