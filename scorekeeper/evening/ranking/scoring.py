"""The scorings of an evening: the points that each side of a table gets, and the strict reading of a scoring from the
contract's JSON or the rulebook."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from scorekeeper.engine import shape
from scorekeeper.engine.reading import UNSET, Count, Number, Points, any_of, form, looked, one_of, partly, read, said
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import MOST, at
from scorekeeper.engine.values import Struct, asdict, field, replace

#: The outcome of a table for one side; None if there is none, as at a void table.
Outcome = Literal["won", "drawn", "lost"] | None
#: The value of `points` that means the average of the points that the entrant got at tables.
AVERAGE = "average"


def _read_worth(value: Any, where: str) -> int | str:
    return AVERAGE if value == AVERAGE else shape.whole(value, where, -shape.MOST, shape.MOST)


if TYPE_CHECKING:
    WorthPoints: TypeAlias = int | str
else:
    WorthPoints = looked(_read_worth, type=["integer", "string"])


class Worth(Struct):
    """The value of a round for an entrant: points (or `AVERAGE`) and a difference."""

    points: WorthPoints = 0
    difference: Points = 0


class Band(Struct, array_like=True):
    """The points of the winner and of the loser for differences up to `up_to`, which is None in the last band."""

    up_to: int | None
    winner: int
    loser: int


class Warnings(Struct, forbid_unknown_fields=True):
    """The penalty for warnings: `points` and `difference`, once for each group of `every` warnings."""

    every: Number
    points: Points = 0
    difference: Points = 0


class Scoring(Struct):
    """A scoring. Of the fields `win` to `places`, only those that `NUMBERS` has for its `kind` matter.

    `sit_out`, `missed`, `present` and `absent` value rounds that were not played, the last two the sides of a walkover.
    `rounds` has other scorings for single rounds, by number of the round.
    """

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
    """The outcome of each side by its figure. The highest one has won, or those tied for it have drawn."""
    best = max(figures)
    top: Outcome = "drawn" if figures.count(best) > 1 else "won"
    return tuple(top if figure == best else "lost" for figure in figures)


def differences(totals: Sequence[int]) -> tuple[int, ...]:
    """The difference of each side: its total less the highest total of the others."""
    return tuple(total - max(other for at, other in enumerate(totals) if at != own) for own, total in enumerate(totals))


def countable(scoring: Scoring, sides: int) -> bool:
    """Return whether this scoring can value a table of this number of sides. Bands are for two sides only."""
    return scoring.kind != "bands" or sides == 2


def table_points(scoring: Scoring, totals: Sequence[int]) -> tuple[int, ...]:
    """The points of each side of a table that was played, by the totals of all sides."""
    match scoring.kind:
        case "sum":
            return tuple(totals)
        case "outcome":
            worth = {"won": scoring.win, "drawn": scoring.draw, "lost": scoring.loss}
            return tuple(worth[outcome] for outcome in outcomes(totals) if outcome)
        case "bands":
            return _by_bands(scoring.bands, *totals)
        case "capped":
            return tuple(max(-scoring.cap, min(scoring.cap, difference)) for difference in differences(totals))
    return _by_places(scoring.places, totals)


def rounded_mean(total: int, count: int) -> int:
    """The mean rounded to the nearest whole number, halves up (−2.5 to −2); 0 if `count` is 0."""
    return (2 * total + count) // (2 * count) if count else 0


def _by_bands(bands: Sequence[Band], one: int, other: int) -> tuple[int, int]:
    """The points of two sides by their difference. Both get the winner's points if their totals are equal."""
    band = next(band for band in bands if band.up_to is None or abs(one - other) <= band.up_to)
    return band.winner if one >= other else band.loser, band.winner if other >= one else band.loser


def _by_places(places: Sequence[int], totals: Sequence[int]) -> tuple[int, ...]:
    """The points of each side by its place at the table. Tied sides get the mean of the points for their places."""
    worth = [*places, *([0] * len(totals))]
    points = []
    for total in totals:
        above, level = sum(other > total for other in totals), totals.count(total)
        points.append(rounded_mean(sum(worth[above : above + level]), level))
    return tuple(points)


#: The tie-breaks of a scoring that sets none.
USUAL_TIE_BREAKS = ("head_to_head", "difference", "wins", "highest_deal", "lots")


def _bands(source: Any, where: str) -> tuple[Band, ...]:
    """Read bands in ascending order, the last one without a limit."""
    listed = shape.listed(source, where)
    if not listed:
        raise malformed("missing", where)
    bands: list[Band] = []
    for index, each in enumerate(listed):
        here = f"{where}[{index}]"
        if len(shape.listed(each, here)) != len(Band.__struct_fields__):
            raise malformed("wrong_number", here, len(each), [len(Band.__struct_fields__)])
        up_to, winner, loser = each
        end = _end(up_to, f"{here}[0]", bands[-1].up_to if bands else None, last=index == len(listed) - 1)
        bands.append(
            Band(end, shape.whole(winner, f"{here}[1]", -MOST, MOST), shape.whole(loser, f"{here}[2]", -MOST, MOST))
        )
    return tuple(bands)


def _end(value: Any, where: str, before: int | None, *, last: bool) -> int | None:
    """The limit of a band, above that of the previous one; None for the last band."""
    if last:
        if value is not None:
            raise malformed("not_one_of", where, value, [None])
        return None
    end = shape.whole(value, where, 0, MOST)
    if before is not None and end <= before:
        raise malformed("not_rising", where, end)
    return end


_Worth = partly(Worth)
_WORTH = (_Worth, _Worth())
_WalkOver = form("WalkOver", present=_WORTH, absent=_WORTH)
#: For each kind of scoring, the keys of its numbers, each with its type and, if it has one, its default.
NUMBERS: Mapping[str, dict[str, Any]] = {
    "sum": {},
    "outcome": dict.fromkeys(("win", "draw", "loss"), (Points, 0)),
    "bands": {"bands": looked(_bands, type="array", items={"type": "array", "minItems": 3, "maxItems": 3})},
    "capped": {"cap": (Count, 0)},
    "places": {"places": tuple[Points, ...]},
}
_CHANGES: Mapping[str, Any] = {
    "sit_out": _WORTH,
    "missed": _WORTH,
    "walk_over": (_WalkOver, _WalkOver()),
    "warnings": (Warnings | None, UNSET),
}
CHANGES = tuple(_CHANGES)
_ROUNDS: Mapping[str, Any] = {"rounds": (any_of(type="object"), {})}
#: The types that a scoring is read as, by its kind (or "table"): first those of a scoring for a single round, then
#: those of a scoring for the evening, which may set other scorings for single `rounds`.
_OF_ROUND, _OF_ALL = (
    {
        "table": form("TableScoring", table=any_of(type="string"), **_CHANGES, **rounds),
        **{
            kind: form(f"{kind.title()}Scoring", kind=one_of([kind]), **numbers, **_CHANGES, **rounds)
            for kind, numbers in NUMBERS.items()
        },
    }
    for rounds in ({}, _ROUNDS)
)
#: The type of a scoring in JSON: its id, or an object. The object has either `table`, the id of a scoring, or a `kind`
#: with the numbers of that kind. It may also have changes (`CHANGES`).
SCORING = any_of(str, *_OF_ALL.values())


def read_scoring(source: Any, where: str, scorings: Mapping[str, Scoring], *, alone: bool = False) -> Scoring:
    """Read a scoring (see `SCORING`). `scorings` are those that it may refer to, by id. `alone`: it may not have other
    scorings for single rounds.

    Raises `Refused` (malformed).
    """
    if isinstance(source, str):
        return scorings[shape.choice(source, where, scorings)]
    if not isinstance(source, Mapping) or not {"table", "kind"} & set(source):
        raise malformed("not_one_of", where, source, scorings)
    types = _OF_ROUND if alone else _OF_ALL
    if "table" in source:
        given = read(types["table"], source, where)
        base = scorings[shape.choice(given.table, at(where, "table"), scorings)]
    else:
        given = read(types[shape.choice(source["kind"], at(where, "kind"), NUMBERS)], source, where)
        numbers = {key: getattr(given, key) for key in NUMBERS[given.kind]}
        base = Scoring(given.kind, tie_breaks=USUAL_TIE_BREAKS, **numbers)
    rounds = {} if alone else _rounds(given.rounds, at(where, "rounds"), scorings)
    return replace(_changed(base, given), rounds=rounds)


def _changed(base: Scoring, given: Any) -> Scoring:
    """The scoring `base` with the changes of `given`."""
    worth = {
        "sit_out": given.sit_out, "missed": given.missed, "present": given.walk_over.present,
        "absent": given.walk_over.absent,
    }  # fmt: skip
    changed = {key: replace(getattr(base, key), **said(each)) for key, each in worth.items()}
    return replace(base, **changed, **({} if given.warnings is UNSET else {"warnings": given.warnings}))


def _rounds(source: Any, where: str, scorings: Mapping[str, Scoring]) -> dict[int, Scoring]:
    if not isinstance(source, Mapping):
        raise malformed("not_an_object", where, source)
    rounds = {}
    for key, value in source.items():
        if not key.isdecimal() or not key.isascii() or key.startswith("0"):
            raise malformed("unknown_key", at(where, key), key, ["1, 2, 3 …"])
        rounds[int(key)] = read_scoring(value, at(where, key), scorings, alone=True)
    return rounds


def plain_scoring(scoring: Scoring) -> dict[str, Any]:
    """A scoring as an object that `read_scoring` reads back, without its tie-breaks."""
    plain = asdict(scoring)
    numbers = {key: plain[key] for key in NUMBERS[scoring.kind]}
    rounds = {str(number): plain_scoring(each) for number, each in scoring.rounds.items()}
    return {
        "kind": scoring.kind,
        **{key: list(value) if isinstance(value, tuple) else value for key, value in numbers.items()},
        "sit_out": plain["sit_out"],
        "missed": plain["missed"],
        "walk_over": {"present": plain["present"], "absent": plain["absent"]},
        "warnings": plain["warnings"],
        **({"rounds": rounds} if rounds else {}),
    }
