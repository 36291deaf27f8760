"""The printed papers of an evening, and the QR codes on its cards and on the wall."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.paper.evenings import KINDS
from scorekeeper.web.evenings.paper import TITLES
from tests.actions.evenings import NIGHT, opened
from tests.web.tables import desk_of, one_line, post


@pytest.fixture
def desk_opened(app: Flask) -> Flask:
    """The application with an evening that has no seating yet."""
    opened(desk_of(app))
    return app


def test_every_sheet_is_offered() -> None:
    assert set(TITLES) == set(KINDS)


def test_cards_show_the_codes_of_the_links_that_are_in_force(desk_opened: Flask, client: FlaskClient) -> None:
    desk_opened.config["SHARED_ADDRESS"] = "http://192.168.1.20:8000"
    page = f"/evenings/{NIGHT}/print/cards"
    assert "Scan once" not in client.get(page).text
    post(client, f"/evenings/{NIGHT}/links", {}, page=f"/evenings/{NIGHT}/links")
    assert client.get(page).text.count("Scan once") == 2
    assert "no codes yet" not in client.get(f"/evenings/{NIGHT}/print").text


def test_the_sheets_offer_the_codes_that_a_new_machine_lacks(desk_opened: Flask, client: FlaskClient) -> None:
    desk_opened.config["SHARED_ADDRESS"] = "http://192.168.1.20:8000"
    page, links = f"/evenings/{NIGHT}/print", f"/evenings/{NIGHT}/links"
    assert f'action="{links}"' in client.get(page).text
    assert post(client, links, {"for": "paper"}, page=page).location == page
    desk_opened.config["SECRET_KEY"] = b"the key of another machine"
    told = one_line(client.get(page).text)
    assert "The codes of some tables cannot be shown on this machine." in told
    assert post(client, f"{links}/renew", {"for": "paper", "tables": "1 2"}, page=page).location == page
    told = client.get(page).text
    assert ("cannot be shown" in told, "no codes yet" in told) == (False, False)
    assert client.get(f"{page}/cards").text.count("Scan once") == 2


def test_the_code_on_the_wall_is_the_link_to_watch(desk_opened: Flask) -> None:
    machine, wall = desk_opened.test_client(), f"/evenings/{NIGHT}/wall"
    assert "<svg" not in machine.get(wall).text.partition('class="find"')[2].partition("</section>")[0]
    desk_opened.config["SHARED_ADDRESS"] = "http://192.168.7.2:8000"
    post(machine, f"/evenings/{NIGHT}/links", {}, f"/evenings/{NIGHT}/links")
    assert "<svg" in machine.get(wall).text.partition('class="find"')[2].partition("</section>")[0]
