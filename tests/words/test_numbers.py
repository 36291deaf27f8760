"""Numbers as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.words import LANGUAGES, NumberNotUnderstood, parse_number, words_for
from tests.examples import texts

KEYS = {"number_missing", "number_unclear", "number_too_big"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("85", 85),
        (" 85 ", 85),
        ("1495", 1495),
        ("1,495", 1495),
        ("1.495", 1495),
        ("1 495", 1495),
        ("1\u00a0495", 1495),
        ("1\u202f495", 1495),
        ("1,234,567", 1234567),
        ("-85", -85),
        ("\u221285", -85),
        ("+85", 85),
        ("100+100+85", 285),
        ("100 + 100 \u2212 85", 115),
        ("1 495 + 5", 1500),
        ("0", 0),
    ],
)
def test_it_reads_what_people_type(typed: str, meant: int) -> None:
    assert parse_number(typed) == meant


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("", "number_missing"),
        ("  ", "number_missing"),
        ("abc", "number_unclear"),
        ("1,49", "number_unclear"),
        ("1.4955", "number_unclear"),
        ("1.234,567", "number_unclear"),
        ("1234.567", "number_unclear"),
        ("12 34", "number_unclear"),
        ("100+", "number_unclear"),
        ("100++5", "number_unclear"),
        ("1e3", "number_unclear"),
        ("\u0661", "number_unclear"),
        ("1000000000", "number_too_big"),
    ],
)
def test_it_refuses_the_rest_and_says_why(typed: str, key: str) -> None:
    with pytest.raises(NumberNotUnderstood) as refused:
        parse_number(typed)
    assert refused.value.key == key


@given(st.sampled_from(LANGUAGES), st.integers(-999_999_999, 999_999_999))
def test_it_reads_back_what_every_language_writes(language: str, n: int) -> None:
    words = words_for(language)
    assert parse_number(words.number(n)) == n
    assert parse_number(words.signed(n)) == n


@given(texts(40))
def test_it_understands_or_refuses_every_text(typed: str) -> None:
    assert isinstance(number_or_key(typed), int) or number_or_key(typed) in KEYS


def number_or_key(typed: str) -> int | str:
    """Give the number, or why it was refused."""
    try:
        return parse_number(typed)
    except NumberNotUnderstood as refused:
        return refused.key
