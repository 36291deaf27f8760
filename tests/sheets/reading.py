"""Functions that read the texts and measures of a printed sheet from its PDF."""

import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from html import unescape
from io import BytesIO
from typing import Any

from pypdf import PdfReader

from scorekeeper.words import words_for

#: Replaces no-break spaces with plain spaces, and the hyphen of a word broken at a soft hyphen with a plain hyphen.
SPACES = str.maketrans("\u00a0\u202f\u2010", "  -")
SOFT_HYPHEN = "\u00ad"
#: A row of the table has more words than this. A shorter line is no row, even if it begins with the same number.
NARROWEST = 14


def reader(pdf: bytes) -> PdfReader:
    """A reader of a printed PDF."""
    return PdfReader(BytesIO(pdf))


@cache
def text(pdf: bytes) -> str:
    """All text of the pages, line by line."""
    return "\n".join(page.extract_text() for page in reader(pdf).pages).translate(SPACES)


def text_of(html: str) -> str:
    """The text of a sheet's HTML page on one line, without its title and charts."""
    shown = re.sub(r"<svg.*?</svg>|<title>.*?</title>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", shown)).translate(SPACES).split())


def row(said: str, start: str) -> str:
    """The figures of the table row that begins with `start`, without letters of rulings."""
    lines = (line.split(" ") for line in said.splitlines())
    found = next(line for line in lines if line[0] == start and len(line) > NARROWEST)
    return " ".join(word for word in found[1:] if word and not word.isalpha())


def written(value: int | None, language: str = "en") -> str:
    """A figure as the sheet shows it; "·" for 0 and for None."""
    return words_for(language).number(value).translate(SPACES) if value else "·"


def tags(pdf: bytes) -> list[tuple[str, Any]]:
    """All elements of the PDF's tag tree, as (kind, element)."""
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


def smallest_type(pdf: bytes) -> float:
    """The smallest type size between the margins of the pages, in points."""
    sizes: list[float] = []
    for paper in reader(pdf).pages:
        low, high = 13 * POINT, float(paper.mediabox.height) - 18 * POINT

        def seen(said: str, _cm: Any, at: Any, _font: Any, size: float, low: float = low, high: float = high) -> None:
            if said.strip() and low < at[5] * PIXEL < high:
                sizes.append(round(size * PIXEL, 1))

        paper.extract_text(visitor_text=seen)
    return min(sizes)


#: Points per millimetre, and per pixel of CSS.
POINT, PIXEL = 72 / 25.4, 0.75
#: How much is cut off a word's box: INSIDE_X points at the left and right, and the share INSIDE_Y of its height at the
#: top and bottom. Letters do not reach the edges of the box, and a raised letter may overlap its line.
INSIDE_X, INSIDE_Y = 0.6, 0.28
WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>')


@dataclass(frozen=True, slots=True)
class Word:
    """A word and the box of its letters, in points from the upper left corner of the page."""

    said: str
    left: float
    top: float
    right: float
    bottom: float


@lru_cache(maxsize=1)
def words_of(pdf: bytes) -> list[tuple[float, float, list[Word]]]:
    """Every page as (width, height, words), in points, as poppler reads it."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(pdf)
        file.flush()
        read = subprocess.run(["pdftotext", "-bbox", file.name, "-"], capture_output=True, text=True, check=True).stdout
    pages = []
    for found in read.split("<page ")[1:]:
        size = re.match(r'width="([\d.]+)" height="([\d.]+)"', found)
        assert size
        words = []
        for left, top, right, bottom, said in WORD.findall(found):
            inside = INSIDE_Y * (float(bottom) - float(top))
            box = (float(left) + INSIDE_X, float(top) + inside, float(right) - INSIDE_X, float(bottom) - inside)
            words.append(Word(unescape(said), *box))
        pages.append((float(size[1]), float(size[2]), words))
    return pages


def misplaced(pdf: bytes) -> list[str]:
    """A message for each word that is outside the paper or overlaps another."""
    wrong = []
    for width, height, words in words_of(pdf):
        wrong += [f"{w.said} leaves the paper" for w in words
                  if w.left < 0 or w.top < 0 or w.right > width or w.bottom > height]  # fmt: skip
        ordered = sorted(words, key=lambda word: word.top)
        for at, one in enumerate(ordered):
            for other in ordered[at + 1 :]:
                if other.top >= one.bottom:
                    break
                if one.left < other.right and other.left < one.right:
                    wrong.append(f"{one.said} lies over {other.said}")
    return wrong


def missing(pdf: bytes, html: str) -> list[str]:
    """The words of an HTML page that are missing, cut off or broken in its PDF.

    A word may be broken at its hyphen or soft hyphen. A ruling's letter may follow a figure. The foot may be missing.
    """
    unmarked = r"<sup>.*?</sup>|<caption>.*?</caption>|<footer.*?</footer>|<title>.*?</title>"
    unmarked += r"|<span class=\"dagger\">.*?</span>"
    html = re.sub(r"<span lang=\"..\">(.*?)</span>", r"\1", html, flags=re.DOTALL)
    read = " ".join(word.said for _, _, words in words_of(pdf) for word in words)
    printed, shown = (
        Counter(said.translate(SPACES).replace("-", "- ").split())
        for said in (read, text_of(re.sub(unmarked, "", html, flags=re.DOTALL)))
    )
    for word in [word for word in shown if SOFT_HYPHEN in word]:  # it may be printed whole, or broken
        if any({*word.replace(SOFT_HYPHEN, soft).split()} <= {*printed} for soft in ("", "- ")):
            del shown[word]
    return [word for word in shown - printed if not any(other.startswith(word) for other in printed if other != word)]
