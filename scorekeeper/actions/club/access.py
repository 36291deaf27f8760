"""The director's PIN, the numbers of devices, and the key that signs cookies and makes the tokens of links.

The file holds the PIN's hash, and guesses are slow. The key is a setting of the ledger, so that a copy of the ledger
carries it: put back on another machine, the cards of the tables, their devices and the director go on. Who has a copy
can therefore make its links; a copy is as secret as the file, and is 0600 like it. On a server the environment has the
key instead, for the database is its operator's.
"""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

from scorekeeper.actions.desk import Desk
from scorekeeper.engine.refused import malformed
from scorekeeper.ledger.records.settings import DIRECTOR_PIN, DIRECTOR_SESSIONS, SECRET_KEY

SHORTEST, LONGEST = 6, 32
#: Wrong tries of one device, and of all devices together: nobody locks a director out by guessing on another one.
TRIES, TRIES_OF_ALL = 5, 30
WINDOW = timedelta(minutes=15)
#: Directors at once; one more ends the session that would end first.
MOST_SESSIONS = 100
#: How people write a day, by the number of digits, and the years that they write.
DATES = {6: ("%d%m%y", "%m%d%y", "%y%m%d"), 8: ("%d%m%Y", "%m%d%Y", "%Y%m%d")}
YEARS = range(1900, 2100)


#: The end of each session, by its id.
Sessions = dict[str, str]


class TooManyTries(Exception):
    """The tries of the last quarter of an hour are used up."""


def pin_hash(desk: Desk) -> str | None:
    """The hash of the PIN, None where none was set."""
    value = desk.ledger.settings.get(DIRECTOR_PIN)
    return value if isinstance(value, str) else None


def set_pin(desk: Desk, pin: str, hashed: Callable[[str], str]) -> None:
    """Set the PIN, or another one in its place. Raises `Refused` for one that is too easy to guess."""
    if not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
        raise malformed("not_a_pin", "pin", "", (SHORTEST, LONGEST))
    if _easy(pin):
        raise malformed("pin_too_easy", "pin", "")
    desk.ledger.settings.put(DIRECTOR_PIN, hashed(pin))
    desk.ledger.settings.drop(DIRECTOR_SESSIONS)


def forget_pin(desk: Desk) -> None:
    """Remove the PIN; anyone at the machine may do so."""
    desk.ledger.settings.drop(DIRECTOR_PIN)
    desk.ledger.settings.drop(DIRECTOR_SESSIONS)


def try_pin(desk: Desk, right: Callable[[str], bool], *, who: str | None, now: str) -> bool:
    """Return whether it is the PIN. `right` compares with the hash. `who` tries: a device, or None at the machine
    itself.

    A try is counted before it is looked at. Raises `TooManyTries`.
    """
    hash_ = pin_hash(desk)
    since = (datetime.fromisoformat(now) - WINDOW).isoformat(timespec="milliseconds")
    of_all = None if who is None else TRIES_OF_ALL  # nobody outside uses up the tries of the machine itself
    who = who or "machine"
    if not desk.ledger.attempts.take(who, now=now, since=since, limit=TRIES, limit_of_all=of_all):
        raise TooManyTries
    if hash_ is None or not right(hash_):
        return False
    desk.ledger.attempts.forget(who)
    return True


def start_session(desk: Desk, session_id: str, *, until: str, now: str) -> None:
    """A device is the director's until then; only that device knows what `session_id` is made from."""

    def with_this(sessions: Sessions | None) -> Sessions:
        running = {name: end for name, end in (sessions or {}).items() if end > now} | {session_id: until}
        return dict(sorted(running.items(), key=lambda each: each[1])[-MOST_SESSIONS:])

    desk.ledger.settings.change(DIRECTOR_SESSIONS, with_this)


def end_session(desk: Desk, session_id: str) -> None:
    """The device is no longer the director's, nor is any copy of what it was known by."""
    desk.ledger.settings.change(
        DIRECTOR_SESSIONS, lambda sessions: {name: end for name, end in (sessions or {}).items() if name != session_id}
    )


def in_session(desk: Desk, session_id: str, *, now: str) -> bool:
    """Return whether this device is the director's now."""
    sessions: Sessions = desk.ledger.settings.get(DIRECTOR_SESSIONS, {})
    return sessions.get(session_id, "") > now


def _easy(pin: str) -> bool:
    """Return whether a PIN would be guessed early: hardly any different digits, a repeated part, or rows of digits that
    follow each other."""
    length = len(pin)
    repeats = any(pin == pin[:part] * (length // part) for part in range(1, length // 2 + 1))
    doubled = pin[::2] == pin[1::2] and _is_row(pin[::2])
    halves = _is_row(pin[: length // 2]) and _is_row(pin[length // 2 :])
    steps = any(length % part == 0 and _is_row(pin, part) for part in range(1, length // 3 + 1))
    return len(set(pin)) < 3 or repeats or doubled or halves or steps or _is_date(pin)


def _is_row(digits: str, part: int = 1) -> bool:
    """Return whether the digits follow one another by the same step, as in 1 2 3, 9 8 7, 1 4 7 or 8 9 0, or the numbers
    of equal length, as in 01 02 03 or 10 20 30."""
    numbers = [int(digits[at : at + part]) for at in range(0, len(digits), part)]
    return len({(after - before) % 10**part for before, after in pairwise(numbers)}) == 1


def _is_date(digits: str) -> bool:
    """Return whether it is a date, its year with two digits or from 1900 to 2099, in any usual order."""
    orders = DATES.get(len(digits), ())
    return any(_day(digits, order) for order in orders)


def _day(digits: str, order: str) -> bool:
    try:
        return datetime.strptime(digits, order).replace(tzinfo=UTC).year in YEARS
    except ValueError:
        return False


#: How many devices have got their number so far.
SETTING = "devices"


def number_device(desk: Desk) -> int:
    """The next number; nobody gets it twice."""
    number: int = desk.ledger.settings.change(SETTING, lambda last: (last or 0) + 1)
    return number


#: The file beside the ledger in which 0.1.0 kept its key.
EARLIER = "secret_key"


def secret_key(desk: Desk) -> bytes:
    """Return the ledger's key. The first time it is taken over from the file of an earlier version, or made."""
    settings, file = desk.ledger.settings, desk.ledger.store.file
    known = settings.get(SECRET_KEY)
    if known is None:
        new = _earlier(file.with_name(EARLIER) if file else None) or secrets.token_bytes(32)
        known = settings.change(SECRET_KEY, lambda other: other or new.hex())
    return bytes.fromhex(known)


def _earlier(path: Path | None) -> bytes | None:
    return path.read_bytes() if path and path.is_file() else None
