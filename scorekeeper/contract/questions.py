"""The very objects that `pair` and `rank` would be asked of an evening: a protest can be worked out elsewhere."""

from typing import Any

from scorekeeper.contract.answer import Json
from scorekeeper.evening.ranking.scoring_reader import plain_scoring
from scorekeeper.evening.ranking.standings import AWAY, FIGURES, Contest, Penalty, Result, ResultSide
from scorekeeper.evening.values import Ask, Entrant, Round, Sides


def pair_request(ask: Ask) -> Json:
    """The request to `pair` for this evening."""
    return {
        "movement": ask.movement,
        "entrants": [_entrant(entrant) for entrant in ask.entrants],
        "history": [_round(round_, number) for number, round_ in enumerate(ask.history, start=1)],
        **({"seed": ask.seed} if ask.seed else {}),
        "options": {key: _option(key, value) for key, value in ask.options.items()},
    }


def rank_request(contest: Contest) -> Json:
    """The request to `rank` for this evening; the scoring is given by its numbers."""
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
    """A room's tables and a director's own as lists; other options are plain already."""
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


def _side(side: ResultSide, kind: str) -> Json:
    """The fields of a side for this kind of result."""
    figures: Json = {}
    if kind == "played":
        figures = {"score": side.score, **{name: getattr(side, name) for name in FIGURES}}
    elif kind == "walk_over":
        figures = {"absent": side.absent}
    elif kind == "assigned":
        figures = {"points": side.points, "difference": side.difference}
    return {"entrants": list(side.entrants), **figures}


def _penalty(penalty: Penalty) -> Json:
    values = {"entrant": penalty.entrant, "withdrawn": penalty.withdrawn}
    if penalty.warning:
        return {**values, "kind": "warning"}
    return {**values, "points": penalty.points, "difference": penalty.difference}
