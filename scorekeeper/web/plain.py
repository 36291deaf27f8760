"""Answers that are no pages: whether the program and its database are up, for scripts, proxies and the page that waits
for the server; the icon; and style sheets for larger text.

In these the widths at which pages change are as much wider. All lengths follow the type, which the root element sets.
What a page asks of the screen does not: `em` in a media query is the browser's own. So with text of 1.3 times the size
a page is laid out as on a screen of 1 / 1.3 the width.
"""

import re
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request
from werkzeug.wrappers import Response as Answer

from scorekeeper.web.frame import Right, current_desk, needs
from scorekeeper.web.frame.i18n import TEXT_SIZES

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
@needs(Right.NONE)
def healthz() -> Response:
    """Answer "ok" without touching the database or the session."""
    return _say("ok")


@blueprint.get("/readyz")
@needs(Right.NONE)
def readyz() -> Response:
    """Answer "ok" when the database can be read as well; 503 while it cannot, or is of another version, and once the
    program was told to stop."""
    if current_app.config.get("LEAVING"):
        return _say("ends", 503)
    current_desk().ledger.settings.get("")
    return _say("ok")


def _say(what: str, status: int = 200) -> Response:
    answer = Response(f"{what}\n", status, mimetype="text/plain")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/favicon.ico")
@needs(Right.NONE)
def icon() -> Response:
    """The icon, for pages that name none: printed sheets carry nothing but what they print."""
    return current_app.send_static_file("icon.svg")


styles = Blueprint("styles", __name__)

_QUERY = re.compile(r"@media[^{]*")
_LENGTH = re.compile(r"([\d.]+)em\b")


@styles.get("/static/css/<name>.<any(large, largest):size>.css")
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
