"""The languages of the program, from `translations/languages.toml`: their names, the share of sentences that is
translated, and their alphabetical order."""

import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from scorekeeper.engine.values import Struct

TRANSLATIONS = Path(__file__).resolve().parent.parent / "translations"
ENGLISH = "en"
#: The minimum percentage of translated sentences for a language to be offered to readers.
OFFERED_FROM = 95
#: The bytes that contain the number of sentences in a compiled catalogue of gettext, lowest byte first.
_COUNT = slice(8, 12)


class Language(Struct):
    """A language: its name in the language itself, and the letters of its alphabet in order, separated by spaces."""

    name: str
    alphabet: str


_LINES = tomllib.loads((TRANSLATIONS / "languages.toml").read_text(encoding="utf-8"))
LANGUAGES: Mapping[str, Language] = {
    id_: Language(line["name"], line.get("alphabet", _LINES[ENGLISH]["alphabet"])) for id_, line in _LINES.items()
}


def offered(translations: Path, current: str) -> dict[str, str]:
    """The names of languages for a menu, by language code: those that are offered to readers, and the `current` one.

    The name of an incomplete language is followed by its percentage.
    """
    share = shares(translations)
    ids = (id_ for id_ in LANGUAGES if share[id_] >= OFFERED_FROM or id_ == current)
    return {id_: LANGUAGES[id_].name + (f" ({share[id_]}\u00a0%)" if share[id_] < 100 else "") for id_ in ids}


@cache
def shares(translations: Path) -> Mapping[str, int]:
    """The share of translated sentences of each language, by code, in percent of the fullest catalogue. English has
    100; a language without a catalogue has 0."""
    files = {id_: translations / id_ / "LC_MESSAGES" / "messages.mo" for id_ in LANGUAGES}
    counts = {
        id_: int.from_bytes(file.read_bytes()[_COUNT], "little") if file.exists() else 0 for id_, file in files.items()
    }
    most = max(1, *counts.values())
    return {id_: 100 if id_ == ENGLISH else 100 * count // most for id_, count in counts.items()}


_SAME_LETTER = str.maketrans({"ş": "ș", "ţ": "ț", "ő": "ö", "ű": "ü"})
_LONGEST = 3


@cache
def _positions(alphabet: str) -> dict[str, int]:
    return {letter: position for position, letter in enumerate(alphabet.split(), start=1)}


def sort_key(alphabet: str, text: str) -> tuple[tuple[int, ...], str]:
    """The key that sorts texts by this alphabet, whose letters are separated by spaces.

    Letters with accents that the alphabet does not have sort as the plain letter; ties are broken by the text itself.
    """
    rest = unicodedata.normalize("NFC", text).casefold().translate(_SAME_LETTER)
    positions: list[int] = []
    while rest:
        position, length = _first_letter(_positions(alphabet), rest)
        positions.append(position)
        rest = rest[length:]
    return tuple(positions), text


def _first_letter(positions: dict[str, int], text: str) -> tuple[int, int]:
    """The first letter of `text`, as (position in the alphabet, number of characters). An accented letter that the
    alphabet does not have has the position of the plain letter. Spaces come before the alphabet, all other characters
    after it."""
    for length in range(min(_LONGEST, len(text)), 0, -1):
        if text[:length] in positions:
            return positions[text[:length]], length
    plain = unicodedata.normalize("NFD", text[0])[0]
    if plain in positions:
        return positions[plain], 1
    return (0 if plain.isspace() else len(positions) + ord(plain)), 1
