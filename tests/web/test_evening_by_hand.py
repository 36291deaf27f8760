"""An evening of single players, seated by hand; an evening of pairs is in a story (`stories.txt`)."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.html_tree import found, text_of
from tests.web.tables import desk_of, one_line, post
from tests.web.test_evenings import evening, publish, set_up


def tap(client: FlaskClient, page: str, *taps: tuple[str, str]) -> str:
    """Send taps, each as (name, value), one after the other. Returns the page after them."""
    for name, value in taps:
        assert post(client, f"{page}/draft", {name: value, "anew": "yes"}, page).status_code == 303
    return one_line(client.get(f"{page}?anew=yes").text)


def taps(page: str, kind: str) -> list[tuple[str, str]]:
    """All taps of a kind that the page offers, as (value, label)."""
    return [(each.get("value", ""), text_of(each)) for each in found(page, f"button[name={kind}]")]


@pytest.mark.parametrize(
    ("names", "chosen", "seats"),
    [
        ("\n".join("ABCDEFGH"), {}, 8),
        ("\n".join("ABCDEFGHIJKL"), {"rules": "hungarian", "format": "six"}, 12),
        ("\n".join("ABCDEF"), {"rules": "hungarian", "format": "three", "scoring": "places"}, 6),
    ],
)
def test_those_who_come_alone_are_seated_one_by_one(
    app: Flask, client: FlaskClient, names: str, chosen: dict[str, str], seats: int
) -> None:
    evening_id = set_up(client, names, movement="free", **chosen)
    page = f"/evenings/{evening_id}/rounds/1"
    shown = one_line(client.get(page).text)
    assert (len(taps(shown, "put")), len(taps(shown, "aim"))) == (seats, seats)
    tap(client, page, *(("put", id_) for id_, _ in taps(shown, "put")))
    publish(client, evening_id)
    tables = evening(app, evening_id).rounds[0].tables
    assert sum(len(side) for table in tables for side in table.sides) == seats
    assert len(desk_of(app).load(tables[0].match).state.setup.seats) == seats // 2
