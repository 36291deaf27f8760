"""An evening to take away: as it stands as JSON, the lines of its standings as CSV."""

from __future__ import annotations

import csv
import io
import json

from flask import Blueprint, Response

from scorekeeper.contract.evening import COLUMNS, evening_json, table_of
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.frame.director import is_director
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.matches.export import attached, defused

blueprint = Blueprint("evening_export", __name__, url_prefix="/evenings")


@blueprint.get("/<evening_id>.json")
@needs(Right.WATCH)
def as_json(evening_id: str) -> Response:
    """The evening as it stands, as `scorekeeper evening show` prints it to its director."""
    state = current_desk().load_evening(evening_id).state
    evening = evening_json(evening_id, state, to_director=is_director())
    return attached(f"{json.dumps(evening, ensure_ascii=False, indent=1)}\n", "application/json", f"{evening_id}.json")


@blueprint.get("/<evening_id>.csv")
@needs(Right.WATCH)
def as_csv(evening_id: str) -> Response:
    """A row a side of each table of the closed rounds, and a row for each who sat out or missed one."""
    rows = [COLUMNS, *table_of(current_desk().load_evening(evening_id).state)]
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([defused(cell) for cell in row] for row in rows)
    return attached(f"\ufeff{out.getvalue()}", "text/csv", f"{evening_id}.csv")
