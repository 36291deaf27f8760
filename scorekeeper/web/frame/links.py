"""Links to pages that other nouns bring: shown where they are there."""

from __future__ import annotations

from flask import current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect


def routed(path: str, method: str = "GET") -> str | None:
    """The path itself if this application answers it, else None."""
    adapter = current_app.create_url_adapter(request)
    if adapter is None:
        return None
    try:
        adapter.match(path, method=method)
    except (HTTPException, RequestRedirect):
        return None
    return path
