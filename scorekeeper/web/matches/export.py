"""A match to take away: every entry as JSON, its deals and lines as CSV."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator

from flask import Blueprint, Response

from scorekeeper.actions.transfer import export_match
from scorekeeper.engine.matches.entries import RulingRecord
from scorekeeper.engine.matches.match import Row, State
from scorekeeper.web.frame import Right, current_desk, load, needs

blueprint = Blueprint("export", __name__, url_prefix="/matches")

COLUMNS = ("deal", "side", "line", "detail", "count", "each", "points", "score", "article", "player", "reason")
#: Where a spreadsheet would begin to read a formula: at the start of a cell, and after whatever parts cells in any
#: language, for where a semicolon does, a comma does not. Blanks and quotation marks before it hide nothing.
FORMULA = re.compile(r'^(?=[\t\r\n])|(?:^|(?<=[,;|\t\r\n]))(?=[\s"]*[=+\-@＝＋－＠])')

Cell = str | int | None


@blueprint.get("/<match_id>.json")
@needs(Right.WATCH)
def as_json(match_id: str) -> Response:
    """The whole match, to be imported elsewhere."""
    text = json.dumps(export_match(current_desk(), match_id), ensure_ascii=False, indent=1)
    return attached(f"{text}\n", "application/json", f"{match_id}.json")


@blueprint.get("/<match_id>.csv")
@needs(Right.WATCH)
def as_csv(match_id: str) -> Response:
    """A row a line of every deal and a row a side with the total, then a row a ruling."""
    rows = [COLUMNS, *table(load(match_id).state)]
    return attached_csv(rows, f"{match_id}.csv")


def table(state: State) -> Iterator[tuple[Cell, ...]]:
    """Deal by deal and side by side: lines, then what they come to and the score after them; then the rulings.

    A ruling's points stand in the lines of its deal; its own row says who, why, and whether it is still in force.
    """
    for row in state.rows:
        yield from _of_deal(state, row)
    for ruling in state.rulings:
        side = state.setup.sides[ruling.side].name
        decision = (ruling.article, ruling.player, ruling.reason or ruling.title)
        yield ruling.deal, side, "ruling", _detail(state, ruling), None, None, None, None, *decision


def defused(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula; numbers stay numbers."""
    return FORMULA.sub("'", cell) if isinstance(cell, str) else cell


def _detail(state: State, ruling: RulingRecord) -> str:
    fate = state.fate(ruling)
    if fate != "in_force":
        return fate
    return "override" if ruling.override else ""


def _of_deal(state: State, row: Row) -> Iterator[tuple[Cell, ...]]:
    for side, standing in zip(row.sides, state.standings, strict=True):
        for line in side.lines:
            figures = line.count, line.each, line.points
            yield row.number, standing.name, line.key, line.detail, *figures, None, line.article
        detail = "annulled" if row.annulled else ""
        yield row.number, standing.name, "total", detail, None, None, side.total, side.score


def attached(text: str, mimetype: str, name: str) -> Response:
    """A file to be kept."""
    response = Response(text, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def attached_csv(rows: Iterable[Iterable[Cell]], name: str) -> Response:
    """A table to be kept, which spreadsheets read as it is meant."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([defused(cell) for cell in row] for row in rows)
    return attached(f"\ufeff{out.getvalue()}", "text/csv", name)
