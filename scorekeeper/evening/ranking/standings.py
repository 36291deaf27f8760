"""The standings of an evening: the points of each table, the sums of each entrant, and their order."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal

from scorekeeper.engine.values import Struct, replace
from scorekeeper.evening.ranking.order import Key, KeyVerdict, Step, by_lot, by_number, in_order
from scorekeeper.evening.ranking.scoring import (
    AVERAGE,
    Outcome,
    Scoring,
    Worth,
    differences,
    outcomes,
    rounded_mean,
    table_points,
)

Kind = Literal["played", "walk_over", "assigned", "void", "sit_out", "missed"]
#: The kinds of results of a table, and those of entrants without a table.
AT_TABLES = ("played", "walk_over", "assigned", "void")
AWAY = ("sit_out", "missed")
#: The kinds of results that count as played, and whose points make an entrant's average.
SAT = ("played", "assigned")
#: Fields of a `ResultSide` that come from a recorded match (`actions/desk.py`, `comes_to`), for tie-breaks only.
FIGURES = ("best_deal",)
TIE_BREAKS = ("head_to_head", "difference", "wins", "highest_deal", "score", "opponents", "lots")


class ResultSide(Struct):
    """A side of a result; `points` and `difference` are set if the director assigns them."""

    entrants: tuple[str, ...]
    score: int | None = None
    best_deal: int | None = None
    absent: bool = False
    points: int = 0
    difference: int = 0


class Result(Struct):
    """The result of a table; or, with one side and no table, of entrants who sat out or missed the round."""

    round: int
    kind: Kind
    sides: tuple[ResultSide, ...]
    table: int | None = None


class Penalty(Struct):
    """A penalty by the director: points and a difference, or a `warning`. A warning itself costs nothing, but the
    scoring may have a penalty for each group of `every` warnings."""

    entrant: str
    warning: bool = False
    points: int = 0
    difference: int = 0
    withdrawn: bool = False


class ResultLine(Struct):
    """The result of one side in a round. Entrants without a table have a line each, and so do the members of a side if
    each gets the average of their own points."""

    round: int
    table: int | None
    kind: Kind
    entrants: tuple[str, ...]
    score: int | None
    difference: int
    points: int
    outcome: Outcome


class EntrantRow(Struct):
    """An entrant in the standings. `points` and `difference` include penalties. `penalty` has the points of penalties
    alone. `behind_by` is as in `Placing`."""

    place: int
    entrant: str
    points: int
    penalty: int
    difference: int
    wins: int
    played: int
    score: int
    best_deal: int | None
    behind_by: str | None


class Contest(Struct):
    """The input of the standings. `tie_breaks` None means those of the scoring."""

    scoring: Scoring
    entrants: tuple[str, ...]
    results: tuple[Result, ...]
    penalties: tuple[Penalty, ...] = ()
    tie_breaks: tuple[str, ...] | None = None
    seed: str | None = None


class Standings(Struct):
    """The standings of an evening: the rows in order, the tie-breaks that were applied, and the lines that were added
    up."""

    rows: tuple[EntrantRow, ...]
    steps: tuple[Step, ...]
    lines: tuple[ResultLine, ...]


def standings(contest: Contest) -> Standings:
    """The standings of an evening from its results."""
    lines = lines_of(contest)
    tables = [line for line in lines if line.kind in AT_TABLES]
    penalty = _penalties(contest)
    points, difference, wins, played, score = (Counter[str]() for _ in range(5))
    for line in lines:
        for id_ in line.entrants:
            points[id_] += line.points
            difference[id_] += line.difference
            wins[id_] += line.outcome == "won"
            played[id_] += line.kind in SAT
            score[id_] += line.score if line.kind == "played" and line.score is not None else 0
    for id_, (cost, lost) in penalty.items():
        points[id_] += cost
        difference[id_] += lost
    best = _best_deals(contest.results)
    keys: dict[str, Key] = {
        "head_to_head": _head_to_head(contest.results, tables),
        "difference": by_number(difference),
        "wins": by_number(wins),
        "highest_deal": _highest_deal(best),
        "score": by_number(score),
        "opponents": by_number(_opponents(contest.results, points)),
        "lots": by_lot(contest.seed),
    }
    chain = contest.scoring.tie_breaks if contest.tie_breaks is None else contest.tie_breaks
    places, steps = in_order(contest.entrants, points, chain, keys)
    rows = [
        EntrantRow(
            place=at.place,
            entrant=at.id,
            points=points[at.id],
            penalty=penalty[at.id][0],
            difference=difference[at.id],
            wins=wins[at.id],
            played=played[at.id],
            score=score[at.id],
            best_deal=best.get(at.id),
            behind_by=at.behind_by,
        )
        for at in places
    ]
    return Standings(tuple(rows), tuple(steps), tuple(lines))


def lines_of(contest: Contest) -> list[ResultLine]:
    """The lines of the sides of all tables, in the order of the results, then those of entrants who sat out or missed a
    round. A side whose members get the average of their own points has one line for each of them."""
    tables = [result for result in contest.results if result.kind in AT_TABLES]
    away = [result for result in contest.results if result.kind in AWAY]
    raw = [pair for result in (*tables, *away) for pair in _raw(result, contest.scoring.in_round(result.round))]
    sat = [line for line, _ in raw if line.kind in SAT]
    lines: list[ResultLine] = []
    for line, average in raw:
        if not average and line.kind in AT_TABLES:
            lines.append(line)
        for id_ in line.entrants if average or line.kind in AWAY else ():
            had = [each.points for each in sat if id_ in each.entrants]
            points = rounded_mean(sum(had), len(had)) if average else line.points
            lines.append(replace(line, entrants=(id_,), points=points))
    return lines


def _raw(result: Result, scoring: Scoring) -> list[tuple[ResultLine, bool]]:
    """The lines of a result, as (line, flag). If the flag is True, the caller has to fill in the points: each entrant's
    own average."""
    worths: Sequence[Worth]
    match result.kind:
        case "played":
            totals = [side.score or 0 for side in result.sides]
            worths = list(map(Worth, table_points(scoring, totals), differences(totals)))
        case "walk_over":
            worths = [scoring.absent if side.absent else scoring.present for side in result.sides]
        case "assigned":
            worths = [Worth(side.points, side.difference) for side in result.sides]
        case "void":
            worths = [Worth()] * len(result.sides)
        case "sit_out":
            worths = [scoring.sit_out]
        case _:
            worths = [scoring.missed]
    return [
        (
            ResultLine(
                round=result.round,
                table=result.table,
                kind=result.kind,
                entrants=side.entrants,
                score=side.score,
                difference=worth.difference,
                points=0 if isinstance(worth.points, str) else worth.points,
                outcome=outcome,
            ),
            worth.points == AVERAGE,
        )
        for side, worth, outcome in zip(result.sides, worths, ended(result.kind, result.sides), strict=True)
    ]


def ended(kind: Kind, sides: Sequence[ResultSide]) -> Sequence[Outcome]:
    """The outcome of a result for each side. A side wins a walkover if it was the only one to come; there is no outcome
    for a void table, nor for entrants without a table."""
    if kind == "walk_over":
        won: Outcome = "won" if sum(not side.absent for side in sides) == 1 else None
        return ["lost" if side.absent else won for side in sides]
    if kind in ("void", *AWAY):
        return [None] * len(sides)
    return outcomes([side.points if kind == "assigned" else side.score or 0 for side in sides])


def _penalties(contest: Contest) -> dict[str, tuple[int, int]]:
    """The sum of each entrant's penalties, with the cost of warnings, as (points, difference)."""
    rule = contest.scoring.warnings
    costs = {}
    for id_ in contest.entrants:
        mine = [each for each in contest.penalties if each.entrant == id_ and not each.withdrawn]
        times = sum(each.warning for each in mine) // rule.every if rule else 0
        points = sum(each.points for each in mine) + (rule.points * times if rule else 0)
        costs[id_] = points, sum(each.difference for each in mine) + (rule.difference * times if rule else 0)
    return costs


def _best_deals(results: Iterable[Result]) -> dict[str, int]:
    """The best single deal of each entrant's sides, by entrant. Entrants without a known best deal are missing."""
    best: dict[str, int] = {}
    for side in (side for result in results if result.kind == "played" for side in result.sides):
        for id_ in side.entrants if side.best_deal is not None else ():
            best[id_] = max(best.get(id_, side.best_deal or 0), side.best_deal or 0)
    return best


def _highest_deal(best: Mapping[str, int]) -> Key:
    def key(level: Sequence[str]) -> KeyVerdict:
        values = {id_: best.get(id_) for id_ in level}
        if not any(id_ in best for id_ in level):
            return KeyVerdict({}, {}, skipped="unknown")
        return KeyVerdict(values, {id_: best.get(id_, float("-inf")) for id_ in level})

    return key


def _head_to_head(results: Iterable[Result], lines: Iterable[ResultLine]) -> Key:
    """The tie-break by the points against the other tied entrants. It is skipped unless all of them have met."""
    at_table = {(line.round, id_): line.points for line in lines for id_ in line.entrants}
    against: Counter[tuple[str, str]] = Counter()
    met: set[tuple[str, str]] = set()
    for result in results:
        for one, other in _opposed(result, ("played", "assigned", "walk_over")):
            met.add((one, other))
            against[one, other] += at_table[result.round, one]

    def key(level: Sequence[str]) -> KeyVerdict:
        if any(two not in met for two in combinations(level, 2)):
            return KeyVerdict({}, {}, skipped="not_all_met")
        figures = {one: sum(against[one, other] for other in level if other != one) for one in level}
        return KeyVerdict(figures, figures)

    return key


def _opponents(results: Iterable[Result], points: Mapping[str, int]) -> Counter[str]:
    """The sum of the points of each entrant's opponents."""
    sums: Counter[str] = Counter()
    for result in results:
        for one, other in _opposed(result, SAT):
            sums[one] += points[other]
    return sums


def _opposed(result: Result, kinds: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs (entrant, opponent) of a result, if it is of one of these kinds."""
    if result.kind not in kinds:
        return []
    sides = result.sides
    return [
        (one, other)
        for at, side in enumerate(sides)
        for against, facing in enumerate(sides)
        if at != against
        for one in side.entrants
        for other in facing.entrants
    ]
