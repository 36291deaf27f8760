"""What people type, as a query of SQLite's full-text search."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from difflib import get_close_matches

#: As unicode61 cuts words: letters and digits of any script.
_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 12
#: Words as short as an article or a pronoun begin half of all words, and what is shorter than a slip is not mistyped.
_LITTLE = 2
_LEAST_MISTYPED = 5
_ALIKE = 0.8


def cut(text: str) -> list[str]:
    """The words of a text, accents joined to their letters."""
    return _WORD.findall(unicodedata.normalize("NFC", text))


def words(text: str) -> list[str]:
    """The words of a query. At most twelve count."""
    return cut(text)[:_MOST_WORDS]


def every(text: str) -> str:
    """All words must occur, each as the beginning of a word; empty where there is none."""
    return " AND ".join(_prefixes(words(text)))


def some(text: str, known: Collection[str] = ()) -> str:
    """Any of the words will do, also without its last third: "kártyával" finds "kártyát". Little words count where
    nothing else was said; one that begins no word of `known`, folded ones, stands for those it nearly is."""
    found = words(text)
    telling = [word for word in found if len(word) > _LITTLE or word.isdecimal()] or found
    return " OR ".join(_prefixes([form for word in telling for form in _forms(word, known)]))


def folded(text: str) -> str:
    """Small letters without their accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


def _forms(word: str, known: Collection[str]) -> Iterator[str]:
    yield word
    stem = word[: max(4, len(word) - len(word) // 3)]
    if stem != word:
        yield stem
    if len(word) >= _LEAST_MISTYPED and not any(other.startswith(folded(stem)) for other in known):
        yield from get_close_matches(folded(word), known, cutoff=_ALIKE)


def _prefixes(found: list[str]) -> list[str]:
    # Quoted, so that no word is an operator; a word holds no quote of its own.
    return [f'"{word}"*' for word in found]
