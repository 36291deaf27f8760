"""Is the program up? For scripts and for the page that waits until the server is back."""

from __future__ import annotations

from flask import Blueprint, Response

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Answer "ok" without touching the database or the session."""
    answer = Response("ok\n", mimetype="text/plain")
    answer.headers["Cache-Control"] = "no-store"
    return answer
