"""The parts that all answers share: headers, session cookies, a request id, a line in the log, and compression. Also
the secret key.

An answer of 2 kB or more is gzipped, which takes 0.1 ms per page and leaves a quarter of its bytes. A line in the log
has the time, the request id, the method and path, the status and the duration; no query, no name, no token.
"""

import gzip
import logging
import re
import secrets
import time
from operator import attrgetter

from flask import Flask, Request, Response, current_app, g, has_request_context, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect

csrf = CSRFProtect()
logger = logging.getLogger("scorekeeper.requests")

FORMAT = "%(asctime)s %(levelname)s %(request_id)s %(message)s"
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
YEAR = 365 * 24 * 3600


#: The header with which the worker (`static/js/worker.js`) marks a request for a page that nobody has opened yet.
AHEAD = "X-Ahead"
#: A host that is an IPv6 address, with or without a port.
IPV6 = re.compile(r"(\[[0-9a-f:.]+\])(?::\d{1,5})?")


class TableRequest(Request):
    """A request whose host may be an IPv6 address. Werkzeug alone compares only the part before the first colon."""

    _trusted: list[str] | None = None

    def _trust(self, names: list[str] | None) -> None:
        """Set the host names to answer to. If the request's host is an IPv6 address in `names`, this sets None, with
        which Werkzeug accepts any host."""
        match = IPV6.fullmatch(self.headers.get("Host", ""))
        self._trusted = None if match and match[1] in (names or ()) else names

    trusted_hosts = property(attrgetter("_trusted"), _trust)


class TableSessions(SecureCookieSessionInterface):
    """Session cookies that are Secure exactly when the request came over TLS."""

    def get_cookie_name(self, app: Flask) -> str:
        """Return the cookie's name. Where the program serves http as well as https, the https cookie has another name,
        because an http answer may not change a Secure cookie."""
        name = super().get_cookie_name(app)
        beside = "PROTECTED_ADDRESS" in app.config and has_request_context() and request.is_secure
        return f"{name}-https" if beside else name

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie if the session has changed, but never with a page that the worker fetches ahead. If it is
        fetched before the device has a session, it would begin a second one, and the form of the open page would
        fail."""
        if session.modified and AHEAD not in request.headers:
            super().save_session(app, session, response)
        elif session.accessed:
            response.vary.add("Cookie")

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the cookie may only travel over TLS."""
        return has_request_context() and request.is_secure


def init_app(app: Flask) -> None:
    """Give every request an id; add the headers to every answer, then log it where `LOG_REQUESTS` is set, then compress
    it. Flask runs `after_request` functions last to first."""
    app.request_class, app.session_interface = TableRequest, TableSessions()
    app.before_request(_begin)
    app.after_request(compressed)
    if app.config.get("LOG_REQUESTS"):
        # To standard error: the program's own lines from INFO on, all others from warnings on.
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter(FORMAT, "%Y-%m-%d %H:%M:%S"))
        handler.addFilter(RequestFilter())
        logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
        logging.getLogger("scorekeeper").setLevel(logging.INFO)
    app.after_request(_end)
    app.after_request(_with_headers)


def _begin() -> None:
    """Give the request a short id, which the error page and the log show, and note when it began."""
    g.request_id, g.began = secrets.token_hex(4), time.perf_counter()


def _with_headers(response: Response) -> Response:
    """Add the common headers and `Cache-Control`. No shared cache may keep a page; browsers keep fonts and hashed files
    for a year, because the content behind such an address never changes."""
    static = request.endpoint in ("static", "styles.scaled") and response.status_code in (200, 304)
    if static and ("v" in request.args or request.path.startswith("/static/fonts/")):
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.headers.update(HEADERS)
    response.headers["X-Request-ID"] = request_id()
    return response


def request_id() -> str:
    """Return the short id of the request; "-" if the application works without a request."""
    return str(g.get("request_id", "-"))


def secret() -> bytes:
    """The key that signs cookies."""
    key = current_app.config["SECRET_KEY"]
    return key if isinstance(key, bytes) else str(key).encode()


class RequestFilter(logging.Filter):
    """Add the id of the request to each log record, and remove the tokens of links from its message."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Complete a record. Returns True: none is dropped."""
        record.request_id = request_id() if has_request_context() else "-"
        message = record.getMessage()
        record.msg, record.args = LINK.sub("/s/…", message) if "/s/" in message else message, ()
        return True


def _end(response: Response) -> Response:
    """Log the answer, unless it is that of a health check. The line has neither the query, which may contain a player's
    name, nor the token of a link."""
    if request.endpoint not in ("health.healthz", "health.readyz") and logger.isEnabledFor(logging.INFO):
        path = request.path
        if not (path.isascii() and path.isprintable()):  # a line break in it would forge another line
            path = path.encode("unicode_escape").decode()
        path = LINK.sub("/s/…", path[:200]) if "/s/" in path else path[:200]
        took = (time.perf_counter() - g.began) * 1000
        logger.info("%s %s %d %.0f ms", request.method, path, response.status_code, took)
    return response


KINDS = frozenset({"text/html", "text/css", "text/javascript", "text/plain", "application/json", "image/svg+xml"})
FLOOR = 2048  # bytes; a smaller answer fits in two packets with its headers
LEVEL = 1  # of gzip: half the time of level 4 and a tenth more bytes, measured on pages of 14 and 110 kB


def compressed(response: Response) -> Response:
    """Return the response. It is gzipped if its type is one of `KINDS`, its body has `FLOOR` bytes or more, and the
    browser accepts gzip."""
    if response.mimetype not in KINDS or response.status_code in (204, 206, 304):
        return response
    length = response.content_length
    if length is not None and length < FLOOR:
        return response
    response.vary.add("Accept-Encoding")
    if "Content-Encoding" in response.headers or not request.accept_encodings["gzip"]:
        return response
    response.direct_passthrough = False  # read a static file whole; a browser asks for it once a year
    body = response.get_data()
    if len(body) >= FLOOR:
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        tag, _ = response.get_etag()
        if tag:
            response.set_etag(tag, weak=True)  # the same page in other bytes
    return response
