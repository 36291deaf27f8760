"""A page as a tree of elements. Pages are well formed (tests/web/test_valid_html.py), so the reader corrects
nothing."""

import re
from functools import lru_cache
from html import unescape
from xml.etree.ElementTree import Element, SubElement

from cssselect2 import ElementWrapper

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))
#: One part of a page: a comment or document type (no groups), a tag (groups: "/" if it closes an element, its name, its
#: attributes), or a text (last group).
PART = re.compile(r'<!--.*?-->|<![^>]*>|<(/?)([a-zA-Z][\w-]*)((?:[^>"]|"[^"]*")*)>|([^<]+)', re.DOTALL)
ATTRIBUTE = re.compile(r'([^\s=/"]+)(?:="([^"]*)")?')


@lru_cache(maxsize=2)
def tree_of(page: str) -> Element:
    """The tree of a page, cached; `html.parser` would take ten times as long."""
    opened = [Element("page")]
    for ends, tag, attributes, text in PART.findall(page):
        if text:
            _put(opened[-1], unescape(text))
        elif ends and opened[-1].tag == tag and len(opened) > 1:
            opened.pop()
        elif ends:
            at = max((at for at, each in enumerate(opened) if each.tag == tag), default=0)
            del opened[at or len(opened) :]
        elif tag:
            given = {name: unescape(value) for name, value in ATTRIBUTE.findall(attributes)}
            element = SubElement(opened[-1], tag, given)
            if tag not in VOID and not attributes.endswith("/"):
                opened.append(element)
    return opened[0]


def _put(into: Element, text: str) -> None:
    """Add a text to the end of an element's content."""
    if len(into):
        into[-1].tail = (into[-1].tail or "") + text
    else:
        into.text = (into.text or "") + text


def found(page: str, selector: str) -> list[Element]:
    """The elements of a page that a CSS selector matches, in their order."""
    return [each.etree_element for each in ElementWrapper.from_xml_root(tree_of(page)).query_all(selector)]


def values_of(page: str, selector: str) -> dict[str, str]:
    """The values of the fields that a CSS selector matches, by name."""
    return {each.get("name", ""): each.get("value", "") for each in found(page, selector)}


def text_of(element: Element) -> str:
    """The text of an element on one line."""
    return " ".join("".join(element.itertext()).split())


def forms_to(page: str, action: str) -> list[dict[str, str]]:
    """For each form that is sent to the address `action`, its fields with the values that they have on the page."""
    forms = (form for form in tree_of(page).iter("form") if form.get("action", "") == action)
    return [dict(pair for field in form.iter() if field.get("name") for pair in sent(field)) for form in forms]


def sent(field: Element) -> list[tuple[str, str]]:
    """The names and values that a field of a form sends if it is not changed."""
    name, kind = field.get("name", ""), field.get("type", "text")
    if field.tag == "select":
        options = list(field.iter("option"))
        chosen = [each for each in options if "selected" in each.attrib] or options[:1]
        return [(name, each.get("value", "")) for each in chosen]
    if field.tag == "textarea":
        return [(name, (field.text or "").removeprefix("\n"))]
    if kind in ("radio", "checkbox"):
        return [(name, field.get("value", "on"))] if "checked" in field.attrib else []
    return [] if kind in ("submit", "image", "button") or field.tag != "input" else [(name, field.get("value", ""))]
