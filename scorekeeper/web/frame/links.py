"""What stands behind an address of this program."""

from __future__ import annotations

from collections.abc import Mapping

from flask import current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect


def found(path: str, method: str = "GET") -> tuple[str, Mapping[str, object]] | None:
    """The endpoint and the values behind a path, None where this application does not answer it."""
    adapter = current_app.create_url_adapter(request)
    if adapter is None:
        return None
    try:
        return adapter.match(path, method=method)
    except (HTTPException, RequestRedirect):
        return None
