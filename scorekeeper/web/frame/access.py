"""Access: everything for the machine itself, the reach of their links for other devices, more for a director with the
PIN."""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from flask import Flask, abort, current_app, g, redirect, request, session, url_for
from werkzeug.exceptions import Forbidden, HTTPException, SecurityError
from werkzeug.routing import RequestRedirect
from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.actions.club.access import end_session, in_session, pin_hash, set_pin, start_session, try_pin
from scorekeeper.actions.club.seasons import holds
from scorekeeper.actions.club.sharing import Access, ShareKind, access_of, may_in
from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.web.frame.answers import keyed
from scorekeeper.web.frame.desk import current_desk, glance, now, own_shares
from scorekeeper.web.frame.device import at_the_machine, link_ids
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs, right_for
from scorekeeper.words import N_

READING = frozenset({"GET", "HEAD", "OPTIONS"})
#: What a browser says where a page of another site, or of another program of this machine, asks.
CROSS_SITE = frozenset({"cross-site", "same-site"})
#: What a device that only watches may open, as far as it reads.
WATCHED = frozenset({Right.ANY_LINK, Right.WATCH})
#: What any link opens, whatever it is the link of.
ANYWHERE = frozenset({Right.ANY_LINK, Right.ANY_LINK_TO_WRITE})

NO_ACCESS = N_(
    "This device has no access yet. On the machine that runs the program, open the match, then More, then Share, "
    "and scan the code there."
)
TAKEN_BACK = N_(
    "The link this device used was revoked. What it kept of the match has been deleted; anything entered but not "
    "yet sent stays. Ask at the table for the current link."
)
#: The same at the door of an evening, by whether the device came by a link.
AT_AN_EVENING = {
    False: N_(
        "This device has no access yet. Scan the card of your table once more. If that does not help, "
        "ask the director for a new code."
    ),
    True: N_(
        "The code that this device used is no longer valid. Anything entered but not sent yet stays on the "
        "device. Scan the card of your table again, or ask the director for the new code."
    ),
}
ONLY_WATCHING = N_("This device used the link for watching. Ask for the link that lets you write.")
ONLY_WATCHING_THE_EVENING = N_(
    "This device came by the code for watching. To run the evening from it, scan the code to write under The club, "
    "Share every match, then enter the director's PIN."
)
PIN_FIRST = N_("Only a director may do this. Enter the director's PIN, then go back and send this page again.")
ONLY_AT_THE_TABLE = N_(
    "Only the table itself can do this, on a device that joined with the code on its card. The director settles "
    "the result."
)
OTHER_TABLES = N_("This device has access to one table only. It cannot see what belongs to the whole club.")


def init_app(app: Flask) -> None:
    """Ask at the door of every page."""
    needs(Right.NONE)(app.view_functions["static"])
    app.before_request(guard)
    app.jinja_env.globals["open_here"] = open_here
    app.jinja_env.globals["director_home"] = director_home


def guard() -> None:
    """Let the request through, or refuse it with the reason."""
    if isinstance(request.routing_exception, SecurityError):
        return  # an unknown address is refused as such, for every device
    if request.headers.get("Sec-Fetch-Site") in CROSS_SITE and not _is_navigation():
        abort(403)
    # Where there is no such page, only those with a link are told so.
    endpoint = request.endpoint
    right = Right.ANY_LINK if endpoint is None else right_for(endpoint)
    if right is None:
        abort(403)
    if right is Right.AT_TABLE:
        _check_table(request.view_args or {})
    elif right is not Right.NONE and not at_the_machine():
        _check_links(right, request.view_args or {})
    if right is Right.DIRECT:
        require_director()


def open_here(address: str, method: str = "GET") -> str | None:
    """The address itself if there is such a page and this device may use it, else None: no link to a closed door."""
    behind = view_at(address.partition("?")[0], method)
    return address if behind and may_open(*behind, method) else None


def may_open(endpoint: str, values: Mapping[str, object], method: str = "GET") -> bool:
    """Return whether this device may open that page, after the PIN if need be."""
    right = right_for(endpoint)
    if right is None or (right is Right.DIRECT and not may_direct()):
        return False
    if right is Right.AT_TABLE:
        return at_the_table(str(values["evening_id"]), values["table"])
    return right is Right.NONE or at_the_machine() or _allows(_kind_for(right, values), right, method)


def only_watches(match_id: str) -> bool:
    """Return whether this device may look at this match, and do no more."""
    return not at_the_machine() and _kind_in(match_id) == "watch"


def at_the_table(evening_id: str, table: object) -> bool:
    """Return whether this device came by the link of this table of the evening, and by none of another table since."""
    return table is not None and _access().evenings.get(evening_id) == table


def only_match() -> str | None:
    """The match that the table of this device plays by now; None for a device that sees every match."""
    if at_the_machine() or _access().table is not None or not _access().matches:
        return None
    return current_desk().ledger.rematches.latest(list(_access().matches)[-1])


def only_evening() -> tuple[str, int | None] | None:
    """The evening of this device, and its table there; None for a device that sees every match."""
    if at_the_machine() or _access().table is not None or not _access().evenings:
        return None
    return list(_access().evenings.items())[-1]


def shut_out() -> bool:
    """Return whether this device has no link in force."""
    return not at_the_machine() and _access().nothing


def require_director() -> None:
    """Continue for a director only: a GET is redirected to the PIN, a POST is refused until it is entered."""
    if is_director():
        return
    if pin_hash(current_desk()) is None:
        abort(403, description=words().gettext(NO_PIN_YET))
    if request.method not in READING:
        raise PinFirst(words().gettext(PIN_FIRST))
    abort(redirect(url_for("director.enter", next=request.full_path.rstrip("?")), 303))


class PinFirst(Forbidden):
    """Refused until the PIN is entered; its page leads there."""

    @property
    def way(self) -> str:
        """The page that takes the PIN, and goes on to where the form was."""
        return url_for("director.enter", next=form_page(request.path))


def view_at(path: str, method: str = "GET") -> tuple[str, Mapping[str, object]] | None:
    """The endpoint and the values behind a path, None where this application does not answer it."""
    adapter = current_app.create_url_adapter(request)
    if adapter is None:
        return None
    try:
        return adapter.match(path, method=method)
    except (HTTPException, RequestRedirect):
        return None


def form_page(path: str) -> str:
    """The page that a form was on, by the address that it was sent to: its page for something new, the address itself,
    or the nearest one above it."""
    while path and not view_at(path):
        if view_at(f"{path}/new"):
            return f"{path}/new"
        path = path.rpartition("/")[0]
    return path or "/"


def _is_navigation() -> bool:
    """Return whether a person follows a link, rather than a foreign page fetching for itself."""
    fetch = [request.headers.get(f"Sec-Fetch-{what}") for what in ("Mode", "Dest")]
    return fetch == ["navigate", "document"] and request.method in READING


def _access() -> Access:
    """The reach of this device's links, read once per request."""
    if "access" not in g:
        g.access = access_of(own_shares())
    access: Access = g.access
    return access


def _check_links(right: Right, values: Mapping[str, object]) -> None:
    """Refuse what this device's links do not open."""
    if _access().nothing:
        came = bool(link_ids())
        says = AT_AN_EVENING[came] if _of_evening(values) else TAKEN_BACK if came else NO_ACCESS
        abort(403, description=words().gettext(says))
    kind = _kind_for(right, values)
    if kind is None and ("match_id" in values or "evening_id" in values):
        abort(404)  # for this device another table's match is not there
    if kind is None:
        abort(403, description=words().gettext(OTHER_TABLES))
    if not _allows(kind, right, request.method):
        directs = right is Right.DIRECT and _of_evening(values)
        abort(403, description=words().gettext(ONLY_WATCHING_THE_EVENING if directs else ONLY_WATCHING))


def _of_evening(values: Mapping[str, object]) -> bool:
    """Return whether an address with these values leads to an evening, or to a match of one."""
    if "match_id" not in values:
        return "evening_id" in values
    with suppress(UnknownMatch):
        return glance(str(values["match_id"])).evening_id is not None
    return False


def _check_table(values: Mapping[str, object]) -> None:
    """Refuse every device that did not come by the link of this very table, including the machine and the director."""
    if at_the_table(str(values["evening_id"]), values["table"]):
        return
    if not at_the_machine() and _kind_for(Right.AT_TABLE, values) is None:
        _check_links(Right.AT_TABLE, values)
    abort(403, description=words().gettext(ONLY_AT_THE_TABLE))


def _kind_in(match_id: str) -> ShareKind | None:
    """The most that this device may do with a match, by its links and the PIN; where it only reads, looked up once a
    request and not once a link of the page."""
    known: dict[str, ShareKind | None] = g.setdefault("kinds", {}) if request.method in READING else {}
    if match_id not in known:
        try:
            evening_id = glance(match_id).evening_id
        except UnknownMatch:  # an evening names matches that are written down elsewhere only
            evening_id = None
        kind = may_in(current_desk(), _access(), match_id, evening_id)
        directs = kind == "watch" and is_director()
        known[match_id] = may_in(current_desk(), _access(), match_id, evening_id, directs=True) if directs else kind
    return known[match_id]


def _kind_for(right: Right, values: Mapping[str, object]) -> ShareKind | None:
    """The most that the links of this device let it do where these values of an address lead."""
    if "match_id" in values:
        return _kind_in(str(values["match_id"]))
    if "evening_id" in values:
        kind = _access().to_evening(str(values["evening_id"]))
        return "watch" if kind and right is Right.WRITE else kind
    if "season_id" in values and _access().table is None:  # who came to an evening looks at its seasons
        return "watch" if holds(current_desk(), str(values["season_id"]), _access().evenings) else None
    return _access().anywhere() if right in ANYWHERE else _access().table


def _allows(kind: ShareKind | None, right: Right, method: str) -> bool:
    """Return whether a link of this kind gives the right: one to write gives all; one to watch allows looking, but not
    forms that could not be sent."""
    return kind == "edit" or (kind == "watch" and right in WATCHED and method in READING)


SESSION_LENGTH = timedelta(hours=12)
NO_PIN_YET = N_("Only a director may do this, and no PIN is set yet. It is set on the machine that runs the program.")


def may_direct() -> bool:
    """Return whether this device is the director's, or the PIN would make it so."""
    return pin_hash(current_desk()) is not None or at_the_machine()


def is_director() -> bool:
    """Return whether the PIN was entered on this device recently. At the machine itself it is asked for only once it is
    set."""
    if pin_hash(current_desk()) is None:
        return at_the_machine()
    session_id = _session_id()
    return session_id is not None and in_session(current_desk(), session_id, now=now())


def director_home(evening_id: str, round_: int | None = None) -> str | None:
    """The director's home of an evening (of one of its rounds) on a device that is the director's, else None."""
    return url_for("evening_director.home", evening_id=evening_id, round=round_) if is_director() else None


def try_director(pin: str) -> bool:
    """Check the PIN; if it is right the device is the director's for an evening. Raises `TooManyTries`."""
    who = None if at_the_machine() else f"{link_ids()[-1]} {request.remote_addr}"
    if not try_pin(current_desk(), lambda hash_: check_password_hash(hash_, pin), who=who, now=now()):
        return False
    enter_session()
    return True


def new_pin(pin: str) -> None:
    """Set the PIN; every device but this one has to enter it again. Raises `Refused`."""
    set_pin(current_desk(), pin, lambda text: generate_password_hash(text, "scrypt"))
    enter_session()


def enter_session() -> None:
    """This device is the director's for an evening, or until the PIN changes."""
    leave_session()
    session["director"] = secrets.token_urlsafe(16)
    until = (datetime.now(UTC) + SESSION_LENGTH).isoformat(timespec="milliseconds")
    start_session(current_desk(), _session_id() or "", until=until, now=now())


def leave_session() -> None:
    """This device is no longer the director's; a cookie that was copied from it is worth nothing any more."""
    if (session_id := _session_id()) is not None:
        end_session(current_desk(), session_id)
        del session["director"]


def _session_id() -> str | None:
    """The id of this device's session in the file, from which nobody can make the cookie of the device."""
    token = session.get("director")
    return keyed(f"director {token}") if isinstance(token, str) else None
