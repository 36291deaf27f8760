"""What people type, as a query of SQLite's full-text search."""

import re
import unicodedata

#: As unicode61 cuts words: letters and digits of any script.
_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 12


def words(text: str) -> list[str]:
    """The words of a query, accents joined to their letters. At most twelve count."""
    return _WORD.findall(unicodedata.normalize("NFC", text))[:_MOST_WORDS]


def every(text: str) -> str:
    """All words must occur, each as the beginning of a word; empty where there is none."""
    return " AND ".join(_prefixes(words(text)))


def some(text: str) -> str:
    """Any of the words will do."""
    return " OR ".join(_prefixes(words(text)))


def stems(text: str) -> str:
    """Any of the words without its last third will do: "kártyával" finds "kártyát"."""
    return " OR ".join(_prefixes([_shortened(word) for word in words(text)]))


def _prefixes(found: list[str]) -> list[str]:
    # Quoted, so that no word is an operator; a word holds no quote of its own.
    return [f'"{word}"*' for word in found]


def _shortened(word: str) -> str:
    return word[: max(4, len(word) - len(word) // 3)]
