"""How entries become text, and the chain that seals them."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from scorekeeper.ledger.errors import Unstorable

#: In the order of keys that was given, and in one that says the same for the same value. What holds itself is refused
#: for its depth: to remember everything that a value is in takes a fifth of the time.
_AS_GIVEN, _SORTED = (
    json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":"), sort_keys=sort)
    for sort in (False, True)
)


def to_json(value: object, *, what: str = "payload", encoder: json.JSONEncoder = _AS_GIVEN) -> str:
    """JSON text in the given key order. Raises `Unstorable` for what JSON or UTF-8 cannot hold."""
    try:
        text = encoder.encode(value)
        text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise Unstorable(what, str(error)) from error
    return text


def from_json(text: str) -> Any:
    """The value that `to_json` wrote."""
    return json.loads(text)


def with_json(row: Sequence[Any], column: int) -> list[Any]:
    """A row whose column holds JSON (or nothing), with the value in its place."""
    read = list(row)
    read[column] = None if read[column] is None else from_json(read[column])
    return read


def body_hash(kind: str, deal: int | None, body: object) -> str:
    """SHA-256 of what a writer asked for; the order of keys does not matter."""
    return sha256(to_json([kind, deal, body], what="body", encoder=_SORTED).encode()).hexdigest()


def token_hash(token: str) -> str:
    """SHA-256 of a link's token: the file never holds the token itself."""
    return sha256(token.encode()).hexdigest()


def chain(before: str, names: Sequence[str], row: Sequence[object]) -> str:
    """SHA-256 over the chain before an entry and what is sealed of it, hexadecimal: a row as it is stored, and what its
    columns are named. The first chain is empty."""
    fields = dict(zip(names, row, strict=True))
    return sha256(f"{before}\n{to_json(fields, what='entry', encoder=_SORTED)}".encode()).hexdigest()


def check_value(last_chain: str) -> str:
    """The last chain as people compare it: "4705 0281 2B22"."""
    digits = last_chain[:12].upper()
    return " ".join(digits[at : at + 4] for at in range(0, 12, 4))
