"""The standings of an evening with their reasons, and everybody's points against everybody."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from flask import Blueprint, Response, render_template, request, url_for

from scorekeeper.actions.shown import as_shown
from scorekeeper.engine.values import Struct
from scorekeeper.evening.bracket import knocks_out, winners
from scorekeeper.evening.counting import standings_of
from scorekeeper.evening.cross import cross as cross_of
from scorekeeper.evening.fold import Evening, RoundNow
from scorekeeper.evening.people import names_of, side_name
from scorekeeper.evening.standings import Line, Row, Standings
from scorekeeper.web.evenings.views import fresh
from scorekeeper.web.frame.access import open_here
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words.evenings import say_away, say_line, say_mark, say_names, say_place
from scorekeeper.words.movements import say_winners

blueprint = Blueprint("evening_standings", __name__)


class LineView(Struct):
    """What a round brought: the line of the standings in words, and the board where there is one."""

    line: Line
    says: str
    board: str | None


class RowView(Struct):
    """An entrant: its row, points by round, where it sits now (`where` in words), and its reasons."""

    row: Row
    name: str
    rounds: tuple[int | None, ...]
    where: str
    reason: str
    lines: tuple[LineView, ...]


@blueprint.get("/evenings/<evening_id>/standings")
@needs(Right.WATCH)
def show(evening_id: str) -> Response:
    """The standings of the closed rounds; a row opens its reasons."""
    return fresh(evening_id, partial(_shown, evening_id))


@blueprint.get("/evenings/<evening_id>/standings/now")
@needs(Right.DIRECT)
def show_now(evening_id: str) -> Response:
    """The standings as they stand now: with every table of the open round that has a result."""
    return fresh(evening_id, partial(_shown, evening_id, as_it_stands=True))


@blueprint.get("/evenings/<evening_id>/cross")
@needs(Right.WATCH)
def cross(evening_id: str) -> Response:
    """Everybody against everybody."""
    return fresh(evening_id, partial(_crossed, evening_id))


def _shown(evening_id: str, tag: str, *, as_it_stands: bool = False) -> str:
    evening = current_desk().load_evening(evening_id).state
    seen = evening if as_it_stands else as_shown(current_desk(), evening_id)
    after = len(closed_rounds(seen))
    not_closed = after < len(evening.rounds)
    return render_template(
        "evenings/standings.html",
        evening_id=evening_id,
        title=evening.setup.title,
        after=after,
        rows=rows_of(evening, seen, as_it_stands=as_it_stands),
        now=as_it_stands,
        winner="" if as_it_stands else winners_of(evening, seen),
        ahead=open_here(url_for("evening_standings.show_now", evening_id=evening_id)) if not_closed else None,
        tag=tag,
        address=request.path,
    )


def _crossed(evening_id: str, tag: str) -> str:
    evening = as_shown(current_desk(), evening_id)
    counted, names = standings_of(evening), say_names(evening, words())
    cross = cross_of(evening, counted)
    rows = [
        (
            names[row.entrant],
            [_marks(cross.met.get((row.entrant, other.entrant), ())) for other in counted.rows],
            _marks(cross.alone.get(row.entrant, ())),
            row.points,
        )
        for row in counted.rows
    ]
    return render_template(
        "evenings/cross.html",
        evening_id=evening_id,
        title=evening.setup.title,
        after=len(closed_rounds(evening)),
        rows=rows,
        tag=tag,
        address=request.path,
    )


def rows_of(evening: Evening, seen: Evening, *, as_it_stands: bool = False) -> tuple[RowView, ...]:
    """The standings of the closed rounds in the order of places, or as they stand now; `seen` is the evening whose
    standings are shown, see `as_shown`."""
    counted, names = standings_of(seen, as_it_stands=as_it_stands), say_names(evening, words())
    knocked = knocks_out(evening)
    closed, open_round = closed_rounds(seen), open_round_of(evening, seen)
    return tuple(
        RowView(
            row=row,
            name=names[row.entrant],
            rounds=tuple(_points_in(counted, row.entrant, number) for number in closed),
            where=where_of(open_round, row.entrant, knocked=knocked) if open_round else "",
            reason=say_place(counted, place, words()),
            lines=tuple(
                _line(seen, line, row.entrant)
                for line in sorted(counted.lines, key=lambda line: line.round)
                if row.entrant in line.entrants
            ),
        )
        for place, row in enumerate(counted.rows)
    )


def winners_of(evening: Evening, seen: Evening) -> str:
    """Who won, in words; empty before the end."""
    names = say_names(evening, words())
    return say_winners([names[id_] for id_ in winners(seen)], words())


def closed_rounds(evening: Evening) -> tuple[int, ...]:
    """The rounds that count."""
    return tuple(each.number for each in evening.rounds if each.state == "closed")


def open_round_of(evening: Evening, seen: Evening) -> RoundNow | None:
    """The round for which people look for their seats; `seen` is the evening whose standings are shown, so that a
    reopened round is not one."""
    current = evening.current
    return None if current is None or current.number in closed_rounds(seen) else current


def where_of(round_: RoundNow, entrant: str, *, knocked: bool) -> str:
    """The table of an entrant in a round, or that it sits out or is out; empty for one that was not there."""
    tables = (str(table.number) for table in round_.tables if any(entrant in side for side in table.sides))
    rests = entrant in round_.sit_out
    return next(tables, say_away(words(), rests=rests, knocks_out=knocked) if rests or knocked else "")


def _points_in(counted: Standings, entrant: str, round_: int) -> int | None:
    mine = [line.points for line in counted.lines if line.round == round_ and entrant in line.entrants]
    return mine[0] if mine else None


def _line(evening: Evening, line: Line, entrant: str) -> LineView:
    names = names_of(evening, line.round)
    table = evening.table(line.round, line.table) if line.table is not None else None
    sides = table.sides if table else ()
    partners = [names[id_] for side in sides if entrant in side for id_ in side if id_ != entrant]
    others = [side_name(names, side) for side in sides if entrant not in side]
    board = open_here(url_for("matches.watch", match_id=table.match)) if table and line.kind == "played" else None
    totals = table.scores or () if table and line.score is not None else ()
    says = say_line(line, partners, others, totals, words(), knocks_out=knocks_out(evening))
    return LineView(line, says, board)


def _marks(lines: Iterable[Line]) -> str:
    return " + ".join(say_mark(line, words()) for line in lines)
