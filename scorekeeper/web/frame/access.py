"""Access of devices. The machine that runs the program may open every page except those for a table's own devices;
another device may open the pages that its links allow. The director's pages also need the PIN. Until one is set, only
the machine itself may open them."""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from flask import Flask, abort, current_app, g, redirect, request, session, url_for
from werkzeug.exceptions import Forbidden, HTTPException, SecurityError
from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.actions.club.access import end_session, in_session, pin_hash, set_pin, start_session, try_pin
from scorekeeper.actions.club.seasons import holds
from scorekeeper.actions.club.sharing import Access, ShareKind, access_of, keyed, may_in
from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.web.frame.answers import secret
from scorekeeper.web.frame.desk import current_desk, glance, now, own_shares
from scorekeeper.web.frame.device import at_the_machine, link_ids
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs, right_for
from scorekeeper.words import N_

READING = frozenset({"GET", "HEAD", "OPTIONS"})
#: The values of `Sec-Fetch-Site` for a request from a page of another site, and for one from a page of another program
#: on this machine.
CROSS_SITE = frozenset({"cross-site", "same-site"})
#: The rights of a device that only watches; it may only read.
WATCHED = frozenset({Right.ANY_LINK, Right.WATCH})

NO_ACCESS = N_(
    "This device has no access yet. On the machine that runs the program, open the match, then More, then Share, "
    "and scan the code there."
)
TAKEN_BACK = N_(
    "The link this device used was revoked. What it kept of the match has been deleted; anything entered but not "
    "yet sent stays. Ask at the table for the current link."
)
#: The refusal on a page of an evening, by whether the device has ever had a link.
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
    """Check access before every view."""
    needs(Right.NONE)(app.view_functions["static"])
    app.before_request(guard)
    app.jinja_env.globals["open_here"] = open_here
    app.jinja_env.globals["director_home"] = director_home


def guard() -> None:
    """Let the request through if this device may make it; else abort with 403 or 404 and the reason, or ask for the
    PIN."""
    if isinstance(request.routing_exception, SecurityError):
        return  # a wrong host name has an answer of its own
    fetch = [request.headers.get(f"Sec-Fetch-{what}") for what in ("Mode", "Dest")]
    is_navigation = fetch == ["navigate", "document"] and request.method in READING
    if request.headers.get("Sec-Fetch-Site") in CROSS_SITE and not is_navigation:
        abort(403)
    # A device without access is also refused where there is no page, so that it does not learn which pages there are.
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
    """Return the address if it is that of a page that this device may use, else None. With it, templates leave out
    links that the device may not follow."""
    behind = view_at(address.partition("?")[0], method)
    return address if behind and may_open(*behind, method) else None


def may_open(endpoint: str, values: Mapping[str, object], method: str = "GET") -> bool:
    """Return whether this device may open the page of an endpoint with these values, possibly after entering the
    PIN."""
    right = right_for(endpoint)
    if right is None or (right is Right.DIRECT and not may_direct()):
        return False
    if right is Right.AT_TABLE:
        return at_the_table(str(values["evening_id"]), values["table"])
    return right is Right.NONE or at_the_machine() or _allows(_kind_for(right, values), right, method)


def only_watches(match_id: str) -> bool:
    """Return whether this device may only watch this match."""
    return not at_the_machine() and _kind_in(match_id) == "watch"


def at_the_table(evening_id: str, table: object) -> bool:
    """Return whether this device is at this table of the evening: of its links to tables of the evening, the latest one
    counts. False if `table` is None."""
    return table is not None and _access().evenings.get(evening_id) == table


def only_match() -> str | None:
    """The match that this device's latest link to a match leads to, or the last rematch of that match. None without
    such a link, or for a device that sees every match."""
    if at_the_machine() or _access().table is not None or not _access().matches:
        return None
    return current_desk().ledger.rematches.latest(list(_access().matches)[-1])


def only_evening() -> tuple[str, int | None] | None:
    """The evening of this device's latest link to an evening, with the number of the device's table (None: it only
    watches). The result is None without such a link, or for a device that sees every match."""
    if at_the_machine() or _access().table is not None or not _access().evenings:
        return None
    return list(_access().evenings.items())[-1]


def shut_out() -> bool:
    """Return whether this device has no access: it has no valid link, and is not the machine itself."""
    return not at_the_machine() and _access().nothing


def require_director() -> None:
    """Continue only on a director's device. On another one, a GET is redirected to the page that asks for the PIN, and
    a POST is refused (403). If no PIN is set yet, both are refused."""
    if is_director():
        return
    if pin_hash(current_desk()) is None:
        abort(403, description=words().gettext(NO_PIN_YET))
    if request.method not in READING:
        raise PinFirst(words().gettext(PIN_FIRST))
    abort(redirect(url_for("director.enter", next=request.full_path.rstrip("?")), 303))


class PinFirst(Forbidden):
    """The answer (403) to a form that needs the PIN first; its page has a link to enter it."""

    @property
    def way(self) -> str:
        """The address of the page that asks for the PIN and then returns to the page of the form."""
        return url_for("director.enter", next=form_page(request.path))


def view_at(path: str, method: str = "GET") -> tuple[str, Mapping[str, object]] | None:
    """The endpoint and the values that a path leads to, None where there is no such page."""
    adapter = current_app.create_url_adapter(request)
    if adapter is None:
        return None
    try:
        return adapter.match(path, method=method)
    except HTTPException:
        return None


def form_page(path: str) -> str:
    """The address of the page with a form, from the path that the form was sent to: the path itself, or `…/new` below
    it, or the nearest page above it."""
    while path and not view_at(path):
        if view_at(f"{path}/new"):
            return f"{path}/new"
        path = path.rpartition("/")[0]
    return path or "/"


def _access() -> Access:
    """The access that this device's links give, read once per request."""
    if "access" not in g:
        g.access = access_of(own_shares())
    access: Access = g.access
    return access


def _check_links(right: Right, values: Mapping[str, object]) -> None:
    """Abort with 403 or 404 where this device's links do not give the right."""
    if _access().nothing:
        came = bool(link_ids())
        says = AT_AN_EVENING[came] if _of_evening(values) else TAKEN_BACK if came else NO_ACCESS
        abort(403, description=words().gettext(says))
    kind = _kind_for(right, values)
    if kind is None and ("match_id" in values or "evening_id" in values):
        abort(404)  # a device is not told whether another table's match exists
    if kind is None:
        abort(403, description=words().gettext(OTHER_TABLES))
    if not _allows(kind, right, request.method):
        directs = right is Right.DIRECT and _of_evening(values)
        abort(403, description=words().gettext(ONLY_WATCHING_THE_EVENING if directs else ONLY_WATCHING))


def _of_evening(values: Mapping[str, object]) -> bool:
    """Return whether an address with these values is about an evening, or about a match of an evening."""
    if "match_id" not in values:
        return "evening_id" in values
    with suppress(UnknownMatch):
        return glance(str(values["match_id"])).evening_id is not None
    return False


def _check_table(values: Mapping[str, object]) -> None:
    """Abort with 403 or 404 unless this device has the link of this table; the machine and the director need it,
    too."""
    if at_the_table(str(values["evening_id"]), values["table"]):
        return
    if not at_the_machine() and _kind_for(Right.AT_TABLE, values) is None:
        _check_links(Right.AT_TABLE, values)
    abort(403, description=words().gettext(ONLY_AT_THE_TABLE))


def _kind_in(match_id: str) -> ShareKind | None:
    """The kind of access that this device has to a match, by its links and the PIN; None for no access. In a request
    that only reads, it is computed once for each match, not again for each link of the page."""
    known: dict[str, ShareKind | None] = g.setdefault("kinds", {}) if request.method in READING else {}
    if match_id not in known:
        try:
            evening_id = glance(match_id).evening_id
        except UnknownMatch:  # an imported evening may name matches that are not in this database
            evening_id = None
        kind = may_in(current_desk(), _access(), match_id, evening_id)
        directs = kind == "watch" and is_director()
        known[match_id] = may_in(current_desk(), _access(), match_id, evening_id, directs=True) if directs else kind
    return known[match_id]


def _kind_for(right: Right, values: Mapping[str, object]) -> ShareKind | None:
    """The kind of access that this device has to the match, evening or season named in `values`, or else to the whole
    club: by its links, and for a match also by the PIN. None for no access. `right` matters only for an evening, and if
    any link is enough."""
    if "match_id" in values:
        return _kind_in(str(values["match_id"]))
    if "evening_id" in values:
        kind = _access().to_evening(str(values["evening_id"]))
        return "watch" if kind and right is Right.WRITE else kind
    if "season_id" in values and _access().table is None:  # a device of an evening may look at its seasons
        return "watch" if holds(current_desk(), str(values["season_id"]), _access().evenings) else None
    # For these two rights it does not matter what a link leads to.
    return _access().anywhere() if right in (Right.ANY_LINK, Right.ANY_LINK_TO_WRITE) else _access().table


def _allows(kind: ShareKind | None, right: Right, method: str) -> bool:
    """Return whether a link of this kind gives the right. A link to write gives every right; a link to watch gives only
    the rights in `WATCHED`, and only for a method that reads."""
    return kind == "edit" or (kind == "watch" and right in WATCHED and method in READING)


SESSION_LENGTH = timedelta(hours=12)
NO_PIN_YET = N_("Only a director may do this, and no PIN is set yet. It is set on the machine that runs the program.")


def may_direct() -> bool:
    """Return whether this device may act for the director, possibly after entering the PIN."""
    return pin_hash(current_desk()) is not None or at_the_machine()


def is_director() -> bool:
    """Return whether a director's session is in force on this device (see `enter_session`). Until a PIN is set, the
    machine itself, without a session, is the only director's device."""
    if pin_hash(current_desk()) is None:
        return at_the_machine()
    session_id = _session_id()
    return session_id is not None and in_session(current_desk(), session_id, now=now())


def director_home(evening_id: str, round_: int | None = None) -> str | None:
    """The address of the director's page of an evening, or of one of its rounds; None on a device that is not the
    director's."""
    return url_for("evening_director.home", evening_id=evening_id, round=round_) if is_director() else None


def try_director(pin: str) -> bool:
    """Return whether the PIN is right; if so, begin a director's session on this device. Raises `TooManyTries`."""
    who = None if at_the_machine() else f"{link_ids()[-1]} {request.remote_addr}"
    if not try_pin(current_desk(), lambda hash_: check_password_hash(hash_, pin), who=who, now=now()):
        return False
    enter_session()
    return True


def new_pin(pin: str) -> None:
    """Set the PIN and begin a director's session on this device; all other devices have to enter the new PIN. Raises
    `Refused` if the PIN has the wrong form or is too easy to guess."""
    set_pin(current_desk(), pin, lambda text: generate_password_hash(text, "scrypt"))
    enter_session()


def enter_session() -> None:
    """Begin a director's session on this device, which ends after `SESSION_LENGTH` or when the PIN changes."""
    leave_session()
    session["director"] = secrets.token_urlsafe(16)
    until = (datetime.now(UTC) + SESSION_LENGTH).isoformat(timespec="milliseconds")
    start_session(current_desk(), _session_id() or "", until=until, now=now())


def leave_session() -> None:
    """End the director's session of this device, so that a copy of its cookie is worthless, too."""
    if (session_id := _session_id()) is not None:
        end_session(current_desk(), session_id)
        del session["director"]


def _session_id() -> str | None:
    """The id of this device's director's session in the database; None without a session. It is a keyed hash of the
    token in the cookie, so that the cookie cannot be computed from the database."""
    token = session.get("director")
    return keyed(secret(), f"director {token}") if isinstance(token, str) else None
