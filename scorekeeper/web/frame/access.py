"""Who may do what: the machine itself everything, other devices what their links open, a director with the PIN more."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from flask import Flask, abort, current_app, g, redirect, request, session, url_for
from werkzeug.exceptions import Forbidden, SecurityError
from werkzeug.security import check_password_hash, generate_password_hash
from werkzeug.wrappers import Response

from scorekeeper.actions.director import pin_hash, set_pin, try_pin
from scorekeeper.actions.sharing import Access, Share, ShareKind, access_of, make_link, may_in
from scorekeeper.web.frame.desk import current_desk, now
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.links import found
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
#: What a proxy says of itself, as the environment of a request has it.
FORWARDED = frozenset({"HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP"}) | {
    f"HTTP_X_FORWARDED_{what}" for what in ("FOR", "HOST", "PORT", "PROTO", "SERVER")
}

MOST_LINKS = 20
SITTING = timedelta(hours=12)

NOT_LET_IN = N_(
    "This device has not been let in yet. On the machine that runs the program, open the match, then More, then Share, "
    "and scan the code there."
)
ONLY_WATCHING = N_("This device came by the link for watching. Ask for the link that lets you write.")
NO_PIN_YET = N_("Only a director may do this, and no PIN is set yet. It is set on the machine that runs the program.")
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
    return _as_director() if for_directors() else None


def at_the_machine() -> bool:
    """Does the request come from the machine that runs the program, and not through a proxy on it?"""
    return FORWARDED.isdisjoint(request.environ) and _is_loopback(request.remote_addr or "")


@lru_cache(maxsize=1024)
def _is_loopback(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def link_ids() -> tuple[str, ...]:
    """The links by which this device came, the latest last."""
    known = session.get("links", ())
    return tuple(each for each in known if isinstance(each, str)) if isinstance(known, list) else ()


def _access() -> Access:
    """What this device's links open, looked up once a request."""
    if "access" not in g:
        g.access = access_of(current_desk(), link_ids())
    found: Access = g.access
    return found


def _by_links(access: Access) -> Response | None:
    match_id = (request.view_args or {}).get("match_id")
    if access.nothing:
        abort(403, description=words().gettext(NOT_LET_IN))
    if match_id is not None:
        return _in_match(may_in(current_desk(), access, match_id), match_id)
    if is_open(request.blueprint, request.view_args) or request.routing_exception is not None:
        return _may(access.anywhere())
    if access.table is None:
        return _of_the_club(access)
    return _may(access.table)


def open_here(address: str, method: str = "GET") -> str | None:
    """The address itself if there is such a page and this device may use it, else None: no link to a closed door."""
    behind = found(address.partition("?")[0], method)
    return address if behind and lets(*behind, method) else None


def lets(endpoint: str, values: Mapping[str, object], method: str = "GET") -> bool:
    """Would this device come through to that page, if need be with the PIN?"""
    blueprint = endpoint.partition(".")[0]
    if DIRECTOR & {endpoint, blueprint} and not may_direct():
        return False
    if at_the_machine():
        return True
    access, match_id = _access(), values.get("match_id")
    if match_id is not None:
        kind = may_in(current_desk(), access, str(match_id))
    else:
        kind = access.anywhere() if is_open(blueprint, values) else access.table
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
    return _may(kind)


def _may(kind: ShareKind | None) -> None:
    if not _allows(kind, request.endpoint or "", request.method):
        abort(403, description=words().gettext(ONLY_WATCHING))


def _allows(kind: ShareKind | None, endpoint: str, method: str) -> bool:
    """Who may write may do all there is; who watches may look, but not begin what could not be sent."""
    if kind != "watch":
        return kind == "edit"
    return method in READING and not WRITING & {endpoint, endpoint.partition(".")[0]}


def _of_the_club(access: Access) -> Response:
    """The list of matches leads to the match that the table of this device plays; the rest of the club is closed."""
    if request.endpoint != "matches.index":
        abort(403, description=words().gettext(ELSEWHERE))
    playing = current_desk().ledger.rematches.latest(list(access.matches)[-1])
    return redirect(url_for("matches.board", match_id=playing), 303)


# --- Links -----------------------------------------------------------------------------------------


def token_of(share_id: str) -> str:
    """The 128 bits in the link of a share. They follow from the key that signs cookies, so nothing has to keep them."""
    return _mac(f"link {share_id}")


def new_link(match_id: str | None, kind: ShareKind) -> Share:
    """The link of this kind to a match, or (None) to the whole table."""
    share_id = secrets.token_hex(8)
    return make_link(current_desk(), match_id, kind, share_id=share_id, token=token_of(share_id), now=now())


def let_in(share: Share) -> None:
    """Remember on the device that it came by this link."""
    others = [known for known in link_ids() if known != share.id]
    session["links"] = [*others, share.id][-MOST_LINKS:]
    session.permanent = True


# --- The director ----------------------------------------------------------------------------------


def for_directors() -> bool:
    """Is this something that only a director does?"""
    if request.endpoint in DIRECTOR or request.blueprint in DIRECTOR:
        return True
    return request.blueprint == "rulings" and bool(request.values.get("override"))


def may_direct() -> bool:
    """Is this device the director's, or would the PIN make it so?"""
    return is_director() or pin_hash(current_desk()) is not None


def is_director() -> bool:
    """Was the PIN entered on this device lately? At the machine itself it is asked for only once it is set."""
    known = pin_hash(current_desk())
    if known is None:
        return at_the_machine()
    mark, until = _sitting()
    return hmac.compare_digest(mark, _mark(known)) and until > now()


def try_director(pin: str) -> bool:
    """Is this the PIN? Then the device is the director's for an evening. Raises `TooManyTries`."""
    who = "machine" if at_the_machine() else "network"  # nobody outside can use up the tries of the machine itself
    if not try_pin(current_desk(), lambda known: check_password_hash(known, pin), who=who, now=now()):
        return False
    sit_down()
    return True


def new_pin(pin: str) -> None:
    """Set the PIN; every device but this one has to enter it anew. Raises `Refused`."""
    set_pin(current_desk(), pin, lambda text: generate_password_hash(text, "scrypt"))
    sit_down()


def sit_down() -> None:
    """This device is the director's for an evening, or until the PIN changes."""
    until = (datetime.now(UTC) + SITTING).isoformat(timespec="milliseconds")
    session["director"] = [_mark(pin_hash(current_desk()) or ""), until]


def stand_up() -> None:
    """This device is no longer the director's."""
    session.pop("director", None)


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


def _sitting() -> tuple[str, str]:
    known = session.get("director")
    if isinstance(known, list) and len(known) == 2:
        return str(known[0]), str(known[1])
    return "", ""


def _mark(hashed: str) -> str:
    """Tells one PIN's sittings from another's, without telling anything of the PIN."""
    return _mac(f"director {hashed}")


def _mac(text: str) -> str:
    key = current_app.config["SECRET_KEY"]
    secret = key if isinstance(key, bytes) else str(key).encode()
    return urlsafe_b64encode(hmac.digest(secret, text.encode(), hashlib.sha256)[:16]).decode().rstrip("=")
