"""Style sheets for larger text: the same sheets, with the widths at which pages change set as much wider.

All lengths follow the type, which the root element sets. What a page asks of the screen does not: `em` in a media
query is the browser's own. So with text of 1.3 times the size a page is laid out as on a screen of 1 / 1.3 the width.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request
from werkzeug.wrappers import Response as Answer

from scorekeeper.web.frame.i18n import TEXT_SIZES
from scorekeeper.web.frame.rights import Right, needs

blueprint = Blueprint("styles", __name__)

_QUERY = re.compile(r"@media[^{]*")
_LENGTH = re.compile(r"([\d.]+)em\b")


@blueprint.get("/static/css/<name>.<any(large, largest):size>.css")
@needs(Right.NONE)
def scaled(name: str, size: str) -> Answer:
    """A style sheet for larger text."""
    file = Path(str(current_app.static_folder)) / "css" / f"{name}.css"
    if not file.is_file():
        abort(404)
    stamp = file.stat().st_mtime_ns if current_app.debug else 0
    response = Response(_scaled(file, TEXT_SIZES[size], stamp), mimetype="text/css")
    response.add_etag()
    return response.make_conditional(request)


@lru_cache(maxsize=64)
def _scaled(file: Path, factor: float, stamp: int) -> str:
    """The sheet, its queries times the factor; while developing read again after a change (`stamp` is its time)."""
    return _QUERY.sub(
        lambda query: _LENGTH.sub(lambda length: f"{float(length[1]) * factor:.2f}em", query[0]),
        file.read_text(encoding="utf-8"),
    )
