"""Is the program up? For scripts and for the page that waits until the server is back."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

from scorekeeper.web.frame.rights import Right, needs

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
@needs(Right.NONE)
def healthz() -> Response:
    """Answer "ok" without touching the database or the session."""
    answer = Response("ok\n", mimetype="text/plain")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/favicon.ico")
@needs(Right.NONE)
def icon() -> Response:
    """The icon, for pages that name none: printed sheets carry nothing but what they print."""
    return current_app.send_static_file("icon.svg")
