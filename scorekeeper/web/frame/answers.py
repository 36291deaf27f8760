"""What every answer carries, whatever page it is: headers, cookies, a name; the secret key; a plain line in the log;
gzip above 2 kB, for a page costs 0.1 ms and travels in a quarter of its bytes.

The log says of a request when, which, what became of it, how long it took. No query, no name, no token.
"""

import gzip
import logging
import re
import secrets
import time
from functools import lru_cache
from operator import attrgetter

from flask import Flask, Request, Response, current_app, g, has_request_context, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from werkzeug.http import parse_accept_header

from scorekeeper.actions.club import sharing

csrf = CSRFProtect()
logger = logging.getLogger("scorekeeper.requests")

FORMAT = "%(asctime)s %(levelname)s %(request_id)s %(message)s"
QUIET = frozenset({"health.healthz", "health.readyz"})
LINK = re.compile(r"/s/[^\s\"'?\]]+")

HEADERS = {
    # No inline script or style anywhere: bars and charts are SVG with attributes and classes.
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",  # for browsers older than frame-ancestors
    "Referrer-Policy": "no-referrer",  # a table's link must not travel in a header
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)",
}
DAY = 24 * 3600
YEAR = 365 * DAY


#: The header of a request by which the worker (`static/js/worker.js`) fetches a page that nobody opened yet.
AHEAD = "X-Ahead"
#: A host that is an IPv6 address, with or without a port.
IPV6 = re.compile(r"(\[[0-9a-f:.]+\])(?::\d{1,5})?")


class TableRequest(Request):
    """A request that may name an IPv6 address as its host: Werkzeug compares what stands before the first colon."""

    _trusted: list[str] | None = None

    def _trust(self, names: list[str] | None) -> None:
        """Answer to these names; asked by one of them that is an IPv6 address, to any."""
        match = IPV6.fullmatch(self.headers.get("Host", ""))
        self._trusted = None if match and match[1] in (names or ()) else names

    trusted_hosts = property(attrgetter("_trusted"), _trust)


class TableSessions(SecureCookieSessionInterface):
    """Session cookies that are Secure exactly when the request came over TLS."""

    def get_cookie_name(self, app: Flask) -> str:
        """Tell the cookie's name: another one over https beside http, for http may not change a Secure one."""
        name = super().get_cookie_name(app)
        beside = "PROTECTED_ADDRESS" in app.config and has_request_context() and request.is_secure
        return f"{name}-https" if beside else name

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie where the session has changed. Not with a page that the worker fetches ahead: before the
        first form of a device two pages would each begin a session, and the one that came first would have a form
        that fails."""
        if session.modified and AHEAD not in request.headers:
            super().save_session(app, session, response)
        elif session.accessed:
            response.vary.add("Cookie")

    def get_cookie_secure(self, app: Flask) -> bool:
        """Tell whether the cookie may travel over TLS alone."""
        return has_request_context() and request.is_secure


def init_app(app: Flask) -> None:
    """Name every request and put the headers on every answer."""
    app.request_class, app.session_interface = TableRequest, TableSessions()
    app.before_request(_begin)
    app.after_request(_with_headers)


def _begin() -> None:
    """Give the request a short name, which the error page and the log share, and note when it began."""
    g.request_id, g.began = secrets.token_hex(4), time.perf_counter()


def _with_headers(response: Response) -> Response:
    """Put the headers of every answer on it, and say who may keep it. A page is never kept by a shared cache; browsers
    keep fonts and hashed files for a year: their content never changes under one address."""
    if request.endpoint in ("static", "styles.scaled") and response.status_code in (200, 304) and _never_changes():
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.headers.update(HEADERS)
    response.headers["X-Request-ID"] = request_id()
    return response


def log_requests(app: Flask) -> None:
    """Write a line when a request is answered, to standard error where `LOG_REQUESTS` is set."""
    if app.config.get("LOG_REQUESTS"):
        to_stderr()
    app.after_request(_end)


def guard_forms(app: Flask) -> None:
    """Guard every form against forged posts; fitted after the door, so that nobody outside learns anything of it."""
    csrf.init_app(app)


def request_id() -> str:
    """Return the request's short name."""
    name: str = g.get("request_id", "-")
    return name


def _never_changes() -> bool:
    return "v" in request.args or request.path.startswith("/static/fonts/")


def secret() -> bytes:
    """The key that signs cookies."""
    key = current_app.config["SECRET_KEY"]
    return key if isinstance(key, bytes) else str(key).encode()


def keyed(text: str) -> str:
    """A text as 128 bits that nobody makes without this program's key."""
    return sharing.keyed(secret(), text)


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


KINDS = frozenset({"text/html", "text/css", "text/javascript", "text/plain", "application/json", "image/svg+xml"})
FLOOR = 2048  # below that an answer travels in two packets at most, head and all
LEVEL = 1  # measured on pages of 14 and 110 kB: half the time of level 4, and a tenth more bytes


def compress_answers(app: Flask) -> None:
    """Compress what leaves the application."""
    app.after_request(compressed)


def compressed(response: Response) -> Response:
    """Return the response gzipped where the browser asked for that and it pays."""
    if response.mimetype not in KINDS or response.status_code in (204, 206, 304):
        return response
    length = response.content_length
    if length is not None and length < FLOOR:
        return response
    response.vary.add("Accept-Encoding")
    if "Content-Encoding" in response.headers or not _reads_gzip(request.headers.get("Accept-Encoding", "")):
        return response
    response.direct_passthrough = False  # a static file: read it whole, browsers ask once a year
    body = response.get_data()
    if len(body) >= FLOOR:
        _replace(response, gzip.compress(body, LEVEL, mtime=0))
    return response


@lru_cache(maxsize=256)
def _reads_gzip(header: str) -> bool:
    """Return whether a browser that says so accepts gzip."""
    return bool(parse_accept_header(header)["gzip"])


def _replace(response: Response, body: bytes) -> None:
    """Swap the body; the tag becomes weak, for the bytes differ and the meaning does not."""
    response.set_data(body)
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag:
        response.set_etag(tag, weak=True)
