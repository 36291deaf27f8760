"""The files of a match to download: every entry as JSON, its deals and lines as CSV."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator

from flask import Blueprint, Response

from scorekeeper.actions.transfer import export_match
from scorekeeper.engine.matches.match import State
from scorekeeper.web.frame import Right, current_desk, load, needs

blueprint = Blueprint("export", __name__, url_prefix="/matches")

COLUMNS = ("deal", "side", "line", "detail", "count", "each", "points", "score", "article", "player", "reason")
#: The positions in a cell where a spreadsheet may read a formula: at its start, and after a comma, a semicolon or any
#: other character that separates cells in some language. Spaces and quotation marks may come before the formula.
FORMULA = re.compile(r'^(?=[\t\r\n])|(?:^|(?<=[,;|\t\r\n]))(?=[\s"]*[=+\-@＝＋－＠])')

Cell = str | int | None


@blueprint.get("/<match_id>.json")
@needs(Right.WATCH)
def as_json(match_id: str) -> Response:
    """The whole match as JSON, which another installation can import."""
    text = json.dumps(export_match(current_desk(), match_id), ensure_ascii=False, indent=1)
    return attached(f"{text}\n", "application/json", f"{match_id}.json")


@blueprint.get("/<match_id>.csv")
@needs(Right.WATCH)
def as_csv(match_id: str) -> Response:
    """The lines of every deal and the totals of each side as CSV rows, then the rulings."""
    return attached_csv([COLUMNS, *table(load(match_id).state)], f"{match_id}.csv")


def table(state: State) -> Iterator[tuple[Cell, ...]]:
    """Yield rows under `COLUMNS`: for each deal and side its lines, then its total and the score; then the rulings.

    The points of a ruling are in the lines of its deal; its own row has the player, the reason and its state.
    """
    for row in state.rows:
        for side, standing in zip(row.sides, state.standings, strict=True):
            for line in side.lines:
                figures = line.count, line.each, line.points
                yield row.number, standing.name, line.key, line.detail, *figures, None, line.article
            detail = "annulled" if row.annulled else ""
            yield row.number, standing.name, "total", detail, None, None, side.total, side.score
    for ruling in state.rulings:
        name, fate = state.setup.sides[ruling.side].name, state.fate(ruling)
        detail = ("override" if ruling.override else "") if fate == "in_force" else fate
        decision = (ruling.article, ruling.player, ruling.reason or ruling.title)
        yield ruling.deal, name, "ruling", detail, None, None, None, None, *decision


def defused(cell: Cell) -> Cell:
    """The cell with an apostrophe wherever a spreadsheet would read a formula; a number as it is."""
    return FORMULA.sub("'", cell) if isinstance(cell, str) else cell


def attached(text: str, mimetype: str, name: str) -> Response:
    """A response that browsers save as a file of this name."""
    return Response(text, headers={"Content-Disposition": f'attachment; filename="{name}"'}, mimetype=mimetype)


def attached_csv(rows: Iterable[Iterable[Cell]], name: str) -> Response:
    """A CSV file of this name for spreadsheets: UTF-8 with a byte order mark, its cells `defused`."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([defused(cell) for cell in row] for row in rows)
    return attached(f"\ufeff{out.getvalue()}", "text/csv", name)
