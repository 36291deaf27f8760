"""Strict reading of a `Contest` or a `Season` from the contract's JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from scorekeeper.engine import shape
from scorekeeper.engine.reading import (
    UNSET,
    Id,
    Name,
    Number,
    Points,
    UnsetType,
    any_of,
    form,
    list_of,
    looked,
    one_of,
    read,
    said,
    text,
    whole,
)
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Struct, asdict, field
from scorekeeper.evening.movements.free import SIDES
from scorekeeper.evening.pairing import Seed
from scorekeeper.evening.ranking import standings
from scorekeeper.evening.ranking.scoring import SCORING, Scoring, countable, read_scoring
from scorekeeper.evening.ranking.season import COUNTINGS, SEASON_TIE_BREAKS, Counting, Evening, PlacedEntrant, Season
from scorekeeper.evening.ranking.standings import AT_TABLES, AWAY, FIGURES, Contest, Penalty, Result, ResultSide
from scorekeeper.evening.values import MOST_TABLES

LONGEST_TEXT = 500
_FIGURE, _FLAG, _MAYBE = (Points, 0), (bool, False), (Points | None, None)
_FIGURES = dict.fromkeys(FIGURES, _MAYBE)
#: For each kind of result, the keys of a side besides `entrants`, each with its type.
_SIDE_OF: Mapping[str, dict[str, Any]] = {
    "played": {"score": Points, **_FIGURES},
    "walk_over": {"absent": _FLAG},
    "assigned": {"points": Points, "difference": _FIGURE},
    "void": {
        "score": _MAYBE,
        **_FIGURES,
        "absent": _FLAG,
        "points": _FIGURE,
        "difference": _FIGURE,
    },
}


def _at_table(kind: str) -> Any:
    """The type of the result of a table, by its kind."""
    called = "".join(word.title() for word in kind.split("_"))
    side = form(f"{called}Side", entrants=list[Id], **_SIDE_OF[kind])
    named = one_of([kind])
    return form(
        f"{called}Result",
        round=Number,
        table=(whole(1, MOST_TABLES) | None, None),
        kind=(named, kind) if kind == AT_TABLES[0] else named,
        sides=list_of(side, SIDES[-1], SIDES[0]),
    )


#: The type of a result, by its kind.
RESULTS: Mapping[str, Any] = {
    **{kind: _at_table(kind) for kind in AT_TABLES},
    **dict.fromkeys(AWAY, form("AwayResult", round=Number, kind=one_of(AWAY), entrants=list[Id])),
}


def chain(keys: Sequence[str]) -> Any:
    """The type of a list of these tie-breaks, none of them twice."""
    return looked(lambda value, where: shape.distinct(value, where, keys), list[one_of(keys)])  # type: ignore[misc]


class PenaltyIn(Struct, forbid_unknown_fields=True):
    """A penalty of an evening in JSON."""

    entrant: Id
    kind: Literal["points", "warning"] = "points"
    points: Points | UnsetType = UNSET
    difference: Points | UnsetType = UNSET
    round: Number | None = None
    article: text(LONGEST_TEXT) | None = None  # type: ignore[valid-type]
    reason: text(LONGEST_TEXT) | None = None  # type: ignore[valid-type]
    withdrawn: bool = False


class ContestIn(Struct, forbid_unknown_fields=True, kw_only=True):
    """An evening to be ranked, in JSON."""

    scoring: SCORING
    entrants: list[Id] | UnsetType = UNSET
    results: list[any_of(*dict.fromkeys(RESULTS.values()))]  # type: ignore[valid-type]
    penalties: list[PenaltyIn] = field(default_factory=list)
    tie_breaks: chain(standings.TIE_BREAKS) = None  # type: ignore[valid-type]
    seed: Seed = None


class RowIn(Struct, forbid_unknown_fields=True):
    """A row in the standings of an evening of a season, in JSON."""

    place: Number
    players: list[Id]
    points: Points | UnsetType = UNSET


class EveningIn(Struct, forbid_unknown_fields=True, kw_only=True):
    """An evening of a season in JSON."""

    evening: Name | None = None
    standings: list[RowIn]


class CountingIn(Struct, forbid_unknown_fields=True):
    """The way in which an evening counts in a season, in JSON. `points` (by place) and `rest` (for lower places)
    are for "list" only."""

    by: one_of(COUNTINGS)  # type: ignore[valid-type]
    points: list[Points] | UnsetType = UNSET
    rest: Points = 0


def read_counting(source: Any, where: str) -> Counting:
    """Read the way in which an evening counts in a season. Raises `Refused` (malformed)."""
    given = read(CountingIn, source, where)
    if given.by != "list":
        shape.mapping(source, where, ("by",))
        return Counting(given.by)
    if given.points is UNSET:
        raise malformed("missing", f"{where}.points")
    return Counting(given.by, tuple(given.points), given.rest)


class EveningsIn(Struct, forbid_unknown_fields=True):
    """The evenings of a season and the way in which they count, in JSON."""

    evenings: list[EveningIn]
    points: looked(read_counting, CountingIn) = Counting()  # type: ignore[valid-type]
    best: Number | None = None


class SeasonIn(Struct, forbid_unknown_fields=True):
    """A season to be ranked, in JSON."""

    season: EveningsIn
    tie_breaks: chain(SEASON_TIE_BREAKS) = SEASON_TIE_BREAKS  # type: ignore[valid-type]
    seed: Seed = None


def read_contest(source: object, scorings: Mapping[str, Scoring]) -> Contest:
    """Read an evening to be ranked. Raises `Refused` (malformed)."""
    asked = read(ContestIn, source)
    scoring = read_scoring(asked.scoring, "scoring", scorings)
    entrants = None if asked.entrants is UNSET else shape.distinct(asked.entrants, "entrants")
    seen: dict[int, set[str]] = {}
    results = tuple(
        _result(each, f"results[{index}]", scoring, entrants, seen) for index, each in enumerate(asked.results)
    )
    if entrants is None:
        entrants = tuple(dict.fromkeys(id_ for result in results for side in result.sides for id_ in side.entrants))
    return Contest(
        scoring=scoring,
        entrants=entrants,
        results=results,
        penalties=tuple(_penalty(each, f"penalties[{index}]", entrants) for index, each in enumerate(asked.penalties)),
        tie_breaks=asked.tie_breaks,
        seed=asked.seed,
    )


def read_season(source: object) -> Season:
    """Read a season to be ranked. Raises `Refused` (malformed)."""
    asked = read(SeasonIn, source)
    counting, evenings = asked.season.points, asked.season.evenings
    return Season(
        evenings=tuple(_evening(each, f"season.evenings[{index}]", counting) for index, each in enumerate(evenings)),
        counting=counting,
        best=asked.season.best,
        tie_breaks=asked.tie_breaks,
        seed=asked.seed,
    )


def _result(
    source: Any, where: str, scoring: Scoring, entrants: Sequence[str] | None, seen: dict[int, set[str]]
) -> Result:
    if not isinstance(source, Mapping):
        raise malformed("not_an_object", where, source)
    kind: Any = shape.choice(source.get("kind", AT_TABLES[0]), f"{where}.kind", RESULTS)
    given = read(RESULTS[kind], source, where)
    there = seen.setdefault(given.round, set())
    if kind in AWAY:
        return Result(
            given.round,
            kind,
            (ResultSide(shape.distinct(given.entrants, f"{where}.entrants", entrants, there, least=1)),),
        )
    at = f"{where}.sides"
    if kind == "played" and not countable(scoring.in_round(given.round), len(given.sides)):
        raise malformed("wrong_number", at, len(given.sides), [2])
    sides = []
    for index, side in enumerate(given.sides):
        ids = shape.distinct(side.entrants, f"{at}[{index}].entrants", entrants, there, least=1)
        sides.append(ResultSide(**{**asdict(side), "entrants": ids}))
    if kind == "walk_over" and not any(side.absent for side in sides):
        raise malformed("nobody_absent", f"{at}[0].absent")
    return Result(given.round, kind, tuple(sides), given.table)


def _penalty(given: PenaltyIn, where: str, entrants: Sequence[str]) -> Penalty:
    entrant, warning = shape.choice(given.entrant, f"{where}.entrant", entrants), given.kind == "warning"
    costs = {key: value for key, value in said(given).items() if key in ("points", "difference")}
    if warning and costs:
        key, cost = next(iter(costs.items()))
        raise malformed("contradicts", f"{where}.{key}", cost, [f"{where}.kind"])
    if not warning and not costs:
        raise malformed("missing", f"{where}.points")
    return Penalty(entrant, warning, costs.get("points", 0), costs.get("difference", 0), given.withdrawn)


def _evening(given: EveningIn, where: str, counting: Counting) -> Evening:
    seen: set[str] = set()
    rows = []
    for index, row in enumerate(given.standings):
        spot = f"{where}.standings[{index}]"
        players = shape.distinct(row.players, f"{spot}.players", None, seen, least=1)
        if counting.by == "points" and row.points is UNSET:
            raise malformed("missing", f"{spot}.points")
        rows.append(PlacedEntrant(row.place, players, 0 if row.points is UNSET else row.points))
    return tuple(rows)
