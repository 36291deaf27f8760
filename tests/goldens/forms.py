"""The forms of a page that change something, as a browser would send them: as they are, filled in, emptied, and
scrawled over on a page that somebody else has overtaken."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlsplit

#: What a person types into, of the kinds of `<input>`; an input that names none is a text.
TYPED = frozenset({"", "text", "search", "number", "date", "tel", "url", "password"})
#: What nobody could mean: no number, no date, and longer than any name may be.
SCRAWL = "10o " * 40
#: What is filled into an empty field, by its kind; a PIN is typed twice.
FILLED = {"number": "1", "password": "271828", "date": "2026-11-22"}
NAMES = "Zora & Zoltán"

Fields = list[tuple[str, str]]


@dataclass(slots=True)
class Form:
    """A form: where it is sent, its fields with what is in them, those that are typed with the kind of each, and its
    buttons: (where it sends the form, name, value)."""

    action: str
    posts: bool = True
    fields: Fields = field(default_factory=list)
    typed: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)

    def sendings(self) -> Iterator[tuple[str, str, Fields]]:
        """How it may be sent, by each of its buttons: what is special about it, to where, with which fields."""
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


class _Reader(HTMLParser):
    """Reads forms, and the fields that belong to them by their place or by their `form`."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.forms: dict[str, Form] = {}
        self._apart: list[tuple[str, str, dict[str, str]]] = []
        self._open, self._select, self._area = "", "", ""

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Note a form or a field."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = given.get("id") or f"form {len(self.forms)}"
            posts = given.get("method", "get").lower() == "post"
            self.forms[self._open] = Form(given.get("action") or self.page, posts)
        elif tag in ("input", "button", "textarea", "select", "option"):
            self._apart.append((given.get("form") or self._open, tag, given))
            self._area = given.get("name", "") if tag == "textarea" else ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = ""
        elif tag == "textarea":
            self._area = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self._apart[-1][2]["value"] = data.removeprefix("\n")

    def read(self) -> list[Form]:
        """The forms with their fields."""
        for owner, tag, given in self._apart:
            form = self.forms.get(owner)
            if form is not None and "disabled" not in given:
                self._put(form, tag, given)
        return list(self.forms.values())

    def _put(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value, kind = given.get("name", ""), given.get("value", ""), given.get("type", "")
        if tag == "select":
            self._select = name
        elif tag == "option":
            self._choose(form, value, "selected" in given)
        elif tag == "button" or kind in ("submit", "image"):
            posts = form.posts if "formmethod" not in given else given["formmethod"].lower() == "post"
            if posts and kind != "button":
                form.buttons.append((given.get("formaction") or form.action, name, value))
        elif name and (kind not in ("radio", "checkbox") or "checked" in given):
            form.fields.append((name, value or ("on" if kind == "checkbox" else "")))
            if tag == "textarea" or kind in TYPED:
                form.typed[name] = kind

    def _choose(self, form: Form, value: str, selected: bool) -> None:
        """The first option is chosen until another one says that it is."""
        names = [name for name, _ in form.fields]
        if self._select and self._select not in names:
            form.fields.append((self._select, value))
        elif selected and self._select:
            form.fields[names.index(self._select)] = (self._select, value)


def forms_of(html: str, page: str) -> list[Form]:
    """The forms of a page that are sent by POST, or have a button that sends them so."""
    reader = _Reader(urlsplit(page).path)
    reader.feed(html)
    reader.close()
    return [form for form in reader.read() if form.buttons]
