"""An evening run by a director, who types names and slips, publishes seatings, closes rounds, and adds and removes
entrants."""

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.evening.fold import Evening
from scorekeeper.web.evenings.views import seats_of
from tests.html_tree import found, sent
from tests.web.tables import desk_of, post

SIXTEEN = (
    "Ilona", "Mihai", "Jana", "Tõnu", "Béla", "Zsuzsa", "Radu", "Elena", "Pavel", "Věra", "Katrin", "Mart",
    "Gábor", "Ágnes", "Florin", "Dana",
)  # fmt: skip
PAIRS = "Ilona & Mihai\nJana & Tõnu\nBéla & Zsuzsa\nRadu & Elena"
KEY = "key-of-the-evening"


def set_up(client: FlaskClient, names: str = PAIRS, **more: str) -> str:
    """Open an evening through the form. Returns its id."""
    answer = post(client, "/evenings", {"names": names, "key": KEY, **more}, "/evenings/new")
    assert answer.status_code == 303, answer.text
    assert answer.location.endswith("/rounds/1")
    return answer.location.split("/")[2]


def send(client: FlaskClient, page: str, act: str, **more: str) -> TestResponse:
    """Send the form that a page has for the address `act`, with its hidden fields and the values `more`. Returns the
    answer."""
    return client.post(act, data={**hidden(client.get(page).text, act), **more})


def hidden(page: str, act: str) -> dict[str, str]:
    """The hidden fields of the form that a page has for the address `act`, as {name: value}."""
    form = found(page, f"form[method=post][action='{act}']")[0]
    return dict(pair for field in form.iter("input") if field.get("type") == "hidden" for pair in sent(field))


def publish(client: FlaskClient, evening_id: str, number: int = 1) -> None:
    page = f"/evenings/{evening_id}/rounds/{number}"
    assert send(client, page, page).status_code == 303


def evening(app: Flask, evening_id: str) -> Evening:
    return desk_of(app).load_evening(evening_id).state


def test_sixteen_names_become_a_published_round(app: Flask, client: FlaskClient) -> None:
    evening_id = set_up(client, "\n".join(SIXTEEN))
    seating = client.get(f"/evenings/{evening_id}/rounds/1").text
    assert "not yet published" in seating
    assert all(name in seating for name in SIXTEEN)
    publish(client, evening_id)
    found = evening(app, evening_id)
    assert [len(table.sides) for table in found.rounds[0].tables] == [2, 2, 2, 2]
    with app.test_request_context("/"):
        seats = seats_of(found)
    assert {(len(seat.partners), seat.name in seat.partners, len(seat.others)) for seat in seats} == {(1, False, 1)}
    assert "not yet published" not in client.get(f"/evenings/{evening_id}/rounds/1").text
