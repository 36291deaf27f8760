"""Dictionary order of names."""

import unicodedata
from functools import cache

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
