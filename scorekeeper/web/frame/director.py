"""The director of this device: who entered the PIN lately, or sits at the machine while none is set."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

from flask import request, session
from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.actions.director import begin_sitting, end_sitting, is_sitting, pin_hash, set_pin, try_pin
from scorekeeper.web.frame.desk import current_desk, now
from scorekeeper.web.frame.links import link_ids
from scorekeeper.web.frame.machine import at_the_machine
from scorekeeper.web.frame.security import keyed
from scorekeeper.words import N_

SITTING = timedelta(hours=12)
NO_PIN_YET = N_("Only a director may do this, and no PIN is set yet. It is set on the machine that runs the program.")


def may_direct() -> bool:
    """Is this device the director's, or would the PIN make it so?"""
    return is_director() or pin_hash(current_desk()) is not None


def is_director() -> bool:
    """Was the PIN entered on this device lately? At the machine itself it is asked for only once it is set."""
    if pin_hash(current_desk()) is None:
        return at_the_machine()
    sitting = _sitting()
    return sitting is not None and is_sitting(current_desk(), sitting, now=now())


def try_director(pin: str) -> bool:
    """Is this the PIN? Then the device is the director's for an evening. Raises `TooManyTries`."""
    who = None if at_the_machine() else f"{link_ids()[-1]} {request.remote_addr}"
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
    stand_up()
    session["director"] = secrets.token_urlsafe(16)
    until = (datetime.now(UTC) + SITTING).isoformat(timespec="milliseconds")
    begin_sitting(current_desk(), _sitting() or "", until=until, now=now())


def stand_up() -> None:
    """This device is no longer the director's; a cookie that was copied from it is worth nothing any more."""
    if (sitting := _sitting()) is not None:
        end_sitting(current_desk(), sitting)
        del session["director"]


def _sitting() -> str | None:
    """The name of this device's sitting in the file, which does not tell what the device says of itself."""
    said = session.get("director")
    return keyed(f"director {said}") if isinstance(said, str) else None
