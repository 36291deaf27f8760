"""Following every link of every page."""

import re
from collections import Counter, deque
from collections.abc import Iterable
from html import unescape

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

LINK = re.compile(r'(?:href|src)="(/[^"#]*)')
#: Choices of a device, which only multiply pages; sheets as PDF are printed, and tested, elsewhere.
SKIPPED = re.compile(r"[?&](?:lang|theme|text)=|^/static/|\.pdf(?:\?|$)")


def view_of(app: Flask, path: str) -> str:
    """The endpoint of what answers at an address; the address itself where there is none."""
    try:
        return str(app.url_map.bind("localhost").match(path.partition("?")[0])[0])
    except HTTPException:
        return path


def few_of_a_kind(app: Flask, ways: Iterable[str], few: int = 6) -> list[str]:
    """So many addresses of each view: the others lead to the same."""
    kinds: dict[str, list[str]] = {}
    for way in sorted(ways):
        kinds.setdefault(view_of(app, way), []).append(way)
    return [way for each in kinds.values() for way in each[:few]]


def pages_of(
    client: FlaskClient, begin: list[str], *, most: int, of_a_kind: int | None = None
) -> dict[str, TestResponse]:
    """Every page that can be reached, by its address; redirects are followed as a browser does. `of_a_kind`: pages of
    one view that are enough to have seen."""
    seen: dict[str, TestResponse] = {}
    kinds = Counter[str]()
    ahead = deque(begin)
    while ahead and len(seen) < most:
        path = ahead.popleft()
        view = view_of(client.application, path)
        if path in seen or kinds[view] == of_a_kind:
            continue
        kinds[view] += 1
        answer = seen[path] = client.get(path, follow_redirects=True)
        if answer.mimetype == "text/html":
            found = (unescape(link) for link in LINK.findall(answer.text))
            ahead += [link for link in found if link not in seen and not SKIPPED.search(link)]
    return seen
