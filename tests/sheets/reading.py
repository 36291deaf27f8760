"""Reading a printed sheet back."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from io import BytesIO
from typing import Any

from pypdf import PdfReader

from scorekeeper.words import words_for

#: Group marks between digits that a reader of the page gives as plain spaces.
SPACES = str.maketrans("\u00a0\u202f", "  ")
#: Words of the narrowest row of a table; a shorter line that begins with the same number is something else.
NARROWEST = 14


def reader(pdf: bytes) -> PdfReader:
    """Open printed bytes."""
    return PdfReader(BytesIO(pdf))


@cache
def text(pdf: bytes) -> str:
    """Give everything a reader of the pages sees, line by line."""
    return "\n".join(page.extract_text() for page in reader(pdf).pages).translate(SPACES)


def text_of(html: str) -> str:
    """Give everything a reader of a sheet sees, on one line, from the page that is printed."""
    shown = re.sub(r"<svg.*?</svg>|<title>.*?</title>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", shown)).translate(SPACES).split())


def row(said: str, start: str) -> str:
    """Give the figures of the table row that begins with `start`, letters of rulings left out."""
    lines = (line.split(" ") for line in said.splitlines())
    found = next(line for line in lines if line[0] == start and len(line) > NARROWEST)
    return " ".join(word for word in found[1:] if word and not word.isalpha())


def written(value: int | None, language: str = "en") -> str:
    """Give a figure as the sheet writes it."""
    return words_for(language).number(value).translate(SPACES) if value else "·"


def tags(pdf: bytes) -> list[tuple[str, Any]]:
    """Give every element of the tag tree, its kind first."""
    return list(_walk(reader(pdf).trailer["/Root"]["/StructTreeRoot"]["/K"]))


def _walk(node: Any) -> Iterator[tuple[str, Any]]:
    node = node.get_object() if hasattr(node, "get_object") else node
    if isinstance(node, list):
        for child in node:
            yield from _walk(child)
    elif isinstance(node, dict):
        if "/S" in node:
            yield node["/S"], node
        if "/K" in node:
            yield from _walk(node["/K"])
