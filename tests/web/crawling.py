"""Following every link of every page."""

import re
from collections import deque
from html import unescape

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

LINK = re.compile(r'(?:href|src)="(/[^"#]*)')
#: Choices of a device, which only multiply pages; sheets as PDF are printed, and tested, elsewhere.
SKIPPED = re.compile(r"[?&](?:lang|theme|text)=|^/static/|\.pdf(?:\?|$)")


def pages_of(client: FlaskClient, begin: list[str], *, most: int) -> dict[str, TestResponse]:
    """Every page that can be reached, by its address; redirects are followed as a browser does."""
    seen: dict[str, TestResponse] = {}
    ahead = deque(begin)
    while ahead and len(seen) < most:
        path = ahead.popleft()
        if path in seen:
            continue
        answer = seen[path] = client.get(path, follow_redirects=True)
        if answer.mimetype == "text/html":
            found = (unescape(link) for link in LINK.findall(answer.text))
            ahead += [link for link in found if link not in seen and not SKIPPED.search(link)]
    return seen
