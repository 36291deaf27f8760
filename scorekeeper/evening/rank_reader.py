"""From the contract's JSON to a `Contest` or a `Season`, strictly: every mistake names its place."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine import shape
from scorekeeper.engine.refused import malformed
from scorekeeper.evening import season, standings
from scorekeeper.evening.movements.free import SIDES
from scorekeeper.evening.movements.options import MOST_TABLES
from scorekeeper.evening.pair_reader import read_id, read_seed
from scorekeeper.evening.scoring import Scoring, countable
from scorekeeper.evening.scoring_reader import read_scoring
from scorekeeper.evening.season import COUNTINGS, Counting, Evening, EveningRow, Season
from scorekeeper.evening.standings import AT_TABLES, AWAY, Contest, Penalty, Result, ResultSide

CONTEST_KEYS = ("scoring", "entrants", "results", "penalties", "tie_breaks", "seed")
SEASON_KEYS = ("season", "tie_breaks", "seed")
RESULT_KEYS = ("round", "table", "kind", "sides")
AWAY_KEYS = ("round", "kind", "entrants")
#: What a side may say, by the kind of its result.
SIDE_KEYS: Mapping[str, tuple[str, ...]] = {
    "played": ("entrants", "score", "best_deal"),
    "walk_over": ("entrants", "absent"),
    "assigned": ("entrants", "points", "difference"),
    "void": ("entrants", "score", "best_deal", "absent", "points", "difference"),
}
#: What each side must say.
_NEEDED = {"played": ("score",), "assigned": ("points",)}
PENALTY_KEYS = ("entrant", "kind", "points", "difference", "round", "article", "reason", "withdrawn")
LONGEST_TEXT = 500


def read_contest(source: object, scorings: Mapping[str, Scoring]) -> Contest:
    """Read an evening to be ranked. Raises `Refused` (malformed)."""
    asked = shape.mapping(source, "", CONTEST_KEYS)
    scoring = read_scoring(shape.required(asked, "scoring", ""), "scoring", scorings)
    entrants = _entrants(asked["entrants"]) if "entrants" in asked else None
    listed = shape.listed(shape.required(asked, "results", ""), "results")
    seen: dict[int, set[str]] = {}
    results = tuple(_result(each, f"results[{index}]", scoring, entrants, seen) for index, each in enumerate(listed))
    if entrants is None:
        appearing = (id_ for result in results for side in result.sides for id_ in side.entrants)
        entrants = tuple(dict.fromkeys(appearing))
    penalties = shape.listed(asked.get("penalties", []), "penalties")
    return Contest(
        scoring=scoring,
        entrants=entrants,
        results=results,
        penalties=tuple(_penalty(each, f"penalties[{index}]", entrants) for index, each in enumerate(penalties)),
        tie_breaks=_tie_breaks(asked, standings.TIE_BREAKS),
        seed=read_seed(asked),
    )


def read_season(source: object) -> Season:
    """Read a season to be ranked. Raises `Refused` (malformed)."""
    asked = shape.mapping(source, "", SEASON_KEYS)
    given = shape.mapping(asked["season"], "season", ("evenings", "points", "best"))
    listed = shape.listed(shape.required(given, "evenings", "season"), "season.evenings")
    counting = read_counting(given["points"], "season.points") if "points" in given else Counting()
    chain = _tie_breaks(asked, season.TIE_BREAKS)
    return Season(
        evenings=tuple(_evening(each, f"season.evenings[{index}]", counting) for index, each in enumerate(listed)),
        counting=counting,
        best=shape.optional(given, "best", "season", lambda best, where: shape.whole(best, where, 1, shape.MOST)),
        tie_breaks=season.TIE_BREAKS if chain is None else chain,
        seed=read_seed(asked),
    )


def _entrants(source: Any) -> tuple[str, ...]:
    ids: list[str] = []
    for index, each in enumerate(shape.listed(source, "entrants")):
        ids.append(read_id(each, f"entrants[{index}]", ids))
    return tuple(ids)


def _tie_breaks(asked: shape.Json, keys: Sequence[str]) -> tuple[str, ...] | None:
    return read_chain(asked["tie_breaks"], "tie_breaks", keys) if "tie_breaks" in asked else None


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
    kind: Any = shape.choice(source.get("kind", "played"), f"{where}.kind", (*AT_TABLES, *AWAY))
    given = shape.mapping(source, where, AWAY_KEYS if kind in AWAY else RESULT_KEYS)
    round_ = shape.whole(shape.required(given, "round", where), f"{where}.round", 1, shape.MOST)
    there = seen.setdefault(round_, set())
    if kind in AWAY:
        ids = _ids(given, where, entrants, there)
        return Result(round_, kind, (ResultSide(ids),))
    at = f"{where}.sides"
    listed = shape.listed(shape.required(given, "sides", where), at)
    if len(listed) not in SIDES:
        raise malformed("wrong_number", at, len(listed), SIDES)
    if kind == "played" and not countable(scoring.in_round(round_), len(listed)):
        raise malformed("wrong_number", at, len(listed), [2])
    sides = tuple(_side(each, f"{at}[{index}]", kind, entrants, there) for index, each in enumerate(listed))
    if kind == "walk_over" and not any(side.absent for side in sides):
        raise malformed("nobody_absent", f"{at}[0].absent")
    number = shape.optional(given, "table", where, lambda table, path: shape.whole(table, path, 1, MOST_TABLES))
    return Result(round_, kind, sides, number)


def _side(source: Any, where: str, kind: str, entrants: Sequence[str] | None, seen: set[str]) -> ResultSide:
    given = shape.mapping(source, where, SIDE_KEYS[kind])
    for key in _NEEDED.get(kind, ()):
        _points(shape.required(given, key, where), f"{where}.{key}")
    return ResultSide(
        entrants=_ids(given, where, entrants, seen),
        score=shape.optional(given, "score", where, _points),
        best_deal=shape.optional(given, "best_deal", where, _points),
        absent=shape.flag(given, "absent", where),
        points=shape.points(given, "points", where),
        difference=shape.points(given, "difference", where),
    )


def _points(value: Any, where: str) -> int:
    return shape.whole(value, where, -shape.MOST, shape.MOST)


def _ids(given: shape.Json, where: str, entrants: Sequence[str] | None, seen: set[str]) -> tuple[str, ...]:
    """A list of entrants, of the list where there is one, none of them twice in the round."""
    at = f"{where}.entrants"
    ids = shape.listed(shape.required(given, "entrants", where), at)
    if not ids:
        raise malformed("missing", at)
    for index, id_ in enumerate(ids):
        here = f"{at}[{index}]"
        shape.name(id_, here) if entrants is None else shape.choice(id_, here, entrants)
        if id_ in seen:
            raise malformed("there_twice", here, id_)
        seen.add(id_)
    return tuple(ids)


def _penalty(source: Any, where: str, entrants: Sequence[str]) -> Penalty:
    given = shape.mapping(source, where, PENALTY_KEYS)
    entrant = shape.choice(shape.required(given, "entrant", where), f"{where}.entrant", entrants)
    warning = shape.choice(given.get("kind", "points"), f"{where}.kind", ("points", "warning")) == "warning"
    costs = [key for key in ("points", "difference") if key in given]
    if warning and costs:
        raise malformed("contradicts", f"{where}.{costs[0]}", given[costs[0]], [f"{where}.kind"])
    if not warning and not costs:
        raise malformed("missing", f"{where}.points")
    for key in ("article", "reason"):
        shape.optional(given, key, where, lambda text, path: shape.text(text, path, LONGEST_TEXT))
    shape.optional(given, "round", where, lambda number, path: shape.whole(number, path, 1, shape.MOST))
    points, difference = shape.points(given, "points", where), shape.points(given, "difference", where)
    return Penalty(entrant, warning, points, difference, shape.flag(given, "withdrawn", where))


def read_counting(source: Any, where: str) -> Counting:
    """Read how an evening counts in a season. Raises `Refused` (malformed)."""
    given = shape.mapping(source, where, ("by", "points", "rest"))
    by = shape.choice(shape.required(given, "by", where), f"{where}.by", COUNTINGS)
    given = shape.mapping(source, where, ("by", "points", "rest") if by == "list" else ("by",))
    if by != "list":
        return Counting(by)
    listed = shape.listed(shape.required(given, "points", where), f"{where}.points")
    points = tuple(_points(each, f"{where}.points[{index}]") for index, each in enumerate(listed))
    return Counting(by, points, shape.points(given, "rest", where))


def _evening(source: Any, where: str, counting: Counting) -> Evening:
    given = shape.mapping(source, where, ("evening", "standings"))
    shape.optional(given, "evening", where, shape.name)
    at = f"{where}.standings"
    listed = shape.listed(shape.required(given, "standings", where), at)
    seen: set[str] = set()
    return tuple(_row(each, f"{at}[{index}]", seen, counting) for index, each in enumerate(listed))


def _row(source: Any, where: str, seen: set[str], counting: Counting) -> EveningRow:
    given = shape.mapping(source, where, ("place", "players", "points"))
    place = shape.whole(shape.required(given, "place", where), f"{where}.place", 1, shape.MOST)
    players = shape.listed(shape.required(given, "players", where), f"{where}.players")
    if not players:
        raise malformed("missing", f"{where}.players")
    for number, player in enumerate(players):
        seen.add(read_id(player, f"{where}.players[{number}]", tuple(seen)))
    if counting.by == "points":
        shape.required(given, "points", where)
    return EveningRow(place, tuple(players), shape.points(given, "points", where))
