"""The forms of a page that change something, as a browser would send them: as they are, filled in, emptied, and with
nonsense. A form with nonsense also has an earlier version, as if another device had written meanwhile."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from tests.html_tree import sent, tree_of

#: The kinds of `<input>` that a person types into; an input without a kind is a text.
TYPED = frozenset({"", "text", "search", "number", "date", "tel", "url", "password"})
#: Nonsense: no number, no date, and longer than any name may be.
SCRAWL = "10o " * 40
#: The value for an empty field, by its kind. Both fields for a PIN get the same one, as they must.
FILLED = {"number": "1", "password": "271828", "date": "2026-11-22"}
NAMES = "Zora & Zoltán"

Fields = list[tuple[str, str]]


@dataclass(slots=True)
class Form:
    """A form. Its `fields` are (name, value), and its `buttons` are (address, name, value).

    `typed` has the kind of each field that a person types into, by its name: {"pin": "password"}.
    """

    action: str
    posts: bool = True
    fields: Fields = field(default_factory=list)
    typed: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)

    def sendings(self) -> Iterator[tuple[str, str, Fields]]:
        """Yield (name of the way, address, fields): the form as it is with each button, then changed in three
        ways with the first button."""
        for action, name, value in self.buttons:
            pressed = [(name, value)] if name else []
            yield "", action, [*self.fields, *pressed]
        if self.typed and self.buttons:
            action, name, value = self.buttons[0]
            pressed = [(name, value)] if name else []
            for what, typed in (("filled", None), ("emptied", ""), ("scrawled", SCRAWL)):
                yield what, action, [*((key, self._typed(key, said, typed)) for key, said in self.fields), *pressed]

    def _typed(self, key: str, said: str, typed: str | None) -> str:
        if key == "version" and typed == SCRAWL:
            return str(int(said) - 1)
        if key not in self.typed:
            return said
        return (said or FILLED.get(self.typed[key], NAMES)) if typed is None else typed


def forms_of(html: str, page: str) -> list[Form]:
    """The forms of a page that have a button which sends them by POST. `page` is the page's address."""
    tree = tree_of(html)
    forms: dict[str, Form] = {}
    inside: dict[Element, str] = {}
    for element in tree.iter("form"):
        name = element.get("id") or f"form {len(forms)}"
        posts = element.get("method", "get").lower() == "post"
        forms[name] = Form(element.get("action") or urlsplit(page).path, posts)
        inside |= dict.fromkeys(element.iter(), name)
    for element in tree.iter():
        form = forms.get(element.get("form") or inside.get(element, ""))
        if form is not None and "disabled" not in element.attrib:
            _put(form, element)
    return [form for form in forms.values() if form.buttons]


def _put(form: Form, element: Element) -> None:
    """Add a field with its value to the form, or a button that sends it by POST. Other elements are left out."""
    name, kind = element.get("name", ""), element.get("type", "")
    if element.tag == "button" or kind in ("submit", "image"):
        posts = form.posts if "formmethod" not in element.attrib else element.get("formmethod", "").lower() == "post"
        if posts and kind != "button":
            form.buttons.append((element.get("formaction") or form.action, name, element.get("value", "")))
    elif name and element.tag in ("input", "textarea", "select"):
        form.fields += sent(element)
        if element.tag == "textarea" or (element.tag == "input" and kind in TYPED):
            form.typed[name] = kind
