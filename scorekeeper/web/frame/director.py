"""The director of this device: who entered the PIN recently, or sits at the machine while none is set."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

from flask import request, session, url_for
from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.actions.club.access import end_session, in_session, pin_hash, set_pin, start_session, try_pin
from scorekeeper.web.frame.desk import current_desk, now
from scorekeeper.web.frame.device import at_the_machine, link_ids
from scorekeeper.web.frame.security import keyed
from scorekeeper.words import N_

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
