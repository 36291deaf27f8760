"""The desk of the application: what a request asks of it first, the stamp of a write, the page of a failed use case."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from flask import Flask, abort, current_app, g, render_template, request, session
from werkzeug.exceptions import Conflict, HTTPException, NotFound, ServiceUnavailable, UnprocessableEntity
from werkzeug.wrappers import Response

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

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
KEY_REUSED = N_("This form was already sent with other values. Load the page again before saving.")


class LazyDesk:
    """One desk an application, opened with the first page that needs it; `first` is done with it then."""

    def __init__(self, database: Path | Address) -> None:
        self.database = database
        self.opened: Desk | None = None
        self.first: Callable[[Desk], None] = lambda desk: None
        self._guard = Lock()

    def get(self) -> Desk:
        """Open the file once; a failure is tried again by the next request."""
        with self._guard:
            if self.opened is None:
                desk = open_desk(self.database)
                self.first(desk)
                self.opened = desk
            return self.opened

    def close(self) -> None:
        """Close the file, if it was opened."""
        with self._guard:
            desk, self.opened = self.opened, None
            if desk is not None:
                desk.ledger.close()


def init_app(app: Flask) -> None:
    """Give the application its desk, and its failures their pages. One that was given no key has the ledger's, and
    while the ledger cannot be opened one for the time being."""
    desk = app.extensions[EXTENSION] = LazyDesk(app.config["DATABASE"])
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = secrets.token_bytes(32)
        desk.first = lambda opened: app.config.update(SECRET_KEY=secret_key(opened))
        with suppress(LedgerError):
            desk.get()
    app.register_error_handler(Refused, lambda refused: _show(UnprocessableEntity(refusal_text(refused))))
    app.register_error_handler(Unknown, lambda _: _show(NotFound()))
    app.register_error_handler(StaleVersion, stale_page)
    app.register_error_handler(KeyReused, lambda _: _show(UnprocessableEntity(words().gettext(KEY_REUSED))))
    app.register_error_handler(LedgerError, _unavailable)


def current_desk() -> Desk:
    """The desk of the application that serves this request."""
    desk: LazyDesk = current_app.extensions[EXTENSION]
    return desk.opened or desk.get()


def close_desk(app: Flask) -> None:
    """Close the file of an application that ends."""
    app.extensions[EXTENSION].close()


def stamp(form: Mapping[str, str], *, key: str = "") -> Stamp:
    """The stamp of a write, read from its form: version, key (or the one passed in), device and time. Aborts with
    400."""
    if match_id := (request.view_args or {}).get("match_id"):
        remember_match(match_id)
    version, own = whole(form.get("version", ""), 9), form.get("key") or key
    if version is None or len(own) not in KEY_LENGTHS:
        abort(400)
    return Stamp(version, own, device_name() or device(), now())


def remember_match(match_id: str) -> None:
    """Keep what this device writes to, so that the list of matches leads back to it."""
    if session.get("match") != match_id:
        session["match"] = match_id


def last_match() -> str:
    """The match that this device wrote to last; empty where it wrote to none."""
    return str(session.get("match", ""))


def new_key() -> str:
    """An idempotency key for a form that is being shown."""
    return secrets.token_urlsafe(12)


def new_id() -> str:
    """The id of a new match, as it stands in addresses."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))


def now() -> str:
    """The time of a write: UTC, in ISO's form."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def device() -> str:
    """The name of this device in the history; its first write gives it a number."""
    if not device_name():
        session["device"] = number_device(current_desk())
    return device_name()


def refusal_text(refused: Refused) -> str:
    """The sentence for a refusal, in the language of the request."""
    return say_refusal(refused, words())


def stale_page(stale: StaleVersion) -> Response:
    """The 409 of a write that came second: both versions, and the way to the match as it stands."""
    conflict = Conflict()
    if errors.wants_object():
        return _show(conflict)
    values = request.view_args or {}
    if season_id := values.get("season_id"):
        page = render_template("seasons/stale.html", season_id=season_id)
    elif evening_id := values.get("evening_id"):
        table = values["table"] if right_for(request.endpoint or "") is Right.AT_TABLE else None
        page = render_template("evenings/stale.html", stale=stale, evening_id=evening_id, table=table)
    else:
        page = render_template("matches/stale.html", stale=stale, match_id=values.get("match_id"))
    response = conflict.get_response()
    response.set_data(page)
    response.content_type = "text/html; charset=utf-8"
    return response


def _unavailable(failure: LedgerError) -> Response:
    current_app.logger.error("the ledger: %s", failure)
    server = isinstance(current_app.config["DATABASE"], Address)
    says = say_failure(type(failure), "page", server=server)
    return _show(ServiceUnavailable(words().gettext(says) if says else None))


def _show(error: HTTPException) -> Response:
    """The page of an error; a handler of exceptions may not raise another."""
    return current_app.make_response(errors.show(error))


def glance(match_id: str) -> Glance:
    """A match before it is folded: who is let in, and what is shown, go by the same moment. Raises UnknownMatch.

    After a write, call `Desk.load` again; this value is stale.
    """
    glances: dict[str, Glance] = g.setdefault("glances", {})
    if match_id not in glances:
        ids = () if "shares" in g or at_the_machine() else link_ids()
        glances[match_id] = current_desk().ledger.glances.at(match_id, ids)
        if ids:
            g.shares = glances[match_id].shares
    return glances[match_id]


def load(match_id: str) -> Folded:
    """The match as it stood when this request first asked for it. Raises UnknownMatch."""
    return current_desk().load(match_id, glance(match_id).seal)


def own_shares() -> tuple[Share, ...]:
    """The links in force by which this device came, the latest last."""
    if "shares" not in g:
        with suppress(KeyError, UnknownMatch):
            glance((request.view_args or {})["match_id"])
    if "shares" not in g:
        g.shares = current_desk().ledger.shares.in_force(link_ids())
    shares: tuple[Share, ...] = g.shares
    return shares
