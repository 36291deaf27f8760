"""The search text for a match or a player, split into words, without parts that people may leave out."""

import re
import unicodedata

#: As unicode61 cuts words: letters and digits of any script.
_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 12


def words(text: str) -> list[str]:
    """The first dozen words of it; none where there is nothing but signs."""
    return _WORD.findall(unicodedata.normalize("NFC", text))[:_MOST_WORDS]


def plain(text: str) -> str:
    """Small letters without their accents, as a server's search has them: ß stays as it is."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def folded(text: str) -> str:
    """Small letters without their accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
