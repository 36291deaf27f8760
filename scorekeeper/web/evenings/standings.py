"""The standings of an evening with their reasons, and the cross table: each entrant's points against each other one."""

from functools import partial
from typing import Any

from flask import Blueprint, Response, url_for

from scorekeeper.actions.evenings.journal import as_shown
from scorekeeper.evening.bracket import knocks_out, winners
from scorekeeper.evening.counting import cross as cross_of
from scorekeeper.evening.counting import standings_of
from scorekeeper.evening.fold import Evening, RoundNow
from scorekeeper.evening.people import names_of, side_name
from scorekeeper.evening.ranking.standings import ResultLine, Standings
from scorekeeper.web.evenings.views import fresh
from scorekeeper.web.frame import Right, current_desk, needs, words
from scorekeeper.web.frame.access import open_here
from scorekeeper.words.club.evenings import say_away, say_evening, say_line, say_names, say_place
from scorekeeper.words.club.movements import say_winners

blueprint = Blueprint("evening_standings", __name__)


@blueprint.get("/evenings/<evening_id>/standings")
@needs(Right.WATCH)
def show(evening_id: str) -> Response:
    """Show the standings after the closed rounds; each row can be unfolded to show its reasons."""
    return fresh(evening_id, "evenings/standings.html", partial(_page, evening_id))


@blueprint.get("/evenings/<evening_id>/standings/now")
@needs(Right.DIRECT)
def show_now(evening_id: str) -> Response:
    """Show the current standings, with those tables of open rounds that have a result."""
    return fresh(evening_id, "evenings/standings.html", partial(_page, evening_id, as_it_stands=True))


@blueprint.get("/evenings/<evening_id>/cross")
@needs(Right.WATCH)
def cross(evening_id: str) -> Response:
    """Show the cross table."""
    return fresh(evening_id, "evenings/cross.html", lambda _: _crossed(as_shown(current_desk(), evening_id)))


def _page(evening_id: str, evening: Evening, *, as_it_stands: bool = False) -> dict[str, Any]:
    seen = evening if as_it_stands else as_shown(current_desk(), evening_id)
    page = ranked(evening, seen, as_it_stands=as_it_stands)
    counted = page["counted"]
    not_closed = page["after"] < len(evening.rounds)
    return page | {
        "reasons": [say_place(counted, place, words()) for place in range(len(counted.rows))],
        "lines": _lines(seen, counted),
        "now": as_it_stands,
        "ahead": open_here(url_for("evening_standings.show_now", evening_id=evening_id)) if not_closed else None,
    }


def _crossed(seen: Evening) -> dict[str, Any]:
    page = ranked(seen, seen)
    return page | {"cross": cross_of(seen, page["counted"])}


def ranked(evening: Evening, seen: Evening, *, as_it_stands: bool = False) -> dict[str, Any]:
    """Return the template variables for the standings of `seen`, the evening as its standings show it (see `as_shown`).

    `counted` are the standings after the closed rounds; with `as_it_stands`, they include open rounds. `closed` are the
    numbers of the closed rounds, and `after` is how many there are. `where` has the present table of each entrant, by
    id, see `_where`; it is empty unless the last round is open for the first time. `winner` is a sentence, empty
    while no winner is known.
    """
    counted, names = standings_of(seen, as_it_stands=as_it_stands), say_names(evening, words())
    closed = [each.number for each in seen.rounds if each.state == "closed"]
    current = evening.current  # nobody looks for a seat in a reopened round
    open_round = None if current is None or current.number in closed else current
    won = () if as_it_stands else winners(seen)
    return {
        "title": say_evening(evening.setup.title, words()),
        "counted": counted,
        "names": names,
        "closed": closed,
        "after": len(closed),
        "where": _where(evening, open_round, counted) if open_round else {},
        "winner": say_winners([names[id_] for id_ in won], words()),
    }


def _where(evening: Evening, round_: RoundNow, counted: Standings) -> dict[str, str]:
    """The number of each entrant's table in a round, as text by id: {"7": "3"}.

    For an entrant without a table, these are the words for sitting out or for being knocked out, or an empty text.
    """
    tables = {id_: str(table.number) for table in round_.tables for side in table.sides for id_ in side}
    knocked, away = knocks_out(evening), {}
    for row in counted.rows:
        rests = row.entrant in round_.sit_out
        away[row.entrant] = say_away(words(), rests=rests, knocks_out=knocked) if rests or knocked else ""
    return away | tables


def _lines(evening: Evening, counted: Standings) -> dict[str, list[tuple[ResultLine, str, str | None]]]:
    """The results of each entrant, by the entrant's id: one (line, the same in words, address of the board) per round.

    The address is None if no match was played, or if this device may not open the board.
    """
    lines: dict[str, list[tuple[ResultLine, str, str | None]]] = {row.entrant: [] for row in counted.rows}
    knocked = knocks_out(evening)
    names = {round_.number: names_of(evening, round_.number) for round_ in evening.rounds}
    for line in sorted(counted.lines, key=lambda line: line.round):
        table = evening.table(line.round, line.table) if line.table is not None else None
        board = open_here(url_for("matches.watch", match_id=table.match)) if table and line.kind == "played" else None
        totals = table.scores or () if table and line.score is not None else ()
        for id_ in line.entrants:
            sides = table.sides if table else ()
            partners = [names[line.round][each] for side in sides if id_ in side for each in side if each != id_]
            others = [side_name(names[line.round], side) for side in sides if id_ not in side]
            lines[id_].append((line, say_line(line, partners, others, totals, words(), knocks_out=knocked), board))
    return lines
