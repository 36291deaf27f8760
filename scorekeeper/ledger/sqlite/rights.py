"""The ways in after a restore: a way in that was revoked since the copy was made stays revoked."""

from typing import Literal

from sqlite_utils import Database

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.canonical import to_json
from scorekeeper.ledger.records.settings import DIRECTOR_PIN, DIRECTOR_SESSIONS, RESTORED, SECRET_KEY
from scorekeeper.ledger.sqlite.connection import transaction

_KNOWN = "SELECT count(*) FROM sqlite_master WHERE name IN ('shares', 'settings')"
_SETTINGS = "SELECT key, value FROM settings"
#: The devices that are the director's, where there are none.
NOBODY = "{}"


class Rights(Struct):
    """The changes to links, PIN and key.

    `closed`: how many links were taken back since the copy was made, and stay so. `unknown`: how many of the copy's
    open links the ledger before did not know, so that any of them may have been taken back since. `pin`: where the PIN
    in force comes from. `another_key`: a program that has the file open signs by another key.
    """

    closed: int
    unknown: int
    pin: Literal["kept", "copy", "none"]
    another_key: bool


def keep_rights(standing: Database, copy: Database, now: str) -> Rights:
    """Write into the copy what is in force in the ledger that stood there: which links were taken back, and the PIN
    where one is set. The key is the copy's where it has one, for its links are made by it.
    """
    known = standing.execute(_KNOWN).fetchone()[0] == 2
    before = dict(standing.execute(_SETTINGS).fetchall()) if known else {}
    shares = dict(standing.execute("SELECT id, revoked_at FROM shares").fetchall()) if known else {}
    then = dict(copy.execute(_SETTINGS).fetchall())
    open_then = [row[0] for row in copy.execute("SELECT id FROM shares WHERE revoked_at IS NULL").fetchall()]
    closed = [(shares[share], share) for share in open_then if shares.get(share)]
    kept = {key: value for key, value in before.items() if key == SECRET_KEY and key not in then}
    if DIRECTOR_PIN in before:
        kept |= {key: before.get(key, NOBODY) for key in (DIRECTOR_PIN, DIRECTOR_SESSIONS)}
    with transaction(copy):
        for each in closed:
            copy.execute("UPDATE shares SET revoked_at = ? WHERE id = ?", each)
        for setting in {**kept, RESTORED: to_json(now, what=RESTORED)}.items():
            copy.execute("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", setting)
    return Rights(
        closed=len(closed),
        unknown=sum(share not in shares for share in open_then),
        pin="kept" if DIRECTOR_PIN in before else "copy" if DIRECTOR_PIN in then else "none",
        another_key=SECRET_KEY in before and then.get(SECRET_KEY, before[SECRET_KEY]) != before[SECRET_KEY],
    )
