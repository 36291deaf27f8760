"""Answers that are not pages: whether the program and its database are up, the icon, and style sheets for larger text.

All lengths in style sheets are in `em`, so they grow with the text. In a media query, however, `em` is the browser's
own font size. The style sheets for larger text therefore multiply the lengths in media queries by the factor of the
text. With text 1.3 times as large, a page has the layout for a screen that is 1.3 times narrower.
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
    """Answer "ok", or 503 if the database cannot be read or the program is about to stop.

    A database of another version counts as one that cannot be read.
    """
    if current_app.config.get("LEAVING"):
        return _say("ends", 503)
    current_desk().ledger.settings.get("")
    return _say("ok")


def _say(what: str, status: int = 200) -> Response:
    return Response(f"{what}\n", status, {"Cache-Control": "no-store"}, mimetype="text/plain")


@blueprint.get("/favicon.ico")
@needs(Right.NONE)
def icon() -> Response:
    """The icon, for pages without a link to it, such as printed sheets."""
    return current_app.send_static_file("icon.svg")


styles = Blueprint("styles", __name__)

_QUERY = re.compile(r"@media[^{]*")
_LENGTH = re.compile(r"([\d.]+)em\b")


@styles.get("/static/css/<name>.<any(large, largest):size>.css")
@needs(Right.NONE)
def scaled(name: str, size: str) -> Answer:
    """A style sheet for larger text. Aborts with 404 for an unknown one."""
    file = Path(str(current_app.static_folder)) / "css" / f"{name}.css"
    if not file.is_file():
        abort(404)
    stamp = file.stat().st_mtime_ns if current_app.debug else 0
    response = Response(_scaled(file, TEXT_SIZES[size], stamp), mimetype="text/css")
    response.add_etag()
    return response.make_conditional(request)


@lru_cache(maxsize=64)
def _scaled(file: Path, factor: float, stamp: int) -> str:
    """The style sheet with the lengths of its media queries times the factor; `stamp` as in `filters._content_hash`."""
    return _QUERY.sub(
        lambda query: _LENGTH.sub(lambda length: f"{float(length[1]) * factor:.2f}em", query[0]),
        file.read_text(encoding="utf-8"),
    )
