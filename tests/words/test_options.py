"""The values of house options in words, the same on a page and on a sheet."""

from typing import Any

import pytest

from scorekeeper.rulebook.loader import rulebook
from scorekeeper.words import words_for
from scorekeeper.words.options import say_option

EN = words_for("en")


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("wilds-on-finished-canasta", None, "No limit"),
        ("wild-canasta-twos", None, "Not used"),
        ("wild-canasta-twos", 1000, "1,000"),
        ("ace-canastas", True, "Yes"),
        ("ace-canastas", False, "No"),
        ("stake-per-100", "0.5", "0.5"),
    ],
)
def test_a_value_is_said_as_its_option_means_it(option: str, value: Any, said: str) -> None:
    assert say_option(rulebook().options[option], value, EN) == said


@pytest.mark.parametrize(
    ("language", "said"), [("en", "0.20"), ("et", "0,20"), ("hu", "0,20"), ("ro", "0,20"), ("cs", "0,20")]
)
def test_a_decimal_has_the_mark_of_its_language(language: str, said: str) -> None:
    assert say_option(rulebook().options["stake-per-100"], "0.20", words_for(language)) == said


def test_every_choice_is_said_by_its_own_title() -> None:
    for option in rulebook().options.values():
        for value in option.values:
            if title := option.title_of(value):
                assert say_option(option, value, EN) == title
