"""The director's PIN and sessions, the numbers of devices, and the key that signs cookies and link tokens.

The ledger stores only the hash of the PIN, and limits the number of guesses. The key is a setting of the ledger, so
that it is in every copy: after a restore on another machine, table cards, devices and the director's session still
work. Anyone who has a copy can therefore make links. So a copy is as secret as the ledger's file, and has the same
mode, 0600. The operator of a database server can read the database; there, the key is in the environment instead.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.refused import malformed
from scorekeeper.ledger.records.settings import DEVICES, DIRECTOR_PIN, DIRECTOR_SESSIONS, SECRET_KEY

SHORTEST, LONGEST = 6, 32
#: The number of attempts allowed within `WINDOW`: for one device, and for all devices together. Each device has its own
#: limit, so that a few wrong guesses on one device do not lock out a director on another.
TRIES, TRIES_OF_ALL = 5, 30
WINDOW = timedelta(minutes=15)
#: The maximum number of sessions at the same time. Starting another one ends the session with the earliest end.
MOST_SESSIONS = 100
#: For finding PINs that are dates. `DATES` has the usual orders of day, month and year, by the number of digits; a date
#: counts only if its year is in `YEARS`.
DATES = {6: ("%d%m%y", "%m%d%y", "%y%m%d"), 8: ("%d%m%Y", "%m%d%Y", "%Y%m%d")}
YEARS = range(1900, 2100)


#: The end of each session (ISO, UTC), by the id of the session.
Sessions = dict[str, str]


class TooManyTries(Exception):
    """The attempts of the last quarter of an hour are used up."""


def pin_hash(desk: Desk) -> str | None:
    """The hash of the PIN; None if no PIN is set."""
    value = desk.ledger.settings.get(DIRECTOR_PIN)
    return value if isinstance(value, str) else None


def set_pin(desk: Desk, pin: str, hashed: Callable[[str], str]) -> None:
    """Set or replace the PIN, and end all sessions. `hashed` computes the hash that is stored. Raises `Refused` if the
    PIN has the wrong form or is too easy to guess."""
    if not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
        raise malformed("not_a_pin", "pin", "", (SHORTEST, LONGEST))
    if _easy(pin):
        raise malformed("pin_too_easy", "pin", "")
    desk.ledger.settings.put(DIRECTOR_PIN, hashed(pin))
    desk.ledger.settings.drop(DIRECTOR_SESSIONS)


def forget_pin(desk: Desk) -> None:
    """Remove the PIN and end all sessions; anyone at the machine itself may do so."""
    desk.ledger.settings.drop(DIRECTOR_PIN)
    desk.ledger.settings.drop(DIRECTOR_SESSIONS)


def try_pin(desk: Desk, right: Callable[[str], bool], *, who: str | None, now: str) -> bool:
    """Return whether the PIN is correct; False if none is set. `right` takes the stored hash and compares the typed PIN
    with it. `who` is the device, None for the machine itself.

    The attempt is counted before the comparison; a correct PIN deletes the attempts of this device. Raises
    `TooManyTries`.
    """
    hash_ = pin_hash(desk)
    since = (datetime.fromisoformat(now) - WINDOW).isoformat(timespec="milliseconds")
    of_all = None if who is None else TRIES_OF_ALL  # devices cannot use up the attempts of the machine itself
    who = who or "machine"
    if not desk.ledger.attempts.take(who, now=now, since=since, limit=TRIES, limit_of_all=of_all):
        raise TooManyTries
    if hash_ is None or not right(hash_):
        return False
    desk.ledger.attempts.forget(who)
    return True


def start_session(desk: Desk, session_id: str, *, until: str, now: str) -> None:
    """Begin a director's session on a device, until this time (ISO, UTC). Only the device knows the secret that
    `session_id` is derived from."""

    def with_this(sessions: Sessions | None) -> Sessions:
        running = {name: end for name, end in (sessions or {}).items() if end > now} | {session_id: until}
        return dict(sorted(running.items(), key=lambda each: each[1])[-MOST_SESSIONS:])

    desk.ledger.settings.change(DIRECTOR_SESSIONS, with_this)


def end_session(desk: Desk, session_id: str) -> None:
    """End a session. After that, neither its device nor any device with a copy of the cookie has the director's
    rights."""
    desk.ledger.settings.change(
        DIRECTOR_SESSIONS, lambda sessions: {name: end for name, end in (sessions or {}).items() if name != session_id}
    )


def in_session(desk: Desk, session_id: str, *, now: str) -> bool:
    """Return whether a director's session with this id is in force."""
    sessions: Sessions = desk.ledger.settings.get(DIRECTOR_SESSIONS, {})
    return sessions.get(session_id, "") > now


def _easy(pin: str) -> bool:
    """Return whether a PIN is easy to guess: fewer than three different digits, a part that repeats (123123), a date,
    or digits in equal steps (also each digit twice, 112233, or each half on its own, 123987)."""
    length = len(pin)
    repeats = any(pin == pin[:part] * (length // part) for part in range(1, length // 2 + 1))
    doubled = pin[::2] == pin[1::2] and _is_row(pin[::2])
    halves = _is_row(pin[: length // 2]) and _is_row(pin[length // 2 :])
    steps = any(length % part == 0 and _is_row(pin, part) for part in range(1, length // 3 + 1))
    return len(set(pin)) < 3 or repeats or doubled or halves or steps or _is_date(pin)


def _is_row(digits: str, part: int = 1) -> bool:
    """Return whether the digits, read as numbers of `part` digits, go up or down in equal steps: 1 2 3, 9 8 7, 1 4 7 or
    8 9 0 (after the highest number comes 0); or, as numbers of two digits, 01 02 03 or 10 20 30."""
    numbers = [int(digits[at : at + part]) for at in range(0, len(digits), part)]
    return len({(after - before) % 10**part for before, after in pairwise(numbers)}) == 1


def _is_date(digits: str) -> bool:
    """Return whether the digits are a date in any usual order, with a year of two digits or from 1900 to 2099."""
    for order in DATES.get(len(digits), ()):
        with suppress(ValueError):
            if datetime.strptime(digits, order).replace(tzinfo=UTC).year in YEARS:
                return True
    return False


def number_device(desk: Desk) -> int:
    """Take the next unused number for a device, and return it."""
    number: int = desk.ledger.settings.change(DEVICES, lambda last: (last or 0) + 1)
    return number


#: The file next to the ledger in which version 0.1.0 stored its key.
EARLIER = "secret_key"


def secret_key(desk: Desk) -> bytes:
    """Return the ledger's secret key. The first call takes it from the file of version 0.1.0 if there is one, and
    otherwise generates it."""
    settings, file = desk.ledger.settings, desk.ledger.store.file
    known = settings.get(SECRET_KEY)
    if known is None:
        earlier = file.with_name(EARLIER) if file else None
        new = (earlier.read_bytes() if earlier and earlier.is_file() else b"") or secrets.token_bytes(32)
        known = settings.change(SECRET_KEY, lambda other: other or new.hex())
    return bytes.fromhex(known)
