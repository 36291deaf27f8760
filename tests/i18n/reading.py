"""A page as users read and hear it: the texts of its elements and attributes, each with its location."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from scorekeeper.rulebook.loader import rulebook
from tests.i18n.pseudo import CLOSE, OPEN

#: The sections of the sources that the rulebook knows only from a digest (`seen`): web pages about games. `PAGES_READ`
#: finds the names of these pages in a text; of names that begin alike, it finds the longest.
READ = [section for section in rulebook().sections.values() if section.document.seen]
NAMES_OF_PAGES = {name for section in READ for name in (section.document.title, section.heading)}
PAGES_READ = re.compile("|".join(re.escape(name) for name in sorted(NAMES_OF_PAGES, key=len, reverse=True)))

SPOKEN = frozenset(
    [
        "alt",
        "aria-description",
        "aria-label",
        "aria-placeholder",
        "aria-roledescription",
        "aria-valuetext",
        "label",
        "placeholder",
        "title",
    ]
)
SILENT = frozenset({"script", "style"})
#: Attributes with parts of one marked sentence. "Page 1 of 2" is put together when it is printed, as the numbers are
#: only known then.
PARTS = frozenset({"data-before", "data-between", "data-after"})
VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Text:
    """A text, and the element or the attribute that contains it."""

    said: str
    place: str


@dataclass(frozen=True, slots=True)
class Element:
    """An open element; `quoted` means that its text is in no language, or in another language than the page."""

    name: str
    quoted: bool = False


@dataclass
class Page(HTMLParser):
    """The parts of a page: its texts in its own language, `lang`, and the addresses of its links within the program."""

    texts: list[Text] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    lang: str = ""
    _open: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    @classmethod
    def of(cls, html: str) -> "Page":
        """Read a page."""
        page = cls()
        page.feed(html)
        page.close()
        return page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element, and the texts in its attributes that screen readers read out."""
        known = dict(attrs)
        self.lang = self.lang or known.get("lang") or ""
        if tag == "a" and (known.get("href") or "").startswith("/"):
            self.links.append(str(known["href"]).partition("#")[0])
        quoted = self._here.quoted or (tag != "html" and "lang" in known) or known.get("translate") == "no"
        if not quoted:
            self.texts += [Text(said, f"{tag}[{name}]") for name, said in _read_out(tag, known)]
        if tag not in VOID:
            self._open.append(Element(tag, quoted))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the attributes of an element without content."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close an element, and the elements in it that have no end tag."""
        while self._open and self._open.pop().name != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if data.strip() and self._here.name not in SILENT and not self._here.quoted:
            self.texts.append(Text(" ".join(data.split()), self._here.name))

    @property
    def _here(self) -> Element:
        return self._open[-1] if self._open else Element("")


def _read_out(tag: str, attributes: dict[str, str | None]) -> Iterator[tuple[str, str]]:
    for name, value in attributes.items():
        button = tag == "input" and name == "value" and attributes.get("type") in ("submit", "button", "reset")
        sentence = name.startswith("data-") and " " in (value or "") and name not in PARTS
        described = tag == "meta" and name == "content" and attributes.get("name") == "description"
        if value and (name in SPOKEN or button or sentence or described):
            yield name, value


def unmarked(page: Page) -> Iterator[Text]:
    """Yield the texts with letters outside the brackets of the pseudo-language.

    A sentence with emphasis is split into several texts, so brackets are counted from one text to the next.
    """
    depth = 0
    for text in page.texts:
        inside = 0 if text.place.endswith("]") else depth
        outside, inside = _outside(text.said, inside)
        depth = depth if text.place.endswith("]") else inside
        if LETTERS.search(outside):
            yield Text(outside.strip(), text.place)


def _outside(said: str, depth: int) -> tuple[str, int]:
    kept = []
    for letter in said:
        depth += (letter == OPEN) - (letter == CLOSE)
        kept.append(letter if depth <= 0 and letter != CLOSE else " ")
    return "".join(kept), depth
