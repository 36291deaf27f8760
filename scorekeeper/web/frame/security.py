"""Headers, cookies, the secret key and request ids: what every answer carries, whatever page it is."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable
from copy import deepcopy
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

from flask import Flask, Request, Response, current_app, has_request_context, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature
from werkzeug.http import parse_cookie

from scorekeeper.actions import sharing
from scorekeeper.web.frame.proxies import itself

if TYPE_CHECKING:
    from werkzeug.datastructures import ImmutableMultiDict

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


#: Cookies remembered as verified: two devices of each table of a congress, a few hundred bytes each.
MOST_COOKIES = 4096
#: The header of a request by which the worker (`static/js/worker.js`) fetches a page that nobody opened yet.
AHEAD = "X-Ahead"
#: What a cookie says that can be changed in its place.
NESTED = frozenset((list, dict))
#: How much a request may bring. A form would ask the application for each of them, the first of them twice.
LIMITS = ("MAX_CONTENT_LENGTH", "MAX_FORM_MEMORY_SIZE", "MAX_FORM_PARTS")
#: A host that is an IPv6 address, with or without a port.
IPV6 = re.compile(r"(\[[0-9a-f:.]+\])(?::\d{1,5})?")


class TableRequest(Request):
    """A request with a short name, which the error page and the log share, and the moment when it `began`. It may name
    an IPv6 address as its host: Werkzeug compares what stands before the first colon."""

    _trusted: list[str] | None = None

    def __init__(self, environ: dict[str, Any], populate_request: bool = True, shallow: bool = False) -> None:
        self.id, self.began = secrets.token_hex(4), time.perf_counter()
        super().__init__(environ, populate_request, shallow)
        # from the one header that holds them; Werkzeug looks all of them through
        self.cookies = cast("ImmutableMultiDict[str, str]", parse_cookie(environ, cls=self.dict_storage_class))

    def _trust(self, names: list[str] | None) -> None:
        """Answer to these names; asked by one of them that is an IPv6 address, to any."""
        match = IPV6.fullmatch(self.headers.get("Host", ""))
        self._trusted = None if match and match[1] in (names or ()) else names

    trusted_hosts = property(attrgetter("_trusted"), _trust)


#: The request as it is made here: Flask names the proxy after its own.
asked_for = cast("TableRequest", request)


class TableResponse(Response):
    """A response that carries the headers of every answer; put there last, they are neither looked up nor checked."""

    def get_wsgi_response(self, environ: dict[str, Any]) -> tuple[Iterable[bytes], str, list[tuple[str, str]]]:
        """Return the parts of the answer, as Werkzeug does; it bears the name of its request, and says who may keep
        it. A page is never kept by a shared cache; browsers keep fonts and hashed files for a year: their content never
        changes under one address."""
        asked = itself(asked_for)
        if asked.endpoint in ("static", "styles.scaled") and self.status_code in (200, 304) and _never_changes():
            self.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
        self.headers.setdefault("Cache-Control", "private, no-cache")
        parts, status, headers = super().get_wsgi_response(environ)
        return parts, status, [*headers, ("X-Request-ID", asked.id), *HEADERS.items()]


class TableSessions(SecureCookieSessionInterface):
    """Session cookies that are Secure exactly when the request came over TLS, and each is verified once a day."""

    def __init__(self) -> None:
        self._signers: dict[str | bytes | None, Any] = {}
        self._verified = lru_cache(maxsize=MOST_COOKIES)(self._verify)

    def get_cookie_name(self, app: Flask) -> str:
        """Tell the cookie's name: another one over https beside http, for http may not change a Secure one."""
        name = super().get_cookie_name(app)
        beside = "PROTECTED_ADDRESS" in app.config and has_request_context() and request.is_secure
        return f"{name}-https" if beside else name

    def get_signing_serializer(self, app: Flask) -> Any:
        """Return what signs and reads the cookie: Flask's own, made once a key and not once a request."""
        if app.secret_key not in self._signers:
            self._signers[app.secret_key] = super().get_signing_serializer(app)
        return self._signers[app.secret_key]

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Read the cookie; the one that a device sends all evening is not verified again with every request."""
        cookie = request.cookies.get(self.get_cookie_name(app))
        if not cookie:
            return self.session_class()
        try:
            data = self._verified(app, app.secret_key, cookie, int(time.time() // DAY))
        except BadSignature:
            return self.session_class()
        return self.session_class({name: deepcopy(one) if type(one) in NESTED else one for name, one in data.items()})

    def _verify(self, app: Flask, key: str | bytes | None, cookie: str, day: int) -> dict[str, Any]:  # noqa: ARG002
        """What a cookie says that this key signed, not too old on this day. Raises `BadSignature`, never remembered."""
        age = int(app.permanent_session_lifetime.total_seconds())
        data: dict[str, Any] = self.get_signing_serializer(app).loads(cookie, max_age=age)
        return data

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie where the session has changed. Not with a page that the worker fetches ahead: before the
        first form of a device two pages would each begin a session, and the one that came first would have a form
        that fails."""
        if session.modified and AHEAD not in request.headers:
            super().save_session(app, session, response)
        elif session.accessed:
            response.vary.add("Cookie")

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - the name and shape are Flask's
        """Tell whether the cookie may travel over TLS alone."""
        return has_request_context() and request.is_secure


def init_app(app: Flask) -> None:
    """Name every request and put the headers on every answer."""
    limits = {name.lower(): app.config[name] for name in LIMITS}
    app.request_class, app.response_class = type("TableRequest", (TableRequest,), limits), TableResponse
    app.session_interface = TableSessions()


def guard_forms(app: Flask) -> None:
    """Guard every form against forged posts; fitted after the door, so that nobody outside learns anything of it."""
    csrf.init_app(app)


def request_id() -> str:
    """Return the request's short name."""
    return itself(asked_for).id


def _never_changes() -> bool:
    return "v" in request.args or request.path.startswith("/static/fonts/")


def secret() -> bytes:
    """The key that signs cookies."""
    key = current_app.config["SECRET_KEY"]
    return key if isinstance(key, bytes) else str(key).encode()


def keyed(text: str) -> str:
    """A text as 128 bits that nobody makes without this program's key."""
    return sharing.keyed(secret(), text)
