"""The director's PIN: what only a director does asks for it. The file holds its hash, and guesses are slow."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.refused import malformed

SETTING = "director_pin"
SHORTEST, LONGEST = 6, 32
TRIES = 5
WINDOW = timedelta(minutes=15)


class TooManyTries(Exception):
    """The tries of the last quarter of an hour are used up."""


def pin_hash(desk: Desk) -> str | None:
    """The hash of the PIN, None where none was set."""
    found = desk.ledger.settings.get(SETTING)
    return found if isinstance(found, str) else None


def set_pin(desk: Desk, pin: str, hashed: Callable[[str], str]) -> None:
    """Set the PIN, or another one in its place. Raises `Refused` for one that is too easy to guess."""
    if not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
        raise malformed("not_a_pin", "pin", "", (SHORTEST, LONGEST))
    if _easy(pin):
        raise malformed("pin_too_easy", "pin", "")
    desk.ledger.settings.put(SETTING, hashed(pin))


def forget_pin(desk: Desk) -> None:
    """Take the PIN away; whoever sits at the machine may do so."""
    desk.ledger.settings.drop(SETTING)


def try_pin(desk: Desk, right: Callable[[str], bool], *, who: str, now: str) -> bool:
    """Is it the PIN? `right` compares with the hash. A try is counted before it is looked at. Raises `TooManyTries`."""
    known = pin_hash(desk)
    since = (datetime.fromisoformat(now) - WINDOW).isoformat(timespec="milliseconds")
    if not desk.ledger.attempts.take(who, now=now, since=since, limit=TRIES):
        raise TooManyTries
    if known is None or not right(known):
        return False
    desk.ledger.attempts.forget(who)
    return True


def _easy(pin: str) -> bool:
    """Digits that are all the same, or follow each other."""
    steps = {int(after) - int(before) for before, after in pairwise(pin)}
    return len(steps) == 1 and steps <= {-1, 0, 1}
