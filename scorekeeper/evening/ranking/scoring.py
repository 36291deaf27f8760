"""The value of a result: a scoring's kind and numbers, and the points that it gives each side of a table."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from scorekeeper.engine import shape
from scorekeeper.engine.reading import Number, Points, looked
from scorekeeper.engine.values import Struct, field

#: What became of a table for one side; None where nothing did.
Outcome = Literal["won", "drawn", "lost"] | None
#: Stands for the mean of what an entrant had at its tables.
AVERAGE = "average"


def _read_worth(value: Any, where: str) -> int | str:
    return AVERAGE if value == AVERAGE else shape.whole(value, where, -shape.MOST, shape.MOST)


if TYPE_CHECKING:
    WorthPoints: TypeAlias = int | str
else:
    WorthPoints = looked(_read_worth, type=["integer", "string"])


class Worth(Struct):
    """The value of a round that was not played: points (or `AVERAGE`) and a difference."""

    points: WorthPoints = 0
    difference: Points = 0


class Band(Struct):
    """Points of the winner and of the loser for differences up to a figure; None: for all that are left."""

    up_to: int | None
    winner: int
    loser: int


class Warnings(Struct, forbid_unknown_fields=True):
    """The cost of each full number of warnings."""

    every: Number
    points: Points = 0
    difference: Points = 0


class Scoring(Struct):
    """A scoring; of the numbers of play only those of its `kind` count. `rounds` have a scoring of their own."""

    kind: str
    win: int = 0
    draw: int = 0
    loss: int = 0
    bands: tuple[Band, ...] = ()
    cap: int = 0
    places: tuple[int, ...] = ()
    sit_out: Worth = Worth()
    missed: Worth = Worth()
    present: Worth = Worth()
    absent: Worth = Worth()
    warnings: Warnings | None = None
    tie_breaks: tuple[str, ...] = ()
    rounds: Mapping[int, "Scoring"] = field(default_factory=dict)

    def in_round(self, number: int) -> "Scoring":
        """The scoring of a round."""
        return self.rounds.get(number, self)


def outcomes(figures: Sequence[int]) -> tuple[Outcome, ...]:
    """The outcomes by these figures: the highest alone has won, those tied at the top have drawn."""
    best = max(figures)
    top: Outcome = "drawn" if figures.count(best) > 1 else "won"
    return tuple(top if figure == best else "lost" for figure in figures)


def differences(totals: Sequence[int]) -> tuple[int, ...]:
    """Of each side its own total less the best other one."""
    return tuple(total - max(other for at, other in enumerate(totals) if at != own) for own, total in enumerate(totals))


def countable(scoring: Scoring, sides: int) -> bool:
    """Return whether this scoring can value a table of this number of sides. Bands are for two."""
    return scoring.kind != "bands" or sides == 2


def table_points(scoring: Scoring, totals: Sequence[int]) -> tuple[int, ...]:
    """The points of each side of a table that was played, by the totals of all."""
    return KINDS[scoring.kind](scoring, totals)


def rounded_mean(total: int, count: int) -> int:
    """The nearest whole to a mean, halves up: −2.5 is −2. 0 of nothing."""
    return (2 * total + count) // (2 * count) if count else 0


def _own_total(scoring: Scoring, totals: Sequence[int]) -> tuple[int, ...]:
    return tuple(totals)


def _by_outcome(scoring: Scoring, totals: Sequence[int]) -> tuple[int, ...]:
    worth = {"won": scoring.win, "drawn": scoring.draw, "lost": scoring.loss}
    return tuple(worth[outcome] for outcome in outcomes(totals) if outcome)


def _by_bands(scoring: Scoring, totals: Sequence[int]) -> tuple[int, ...]:
    """By the difference of two sides; both have the winner's points where they are level."""
    one, other = totals
    band = next(band for band in scoring.bands if band.up_to is None or abs(one - other) <= band.up_to)
    return tuple(band.winner if own >= best else band.loser for own, best in ((one, other), (other, one)))


def _capped(scoring: Scoring, totals: Sequence[int]) -> tuple[int, ...]:
    return tuple(max(-scoring.cap, min(scoring.cap, difference)) for difference in differences(totals))


def _by_places(scoring: Scoring, totals: Sequence[int]) -> tuple[int, ...]:
    """By place at the table; those who are level share the mean of their places."""
    worth = [*scoring.places, *([0] * len(totals))]
    points = []
    for total in totals:
        above, level = sum(other > total for other in totals), totals.count(total)
        points.append(rounded_mean(sum(worth[above : above + level]), level))
    return tuple(points)


#: What each kind gives the sides of a table.
KINDS: Mapping[str, Callable[[Scoring, Sequence[int]], tuple[int, ...]]] = {
    "sum": _own_total,
    "outcome": _by_outcome,
    "bands": _by_bands,
    "capped": _capped,
    "places": _by_places,
}
