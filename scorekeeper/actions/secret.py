"""The key that signs cookies and makes the tokens of links.

It is a setting of the ledger, so that a copy of the ledger carries it: put back on another machine, the cards of the
tables, their devices and the director go on. Who has a copy can therefore make its links; a copy is as secret as the
file, and is 0600 like it. On a server the environment has the key instead, for the database is its operator's.
"""

import secrets
from pathlib import Path

from scorekeeper.actions.desk import Desk
from scorekeeper.ledger.settings import SECRET_KEY

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
