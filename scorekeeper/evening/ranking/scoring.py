"""The value of a result: a scoring's kind and numbers, read strictly from the contract's JSON or the rulebook's tables,
and the points that it gives each side of a table."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from scorekeeper.engine import shape
from scorekeeper.engine.reading import UNSET, Count, Number, Points, any_of, form, looked, one_of, partly, read, said
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import MOST, at
from scorekeeper.engine.values import Struct, asdict, field, replace

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


#: What a band is made of.
_BAND = ("up_to", "winner", "loser")
#: The chain of a scoring that names none.
USUAL_TIE_BREAKS = ("head_to_head", "difference", "wins", "highest_deal", "lots")


def _bands(source: Any, where: str) -> tuple[Band, ...]:
    """Bands that rise, the last without an end."""
    listed = shape.listed(source, where)
    if not listed:
        raise malformed("missing", where)
    bands: list[Band] = []
    for index, each in enumerate(listed):
        here = f"{where}[{index}]"
        if len(shape.listed(each, here)) != len(_BAND):
            raise malformed("wrong_number", here, len(each), [len(_BAND)])
        up_to, winner, loser = each
        end = _end(up_to, f"{here}[0]", bands[-1].up_to if bands else None, last=index == len(listed) - 1)
        bands.append(
            Band(end, shape.whole(winner, f"{here}[1]", -MOST, MOST), shape.whole(loser, f"{here}[2]", -MOST, MOST))
        )
    return tuple(bands)


def _end(value: Any, where: str, before: int | None, *, last: bool) -> int | None:
    """The end of a band: after the one before it; the last has none."""
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
#: The numbers of each kind.
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
#: The type of a scoring that names a table, or a kind and its numbers: one of a round, and with rounds of their own.
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
#: A scoring by its id, or an object that names a table or a kind, and what it changes.
SCORING = any_of(str, *_OF_ALL.values())


def read_scoring(source: Any, where: str, scorings: Mapping[str, Scoring], *, alone: bool = False) -> Scoring:
    """A scoring by its id, or an object that names one or a kind, and changes; `alone`: without rounds of its own.

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
        given = read(types[shape.choice(source["kind"], at(where, "kind"), KINDS)], source, where)
        numbers = {key: getattr(given, key) for key in NUMBERS[given.kind]}
        base = Scoring(given.kind, tie_breaks=USUAL_TIE_BREAKS, **numbers)
    rounds = {} if alone else _rounds(given.rounds, at(where, "rounds"), scorings)
    return replace(_changed(base, given), rounds=rounds)


def _changed(base: Scoring, given: Any) -> Scoring:
    """A scoring with the values that were changed; those that are not named stay."""
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
    """A scoring as a full value of the contract's form, which `read_scoring` reads back; its chain stands apart."""
    numbers = {key: getattr(scoring, key) for key in NUMBERS[scoring.kind]}
    if scoring.kind == "bands":
        numbers["bands"] = [[band.up_to, band.winner, band.loser] for band in scoring.bands]
    if scoring.kind == "places":
        numbers["places"] = list(scoring.places)
    return {
        "kind": scoring.kind,
        **numbers,
        "sit_out": asdict(scoring.sit_out),
        "missed": asdict(scoring.missed),
        "walk_over": {"present": asdict(scoring.present), "absent": asdict(scoring.absent)},
        "warnings": None if scoring.warnings is None else asdict(scoring.warnings),
        **(
            {"rounds": {str(number): plain_scoring(each) for number, each in scoring.rounds.items()}}
            if scoring.rounds
            else {}
        ),
    }
