"""Numbers as people type them."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.words import LANGUAGES, words_for
from scorekeeper.words.numbers import NumberNotUnderstood, parse_number
from tests.examples import texts

KEYS = {"number_missing", "number_unclear", "number_too_big"}


@given(st.sampled_from(LANGUAGES), st.integers(-999_999_999, 999_999_999))
def test_it_reads_back_what_every_language_writes(language: str, n: int) -> None:
    words = words_for(language)
    assert parse_number(words.number(n)) == n
    assert parse_number(words.signed(n)) == n


@given(texts(40))
def test_it_understands_or_refuses_every_text(typed: str) -> None:
    assert isinstance(number_or_key(typed), int) or number_or_key(typed) in KEYS


def number_or_key(typed: str) -> int | str:
    """The number, or the key of the refusal."""
    try:
        return parse_number(typed)
    except NumberNotUnderstood as refused:
        return refused.key
