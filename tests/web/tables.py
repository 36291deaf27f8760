"""A table for tests: the same four people, matches opened through the form, deals recorded by totals."""

import re
from collections.abc import Mapping, Sequence

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.matches.deals import DealSheet, record_deal
from scorekeeper.web.frame.desk import EXTENSION
from tests.html_tree import values_of
from tests.totals import counted

FOUR = ("Ilona", "Jana", "Mihai", "Tõnu")
NOW = "2026-11-20T19:00:00.000+00:00"


def one_line(page: str) -> str:
    """The page without line breaks, because templates may break lines anywhere, and without spaces between tags."""
    return re.sub(r">\s+<", "><", re.sub(r"\s*\n\s*", " ", page))


def fields(players: Sequence[str] = FOUR, **more: str) -> dict[str, str]:
    """The fields of the form for a new match as a browser sends them."""
    named = {f"players[{seat}]": name for seat, name in enumerate(players)}
    return {"rules": "classic", "format": "four", "first_dealer": "0", "key": "key-of-the-form", **named, **more}


def token(client: FlaskClient, page: str = "/matches/new") -> str:
    """The form token of a page."""
    return values_of(client.get(page).text, "[name=csrf_token]")["csrf_token"]


def post(client: FlaskClient, url: str, data: Mapping[str, str], page: str = "/matches/new"):
    """Send a form with the token of its page. Returns the answer."""
    return client.post(url, data={"csrf_token": token(client, page), **data})


def opened(client: FlaskClient, players: Sequence[str] = FOUR, **more: str) -> str:
    """Open a match through the form. Returns its id."""
    answer = post(client, "/matches", fields(players, **{"key": f"key-{'-'.join(players)}"[:60], **more}))
    assert answer.status_code == 303
    return answer.location.rsplit("/", 1)[1]


def desk_of(app: Flask) -> Desk:
    """The desk of the application."""
    desk: Desk = app.extensions[EXTENSION].get()
    return desk


def play(app: Flask, match_id: str, *deals: Sequence[int]) -> None:
    """Record deals; each is a sequence with the points of each side."""
    desk = desk_of(app)
    for points in deals:
        state = desk.load(match_id).state
        stamp = Stamp(state.version, f"test-deal-{state.next_deal}", "test", NOW)
        body = {"sides": [counted(each) for each in points]}
        sheet = DealSheet(body, entered_as=["totals"] * len(points))
        record_deal(desk, match_id, sheet, stamp, number=state.next_deal)
