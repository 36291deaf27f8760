"""The desk of the application, the match that a request loads, the stamp of a write, and the answers to errors of the
ledger."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from flask import Flask, abort, current_app, g, render_template, request, session
from werkzeug.exceptions import Conflict, NotFound, ServiceUnavailable, UnprocessableEntity

from scorekeeper.actions.club.access import number_device, secret_key
from scorekeeper.actions.club.sharing import Share
from scorekeeper.actions.desk import Desk, Folded, Stamp, open_desk
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.address import Address
from scorekeeper.ledger.chain.entries import KEY_LENGTHS
from scorekeeper.ledger.errors import KeyReused, LedgerError, StaleVersion, Unknown, UnknownMatch
from scorekeeper.ledger.records.matches import Glance
from scorekeeper.web.frame import errors
from scorekeeper.web.frame.device import at_the_machine, device_name, link_ids
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, right_for
from scorekeeper.words import N_
from scorekeeper.words.failures import say_failure
from scorekeeper.words.numbers import whole
from scorekeeper.words.refusals import say_refusal

EXTENSION = "scorekeeper-desk"

KEY_REUSED = N_("This form was already sent with other values. Load the page again before saving.")


class LazyDesk:
    """The desk of an application, opened by the first request that needs it. `first` is then called with the desk."""

    def __init__(self, database: Path | Address) -> None:
        self.database = database
        self.opened: Desk | None = None
        self.first: Callable[[Desk], None] = lambda desk: None
        self._guard = Lock()

    def get(self) -> Desk:
        """Return the desk, opening its database once. After a failure the next request tries again."""
        with self._guard:
            if self.opened is None:
                desk = open_desk(self.database)
                self.first(desk)
                self.opened = desk
            return self.opened

    def close(self) -> None:
        """Close the database, if it was opened."""
        with self._guard:
            desk, self.opened = self.opened, None
            if desk is not None:
                desk.ledger.close()


def init_app(app: Flask) -> None:
    """Give the application its desk, and answers to the errors of a use case. An application without a `SECRET_KEY`
    takes the one in its ledger, or a temporary key until the ledger can be opened."""
    desk = app.extensions[EXTENSION] = LazyDesk(app.config["DATABASE"])
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = secrets.token_bytes(32)
        desk.first = lambda opened: app.config.update(SECRET_KEY=secret_key(opened))
        with suppress(LedgerError):
            desk.get()
    app.register_error_handler(Refused, lambda refused: errors.show(UnprocessableEntity(refusal_text(refused))))
    app.register_error_handler(Unknown, lambda _: errors.show(NotFound()))
    app.register_error_handler(StaleVersion, stale_page)
    app.register_error_handler(KeyReused, lambda _: errors.show(UnprocessableEntity(words().gettext(KEY_REUSED))))
    app.register_error_handler(LedgerError, _unavailable)


def current_desk() -> Desk:
    """The desk of the application that serves this request."""
    desk: LazyDesk = current_app.extensions[EXTENSION]
    return desk.opened or desk.get()


def close_desk(app: Flask) -> None:
    """Close the database of an application that ends."""
    app.extensions[EXTENSION].close()


def stamp(form: Mapping[str, str], *, key: str = "") -> Stamp:
    """The stamp of a write: version and key from its form (`key` if the form has none), device and time. Aborts with
    400 without a valid version and key. The match in the address is remembered as the last one of this device."""
    if match_id := (request.view_args or {}).get("match_id"):
        remember_match(match_id)
    version, own = whole(form.get("version", ""), 9), form.get("key") or key
    if version is None or len(own) not in KEY_LENGTHS:
        abort(400)
    return Stamp(version, own, device(), now())


def remember_match(match_id: str) -> None:
    """Remember the match that this device wrote to last, which the list of matches shows first."""
    if session.get("match") != match_id:  # setting even the same value would send the cookie again
        session["match"] = match_id


def last_match() -> str:
    """The id of the match that this device wrote to last, or an empty text."""
    return str(session.get("match", ""))


def new_key() -> str:
    """A new idempotency key, for a form that is about to be shown."""
    return secrets.token_urlsafe(12)


def new_id() -> str:
    """A new match id: ten letters and digits, for addresses."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))


def now() -> str:
    """The current time in UTC, in ISO format with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def device() -> str:
    """The name of this device in the history. A device with neither a name nor a number gets a number first."""
    if not device_name():
        session["device"] = number_device(current_desk())
    return device_name()


def refusal_text(refused: Refused) -> str:
    """The sentence for a refusal, in the language of the request."""
    return say_refusal(refused, words())


def stale_page(stale: StaleVersion) -> errors.Answer:
    """The answer (409) to a write that another one overtook: a page with a link to the current state, or a JSON
    object."""
    if errors.wants_object():
        return errors.show(Conflict())
    values = request.view_args or {}
    if season_id := values.get("season_id"):
        page = render_template("seasons/stale.html", season_id=season_id)
    elif evening_id := values.get("evening_id"):
        table = values["table"] if right_for(request.endpoint or "") is Right.AT_TABLE else None
        page = render_template("evenings/stale.html", stale=stale, evening_id=evening_id, table=table)
    else:
        page = render_template("matches/stale.html", stale=stale, match_id=values.get("match_id"))
    return page, 409


def _unavailable(failure: LedgerError) -> errors.Answer:
    current_app.logger.error("the ledger: %s", failure)
    says = say_failure(type(failure), "page", server=isinstance(current_app.config["DATABASE"], Address))
    return errors.show(ServiceUnavailable(words().gettext(says) if says else None))


def glance(match_id: str) -> Glance:
    """The glance at a match: its latest seal, its evening, this device's links and so on. Raises UnknownMatch.

    It is read once per request, so that the check of access and the page see the same state. After a write, call
    `Desk.load` again; this value is stale.
    """
    glances: dict[str, Glance] = g.setdefault("glances", {})
    if match_id not in glances:
        ids = () if "shares" in g or at_the_machine() else link_ids()
        glances[match_id] = current_desk().ledger.glances.at(match_id, ids)
        if ids:
            g.shares = glances[match_id].shares
    return glances[match_id]


def load(match_id: str) -> Folded:
    """The match in the state in which this request first read it (see `glance`). Raises UnknownMatch."""
    return current_desk().load(match_id, glance(match_id).seal)


def own_shares() -> tuple[Share, ...]:
    """The links of this device that are still valid, the latest last."""
    if "shares" not in g:
        with suppress(KeyError, UnknownMatch):
            glance((request.view_args or {})["match_id"])
    if "shares" not in g:
        g.shares = current_desk().ledger.shares.in_force(link_ids())
    shares: tuple[Share, ...] = g.shares
    return shares
