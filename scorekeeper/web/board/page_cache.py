"""The cache of rendered boards: while a match does not change, its board is rendered once for all devices.

A page with forms has a form token and an entity tag (ETag) that differ from device to device. In the cache, it has a
mark in place of each.
"""

from collections.abc import Callable, Hashable
from sys import getsizeof

from flask import Flask, Response, current_app, g, request
from flask_wtf.csrf import generate_csrf

from scorekeeper.actions.desk import Cache

EXTENSION = "boards"
#: The maximum size of all cached pages in bytes: enough for an evening of 1,000 tables, at about 40 KB each.
MOST = 40_000_000
#: The marks in cached pages, for the form token and for the ETag. Users cannot type them: control characters are
#: refused.
TOKEN, TAG = "\x02token\x03", "\x02tag\x03"


def init_app(app: Flask) -> None:
    """Give the application its cache of boards."""
    app.extensions[EXTENSION] = Cache[str](MOST)


def board_of(key: Hashable, seal: str, tag: str, render: Callable[[str], str]) -> str:
    """The HTML of the board with this key. It is taken from the cache if it was stored there with the same `seal` of
    the match; otherwise it is rendered now.

    `render` is called with the mark for the tag. A page with forms is returned with both marks; `answer` replaces them.
    In a page without forms, the mark for the tag is already replaced by `tag`.

    A page whose address has query values is not cached, because it is for one device only. In debug mode no page is
    cached, because templates change.
    """
    boards: Cache[str] = current_app.extensions[EXTENSION]
    passing = bool(request.args) or current_app.debug
    cached = None if passing else boards.get(key, seal)
    if cached is not None:
        return cached
    g.csrf_token = TOKEN  # in place of this browser's form token
    try:
        html = render(TAG)
    finally:
        g.pop("csrf_token")
    if TOKEN not in html:
        html = html.replace(TAG, tag)
    if not passing:
        boards.keep(key, seal, html, getsizeof(html))
    return html


def answer(html: str, tag: str) -> Response:
    """The response with a board for this device. Marks in the page are replaced by `tag` and by the device's form
    token."""
    if TOKEN in html:
        html = html.replace(TAG, tag).replace(TOKEN, generate_csrf())
    return current_app.response_class(html, mimetype="text/html")
