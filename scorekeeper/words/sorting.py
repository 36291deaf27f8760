"""The order of names: letters that only one language has, and where they stand in its alphabet."""

import unicodedata
from functools import cache

# Letters that a dictionary treats as letters of their own, in order; accents not named here only break ties.
_ALPHABETS = {
    "en": "a b c d e f g h i j k l m n o p q r s t u v w x y z",
    "et": "a b c d e f g h i j k l m n o p q r s š z ž t u v w õ ä ö ü x y",
    "hu": "a b c cs d dz dzs e f g gy h i j k l ly m n ny o ö p q r s sz t ty u ü v w x y z zs",
    "ro": "a ă â b c d e f g h i î j k l m n o p q r s ș t ț u v w x y z",
    "cs": "a b c č d e f g h ch i j k l m n o p q r ř s š t u v w x y z ž",
}
_SAME_LETTER = str.maketrans({"ş": "ș", "ţ": "ț", "ő": "ö", "ű": "ü"})
_LONGEST = 3


@cache
def _positions(language: str) -> dict[str, int]:
    return {letter: position for position, letter in enumerate(_ALPHABETS[language].split(), start=1)}


def sort_key(language: str, text: str) -> tuple[tuple[int, ...], str]:
    """Give a key that sorts `text` as a dictionary of `language` does; a tie falls to the text itself."""
    rest = unicodedata.normalize("NFC", text).casefold().translate(_SAME_LETTER)
    positions: list[int] = []
    while rest:
        position, length = _first_letter(_positions(language), rest)
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
