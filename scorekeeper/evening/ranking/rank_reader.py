"""From the contract's JSON to a `Contest` or a `Season`, strictly: every mistake names its place."""

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
    text,
    whole,
)
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Struct, asdict, field
from scorekeeper.evening.movements.free import SIDES
from scorekeeper.evening.pairing import Seed, read_id
from scorekeeper.evening.ranking import standings
from scorekeeper.evening.ranking.scoring import SCORING, Scoring, countable, read_scoring
from scorekeeper.evening.ranking.season import COUNTINGS, SEASON_TIE_BREAKS, Counting, Evening, PlacedEntrant, Season
from scorekeeper.evening.ranking.standings import AT_TABLES, AWAY, FIGURES, Contest, Penalty, Result, ResultSide
from scorekeeper.evening.values import MOST_TABLES

LONGEST_TEXT = 500
_FIGURE, _FLAG, _MAYBE = (Points, 0), (bool, False), (Points | None, None)
_FIGURES = dict.fromkeys(FIGURES, _MAYBE)
#: What a side says, by the kind of its result.
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
    """The type of a result of a table."""
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


_Result = any_of(*dict.fromkeys(RESULTS.values()))


def chain(keys: Sequence[str]) -> Any:
    """The type of tie-breaks in their order."""
    return looked(lambda value, where: read_chain(value, where, keys), list[one_of(keys)])  # type: ignore[misc]


class PenaltyIn(Struct, forbid_unknown_fields=True):
    """A penalty of an evening, as it is written."""

    entrant: Id
    kind: Literal["points", "warning"] = "points"
    points: Points | UnsetType = UNSET
    difference: Points | UnsetType = UNSET
    round: Number | None = None
    article: text(LONGEST_TEXT) | None = None  # type: ignore[valid-type]
    reason: text(LONGEST_TEXT) | None = None  # type: ignore[valid-type]
    withdrawn: bool = False


class ContestIn(Struct, forbid_unknown_fields=True, kw_only=True):
    """An evening to be ranked, as it is written."""

    scoring: SCORING
    entrants: list[Id] | UnsetType = UNSET
    results: list[_Result]  # type: ignore[valid-type]
    penalties: list[PenaltyIn] = field(default_factory=list)
    tie_breaks: chain(standings.TIE_BREAKS) = None  # type: ignore[valid-type]
    seed: Seed = None


class RowIn(Struct, forbid_unknown_fields=True):
    """A row of the standings of an evening of a season, as it is written."""

    place: Number
    players: list[Id]
    points: Points | UnsetType = UNSET


class EveningIn(Struct, forbid_unknown_fields=True, kw_only=True):
    """An evening of a season, as it is written."""

    evening: Name | None = None
    standings: list[RowIn]


class CountingIn(Struct, forbid_unknown_fields=True):
    """The request on how an evening counts in a season; `points` by place, and the `rest`, are of a list."""

    by: one_of(COUNTINGS)  # type: ignore[valid-type]
    points: list[Points] | UnsetType = UNSET
    rest: Points = 0


def read_counting(source: Any, where: str) -> Counting:
    """Read how an evening counts in a season. Raises `Refused` (malformed)."""
    given = read(CountingIn, source, where)
    if given.by != "list":
        shape.mapping(source, where, ("by",))
        return Counting(given.by)
    if given.points is UNSET:
        raise malformed("missing", f"{where}.points")
    return Counting(given.by, tuple(given.points), given.rest)


class EveningsIn(Struct, forbid_unknown_fields=True):
    """The evenings of a season and how they count, as they are written."""

    evenings: list[EveningIn]
    points: looked(read_counting, CountingIn) = Counting()  # type: ignore[valid-type]
    best: Number | None = None


class SeasonIn(Struct, forbid_unknown_fields=True):
    """A season to be ranked, as it is written."""

    season: EveningsIn
    tie_breaks: chain(SEASON_TIE_BREAKS) = SEASON_TIE_BREAKS  # type: ignore[valid-type]
    seed: Seed = None


def read_contest(source: object, scorings: Mapping[str, Scoring]) -> Contest:
    """Read an evening to be ranked. Raises `Refused` (malformed)."""
    asked = read(ContestIn, source)
    scoring = read_scoring(asked.scoring, "scoring", scorings)
    entrants = None if asked.entrants is UNSET else _entrants(asked.entrants)
    seen: dict[int, set[str]] = {}
    results = tuple(
        _result(each, f"results[{index}]", scoring, entrants, seen) for index, each in enumerate(asked.results)
    )
    if entrants is None:
        appearing = (id_ for result in results for side in result.sides for id_ in side.entrants)
        entrants = tuple(dict.fromkeys(appearing))
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


def _entrants(source: Sequence[Any]) -> tuple[str, ...]:
    ids: list[str] = []
    for index, each in enumerate(source):
        ids.append(read_id(each, f"entrants[{index}]", ids))
    return tuple(ids)


def read_chain(source: Any, where: str, keys: Sequence[str]) -> tuple[str, ...]:
    """Tie-breaks in their order, none twice. Raises `Refused` (malformed)."""
    chain: list[str] = []
    for index, each in enumerate(shape.listed(source, where)):
        key = shape.choice(each, f"{where}[{index}]", keys)
        if key in chain:
            raise malformed("there_twice", f"{where}[{index}]", key)
        chain.append(key)
    return tuple(chain)


def _result(
    source: Any, where: str, scoring: Scoring, entrants: Sequence[str] | None, seen: dict[int, set[str]]
) -> Result:
    if not isinstance(source, Mapping):
        raise malformed("not_an_object", where, source)
    kind: Any = shape.choice(source.get("kind", AT_TABLES[0]), f"{where}.kind", RESULTS)
    given = read(RESULTS[kind], source, where)
    there = seen.setdefault(given.round, set())
    if kind in AWAY:
        return Result(given.round, kind, (ResultSide(_ids(given.entrants, where, entrants, there)),))
    at = f"{where}.sides"
    if kind == "played" and not countable(scoring.in_round(given.round), len(given.sides)):
        raise malformed("wrong_number", at, len(given.sides), [2])
    sides = tuple(
        ResultSide(**{**asdict(side), "entrants": _ids(side.entrants, f"{at}[{index}]", entrants, there)})
        for index, side in enumerate(given.sides)
    )
    if kind == "walk_over" and not any(side.absent for side in sides):
        raise malformed("nobody_absent", f"{at}[0].absent")
    return Result(given.round, kind, sides, given.table)


def _ids(ids: Sequence[Any], where: str, entrants: Sequence[str] | None, seen: set[str]) -> tuple[str, ...]:
    """A list of entrants, of the list where there is one, none of them twice in the round."""
    at = f"{where}.entrants"
    if not ids:
        raise malformed("missing", at)
    for index, id_ in enumerate(ids):
        here = f"{at}[{index}]"
        shape.name(id_, here) if entrants is None else shape.choice(id_, here, entrants)
        if id_ in seen:
            raise malformed("there_twice", here, id_)
        seen.add(id_)
    return tuple(ids)


def _penalty(given: PenaltyIn, where: str, entrants: Sequence[str]) -> Penalty:
    entrant, warning = shape.choice(given.entrant, f"{where}.entrant", entrants), given.kind == "warning"
    said = {"points": given.points, "difference": given.difference}
    costs = {key: value for key, value in said.items() if value is not UNSET}
    if warning and costs:
        key, cost = next(iter(costs.items()))
        raise malformed("contradicts", f"{where}.{key}", cost, [f"{where}.kind"])
    if not warning and not costs:
        raise malformed("missing", f"{where}.points")
    return Penalty(entrant, warning, costs.get("points", 0), costs.get("difference", 0), given.withdrawn)


def _evening(given: EveningIn, where: str, counting: Counting) -> Evening:
    seen: set[str] = set()
    return tuple(
        _row(each, f"{where}.standings[{index}]", seen, counting) for index, each in enumerate(given.standings)
    )


def _row(given: RowIn, where: str, seen: set[str], counting: Counting) -> PlacedEntrant:
    if not given.players:
        raise malformed("missing", f"{where}.players")
    for number, player in enumerate(given.players):
        seen.add(read_id(player, f"{where}.players[{number}]", tuple(seen)))
    if counting.by == "points" and given.points is UNSET:
        raise malformed("missing", f"{where}.points")
    return PlacedEntrant(given.place, tuple(given.players), 0 if given.points is UNSET else given.points)
