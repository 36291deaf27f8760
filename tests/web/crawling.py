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
#: Addresses that are not visited: those that set a device's language, theme or text size, which show the same pages
#: again; and PDF sheets, which other tests print.
SKIPPED = re.compile(r"[?&](?:lang|theme|text)=|^/static/|\.pdf(?:\?|$)")


@dataclass(frozen=True, slots=True)
class Found:
    """A visited address, its endpoint, the values in its path, and the answer."""

    address: str
    endpoint: str
    values: dict[str, Any]
    answer: TestResponse


#: A function of (address, endpoint, values in the path), called before the address is visited.
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
    """Yield every page that these addresses lead to, breadth first, each once.

    `same` returns a key for an address; addresses with equal keys are visited once. At most `enough` pages of a `kind`
    are visited, and none of the kind None. Without `follow`, a redirect is a page, too. An address without a view is
    its own endpoint.
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
    """The endpoint for a GET at an address, and the values in its path; the address itself if there is none."""
    try:
        endpoint, values = app.url_map.bind("localhost").match(urlsplit(address).path, method="GET")
        return str(endpoint), dict(values)
    except HTTPException:
        return address, {}


def few_of_a_kind(app: Flask, ways: Iterable[str], few: int = 6) -> list[str]:
    """The first `few` addresses of each view; its other addresses lead to similar pages."""
    kinds: dict[str, list[str]] = {}
    for way in sorted(ways):
        kinds.setdefault(answering(app, way)[0], []).append(way)
    return [way for each in kinds.values() for way in each[:few]]


def pages_of(
    client: FlaskClient, begin: list[str], *, most: int, of_a_kind: int | None = None
) -> dict[str, TestResponse]:
    """Every page that can be reached, by its address; redirects are followed as by a browser.

    At most `most` pages are visited, and at most `of_a_kind` of each view.
    """
    return {found.address: found.answer for found in islice(walk(client, begin, enough=of_a_kind), most)}
