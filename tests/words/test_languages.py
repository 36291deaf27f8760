"""The languages that are offered to readers, by the translated share of each."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from scorekeeper.words import LANGUAGES, languages, words_for
from scorekeeper.words.languages import Language, offered, shares, sort_key


def compiled(folder: Path, language: str, sentences: int) -> None:
    """Write a catalogue that counts as having this number of translated sentences. Its header counts as one of them."""
    catalogue = Catalog(locale=language)
    for number in range(100):
        catalogue.add(f"Sentence {number}", f"{language} {number}" if number < sentences - 1 else "")
    target = folder / language / "LC_MESSAGES" / "messages.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, catalogue)


def test_a_language_is_offered_from_95_percent_on_and_to_a_reader_who_chose_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_test = {"en": "English", "hu": "Magyar", "de": "Deutsch", "sk": "Slovenčina", "pl": "Polski"}
    monkeypatch.setattr(languages, "LANGUAGES", {id_: Language(name, "a b c") for id_, name in of_test.items()})
    for language, sentences in (("hu", 100), ("de", 95), ("sk", 94)):  # there is no Polish catalogue yet
        compiled(tmp_path, language, sentences)
    assert shares(tmp_path) == {"en": 100, "hu": 100, "de": 95, "sk": 94, "pl": 0}
    usual = {"en": "English", "hu": "Magyar", "de": "Deutsch (95\u00a0%)"}
    assert offered(tmp_path, "en") == usual
    assert offered(tmp_path, "sk") == {**usual, "sk": "Slovenčina (94\u00a0%)"}
    assert offered(tmp_path, "pl") == {**usual, "pl": "Polski (0\u00a0%)"}


def test_names_sort_by_the_letters_of_english_where_a_language_names_none() -> None:
    usual = languages.LANGUAGES["en"].alphabet
    assert sorted(("Zoe", "Änne", "Anna"), key=lambda name: sort_key(usual, name)) == ["Anna", "Änne", "Zoe"]


def test_every_language_of_the_program_can_be_spoken() -> None:
    assert [words_for(language).language for language in LANGUAGES] == list(languages.LANGUAGES)
