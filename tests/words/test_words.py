"""The words of each language; how it writes numbers, money, dates and names is in the snapshots (figures.txt)."""

import pytest

from scorekeeper.words import offered, words_for


def test_words_are_made_once() -> None:
    assert words_for("hu") is words_for("hu")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(KeyError):
        words_for("xx")


def test_every_language_is_offered_in_its_own_name() -> None:
    assert list(offered().values()) == [
        "English", "Eesti", "Magyar", "Română", "Čeština",
    ]  # fmt: skip


def test_a_sentence_without_values_is_left_as_it_is() -> None:
    assert words_for("en").gettext("100 % of the cards") == "100 % of the cards"
