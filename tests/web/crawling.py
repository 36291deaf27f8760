"""Following every link of every page. All tests of "every page" and the goldens use this walk."""

import re
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

LINK = re.compile(r'(?:href|src)="(/[^"#]*)')
#: Addresses that are not visited: links that set a device's language, theme or text size, because they show the same
#: pages again; static files; and PDF sheets, which other tests print.
SKIPPED = re.compile(r"[?&](?:lang|theme|text)=|^/static/|\.pdf(?:\?|$)")


@dataclass(frozen=True, slots=True)
class Found:
    """A visited address, its endpoint, the values in its path, and the answer."""

    address: str
    endpoint: str
    values: dict[str, Any]
    answer: TestResponse


#: A function of (address, endpoint, values in the path). It is called before the address is visited, and returns the
#: page's kind, or None if the address is to be skipped.
Look = Callable[[str, str, dict[str, Any]], Hashable]


def walk(
    client: FlaskClient,
    begin: Iterable[str],
    *,
    enough: int | None = None,
    kind: Look = lambda address, endpoint, values: endpoint,
    same: Callable[[str], Hashable] = str,
    follow: bool = True,
) -> Iterator[Found]:
    """Yield the pages at the addresses `begin`, and every page that links lead to from there, breadth first.

    `same` returns a key for an address: of several links with the same key, only the first is visited. At most `enough`
    pages of each `kind` are visited. Without `follow`, a redirect is yielded as a page of its own. If an address has no
    view, its `endpoint` is the address itself.
    """
    ahead = deque(begin)
    known, visited = {same(address) for address in ahead}, Counter[Hashable]()
    while ahead:
        address = ahead.popleft()
        endpoint, values = answering(client.application, address)
        looked = kind(address, endpoint, values)
        if looked is None or visited[looked] == enough:
            continue
        visited[looked] += 1
        answer = client.get(address, follow_redirects=follow)
        yield Found(address, endpoint, values, answer)
        for link in links_of(answer):
            if same(link) not in known:
                known.add(same(link))
                ahead.append(link)


def links_of(answer: TestResponse) -> list[str]:
    """The addresses that a page links to, or the target of a redirect."""
    led = [answer.location] if answer.location else []
    links = [*led, *map(unescape, LINK.findall(answer.text))] if answer.mimetype == "text/html" else led
    return [link for link in dict.fromkeys(links) if not SKIPPED.search(link)]


def answering(app: Flask, address: str) -> tuple[str, dict[str, Any]]:
    """The endpoint that answers a GET at an address, and the values in the path. Without such an endpoint, the address
    itself and no values."""
    try:
        endpoint, values = app.url_map.bind("localhost").match(urlsplit(address).path, method="GET")
        return str(endpoint), dict(values)
    except HTTPException:
        return address, {}


def few_of_a_kind(app: Flask, ways: Iterable[str], few: int = 6) -> list[str]:
    """At most `few` of these addresses for each view, in alphabetical order. Further ones would show similar pages."""
    kinds: dict[str, list[str]] = {}
    for way in sorted(ways):
        kinds.setdefault(answering(app, way)[0], []).append(way)
    return [way for each in kinds.values() for way in each[:few]]


def pages_of(
    client: FlaskClient, begin: list[str], *, most: int, of_a_kind: int | None = None
) -> dict[str, TestResponse]:
    """The pages that links lead to from the addresses `begin`, as {address: answer}. Redirects are followed.

    At most `most` pages are visited, and at most `of_a_kind` of each view.
    """
    return {found.address: found.answer for found in islice(walk(client, begin, enough=of_a_kind), most)}
