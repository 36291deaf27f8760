"""The extractor that finds the sentences in the rulebook's TOML files for the translators, called by Babel."""

import tomllib
from collections.abc import Iterator
from typing import IO

#: The keys whose texts are translated.
SPOKEN_KEYS = frozenset({"title", "says", "asks", "why", "do", "case", "clause"})


def extract_toml(
    fileobj: IO[bytes],
    keywords: object,
    comment_tags: object,
    options: object,
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the texts of a TOML file as Babel expects them: (line, function, message, comments)."""
    text = fileobj.read().decode()
    for message in _texts(tomllib.loads(text)):
        yield _line_of(message, text), "gettext", message, []


def _texts(node: object, *, spoken: bool = False) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _texts(value, spoken=key in SPOKEN_KEYS)
    elif isinstance(node, list):
        for item in node:
            yield from _texts(item, spoken=spoken)
    elif isinstance(node, str) and spoken and node:
        yield node


def _line_of(message: str, text: str) -> int:
    """The number of the line where a message begins; 1 if it is not found. It is searched for in the text of the file,
    because tomllib keeps no line numbers."""
    start = text.find(message.split("\n", 1)[0])
    return text.count("\n", 0, start) + 1 if start >= 0 else 1
