"""Boards that were rendered: a match that did not change is not rendered again for the next device.

What differs from device to device, the form token and the tag, is a mark in the cached page, filled in on the way out.
"""

from collections.abc import Callable, Hashable
from sys import getsizeof

from flask import Flask, Response, current_app, g, request
from flask_wtf.csrf import generate_csrf

from scorekeeper.actions.desk import Cache
from scorekeeper.engine.values import Struct

EXTENSION = "boards"
#: Bytes of cached pages: an evening of 1,000 tables, some forty kilobytes each.
MOST = 40_000_000
#: Nothing that anybody types stands so in a page: names are escaped and on one line.
TOKEN, TAG = "\x02token\x03", "\x02tag\x03"


class Board(Struct):
    """A page as it was rendered, with marks where it has a form."""

    html: str
    forms: bool


def init_app(app: Flask) -> None:
    """Give the application its cached boards."""
    app.extensions[EXTENSION] = Cache[Board](MOST)


def board_of(key: Hashable, seal: str, tag: str, render: Callable[[str], str]) -> Board:
    """The page for a match with this seal, cached or rendered now.

    `render` is given the mark where the tag goes, and `tag` is the one of a page without forms. A page
    whose address carries choices is for one device alone, and one being designed may change: neither is cached.
    """
    boards: Cache[Board] = current_app.extensions[EXTENSION]
    passing = bool(request.args) or current_app.debug
    cached = None if passing else boards.get(key, seal)
    if cached is not None:
        return cached
    board = _rendered(tag, render)
    if not passing:
        boards.keep(key, seal, board, getsizeof(board.html))
    return board


def answer(board: Board, tag: str) -> Response:
    """The page for this device."""
    response = current_app.response_class(mimetype="text/html")
    if board.forms:
        response.set_data(board.html.replace(TAG, tag).replace(TOKEN, generate_csrf()))
    else:
        response.set_data(board.html)
    return response


def _rendered(tag: str, render: Callable[[str], str]) -> Board:
    html = _with_marks(render)
    if TOKEN in html:
        return Board(html, forms=True)
    return Board(html.replace(TAG, tag), forms=False)


def _with_marks(render: Callable[[str], str]) -> str:
    """Render a page with the mark in the place of this browser's token."""
    before = g.get("csrf_token")
    g.csrf_token = TOKEN
    try:
        return render(TAG)
    finally:
        if before is None:
            g.pop("csrf_token")
        else:
            g.csrf_token = before
