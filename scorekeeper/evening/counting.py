"""The requests to `pair` and `rank` for an evening, and their results: its standings, the rounds that are known in
advance, and the results by opponent."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.engine.chain import Payload
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import Struct, replace
from scorekeeper.evening.fold import Evening, RoundNow, TableNow
from scorekeeper.evening.memory import Decision, EntrantRecord, PenaltyRecord
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.movements.individual import SEARCH
from scorekeeper.evening.pairing import pair
from scorekeeper.evening.ranking.standings import (
    Contest,
    Kind,
    Penalty,
    Result,
    ResultLine,
    ResultSide,
    Standings,
    lines_of,
    standings,
)
from scorekeeper.evening.settings import EveningSetup
from scorekeeper.evening.values import Entrant, Round, Schedule, SeatedTable, SeatingRequest, Sides


def contest(
    evening: Evening, *, rounds: int | None = None, as_it_stands: bool = False, version: int | None = None
) -> Contest:
    """The input of the standings: the closed rounds up to number `rounds` (None: all). With `as_it_stands`, open rounds
    up to that number count, too.

    In an open round, sit-outs and missed rounds count at once. A table counts once its match is over or the director
    has settled it. With a `version` of the evening, only the penalties that were in force at that version count.
    """
    penalties = (each for each in evening.penalties if version is None or each.stood_at(version))
    counted = [each for each in evening.rounds[:rounds] if each.state == "closed" or as_it_stands]
    return Contest(
        scoring=evening.setup.scoring,
        entrants=tuple(entrant.id for entrant in evening.entrants),
        results=tuple(result for each in counted for result in _results(each)),
        penalties=tuple(_penalty(each, standing=version is not None) for each in penalties),
        tie_breaks=evening.setup.tie_breaks,
        seed=evening.setup.seed,
    )


def standings_of(evening: Evening, *, rounds: int | None = None, as_it_stands: bool = False) -> Standings:
    """The standings of the closed rounds; see `contest`."""
    return standings(contest(evening, rounds=rounds, as_it_stands=as_it_stands))


def points_at(evening: Evening, round_: int) -> dict[int, tuple[int, ...]]:
    """The points of each side in a round, by table number. Tables without a result are missing. If the members of a
    side get different points (each the average of their own), those of its first member are returned."""
    points: dict[int, tuple[int, ...]] = {}
    lines = [line for line in lines_of(contest(evening, rounds=round_, as_it_stands=True)) if line.round == round_]
    for table in evening.rounds[round_ - 1].tables:
        of = [line for line in lines if line.table == table.number]
        sides = [next((line.points for line in of if set(side) & set(line.entrants)), None) for side in table.sides]
        if None not in sides:
            points[table.number] = tuple(each for each in sides if each is not None)
    return points


def ask(
    evening: Evening, schedules: Mapping[int, Schedule], *, seed: str | None = None, round_: int | None = None
) -> SeatingRequest:
    """The request for the seating of round `round_` (None: the next one). Its history ends before that round, but its
    points are those after all closed rounds; so are its ranks, unless the movement ranks entrants by number.

    `seed` replaces the evening's own, for another draw.
    """
    setup, number = evening.setup, round_ or evening.next_round
    order = {row.entrant: (rank, row.points) for rank, row in enumerate(standings_of(evening).rows, start=1)}
    ranked = any(each.state == "closed" for each in evening.rounds) and not MOVEMENTS[setup.movement].by_number

    def entrant(record: EntrantRecord, position: int) -> Entrant:
        rank, points = order[record.id]
        at = record.fixed_table
        return Entrant(record.id, position, rank if ranked else position, points, at, record.status(number))

    planned = {"rounds": setup.rounds} if setup.movement == "individual" and setup.rounds else {}
    room = {} if setup.tables is None else {"tables": setup.tables}
    return SeatingRequest(
        movement=setup.movement,
        entrants=tuple(entrant(record, position) for position, record in enumerate(evening.entrants, start=1)),
        history=tuple(Round(tuple(map(_table, each.tables)), each.sit_out) for each in evening.rounds[: number - 1]),
        seed=seed or setup.seed or "",
        options={**room, **planned, **setup.movement_options},
        schedules=schedules,
    )


def open_seed(setup: EveningSetup, *, finished: bool, seed: str | None = None) -> str | None:
    """The `seed` of a round or, without one, the evening's own. None while it must stay secret, because future draws
    depend on it."""
    draws = MOVEMENTS[setup.movement].draws(setup.movement_options)
    return None if draws and not finished and seed in (None, setup.seed) else seed or setup.seed


def ranks(evening: Evening) -> dict[str, int]:
    """The rank of each entrant after the closed rounds; no rank is shared."""
    return _ranked(standings_of(evening))


def seated_before_a_change(evening: Evening) -> tuple[int, ...]:
    """The numbers of the rounds whose seating used ranks that have changed since, because earlier results were
    corrected.

    Later penalties do not matter. Closed rounds are left out, unless an earlier round is open again. Empty for a
    finished evening.
    """
    if evening.state == "finished":
        return ()
    first = next((each.number for each in evening.rounds if each.state != "closed"), evening.next_round)
    later = (each for each in evening.rounds if each.number >= max(first, 2) and each.record.ranks)
    return tuple(each.number for each in later if dict(each.record.ranks) != _like(evening, each))


def _like(evening: Evening, round_: RoundNow) -> dict[str, int]:
    """The ranks before a round by the current results, with the penalties in force when the round was seated. Only
    entrants in the round's recorded `ranks` are ranked, from 1 without gaps."""
    before = contest(evening, rounds=round_.number - 1, as_it_stands=True, version=round_.record.seated)
    ranked = _ranked(standings(before)).items()
    now = sorted((rank, id_) for id_, rank in ranked if id_ in round_.record.ranks)
    return {id_: rank for rank, (_, id_) in enumerate(now, start=1)}


def _ranked(counted: Standings) -> dict[str, int]:
    return {row.entrant: rank for rank, row in enumerate(counted.rows, start=1)}


def _results(round_: RoundNow) -> Iterator[Result]:
    """The results of the tables, then of the entrants who sat out, then of those who missed the round."""
    for table in round_.tables:
        if table.settled_by is not None:
            yield _decided(round_.number, table, table.settled_by)
        elif table.now.over and table.counted:
            sides = (
                ResultSide(side, total, **figures)
                for side, total, figures in zip(table.sides, table.now.totals, _figures(table), strict=True)
            )
            yield Result(round_.number, "played", tuple(sides), table.number)
    away: tuple[tuple[Kind, tuple[str, ...]], ...] = (("sit_out", round_.sit_out), ("missed", round_.missed))
    for kind, ids in away:
        if ids:
            yield Result(round_.number, kind, (ResultSide(ids),))


def _decided(round_: int, table: TableNow, decision: Decision) -> Result:
    """The result by the director's decision. If its totals are those of the match, the match's other figures remain."""
    figures: tuple[Payload, ...] = decision.sides or ({},) * len(table.sides)
    if decision.kind == "played" and tuple(each["score"] for each in figures) == table.now.totals:
        figures = tuple({**known, **figure} for known, figure in zip(_figures(table), figures, strict=True))
    sides = (ResultSide(side, **figure) for side, figure in zip(table.sides, figures, strict=True))
    return Result(round_, decision.kind, tuple(sides), table.number)


def _figures(table: TableNow) -> tuple[Mapping[str, Any], ...]:
    """The `FIGURES` of each side of a table; an empty mapping for each side if the state of the match has none."""
    return table.now.figures or ({},) * len(table.sides)


def _penalty(record: PenaltyRecord, *, standing: bool) -> Penalty:
    """The penalty as input of the standings. With `standing`, its withdrawal is ignored."""
    withdrawn = record.withdrawn is not None and not standing
    return Penalty(record.entrant, record.kind == "warning", record.points, record.difference, withdrawn)


def _table(table: TableNow) -> SeatedTable:
    """The table as input of a movement: its winner, and whether it was a walkover."""
    decision = table.settled_by
    return SeatedTable(table.sides, table.winner, decision is not None and decision.kind == "walk_over", table.number)


#: The maximum number of rounds that are planned for an evening whose number of rounds is not set.
MOST_ROUNDS = 40


class Planned(Struct):
    """A round as it was published, or as it will be if all entrants stay: its tables as (number, sides), and the ids of
    the entrants who rest."""

    number: int
    tables: tuple[tuple[int, Sides], ...]
    sit_out: tuple[str, ...]


def planned(evening: Evening, schedules: Mapping[int, Schedule]) -> tuple[Planned, ...]:
    """The published rounds and, if the movement seats in advance, the rounds after them.

    The rounds end with the number of rounds in the settings. Without such a number, they end when every entrant can
    have met all the others, after at most `MOST_ROUNDS`. They end earlier if there is no seating, or if a seating would
    have to be searched for.
    """
    rounds = [
        Planned(each.number, tuple((table.number, table.sides) for table in each.tables), each.sit_out)
        for each in evening.rounds
    ]
    if not MOVEMENTS[evening.setup.movement].in_advance:
        return tuple(rounds)
    question = ask(evening, schedules)
    whole = len(question.entrants) - 1 + len(question.entrants) % 2
    while len(rounds) < (evening.setup.rounds or min(whole, MOST_ROUNDS)):
        try:
            seating = pair(question)
        except Refused:
            break
        if seating.extra.get("method") == SEARCH:
            break
        rounds.append(
            Planned(seating.round, tuple((each.number, each.sides) for each in seating.tables), seating.sit_out)
        )
        played = Round(tuple(SeatedTable(each.sides) for each in seating.tables), seating.sit_out)
        question = replace(question, history=(*question.history, played))
    return tuple(rounds)


class Cross(Struct):
    """The result lines of each entrant. By (entrant, opponent), `met` has the entrant's lines of the tables at which
    they were opponents. By entrant, `alone` has the lines of rounds in which the entrant had no table."""

    met: Mapping[tuple[str, str], tuple[ResultLine, ...]]
    alone: Mapping[str, tuple[ResultLine, ...]]


def cross(evening: Evening, counted: Standings) -> Cross:
    """The lines of the standings by entrant and opponent."""
    met: dict[tuple[str, str], tuple[ResultLine, ...]] = {}
    alone: dict[str, tuple[ResultLine, ...]] = {}
    for line in counted.lines:
        table = evening.table(line.round, line.table) if line.table is not None else None
        for id_ in line.entrants:
            if table is None:
                alone[id_] = (*alone.get(id_, ()), line)
            for other in (other for side in (table.sides if table else ()) if id_ not in side for other in side):
                met[id_, other] = (*met.get((id_, other), ()), line)
    return Cross(met, alone)
