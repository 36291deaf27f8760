"""Plain lines about requests: when, which, what became of it, how long it took. No query, no name, no token."""

from __future__ import annotations

import logging
import re
import time

from flask import Flask, Response, g, has_request_context, request

from scorekeeper.web.frame.security import request_id

logger = logging.getLogger("scorekeeper.requests")

FORMAT = "%(asctime)s %(levelname)s %(request_id)s %(message)s"
QUIET = frozenset({"health.healthz", "health.readyz"})
LINK = re.compile(r"/s/[^\s\"'?\]]+")


def init_app(app: Flask) -> None:
    """Write a line when a request is answered, to standard error where `LOG_REQUESTS` is set."""
    if app.config.get("LOG_REQUESTS"):
        to_stderr()
    app.after_request(_end)


class RequestFilter(logging.Filter):
    """Gives every line the name of its request, and takes a link's token out of whatever is said."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Complete a record; every one passes."""
        record.request_id = request_id() if has_request_context() else "-"
        message = record.getMessage()
        record.msg, record.args = LINK.sub("/s/…", message) if "/s/" in message else message, ()
        return True


def to_stderr(level: int = logging.INFO) -> None:
    """Send every logger's lines to standard error; the server's own only where something is wrong."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(FORMAT, "%Y-%m-%d %H:%M:%S"))
    handler.addFilter(RequestFilter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("scorekeeper").setLevel(level)


def _end(response: Response) -> Response:
    """A line with the path as it was asked for; a player's search or a token in it is left out."""
    if request.endpoint not in QUIET and logger.isEnabledFor(logging.INFO):
        path = request.path
        if not (path.isascii() and path.isprintable()):  # it stays on one line
            path = path.encode("unicode_escape").decode()
        path = LINK.sub("/s/…", path[:200]) if "/s/" in path else path[:200]
        took = (time.perf_counter() - g.began) * 1000
        logger.info("%s %s %d %.0f ms", request.method, path, response.status_code, took)
    return response
