"""A page as it is read: a line a block, with where its links lead and what its fields hold, and without what every page
has."""

import re
from collections import Counter
from collections.abc import Sequence
from html.parser import HTMLParser

from tests.goldens.text import masked

#: Elements within a line; a cell of a table ends with a bar, and any other element begins a line.
WITHIN = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "button", "code", "data", "del", "em", "i", "img", "input", "ins", "kbd", "label",
    "legend", "mark", "meter", "option", "output", "q", "s", "select", "small", "span", "strong", "sub", "sup", "svg",
    "td", "text", "textarea", "th", "time", "tspan", "u", "use", "var",
})  # fmt: skip
CELLS = frozenset({"td", "th"})
UNREAD = frozenset({"head", "script", "style", "svg", "datalist"})
#: Classes of what stands on every page: the way to the content, and the menu of the device.
EVERYWHERE = frozenset({"skip", "tools"})
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "use", "wbr", "col", "path", "rect", "line", "circle"})
#: Fields that say nothing of what is sent.
UNTOLD = frozenset({"csrf_token", "key"})
#: What scripts are told of a clock and of a deal.
TOLD = ("data-rings", "data-extra", "data-warning", "data-used", "data-deal", "data-saved")

#: Attributes that lines of a page show, or that only join one of its elements to another.
SAID = frozenset({
    "action", "alt", "aria-controls", "aria-describedby", "aria-description", "aria-label", "aria-labelledby",
    "checked", "content", "d", "for", "form", "formaction", "headers", "hidden", "href", "id", "list", "method", "name",
    "rel", "selected", "src", "type", "value", "xmlns", *TOLD,
})  # fmt: skip
#: Letters of an attribute that are shown.
LONGEST = 80


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []
        self._open: list[tuple[str, str]] = []
        self._unread = 0
        self._select: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Begin an element: what it holds, and what is to be written at its end."""
        given = {name: value or "" for name, value in attrs}
        unread = tag in UNREAD or not EVERYWHERE.isdisjoint(given.get("class", "").split())
        if tag not in VOID:
            self._open.append((tag, _ending(tag, given) if not self._unread else ""))
            self._unread += bool(self._unread or unread)
        if self._unread:
            return
        self.written.append(" " if tag in WITHIN else "\n")
        told = [f"{name[5:]}={given[name]}" for name in TOLD if name in given]
        said = [given[name] for name in ("aria-label", "alt", "aria-description") if given.get(name)]
        marks = [f"“{text}”" for text in said] + [f"({text})" for text in told]
        self.written.append(" ".join([*marks, *(["(hidden)"] if "hidden" in given else []), _field(tag, given), ""]))

    def handle_endtag(self, tag: str) -> None:
        """End an element, and those within it that were left open."""
        while self._open:
            name, ending = self._open.pop()
            if self._unread:
                self._unread -= 1
            else:
                self.written.append(ending if name in WITHIN else "\n")
            if name == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.written.append(re.sub(r"[ \t\r\n\f]+", " ", data))


def _ending(tag: str, given: dict[str, str]) -> str:
    if tag == "a":
        return f" (→ {given.get('href', '')})"
    if tag == "button":
        pressed = [f"{given['name']}={given.get('value', '')}"] if given.get("name", "csrf_token") not in UNTOLD else []
        return " ".join(["", *pressed, *([f"→ {given['formaction']}"] if "formaction" in given else [])]) + ">"
    return "]" if tag in ("textarea", "select") else " | " if tag in CELLS else ""


def _field(tag: str, given: dict[str, str]) -> str:
    name, value, kind = given.get("name", ""), given.get("value", ""), given.get("type", "text")
    if tag == "form":
        return f"({given.get('method', 'get')} {given.get('action', '')})"
    if tag == "button":
        return "<"
    if tag in ("select", "textarea"):
        return f"[{name}: "
    if tag == "option":
        return "*" if "selected" in given else "·"
    if tag != "input" or name in UNTOLD:
        return ""
    if kind in ("radio", "checkbox"):
        return f"({'x' if 'checked' in given else ' '} {name}={value})"
    return f"{{{name}={value}}}" if kind == "hidden" else f"[{name}={value}]"


def seen(html: str) -> list[str]:
    """The lines of a page."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (" ".join(line.split(" ")).strip(" |") for line in "".join(reader.written).split("\n"))
    return [re.sub(r" {2,}", " ", line) for line in lines if line]


def _told(name: str, value: str) -> str:
    return masked(f'{name}="{" ".join(value.split())}"')[:LONGEST]


class _Marks(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Count an element by what else it has."""
        told = sorted(_told(name, value or "") for name, value in attrs if name not in SAID)
        if told and tag not in ("link", "meta"):
            self.found[" ".join([tag, *told])] += 1


def marks(html: str) -> list[str]:
    """What the elements of a page have that no line of it shows, as classes, hints of keyboards, and the places of a
    drawing: how many have the same."""
    reader = _Marks()
    reader.feed(html)
    reader.close()
    return [f"{many} {what}" for what, many in sorted(reader.found.items())]
