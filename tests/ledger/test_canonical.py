"""The text from which the chain is computed must never change, or no old match could be verified."""

import json
from datetime import date
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.canonical import chain, digest, from_json, to_json
from scorekeeper.ledger.errors import Unstorable
from tests.examples import texts

WHOLE = st.integers(-(2**63), 2**63 - 1)
TEXT = texts(12)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | WHOLE | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


def plainly(value: Any, after: str = "") -> str:
    """The digest of a value after the digest `after`, computed with Python's own JSON encoder."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)
    return sha256(f"{after}{text}".encode()).hexdigest()


@given(VALUES, TEXT)
def test_what_is_sealed_is_the_text_of_pythons_own_encoder(value: Any, after: str) -> None:
    assert digest(value, what="entry", after=after) == plainly(value, after)


@pytest.mark.parametrize(
    "value",
    [
        *map(chr, range(0x20)),
        '"\\/',
        "\x7f\x80\u2028\u2029\ufeff\uffff",
        "Ő🂡",
        {"é": 1, "z": 2, "\U0001f0a1": 3, "\uffff": 4},
    ],
)
def test_no_letter_is_written_otherwise(value: Any) -> None:
    assert digest(value, what="entry") == plainly(value)


def test_a_chain_is_what_it_has_always_been() -> None:
    first = chain("", ("match_id", "version", "payload"), ("friday", 1, '{"title":"Péntek"}'))
    assert first == "802406c38b3fa9247032376a6ec5951905bff1909b286e404cba4b2652712a0a"
    assert chain(first, ("match_id", "version"), ("friday", 2)) == (
        "ed7d7927e29cca4d91d63328472ae07ecc9f0a685f53182c9f5a7cf0f742ae61"
    )


@pytest.mark.parametrize("value", ["\ud800", {1, 2}, object(), 2**70])
def test_what_has_no_such_text_is_refused(value: Any) -> None:
    with pytest.raises(Unstorable) as refused:
        digest(value, what="body")
    assert refused.value.what == "body"


@given(VALUES | st.floats(allow_nan=False, allow_infinity=False))
def test_what_is_kept_is_the_value_and_of_whole_ones_the_text_of_pythons_own_encoder(value: Any) -> None:
    assert from_json(to_json(value)) == value
    if not isinstance(value, float):
        assert to_json(value) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Rank(str):
    """A text of a subclass of `str`."""

    __slots__ = ()


@pytest.mark.parametrize(
    "value", [2**70, -(2**70), {1: {2: 3}}, {None: 1}, [Rank("K")], {Rank("K"): 1}, [None, "null"]]
)
def test_what_python_has_words_for_is_kept(value: Any) -> None:
    assert to_json(value) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Card(Struct):
    """A value that JSON cannot express."""

    rank: str


@pytest.mark.parametrize(
    "value",
    [float("nan"), [1, {"points": float("inf")}], "\ud800", {"\ud800": 1}, {1, 2}, Card("K"), date(2026, 1, 2)],
)
def test_what_json_or_utf_8_cannot_hold_is_not_kept(value: Any) -> None:
    with pytest.raises(Unstorable) as refused:
        to_json(value, what="note")
    assert refused.value.what == "note"


def test_what_holds_itself_is_not_kept() -> None:
    round_: list[Any] = []
    round_.append(round_)
    with pytest.raises(Unstorable):
        to_json(round_)
