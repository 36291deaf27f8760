"""An evening as `pair` and `rank` would be asked about it: the seating to come, the standings of its closed rounds."""

from collections.abc import Iterator, Mapping

from scorekeeper.evening.fold import Evening, RoundNow, TableNow
from scorekeeper.evening.memory import Decision, EntrantRecord, PenaltyRecord
from scorekeeper.evening.movements import MOVEMENTS
from scorekeeper.evening.scoring import Outcome, outcomes
from scorekeeper.evening.standings import (
    Contest,
    Kind,
    Penalty,
    Result,
    ResultSide,
    Standings,
    lines_of,
    standings,
)
from scorekeeper.evening.values import DRAW, Ask, Entrant, Round, Schedule, Table


def contest(evening: Evening, *, rounds: int | None = None, as_it_stands: bool = False) -> Contest:
    """What the standings are made of: the closed rounds, the first so many of them, or also what is not closed yet.

    As it stands now a table counts once its match is over or the director has settled it.
    """
    counted = [each for each in evening.rounds[:rounds] if each.state == "closed" or as_it_stands]
    return Contest(
        scoring=evening.setup.scoring,
        entrants=tuple(entrant.id for entrant in evening.entrants),
        results=tuple(result for each in counted for result in _results(each)),
        penalties=tuple(map(_penalty, evening.penalties)),
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
) -> Ask:
    """The question who sits where in the next round, or in the last one as if it had not been seated; `seed` in the
    place of the evening's own, for another draw."""
    setup, number = evening.setup, round_ or evening.next_round
    order = {row.entrant: (rank, row.points) for rank, row in enumerate(standings_of(evening).rows, start=1)}
    ranked = any(each.state == "closed" for each in evening.rounds) and not MOVEMENTS[setup.movement].by_number

    def entrant(record: EntrantRecord, position: int) -> Entrant:
        rank, points = order[record.id]
        at = record.fixed_table
        return Entrant(record.id, position, rank if ranked else position, points, at, record.status(number))

    planned = {"rounds": setup.rounds} if setup.movement == "individual" and setup.rounds else {}
    room = {} if setup.tables is None else {"tables": setup.tables}
    return Ask(
        movement=setup.movement,
        entrants=tuple(entrant(record, position) for position, record in enumerate(evening.entrants, start=1)),
        history=tuple(Round(tuple(map(_table, each.tables)), each.sit_out) for each in evening.rounds[: number - 1]),
        seed=seed or setup.seed or "",
        options={**room, **planned, **setup.movement_options},
        schedules=schedules,
    )


def ranks(evening: Evening, before: int | None = None) -> dict[str, int]:
    """Everybody's rank by the closed rounds, or by those before a round; no two alike."""
    rows = standings_of(evening, rounds=None if before is None else before - 1).rows
    return {row.entrant: rank for rank, row in enumerate(rows, start=1)}


def seated_before_a_change(evening: Evening) -> tuple[int, ...]:
    """The rounds whose seating used ranks that the rounds before them no longer give."""
    later = (each for each in evening.rounds if each.number > 1 and each.record.ranks)
    return tuple(each.number for each in later if dict(each.record.ranks) != _like(evening, each))


def _like(evening: Evening, round_: RoundNow) -> dict[str, int]:
    """Ranks before a round of those who were ranked then, counted anew among them."""
    now = sorted((earlier, id_) for id_, earlier in ranks(evening, round_.number).items() if id_ in round_.record.ranks)
    return {id_: rank for rank, (_, id_) in enumerate(now, start=1)}


def _results(round_: RoundNow) -> Iterator[Result]:
    """What each table came to, then who sat out, then who was not there."""
    for table in round_.tables:
        if table.decision is not None:
            yield _decided(round_.number, table, table.decision)
        elif table.now.over and table.counted:
            best = table.now.best_deals or (None,) * len(table.sides)
            sides = map(ResultSide, table.sides, table.now.totals, best)
            yield Result(round_.number, "played", tuple(sides), table.number)
    away: tuple[tuple[Kind, tuple[str, ...]], ...] = (("sit_out", round_.sit_out), ("missed", round_.missed))
    for kind, ids in away:
        if ids:
            yield Result(round_.number, kind, (ResultSide(ids),))


def _decided(round_: int, table: TableNow, decision: Decision) -> Result:
    """What the director put in the result's place."""
    figures = decision.sides or ({},) * len(table.sides)
    sides = (ResultSide(side, **figure) for side, figure in zip(table.sides, figures, strict=True))
    return Result(round_, decision.kind, tuple(sides), table.number)


def _penalty(record: PenaltyRecord) -> Penalty:
    withdrawn = record.withdrawn is not None
    return Penalty(record.entrant, record.kind == "warning", record.points, record.difference, withdrawn)


def _table(table: TableNow) -> Table:
    """A table as a movement looks back at it: who won by what it came to, and whether anybody played."""
    kind = table.decision.kind if table.decision else "played"
    return Table(table.sides, _winner(table, kind), kind == "walk_over", table.number)


def _winner(table: TableNow, kind: str) -> int | str | None:
    figures = table.decision.sides if table.decision else ()
    ended: tuple[Outcome, ...]
    if kind == "walk_over":
        came = [side for side, figure in enumerate(figures) if not figure.get("absent", False)]
        return came[0] if len(came) == 1 else None
    if kind == "void":
        return None
    if figures:
        ended = outcomes([figure["points" if kind == "assigned" else "score"] for figure in figures])
    elif table.now.over:
        ended = outcomes(table.now.totals)
    else:
        return None
    return ended.index("won") if "won" in ended else DRAW
