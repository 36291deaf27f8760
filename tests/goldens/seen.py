"""A page as a user reads it: a line for each block, with the targets of links and the values of fields, without the
parts that all pages have."""

import re
from collections import Counter
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from tests.goldens.text import masked
from tests.html_tree import VOID, tree_of

#: Elements within a line; table cells end with a bar, and any other element begins a line.
WITHIN = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "button", "code", "data", "del", "em", "i", "img", "input", "ins", "kbd", "label",
    "legend", "mark", "meter", "option", "output", "q", "s", "select", "small", "span", "strong", "sub", "sup", "svg",
    "td", "text", "textarea", "th", "time", "tspan", "u", "use", "var",
})  # fmt: skip
CELLS = frozenset({"td", "th"})
UNREAD = frozenset({"head", "script", "style", "datalist"})
#: Classes of parts that every page has: the link to the content, and the menu of the device.
EVERYWHERE = frozenset({"skip", "tools"})
#: Fields that are not shown, because they say nothing about the form.
UNTOLD = frozenset({"csrf_token", "key"})
#: Attributes with which a clock or a deal is passed to scripts.
TOLD = ("data-rings", "data-extra", "data-warning", "data-used", "data-deal", "data-saved")

#: Attributes whose values the lines show already, or that only connect elements.
SAID = frozenset({
    "action", "alt", "aria-controls", "aria-describedby", "aria-description", "aria-label", "aria-labelledby",
    "checked", "content", "d", "for", "form", "formaction", "headers", "hidden", "href", "id", "list", "method", "name",
    "rel", "selected", "src", "type", "value", "xmlns", *TOLD,
})  # fmt: skip
#: The maximum number of characters of an attribute, with its name, that are shown.
LONGEST = 80


def seen(html: str) -> list[str]:
    """The lines of a page, as the head of this module describes them."""
    written: list[str] = []
    for element in tree_of(html):
        _write(element, written)
    lines = (" ".join(line.split(" ")).strip(" |") for line in "".join(written).split("\n"))
    return [re.sub(r" {2,}", " ", line) for line in lines if line]


def _write(element: Element, written: list[str]) -> None:
    """Append an element to `written` as text: its own value, its content, and its end."""
    tag, given = element.tag, element.attrib
    if tag in UNREAD or not EVERYWHERE.isdisjoint(given.get("class", "").split()):
        return
    told = [f"{name[5:]}={given[name]}" for name in TOLD if name in given]
    said = [given[name] for name in ("aria-label", "alt", "aria-description") if given.get(name)]
    marks = [f"“{text}”" for text in said] + [f"({text})" for text in told]
    written.append(" " if tag in WITHIN else "\n")
    written.append(" ".join([*marks, *(["(hidden)"] if "hidden" in given else []), _field(tag, given), ""]))
    if tag in VOID:
        return
    written.append(_spaced(element.text))
    for part in element:
        _write(part, written)
        written.append(_spaced(part.tail))
    written.append(_ending(tag, given) if tag in WITHIN else "\n")


def _spaced(text: str | None) -> str:
    return re.sub(r"[ \t\r\n\f]+", " ", text or "")


def _ending(tag: str, given: Mapping[str, str]) -> str:
    if tag == "a":
        return f" (→ {given.get('href', '')})"
    if tag == "button":
        pressed = [f"{given['name']}={given.get('value', '')}"] if given.get("name", "csrf_token") not in UNTOLD else []
        return " ".join(["", *pressed, *([f"→ {given['formaction']}"] if "formaction" in given else [])]) + ">"
    return "]" if tag in ("textarea", "select") else " | " if tag in CELLS else ""


def _field(tag: str, given: Mapping[str, str]) -> str:
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


def marks(html: str) -> list[str]:
    """A line for each element with attributes that `seen` does not show, such as classes, keyboard hints and positions
    in a drawing. Equal lines are counted."""
    found: Counter[str] = Counter()
    for element in tree_of(html).iter():
        told = sorted(_told(name, value) for name, value in element.items() if name not in SAID)
        if told and element.tag not in ("link", "meta"):
            found[" ".join([element.tag, *told])] += 1
    return [f"{many} {what}" for what, many in sorted(found.items())]


def _told(name: str, value: str) -> str:
    return masked(f'{name}="{" ".join(value.split())}"')[:LONGEST]
