"""Report whether the program and its database are up, for scripts, proxies and the page that waits for the server."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

from scorekeeper.web.frame import Right, current_desk, needs

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
