"""Pseudo-languages: one has every marked sentence in brackets, to find unmarked texts; one has longer words."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import scorekeeper.words as spoken
from scorekeeper.contract import search
from tools.catalogues import catalogue_files, forms, language_of, read

#: The language that the pseudo-language replaces: English, as it has no catalogue of its own.
PSEUDO = "en"
OPEN, CLOSE = "⟦", "⟧"
#: Words of the longer pseudo-language are longer by this share of their English length.
LONGER = 0.4
PLACEHOLDER = re.compile(r"(%\(\w+\)\w)")
WORD = re.compile(rf"{PLACEHOLDER.pattern}|[^\W\d_]+")


def bracketed(text: str) -> str:
    """Put every part of a sentence except its placeholders in brackets.

    "Deal %(n)s won" becomes "⟦Deal ⟧%(n)s⟦ won⟧". A text that replaces a placeholder must have its own brackets.
    """
    parts = PLACEHOLDER.split(text)
    return "".join(part if at % 2 or not part else f"{OPEN}{part}{CLOSE}" for at, part in enumerate(parts))


def longer(text: str) -> str:
    """Lengthen every word of a sentence by 40 %, but not its placeholders."""
    return WORD.sub(lambda found: found[0] if "%" in found[0] else _stretched(found[0]), text)


def _stretched(word: str) -> str:
    return word + word[-1] * round(len(word) * LONGER)


@cache
def sentences() -> Catalog:
    """Every marked sentence of the program.

    They are read from a catalogue, which `make check` keeps complete; extracting them takes thirty times as long.
    """
    return read(catalogue_files()[0])


def write_pseudo(folder: Path, spelled: Callable[[str], str]) -> Path:
    """Write the compiled catalogue of a pseudo-language, and copy the compiled catalogues of all other languages.

    `spelled` turns an English sentence into one of the pseudo-language. Returns the folder.
    """
    catalogue = Catalog(locale=PSEUDO)
    for message in sentences():
        if message.id:
            said = tuple(spelled(form) for form in forms(message.id))
            catalogue.add(message.id, said if len(said) > 1 else said[0], context=message.context)
    with _compiled(folder, PSEUDO).open("wb") as file:
        write_mo(file, catalogue)
    for path in catalogue_files():
        shutil.copy(path.with_suffix(".mo"), _compiled(folder, language_of(path)))
    return folder


def _compiled(folder: Path, language: str) -> Path:
    target = folder / language / "LC_MESSAGES" / "messages.mo"
    target.parent.mkdir(parents=True)
    return target


@contextmanager
def speaking(folder: Path) -> Iterator[None]:
    """Use the catalogues of a folder until the block ends."""
    before = spoken.TRANSLATIONS
    try:
        _speak(folder)
        yield
    finally:
        _speak(before)


def _speak(folder: Path) -> None:
    spoken.TRANSLATIONS = folder
    spoken.words_for.cache_clear()
    search.ranking.cache_clear()
