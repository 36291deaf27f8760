"""A season on paper: what every evening was worth to everybody, and what of it counts."""

from collections.abc import Mapping, Sequence

from scorekeeper.engine.values import Struct
from scorekeeper.evening.ranking.season import PlayerRow, Worth
from scorekeeper.sheets.model import Imprint

#: As many evenings stand beside each other; of more the table is split into parts alike.
MOST_ACROSS = 16


class SeasonRow(Struct):
    """A player; a value for each evening of a part, None where he was not there."""

    place: int
    name: str
    worth: tuple[Worth | None, ...]
    total: int


class SeasonPart(Struct):
    """As many evenings as stand beside each other, by day; `last` has the totals."""

    days: tuple[str, ...]
    rows: tuple[SeasonRow, ...]
    last: bool


class SeasonSheet(Struct):
    """The table of a season; `dropped`: is any value struck out?"""

    occasion: tuple[str, ...]
    parts: tuple[SeasonPart, ...]
    dropped: bool
    seed: str
    imprint: Imprint


def season_sheet(
    occasion: tuple[str, ...],
    days: Sequence[str],
    rows: Sequence[PlayerRow],
    worth: Mapping[str, Sequence[Worth | None]],
    names: Mapping[str, str],
    *,
    seed: str,
    imprint: Imprint,
) -> SeasonSheet:
    """The sheet of these rows; `worth` has a value for each of the `days`, by player."""
    length = -(-len(days) // max(1, -(-len(days) // MOST_ACROSS))) or 1
    starts = range(0, max(1, len(days)), length)
    parts = tuple(
        SeasonPart(
            days=tuple(days[start : start + length]),
            rows=tuple(
                SeasonRow(row.place, names[row.player], tuple(worth[row.player][start : start + length]), row.total)
                for row in rows
            ),
            last=start == starts[-1],
        )
        for start in starts
    )
    dropped = any(row.dropped for row in rows)
    return SeasonSheet(occasion, parts, dropped, seed, imprint)
