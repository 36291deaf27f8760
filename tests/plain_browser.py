"""A browser without scripts: it reads a page, fills in fields by their labels, and presses links and buttons by
name."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlencode, urljoin, urlsplit
from xml.etree.ElementTree import Element

from tests.html_tree import sent, tree_of

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PRESSED = ("a", "button", "summary")
FIELDS = ("input", "select", "textarea")
#: Sends a request with its method, path, body and headers; returns the status, the address of a redirect, and the page.
Send = Callable[[str, str, bytes, dict[str, str]], tuple[int, str, str]]
Fields = list[tuple[str, str]]


class Missing(AssertionError):
    """The page has no such link, button, field or sentence."""


@dataclass
class PlainBrowser:
    """One device and its current page. Typed values are kept until a button sends them."""

    ask: Send
    path: str = "/"
    page: str = ""
    before: str = "/"
    typed: dict[tuple[int, str], list[str]] = field(default_factory=dict)
    _tree: Element | None = None

    @property
    def tree(self) -> Element:
        """The parsed page."""
        if self._tree is None:
            self._tree = tree_of(self.page)
        return self._tree

    @property
    def owners(self) -> dict[Element, int]:
        """The fields and buttons that belong to a form, each with the index of that form: the one that its `form`
        attribute names, or else the one around it."""
        forms = list(self.tree.iter("form"))
        inside = {element: at for at, form in enumerate(forms) for element in form.iter()}
        places = {form.get("id", ""): at for at, form in enumerate(forms)}
        found = {
            each: places.get(each.get("form", "")) if "form" in each.attrib else inside.get(each)
            for each in self.tree.iter()
            if each.tag in (*FIELDS, "button")
        }
        return {each: at for each, at in found.items() if at is not None}

    def open(self, path: str) -> None:
        """Type an address."""
        self._go("GET", path)

    def back(self) -> None:
        """Go back to the page before."""
        self._go("GET", self.before)

    def text(self) -> str:
        """Everything on the page, as one line."""
        return spoken(next(self.tree.iter("body")))

    def see(self, text: str) -> None:
        """Find a text on the page."""
        if text not in self.text():
            raise Missing(f"{text!r} is not on {self.path}")

    def press(self, name: str, at: int = 0) -> None:
        """Press a link or a button by its name. If several have this name, press the one with index `at`."""
        named = [each for each in self.tree.iter() if each.tag in PRESSED and called(each, name)]
        found = [each for each in named if name in (spoken(each), each.get("aria-label"))] or named
        if not found:
            raise Missing(f"nothing to press is called {name!r} on {self.path}")
        element = found[at]
        if element.tag == "a" and not element.get("href", "").startswith("#"):
            self._go("GET", urljoin(self.path, element.get("href", "")))
        elif element.tag == "button":
            self._submit(element)

    def fill(self, label: str, text: str) -> None:
        """Type into the field with this label."""
        element = self._labelled(label)
        self.typed[self._place(element), element.get("name", "")] = [text]

    def put(self, name: str, value: str) -> None:
        """Fill in the field with this name in the form data."""
        element = next((each for each in self.owners if each.get("name") == name and each.tag in FIELDS), None)
        if element is None:
            raise Missing(f"no field is sent as {name!r} on {self.path}")
        self.typed[self._place(element), name] = [value]

    def select(self, label: str, option: str) -> None:
        """Choose an option of the select box with this label."""
        element = self._labelled(label)
        (value,) = {each.get("value", "") for each in element.iter("option") if spoken(each) == option}
        self.typed[self._place(element), element.get("name", "")] = [value]

    def choose(self, label: str, within: str = "") -> None:
        """Choose one of several options, or tick a box. With `within`, look only in the group of this name."""
        element = self._labelled(label, within)
        at, value = (self._place(element), element.get("name", "")), element.get("value", "on")
        others = [] if element.get("type") == "radio" else self.typed.get(at, self._marked(element))
        self.typed[at] = [*others, value]

    def _labelled(self, label: str, within: str = "") -> Element:
        """The first field with this label. With `within`, look only in the group of this name."""
        inside = self._group(within) if within else self.tree
        labels = [each for each in inside.iter("label") if called(each, label)]
        named = {each.get("for") for each in labels} - {None}
        wrapped = [field for each in labels for field in each.iter() if field.tag in FIELDS]
        for element in inside.iter():
            if element.tag in FIELDS and (
                element.get("id") in named or element in wrapped or element.get("aria-label") == label
            ):
                return element
        raise Missing(f"no field is called {label!r} on {self.path}")

    def _group(self, name: str) -> Element:
        for element in self.tree.iter("fieldset"):
            legend = next(element.iter("legend"), None)
            if legend is not None and spoken(legend) == name:
                return element
        raise Missing(f"no group is called {name!r} on {self.path}")

    def _place(self, element: Element) -> int:
        """The index of the form that a field or a button belongs to."""
        at = self.owners.get(element)
        if at is None:
            raise Missing(f"{element.get('name')} is in no form of {self.path}")
        return at

    def _fields(self, at: int) -> Iterator[Element]:
        for element, owner in self.owners.items():
            if owner == at and element.tag in FIELDS and element.get("name") and "disabled" not in element.attrib:
                yield element

    def _marked(self, element: Element) -> list[str]:
        same = (each for each in self._fields(self._place(element)) if each.get("name") == element.get("name"))
        return [value for each in same for _, value in sent(each)]

    def _submit(self, button: Element) -> None:
        """Send a button's form as a browser would: default values, typed values, and the button itself."""
        at = self._place(button)
        form = list(self.tree.iter("form"))[at]
        fields: Fields = []
        for element in self._fields(at):
            name = element.get("name", "")
            changed = self.typed.get((at, name))
            if changed is None:
                fields += sent(element)
            elif name not in [one for one, _ in fields]:
                fields += [(name, value) for value in changed]
        if button.get("name"):
            fields.append((button.get("name", ""), button.get("value", "")))
        method = button.get("formmethod", form.get("method", "get")).upper()
        action = urljoin(self.path, button.get("formaction", form.get("action", "")) or self.path)
        if method == "GET":
            self._go(method, f"{urlsplit(action).path}?{urlencode(fields)}")
        else:
            self._go(method, action, urlencode(fields).encode())

    def _go(self, method: str, path: str, body: bytes = b"") -> None:
        status, location, page = self.ask(method, path.partition("#")[0], body, FORM if body else {})
        if location:
            self._go("GET", urljoin(path, location))
            return
        if status >= 400:
            raise Missing(f"{method} {path}: {status}; {alerts(page)}")
        parts = urlsplit(path)
        self.before, self.path = self.path, f"{parts.path}?{parts.query}" if parts.query else parts.path
        self.page, self._tree, self.typed = page, None, {}


def alerts(page: str) -> str:
    """The error messages on a page."""
    return " ".join(spoken(each) for each in tree_of(page).iter() if each.get("role") == "alert")


def spoken(element: Element) -> str:
    """The text of an element as a screen reader reads it, without parts that only sighted users or scripts need."""
    return re.sub(r"\s+", " ", "".join(_words(element))).strip()


def _words(element: Element) -> Iterator[str]:
    if element.tag in ("script", "style", "template", "svg", "option", "textarea") and element.tag != "option":
        return
    yield element.text or ""
    for child in element:
        yield from _words(child)
        yield child.tail or ""


def called(element: Element, name: str) -> bool:
    """Return whether this is a name of an element: its text, the beginning of its text, or its accessible name."""
    words = spoken(element)
    begins = words.startswith(name) and not words.removeprefix(name)[:1].isalpha()
    return begins or element.get("aria-label") == name
