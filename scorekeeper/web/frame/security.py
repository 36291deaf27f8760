"""Headers, cookies, the secret key and request ids: what every answer carries, whatever page it is."""

from __future__ import annotations

import re
import secrets
import time
from operator import attrgetter

from flask import Flask, Request, Response, current_app, g, has_request_context, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect

from scorekeeper.actions.club import sharing

csrf = CSRFProtect()

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
