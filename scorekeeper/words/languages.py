"""The languages of the program, from `translations/languages.toml`, how much of each is translated, and the order of
names in its dictionary."""

import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from scorekeeper.engine.values import Struct

TRANSLATIONS = Path(__file__).resolve().parent.parent / "translations"
ENGLISH = "en"
#: Readers are offered a language from this percentage of translated sentences on.
OFFERED_FROM = 95
#: The number of sentences in a compiled catalogue, by gettext's format: 4 bytes, lowest first.
_COUNT = slice(8, 12)


class Language(Struct):
    """A language: its name for itself, and its letters in dictionary order, with spaces between them."""

    name: str
    alphabet: str


def _languages() -> Mapping[str, Language]:
    lines = tomllib.loads((TRANSLATIONS / "languages.toml").read_text(encoding="utf-8"))
    usual = lines[ENGLISH]["alphabet"]
    return {id_: Language(line["name"], line.get("alphabet", usual)) for id_, line in lines.items()}


LANGUAGES: Mapping[str, Language] = _languages()


def offered(translations: Path, current: str) -> dict[str, str]:
    """Return what a menu calls each language that readers are offered, and the `current` one, by its code.

    The name of an incomplete one is followed by its share.
    """
    share = shares(translations)
    ids = (id_ for id_ in LANGUAGES if share[id_] >= OFFERED_FROM or id_ == current)
    return {id_: LANGUAGES[id_].name + (f" ({share[id_]}\u00a0%)" if share[id_] < 100 else "") for id_ in ids}


@cache
def shares(translations: Path) -> Mapping[str, int]:
    """Return how many percent of the sentences each language has, by the fullest catalogue; English has them all."""
    counts = {id_: _count(translations / id_ / "LC_MESSAGES" / "messages.mo") for id_ in LANGUAGES}
    most = max(1, *counts.values())
    return {id_: 100 if id_ == ENGLISH else 100 * count // most for id_, count in counts.items()}


def _count(file: Path) -> int:
    try:
        with file.open("rb") as compiled:
            return int.from_bytes(compiled.read(_COUNT.stop)[_COUNT], "little")
    except FileNotFoundError:
        return 0


_SAME_LETTER = str.maketrans({"ş": "ș", "ţ": "ț", "ő": "ö", "ű": "ü"})
_LONGEST = 3


@cache
def _positions(alphabet: str) -> dict[str, int]:
    return {letter: position for position, letter in enumerate(alphabet.split(), start=1)}


def sort_key(alphabet: str, text: str) -> tuple[tuple[int, ...], str]:
    """Give a key that sorts `text` as a dictionary with this alphabet does; a tie falls to the text itself.

    Letters of the alphabet are separated by spaces; accents that it does not name only break ties.
    """
    rest = unicodedata.normalize("NFC", text).casefold().translate(_SAME_LETTER)
    positions: list[int] = []
    while rest:
        position, length = _first_letter(_positions(alphabet), rest)
        positions.append(position)
        rest = rest[length:]
    return tuple(positions), text


def _first_letter(positions: dict[str, int], text: str) -> tuple[int, int]:
    """Give the place of the letter that `text` begins with, and how many characters it takes."""
    for length in range(min(_LONGEST, len(text)), 0, -1):
        if text[:length] in positions:
            return positions[text[:length]], length
    plain = unicodedata.normalize("NFD", text[0])[0]
    if plain in positions:
        return positions[plain], 1
    return (0 if plain.isspace() else len(positions) + ord(plain)), 1
