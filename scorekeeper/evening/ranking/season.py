"""The standings of a season: its players in order, by their results on several evenings."""

from collections import Counter
from collections.abc import Iterator, Mapping

from scorekeeper.engine.values import Struct
from scorekeeper.evening.ranking.order import Key, Step, by_lot, by_number, in_order

COUNTINGS = ("points", "list", "beaten")
SEASON_TIE_BREAKS = ("best_evening", "evenings_won", "attended", "lots")


class PlacedEntrant(Struct):
    """An entrant in the standings of an evening. Each of its players gets the same value."""

    place: int
    players: tuple[str, ...]
    points: int


Evening = tuple[PlacedEntrant, ...]


class Counting(Struct):
    """The way in which an evening counts: "points" (those of the evening), "list" (`points` by place, `rest` for lower
    places), or "beaten" (one more than the number of entrants beaten)."""

    by: str = "points"
    points: tuple[int, ...] = ()
    rest: int = 0


class Season(Struct):
    """The evenings of a season and the way in which they count. Of each player's evenings, only the `best` most
    valuable ones count (None: all)."""

    evenings: tuple[Evening, ...]
    counting: Counting = Counting()
    best: int | None = None
    tie_breaks: tuple[str, ...] = SEASON_TIE_BREAKS
    seed: str | None = None


class PlayerRow(Struct):
    """A player in the season, with the values of evenings that count and of those that are dropped, highest first."""

    place: int
    player: str
    total: int
    counted: tuple[int, ...]
    dropped: tuple[int, ...]
    attended: int
    evenings_won: int
    behind_by: str | None


class EveningWorth(Struct):
    """The value of an evening for a player, and whether it counts in the season."""

    value: int
    counts: bool


def by_evening(season: Season) -> dict[str, tuple[EveningWorth | None, ...]]:
    """For each player, the values of all evenings, None for those at which the player was absent. Of evenings with
    equal values, the earlier one counts first."""
    values_of: dict[str, dict[int, int]] = {}
    for at, evening in enumerate(season.evenings):
        for player, value in _values(season, evening):
            values_of.setdefault(player, {})[at] = value
    worths = {}
    for player, values in values_of.items():
        best = sorted(values, key=lambda at: (-values[at], at))[: season.best]
        worth = {at: EveningWorth(value, at in best) for at, value in values.items()}
        worths[player] = tuple(map(worth.get, range(len(season.evenings))))
    return worths


def _values(season: Season, evening: Evening) -> Iterator[tuple[str, int]]:
    """The players of an evening, each with the value that the evening has for the player."""
    for row in evening:
        match season.counting.by:
            case "points":
                value = row.points
            case "list":  # by the row's own place, also if it is shared
                listed = season.counting.points
                value = listed[row.place - 1] if row.place <= len(listed) else season.counting.rest
            case _:
                value = 1 + sum(other.place > row.place for other in evening)
        yield from ((player, value) for player in row.players)


def season_table(season: Season) -> tuple[tuple[PlayerRow, ...], tuple[Step, ...]]:
    """The players in order, and the tie-breaks that were applied."""
    worths = {player: [each for each in mine if each] for player, mine in by_evening(season).items()}
    values = {player: sorted((each.value for each in mine), reverse=True) for player, mine in worths.items()}
    counted = {player: mine[: season.best] for player, mine in values.items()}
    first = (row for evening in season.evenings for row in evening if row.place == 1)
    won = Counter(player for row in first for player in row.players)
    keys: Mapping[str, Key] = {
        "best_evening": by_number({player: mine[0] for player, mine in counted.items()}),
        "evenings_won": by_number(won),
        "attended": by_number({player: len(mine) for player, mine in values.items()}),
        "lots": by_lot(season.seed),
    }
    totals = {player: sum(mine) for player, mine in counted.items()}
    places, steps = in_order(tuple(values), totals, season.tie_breaks, keys)
    rows = (
        PlayerRow(
            place=at.place,
            player=at.id,
            total=totals[at.id],
            counted=tuple(counted[at.id]),
            dropped=tuple(values[at.id][len(counted[at.id]) :]),
            attended=len(values[at.id]),
            evenings_won=won[at.id],
            behind_by=at.behind_by,
        )
        for at in places
    )
    return tuple(rows), tuple(steps)
