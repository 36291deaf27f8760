"""Entries as canonical text, and the chain that seals them."""

import json
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

import orjson

from scorekeeper.ledger.errors import Unstorable

#: What orjson does not write as Python's own encoder does: that refuses it, or writes it as what it is at bottom.
_STRICT = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_SUBCLASS
#: What orjson does not write. What holds itself is refused for its depth: to remember everything that a value is in
#: takes a fifth of the time.
_KEPT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":"))


def to_json(value: object, *, what: str = "payload") -> str:
    """JSON text in the given key order. Raises `Unstorable` for what JSON or UTF-8 cannot hold.

    What has a null in it may have held what is no number, and goes the longer way, where that is refused.
    """
    with suppress(TypeError):
        quick = orjson.dumps(value, option=_STRICT)
        if b"null" not in quick:
            return quick.decode()
    try:
        text = _KEPT.encode(value)
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


def digest(value: object, *, what: str, after: str = "") -> str:
    """SHA-256, hexadecimal, of JSON text behind what it comes `after`; the order of keys does not matter. Of a body:
    the kind of its entry, the deal, and what a writer asked for. Raises `Unstorable`.

    For texts, whole numbers, true, false and null it is the text of Python's own encoder with its keys sorted, in a
    tenth of the time. A half is written otherwise by every program; no entry holds one.
    """
    try:
        text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError as error:
        raise Unstorable(what, str(error)) from error
    return sha256(after.encode() + text).hexdigest()


def token_hash(token: str) -> str:
    """SHA-256 of a link's token: the file never holds the token itself."""
    return sha256(token.encode()).hexdigest()


def chain(before: str, names: Sequence[str], row: Sequence[object]) -> str:
    """SHA-256 over the chain before an entry and what is sealed of it, hexadecimal: a row as it is stored, and what its
    columns are named. The first chain is empty."""
    return digest(dict(zip(names, row, strict=True)), what="entry", after=f"{before}\n")


def check_value(last_chain: str) -> str:
    """The last chain as people compare it: "4705 0281 2B22"."""
    digits = last_chain[:12].upper()
    return " ".join(digits[at : at + 4] for at in range(0, 12, 4))
