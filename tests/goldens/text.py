"""Answers as comparable text: one line per tag, with everything masked that differs from run to run."""

import json
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from importlib.metadata import version

from werkzeug.test import TestResponse

from tests.sheets.reading import text as text_of_pdf

#: Patterns of what differs from run to run: the version, hashes of static files and of the program, tokens of forms,
#: tags of pages, certificates, and the path of the checkout.
MASKS = (
    (re.compile(rf"(?<![\w.]){re.escape(version('canasta-scorekeeper'))}(?![\w.])"), "(version)"),
    (re.compile(r"\?v=[0-9a-f]{10}\b"), "?v=(hash)"),
    (re.compile(r'(?<="version": ")[0-9a-f]{12}(?=")|(?<=VERSION = ")[0-9a-f]{12}(?=")'), "(hash)"),
    (re.compile(r'(?<=name="csrf_token")([^>]* value=)"[^"]+'), r'\1"(token)'),
    (re.compile(r'W/"[\w-]+"|(?<=data-version=")[0-9a-f]{32}'), "(tag)"),
    (re.compile(r"\S+(?=/instance/scorekeeper\.db)"), "(checkout)"),
    (re.compile(r"\b(?:[\dA-F]{2} ?){32}"), "(fingerprint)"),
    (re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL), "(certificate)"),
)
#: Headers that are left out, because they are the same in every answer or follow from the rest of it.
UNSAID = frozenset({
    "content-length", "etag", "date", "x-request-id", "last-modified", "accept-ranges", "content-security-policy",
    "x-content-type-options", "x-frame-options", "referrer-policy", "cross-origin-opener-policy", "permissions-policy",
})  # fmt: skip
#: Elements next to which a space is visible; next to any other tag it is not.
INLINE = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "button", "code", "data", "del", "em", "i", "img", "input", "ins", "kbd", "label",
    "mark", "meter", "output", "q", "s", "select", "small", "span", "strong", "sub", "sup", "svg", "text", "textarea",
    "time", "tspan", "u", "use", "var",
})  # fmt: skip
#: Elements in which every space matters.
VERBATIM = frozenset({"pre", "textarea", "script", "style"})


def masked(text: str) -> str:
    """A text with everything masked that differs from run to run."""
    for found, instead in MASKS:
        text = found.sub(instead, text)
    return text


def answer_text(answer: TestResponse) -> str:
    """An answer as text: its status, the headers that matter, and the lines of its body."""
    said = [
        f"{name}: {_cookie(value) if name == 'Set-Cookie' else value}"
        for name, value in sorted(answer.headers)
        if name.lower() not in UNSAID
    ]
    return masked("\n".join([answer.status, *said, "", *lines_of(answer)]) + "\n")


def lines_of(answer: TestResponse) -> list[str]:
    """An answer as lines of text."""
    if answer.mimetype in ("text/html", "image/svg+xml"):
        return html_lines(answer.text)
    if answer.mimetype == "application/pdf":
        return text_of_pdf(answer.data).splitlines()
    if answer.mimetype == "application/json":
        return json.dumps(answer.get_json(), ensure_ascii=False, indent=1).splitlines()
    try:
        return answer.data.decode().splitlines()
    except UnicodeDecodeError:
        return ["(not a text)"]


def _cookie(header: str) -> str:
    """A cookie without its value and its expiry time."""
    name, *rest = header.split("; ")
    return "; ".join([name.partition("=")[0], *(part for part in rest if not part.startswith("Expires="))])


class _Tokens(HTMLParser):
    """Collects the parts of a page as (name of a tag, the tag as written) or ("", a text)."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens: list[tuple[str, str]] = []
        self._verbatim = ""

    def handle_decl(self, decl: str) -> None:
        self.tokens.append(("!", f"<!{decl}>"))

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Note the tag with its attributes in alphabetical order, because their order means nothing."""
        written = "".join(f" {name}" if value is None else f' {name}="{value}"' for name, value in sorted(attrs))
        self.tokens.append((tag, f"<{tag}{written}>"))
        if tag in VERBATIM:
            self._verbatim = tag

    def handle_endtag(self, tag: str) -> None:
        self.tokens.append((tag, f"</{tag}>"))
        if tag == self._verbatim:
            self._verbatim = ""

    def handle_data(self, data: str) -> None:
        self.tokens.append(("", data if self._verbatim else re.sub(r"[ \t\r\n\f]+", " ", data)))


def html_lines(html: str) -> list[str]:
    """A page as lines, one for each tag and each text. Invisible spaces are left out; visible ones at the start or end
    of a text are shown as ␣."""
    parser = _Tokens()
    parser.feed(html)
    parser.close()
    return list(_shown(parser.tokens))


def _shown(tokens: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield the tokens as lines. Spaces are left out next to tags where no space is visible."""
    block = ("!", "")
    for at, (tag, written) in enumerate(tokens):
        if tag:
            yield written
            continue
        before, after = tokens[at - 1] if at else block, tokens[at + 1] if at + 1 < len(tokens) else block
        if before[0] in VERBATIM and not before[1].startswith("</"):
            yield from written.splitlines()
            continue
        text = written if before[0] in INLINE else written.lstrip(" ")
        text = text if after[0] in INLINE else text.rstrip(" ")
        if text:
            core = text.strip(" ")
            yield f"{'␣' * text.startswith(' ')}{core}{'␣' * (bool(core) and text.endswith(' '))}"
