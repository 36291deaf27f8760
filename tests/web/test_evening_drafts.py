"""Drafts of an evening and of a seating: every device shows them, and they are deleted once they are used."""

import re

from flask import Flask
from flask.testing import FlaskClient

from tests.html_tree import found, text_of
from tests.web.tables import desk_of
from tests.web.test_evenings import SIXTEEN, evening, publish, send, set_up

SEED = re.compile(r"drawn with seed (\w+)")


def seed_of(client: FlaskClient, page: str) -> str:
    found = SEED.search(client.get(page).text)
    assert found
    return found[1]


def names_at(client: FlaskClient, page: str) -> list[tuple[str, str]]:
    """The list of names on the page, as (name, table)."""
    shown = client.get(page).text
    names, tables = found(shown, "th[scope=row]"), found(shown, "th[scope=row] + td")
    assert names
    return [(text_of(name), text_of(table)) for name, table in zip(names, tables, strict=True)]


def test_a_seating_drawn_again_is_the_same_on_every_device_until_it_is_published(
    app: Flask, client: FlaskClient
) -> None:
    evening_id = set_up(client, "\n".join(SIXTEEN))
    page, other = f"/evenings/{evening_id}/rounds/1", app.test_client()
    first = seed_of(client, page)
    assert seed_of(other, f"{page}?seed=99&again=yes&one=1&other=3") == first, "looking draws and exchanges nothing"
    assert desk_of(app).ledger.evening_drafts.get(evening_id, 1) is None
    assert send(client, page, f"{page}/draft", again="yes").status_code == 303
    drawn = seed_of(client, page)
    assert drawn != first
    assert seed_of(other, page) == drawn
    assert names_at(other, page) == names_at(client, page)
    send(other, page, f"{page}/draft", again="yes")
    publish(client, evening_id)
    assert evening(app, evening_id).rounds[0].record.redrawn == 2, "however plain the address is that is looked at"
    assert desk_of(app).ledger.evening_drafts.get(evening_id, 1) is None


def test_of_two_devices_the_one_that_saw_less_saves_nothing(app: Flask) -> None:
    drafts, now = desk_of(app).ledger.evening_drafts, "2026-11-22T18:00:00Z"
    assert drafts.save("night", 2, body={"asked": {}}, seen=0, device="laptop", now=now)
    assert drafts.save("night", 2, body={"asked": {"seed": ["1"]}}, seen=0, device="tablet", now=now) is None
    again = drafts.save("night", 2, body={"asked": {"seed": ["2"]}}, seen=1, device="tablet", now=now)
    assert again
    assert (again.version, drafts.get("night", 2)) == (2, again)
    taken = drafts.save("night", 2, body={}, seen=None, device="laptop", now=now)
    assert taken
    assert taken.version == 3
    drafts.drop("night", 2)
    drafts.drop("night", 2)
    assert drafts.get("night", 2) is None
