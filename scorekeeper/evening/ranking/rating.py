"""Ratings: the strength of players, by the matches that they finished."""

from collections.abc import Iterable, Sequence
from typing import Any

from scorekeeper.engine.values import Struct

#: The parameters of the shown rating: all players begin at `TARGET`, and a rating that is less certain is shown lower.
SIGMAS, SCALE, TARGET = 3, 24, 1500


class Finished(Struct):
    """A finished match: the players and the total of each side. Only the order of the totals matters."""

    sides: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]


class Rated(Struct):
    """A player's shown rating after each match."""

    course: tuple[int, ...]

    @property
    def now(self) -> int:
        """The rating after the last match."""
        return self.course[-1]


def ratings(matches: Iterable[Finished]) -> dict[str, Rated]:
    """The ratings of all players by their ids, from matches in the order in which they ended. Partners may change."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    latest: dict[str, Any] = {}
    courses: dict[str, list[int]] = {}
    for match in matches:
        for player in (player for side in match.sides for player in side):
            latest.setdefault(player, model.rating())
        teams = [[latest[player] for player in side] for side in match.sides]
        rated = model.rate(teams, ranks=ranks(match.totals))
        for side, team in zip(match.sides, rated, strict=True):
            for player, rating in zip(side, team, strict=True):
                latest[player] = rating
                shown = round(rating.ordinal(z=SIGMAS, alpha=SCALE, target=TARGET))
                courses.setdefault(player, []).append(shown)
    return {player: Rated(tuple(course)) for player, course in courses.items()}


def ranks(totals: Sequence[int]) -> list[float]:
    """The rank of each total, 1 for the highest; equal totals have the same rank."""
    return [1.0 + sum(other > total for other in totals) for total in totals]
