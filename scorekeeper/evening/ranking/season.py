"""The season: evenings counted together, player by player."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from scorekeeper.engine.values import Struct
from scorekeeper.evening.ranking.order import Key, Step, by_lot, by_number, in_order

SEASON_TIE_BREAKS = ("best_evening", "evenings_won", "attended", "lots")


class PlacedEntrant(Struct):
    """An entrant's row in the standings of an evening; each of its players has the row's value."""

    place: int
    players: tuple[str, ...]
    points: int


Evening = tuple[PlacedEntrant, ...]


class Counting(Struct):
    """The way an evening counts: by its `points`, by a `list` of places with the `rest`, or by the number `beaten`."""

    by: str = "points"
    points: tuple[int, ...] = ()
    rest: int = 0


class Season(Struct):
    """Evenings and how they count; the `best` ones up to a number, or all."""

    evenings: tuple[Evening, ...]
    counting: Counting = Counting()
    best: int | None = None
    tie_breaks: tuple[str, ...] = SEASON_TIE_BREAKS
    seed: str | None = None


class PlayerRow(Struct):
    """A player in the season; `counted` and `dropped` values are highest first."""

    place: int
    player: str
    total: int
    counted: tuple[int, ...]
    dropped: tuple[int, ...]
    attended: int
    evenings_won: int
    behind_by: str | None


class EveningWorth(Struct):
    """The value of an evening for a player, and whether it is one of those that count."""

    value: int
    counts: bool


def by_evening(season: Season) -> dict[str, tuple[EveningWorth | None, ...]]:
    """The value of each evening for every player, None where the player was absent; of equal ones the earlier
    counts."""
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
    """Each player of an evening, with its value."""
    worth = COUNTINGS[season.counting.by]
    for row in evening:
        for player in row.players:
            yield player, worth(season.counting, row, evening)


def season_table(season: Season) -> tuple[tuple[PlayerRow, ...], tuple[Step, ...]]:
    """The players in order, and the steps to it."""
    values: dict[str, list[int]] = {}
    won: Counter[str] = Counter()
    for evening in season.evenings:
        for player, value in _values(season, evening):
            values.setdefault(player, []).append(value)
        won.update(player for row in evening if row.place == 1 for player in row.players)
    highest_first = {player: sorted(mine, reverse=True) for player, mine in values.items()}
    counted = {player: mine[: season.best] for player, mine in highest_first.items()}
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
            dropped=tuple(highest_first[at.id][len(counted[at.id]) :]),
            attended=len(values[at.id]),
            evenings_won=won[at.id],
            behind_by=at.behind_by,
        )
        for at in places
    )
    return tuple(rows), tuple(steps)


def _by_points(counting: Counting, row: PlacedEntrant, evening: Evening) -> int:
    return row.points


def _by_list(counting: Counting, row: PlacedEntrant, evening: Evening) -> int:
    """By the row's own place, also where it is shared."""
    return counting.points[row.place - 1] if row.place <= len(counting.points) else counting.rest


def _by_beaten(counting: Counting, row: PlacedEntrant, evening: Evening) -> int:
    """One, and one for each entrant placed below."""
    return 1 + sum(other.place > row.place for other in evening)


COUNTINGS: Mapping[str, Callable[[Counting, PlacedEntrant, Evening], int]] = {
    "points": _by_points,
    "list": _by_list,
    "beaten": _by_beaten,
}
