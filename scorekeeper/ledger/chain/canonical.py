"""Entries as canonical JSON, and the hashes that chain them."""

import json
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

import orjson

from scorekeeper.ledger.errors import Unstorable

#: Types that only orjson accepts, or that it writes in another way than Python's encoder, are left to that encoder.
_STRICT = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_SUBCLASS
#: The encoder for values that orjson cannot write, or may write wrongly (see `to_json`). It does not look for circular
#: references, because the search would take a fifth of the time. A circular value is refused anyway, for its depth.
_KEPT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":"))


def to_json(value: object, *, what: str = "payload") -> str:
    """The value as JSON text; keys keep their order. Raises `Unstorable`, with `what` as the name of the field, for a
    value that JSON or UTF-8 cannot hold.

    orjson writes NaN and infinity as null, so a text with a null is encoded again by Python's encoder, which refuses
    them.
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
    """A row in which the JSON of one column is replaced with its value; None stays None."""
    read = list(row)
    read[column] = None if read[column] is None else from_json(read[column])
    return read


def digest(value: object, *, what: str, after: str = "") -> str:
    """SHA-256, in hexadecimal, of the text `after` followed by the value as JSON with sorted keys. The body of a
    request is hashed as [kind of entry, deal, request]. Raises `Unstorable`.

    orjson takes a tenth of the time of Python's encoder, and writes the same text for values without floats. No entry
    contains a float.
    """
    try:
        text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError as error:
        raise Unstorable(what, str(error)) from error
    return sha256(after.encode() + text).hexdigest()


def token_hash(token: str) -> str:
    """SHA-256 of a link's token, which the ledger stores in place of the token."""
    return sha256(token.encode()).hexdigest()


def chain(before: str, names: Sequence[str], row: Sequence[object]) -> str:
    """The chain of an entry: SHA-256, in hexadecimal, of the previous entry's chain ("" for the first entry) together
    with this entry's sealed columns. `names` has the names of the columns, `row` the values. Raises `Unstorable`."""
    return digest(dict(zip(names, row, strict=True)), what="entry", after=f"{before}\n")


def check_value(last_chain: str) -> str:
    """The first twelve hexadecimal digits of the last chain, for people to compare: "4705 0281 2B22"."""
    digits = last_chain[:12].upper()
    return " ".join(digits[at : at + 4] for at in range(0, 12, 4))
