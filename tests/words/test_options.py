"""The values of house options in words, the same on a page and on a sheet."""

from scorekeeper.rulebook.loader import rulebook
from scorekeeper.words import words_for
from scorekeeper.words.options import say_option

EN = words_for("en")


def test_every_choice_is_said_by_its_own_title() -> None:
    for option in rulebook().options.values():
        for value in option.values:
            if title := option.title_of(value):
                assert say_option(option, value, EN) == title
