"""What people type, as a query of SQLite's full-text search."""

import re
import unicodedata

#: As unicode61 cuts words: letters and digits of any script.
_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 12


def every(text: str) -> str:
    """All words must occur, each as the beginning of a word; empty where there is none."""
    found = _WORD.findall(unicodedata.normalize("NFC", text))[:_MOST_WORDS]
    # Quoted, so that no word is an operator; a word holds no quote of its own.
    return " AND ".join(f'"{word}"*' for word in found)


def folded(text: str) -> str:
    """Small letters without their accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
