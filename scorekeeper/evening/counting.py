"""An evening as `pair` and `rank` would be asked about it: the seating to come, the rounds that are known ahead, the
standings of its closed rounds, everybody against everybody."""

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
    """The input of the standings: the closed rounds, the first ones up to a number, or also open ones.

    With a `version` only the penalties that stood then count. As it stands now a table counts once its match is over or
    the director has settled it.
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
    """The points of each side, by table, of the tables of a round that have a result by now."""
    points: dict[int, tuple[int, ...]] = {}
    tables = {table.number: table for table in evening.rounds[round_ - 1].tables}
    lines = [line for line in lines_of(contest(evening, rounds=round_, as_it_stands=True)) if line.round == round_]
    for number, table in tables.items():
        of = [line for line in lines if line.table == number]
        sides = [next((line.points for line in of if set(side) & set(line.entrants)), None) for side in table.sides]
        if None not in sides:
            points[number] = tuple(each for each in sides if each is not None)
    return points


def ask(
    evening: Evening, schedules: Mapping[int, Schedule], *, seed: str | None = None, round_: int | None = None
) -> SeatingRequest:
    """The request for the seating of the next round, or of the last one as if it were not seated yet. `seed` replaces
    the evening's own, for another draw."""
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
    """The seed of a round, or the evening's own, where everybody may know it: while rounds are still drawn from it, it
    would tell the draws to come."""
    draws = MOVEMENTS[setup.movement].draws(setup.movement_options)
    return None if draws and not finished and seed in (None, setup.seed) else seed or setup.seed


def ranks(evening: Evening) -> dict[str, int]:
    """Everybody's rank by the closed rounds; no two alike."""
    return _ranked(standings_of(evening))


def seated_before_a_change(evening: Evening) -> tuple[int, ...]:
    """The rounds whose seating used ranks that the results before them no longer give. Penalties since then change
    nothing; of a round that is closed nothing is said any more, unless an earlier one is taken up again."""
    if evening.state == "finished":
        return ()
    first = next((each.number for each in evening.rounds if each.state != "closed"), evening.next_round)
    later = (each for each in evening.rounds if each.number >= max(first, 2) and each.record.ranks)
    return tuple(each.number for each in later if dict(each.record.ranks) != _like(evening, each))


def _like(evening: Evening, round_: RoundNow) -> dict[str, int]:
    """Ranks before a round of those who were ranked then, counted again among them."""
    before = contest(evening, rounds=round_.number - 1, as_it_stands=True, version=round_.record.seated)
    ranked = _ranked(standings(before)).items()
    now = sorted((rank, id_) for id_, rank in ranked if id_ in round_.record.ranks)
    return {id_: rank for rank, (_, id_) in enumerate(now, start=1)}


def _ranked(counted: Standings) -> dict[str, int]:
    return {row.entrant: rank for rank, row in enumerate(counted.rows, start=1)}


def _results(round_: RoundNow) -> Iterator[Result]:
    """The results of the tables, then of those who sat out, then of those who were not there."""
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
    """The director's decision in place of a result; totals that the match has itself keep its best deals."""
    figures: tuple[Payload, ...] = decision.sides or ({},) * len(table.sides)
    if decision.kind == "played" and tuple(each["score"] for each in figures) == table.now.totals:
        figures = tuple({**known, **figure} for known, figure in zip(_figures(table), figures, strict=True))
    sides = (ResultSide(side, **figure) for side, figure in zip(table.sides, figures, strict=True))
    return Result(round_, decision.kind, tuple(sides), table.number)


def _figures(table: TableNow) -> tuple[Mapping[str, Any], ...]:
    """Return the figures of each side of a table, none of a match that has not begun."""
    return table.now.figures or ({},) * len(table.sides)


def _penalty(record: PenaltyRecord, *, standing: bool) -> Penalty:
    """A penalty as it is, or as one that stood when it is asked about."""
    withdrawn = record.withdrawn is not None and not standing
    return Penalty(record.entrant, record.kind == "warning", record.points, record.difference, withdrawn)


def _table(table: TableNow) -> SeatedTable:
    """A table as a movement looks back at it: who won by what it came to, and whether anybody played."""
    decision = table.settled_by
    return SeatedTable(table.sides, table.winner, decision is not None and decision.kind == "walk_over", table.number)


#: Rounds beyond which nobody plans an evening that names no number of them.
MOST_ROUNDS = 40


class Planned(Struct):
    """A round as it was published, or as it will be seated while everybody stays: tables by number, who rests."""

    number: int
    tables: tuple[tuple[int, Sides], ...]
    sit_out: tuple[str, ...]


def planned(evening: Evening, schedules: Mapping[int, Schedule]) -> tuple[Planned, ...]:
    """Every round that is known: those published, and those that the movement fixes in advance, if it does."""
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
    """Lines of two who met, by both ids, own first; and each one's lines of rounds without a table."""

    met: Mapping[tuple[str, str], tuple[ResultLine, ...]]
    alone: Mapping[str, tuple[ResultLine, ...]]


def cross(evening: Evening, counted: Standings) -> Cross:
    """The lines of these standings by opponent."""
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
