"""`scorekeeper pair` and `scorekeeper rank`: the seating of the next round, and the standings of an evening or a
season.

This module also makes the requests of both commands from a recorded evening, so that the evening's results can be
checked elsewhere.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.contract.answer import Json, answering
from scorekeeper.engine.values import asdict
from scorekeeper.evening.pairing import pair as paired
from scorekeeper.evening.pairing import read_ask
from scorekeeper.evening.ranking.order import Step
from scorekeeper.evening.ranking.rank_reader import read_contest, read_season
from scorekeeper.evening.ranking.scoring import plain_scoring
from scorekeeper.evening.ranking.season import season_table
from scorekeeper.evening.ranking.standings import (
    AWAY,
    FIGURES,
    Contest,
    Penalty,
    Result,
    ResultSide,
    Standings,
    standings,
)
from scorekeeper.evening.values import Entrant, Round, Seating, SeatingFinding, SeatingRequest, Sides
from scorekeeper.rulebook.evenings import schedules, scoring_by_id
from scorekeeper.words import Words


@answering
def pair(request: object, words: Words) -> Json:
    """Seat the next round by a movement. If the evening is decided, the answer has no tables, and `done` is true."""
    return seating_json(paired(read_ask(request, schedules())))


def seating_json(seating: Seating) -> Json:
    """A seating as JSON."""
    return {
        "round": seating.round,
        "tables": [each.plain for each in seating.tables],
        "sit_out": list(seating.sit_out),
        "cost": None if seating.cost is None else dict(seating.cost),
        "findings": [_finding(finding) for finding in seating.findings],
        "done": seating.done,
        **seating.extra,
    }


def _finding(finding: SeatingFinding) -> Json:
    """A compromise of a seating as JSON."""
    if finding.key == "moved":
        return {"key": finding.key, "table": finding.table, "entrant": finding.entrants[0]}
    values = {"key": finding.key, "table": finding.table, "entrants": list(finding.entrants)}
    return {**values, "times": finding.times}


@answering
def rank(request: object, words: Words) -> Json:
    """The standings of an evening, or of a season if the request has the key `season`."""
    if isinstance(request, Mapping) and "season" in request:
        table, steps = season_table(read_season(request))
        rows = [{**asdict(row), "counted": list(row.counted), "dropped": list(row.dropped)} for row in table]
        return {"standings": rows, "steps": _steps(steps)}
    return standings_json(standings(read_contest(request, scoring_by_id())))


def standings_json(counted: Standings) -> Json:
    """The standings of an evening as JSON."""
    lines = [{**asdict(line), "entrants": list(line.entrants)} for line in counted.lines]
    return {"standings": [asdict(row) for row in counted.rows], "steps": _steps(counted.steps), "lines": lines}


def _steps(steps: Iterable[Step]) -> list[Json]:
    """The tie-breaks as JSON: each with its values for the tied entrants, or the reason why it was skipped."""
    return [
        {
            "key": step.key,
            "level": list(step.level),
            **({"skipped": step.skipped} if step.skipped else {"values": dict(step.values)}),
        }
        for step in steps
    ]


def pair_request(ask: SeatingRequest) -> Json:
    """The request to `scorekeeper pair`, as JSON, for this seating."""
    return {
        "movement": ask.movement,
        "entrants": [_entrant(entrant) for entrant in ask.entrants],
        "history": [_round(round_, number) for number, round_ in enumerate(ask.history, start=1)],
        **({"seed": ask.seed} if ask.seed else {}),
        "options": {key: _option(key, value) for key, value in ask.options.items()},
    }


def rank_request(contest: Contest) -> Json:
    """The request to `scorekeeper rank`, as JSON, for this evening; its scoring is an object, not an id."""
    chain = contest.scoring.tie_breaks if contest.tie_breaks is None else contest.tie_breaks
    return {
        "scoring": plain_scoring(contest.scoring),
        "entrants": list(contest.entrants),
        "results": [_result(result) for result in contest.results],
        "penalties": [_penalty(penalty) for penalty in contest.penalties],
        "tie_breaks": list(chain),
        **({} if contest.seed is None else {"seed": contest.seed}),
    }


def _entrant(entrant: Entrant) -> Json:
    own = {} if entrant.fixed_table is None else {"fixed_table": entrant.fixed_table}
    return {"id": entrant.id, "rank": entrant.rank, "points": entrant.points, "status": entrant.status, **own}


def _round(round_: Round, number: int) -> Json:
    tables = [
        {
            **({} if table.number is None else {"table": table.number}),
            "sides": _sides(table.sides),
            "winner": table.winner,
            "walk_over": table.walk_over,
        }
        for table in round_.tables
    ]
    return {"round": number, "tables": tables, "sit_out": list(round_.sit_out)}


def _option(key: str, value: Any) -> Any:
    """An option of a movement as JSON."""
    if key == "seating":
        return [{**({} if table is None else {"table": table}), "sides": _sides(sides)} for table, sides in value]
    return list(value) if key == "tables" else value


def _sides(sides: Sides) -> list[list[str]]:
    return [list(side) for side in sides]


def _result(result: Result) -> Json:
    values = {"round": result.round, "kind": result.kind}
    if result.kind in AWAY:
        return {**values, "entrants": list(result.sides[0].entrants)}
    table = {} if result.table is None else {"table": result.table}
    return {**values, **table, "sides": [_side(side, result.kind) for side in result.sides]}


#: The figures of a side, by the kind of the result.
_FIGURES_OF = {
    "played": ("score", *FIGURES),
    "walk_over": ("absent",),
    "assigned": ("points", "difference"),
    "void": (),
}


def _side(side: ResultSide, kind: str) -> Json:
    return {"entrants": list(side.entrants), **{name: getattr(side, name) for name in _FIGURES_OF[kind]}}


def _penalty(penalty: Penalty) -> Json:
    values = {"entrant": penalty.entrant, "withdrawn": penalty.withdrawn}
    if penalty.warning:
        return {**values, "kind": "warning"}
    return {**values, "points": penalty.points, "difference": penalty.difference}
