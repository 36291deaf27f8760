"""The director of this device: who entered the PIN lately, or sits at the machine while none is set."""

from __future__ import annotations

import hmac
from datetime import UTC, datetime, timedelta

from flask import session
from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.actions.director import pin_hash, set_pin, try_pin
from scorekeeper.web.frame.desk import current_desk, now
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


def _sitting() -> tuple[str, str]:
    known = session.get("director")
    if isinstance(known, list) and len(known) == 2:
        return str(known[0]), str(known[1])
    return "", ""


def _mark(hashed: str) -> str:
    """Tells one PIN's sittings from another's, without telling anything of the PIN."""
    return keyed(f"director {hashed}")
