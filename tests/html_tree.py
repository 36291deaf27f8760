"""A page as a tree of elements. Pages are well formed (tests/web/test_valid_html.py), so nothing has to be guessed."""

from collections.abc import Sequence
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, SubElement

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))


class _Reader(HTMLParser):
    """Puts every element into the one that is open."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("page")]

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Open an element; one of a kind that has no end is closed at once."""
        element = SubElement(self.open[-1], tag, {name: value or "" for name, value in attrs})
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Put in an element of a drawing that closes itself."""
        SubElement(self.open[-1], tag, {name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        """Close the element, and those in it whose end is left out."""
        at = max((at for at, each in enumerate(self.open) if each.tag == tag), default=0)
        if at:
            del self.open[at:]

    def handle_data(self, data: str) -> None:
        """Put a text behind what is there."""
        into = self.open[-1]
        if len(into):
            into[-1].tail = (into[-1].tail or "") + data
        else:
            into.text = (into.text or "") + data


def tree_of(page: str) -> Element:
    """The page."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.open[0]


def sent(field: Element) -> list[tuple[str, str]]:
    """What a field of a form sends as it is on the page: names and values."""
    name, kind = field.get("name", ""), field.get("type", "text")
    if field.tag == "select":
        options = list(field.iter("option"))
        chosen = [each for each in options if "selected" in each.attrib] or options[:1]
        return [(name, each.get("value", "")) for each in chosen]
    if field.tag == "textarea":
        return [(name, (field.text or "").removeprefix("\n"))]
    if kind in ("radio", "checkbox"):
        return [(name, field.get("value", "on"))] if "checked" in field.attrib else []
    return [] if kind in ("submit", "image", "button") else [(name, field.get("value", ""))]
