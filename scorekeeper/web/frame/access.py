"""Who may do what: the machine itself everything, other devices what their links open, a director with the PIN more."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, abort, current_app, g, redirect, request, url_for
from werkzeug.exceptions import Forbidden, HTTPException, SecurityError
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response

from scorekeeper.actions.director import pin_hash
from scorekeeper.actions.sharing import Access, ShareKind, access_of, may_in
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.frame.director import NO_PIN_YET, is_director, may_direct
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.links import link_ids
from scorekeeper.web.frame.machine import at_the_machine
from scorekeeper.words import N_

#: What anybody may ask for: styles, the sign of life, and the way in.
PUBLIC = frozenset({"static", "health.healthz", "health.icon", "sharing.enter"})
#: Pages without a match that any link opens: they show rules and compute, and hold nothing of anybody.
OPEN = frozenset({"reference", "search", "may_i", "api", "director", "sheets"})
#: A sheet that is of the whole club: everybody's matches of one evening.
EVENING = "evening"
#: What only a director does, by endpoint or by the whole noun.
DIRECTOR = frozenset({"house_articles.add", "house_articles.retire", "sharing", "club"})
#: Pages that only lead up to a write, by endpoint or by the whole noun: nothing there is for those who watch.
WRITING = DIRECTOR | {"deals", "recounts", "presets", "director", "rulings.new", "matches.new"}
READING = frozenset({"GET", "HEAD", "OPTIONS"})

NOT_LET_IN = N_(
    "This device has not been let in yet. On the machine that runs the program, open the match, then More, then Share, "
    "and scan the code there."
)
ONLY_WATCHING = N_("This device came by the link for watching. Ask for the link that lets you write.")
PIN_FIRST = N_("Only a director may do this. Enter the director's PIN, then go back and send this page once more.")
ELSEWHERE = N_("This device was let in to one table. What belongs to the whole club is not shown to it.")


def init_app(app: Flask) -> None:
    """Ask at the door of every page."""
    app.before_request(guard)
    app.jinja_env.globals["open_here"] = open_here


def guard() -> Response | None:
    """Let the request through, lead it to where it belongs, or refuse it with the reason."""
    if request.endpoint in PUBLIC or isinstance(request.routing_exception, SecurityError):
        return None  # an address that is not ours is refused as that, whoever asks
    if not at_the_machine():
        led = _by_links(_access())
        if led is not None:
            return led
    return _as_director() if _for_directors() else None


def _access() -> Access:
    """What this device's links open, looked up once a request."""
    if "access" not in g:
        g.access = access_of(current_desk(), link_ids())
    known: Access = g.access
    return known


def _by_links(access: Access) -> Response | None:
    match_id = (request.view_args or {}).get("match_id")
    if access.nothing:
        abort(403, description=words().gettext(NOT_LET_IN))
    if match_id is not None:
        return _in_match(may_in(current_desk(), access, match_id), match_id)
    everybodys = is_open(request.blueprint, request.view_args) or request.routing_exception is not None
    if not everybodys and access.table is None:
        return _of_the_club(access)
    _ask_for(access.anywhere() if everybodys else access.table)
    return None


def open_here(address: str, method: str = "GET") -> str | None:
    """The address itself if there is such a page and this device may use it, else None: no link to a closed door."""
    behind = found(address.partition("?")[0], method)
    return address if behind and lets(*behind, method) else None


def lets(endpoint: str, values: Mapping[str, object], method: str = "GET") -> bool:
    """Would this device come through to that page, if need be with the PIN?"""
    if _among(DIRECTOR, endpoint) and not may_direct():
        return False
    if at_the_machine():
        return True
    access, match_id = _access(), values.get("match_id")
    if match_id is not None:
        kind = may_in(current_desk(), access, str(match_id))
    else:
        kind = access.anywhere() if is_open(_noun(endpoint), values) else access.table
    return _allows(kind, endpoint, method)


def is_open(blueprint: str | None, values: Mapping[str, object] | None) -> bool:
    """Is this page without a match for everybody who came by a link?"""
    return blueprint in OPEN and (values or {}).get("kind") != EVENING


def _in_match(kind: ShareKind | None, match_id: str) -> Response | None:
    """Another table's match is not there; who only watches is led to the board for that."""
    if kind is None:
        abort(404)
    if kind == "watch" and request.endpoint == "matches.board":
        return redirect(url_for("matches.watch", match_id=match_id), 303)
    _ask_for(kind)
    return None


def _ask_for(kind: ShareKind | None) -> None:
    """Refuse what a device that may do this much may not do."""
    if not _allows(kind, request.endpoint or "", request.method):
        abort(403, description=words().gettext(ONLY_WATCHING))


def _allows(kind: ShareKind | None, endpoint: str, method: str) -> bool:
    """Who may write may do all there is; who watches may look, but not begin what could not be sent."""
    if kind != "watch":
        return kind == "edit"
    return method in READING and not _among(WRITING, endpoint)


def _among(names: frozenset[str], endpoint: str) -> bool:
    """Is the endpoint named there, or its whole noun?"""
    return not names.isdisjoint((endpoint, _noun(endpoint)))


def _noun(endpoint: str) -> str:
    return endpoint.partition(".")[0]


def _of_the_club(access: Access) -> Response:
    """The list of matches leads to the match that the table of this device plays; the rest of the club is closed."""
    if request.endpoint != "matches.index":
        abort(403, description=words().gettext(ELSEWHERE))
    playing = current_desk().ledger.rematches.latest(list(access.matches)[-1])
    return redirect(url_for("matches.board", match_id=playing), 303)


def _for_directors() -> bool:
    """Is this something that only a director does? A ruling becomes that by its override."""
    if _among(DIRECTOR, request.endpoint or ""):
        return True
    return request.blueprint == "rulings" and bool(request.values.get("override"))


class PinFirst(Forbidden):
    """Refused until the PIN is entered; its page leads there."""

    @property
    def way(self) -> str:
        """The page that takes the PIN, and goes on to where the form was."""
        return url_for("director.enter", next=_nearest(request.path))


def _as_director() -> Response | None:
    if is_director():
        return None
    if pin_hash(current_desk()) is None:
        abort(403, description=words().gettext(NO_PIN_YET))
    if request.method not in READING:
        raise PinFirst(words().gettext(PIN_FIRST))
    return redirect(url_for("director.enter", next=request.full_path.rstrip("?")), 303)


def _nearest(path: str) -> str:
    """The page that a form stood on, by where it was sent: the address itself, or the nearest one above it."""
    while path and not found(path):
        path = path.rpartition("/")[0]
    return path or "/"


def found(path: str, method: str = "GET") -> tuple[str, Mapping[str, object]] | None:
    """The endpoint and the values behind a path, None where this application does not answer it."""
    adapter = current_app.create_url_adapter(request)
    if adapter is None:
        return None
    try:
        return adapter.match(path, method=method)
    except (HTTPException, RequestRedirect):
        return None
