"""Every page can be reached by links from the list of matches."""

import pytest
from flask import Flask

from scorekeeper.actions.club.worked_out import show_ratings
from tests.actions.evenings import NIGHT, published
from tests.actions.evenings import opened as evening_opened
from tests.actions.evenings import play as evening_played
from tests.actions.test_seasons import begun
from tests.web.crawling import walk
from tests.web.devices import PIN, with_pin
from tests.web.routes import reading, rules
from tests.web.tables import desk_of, opened, play, post
from tests.web.test_rulings_apply import apply

#: The number of pages of one kind to visit; the links on further ones lead to the same kinds of pages.
ENOUGH = 6
#: Endpoints that no link needs to lead to, with the reason.
ASIDE = {
    "static": "styles, scripts and fonts",
    "styles.scaled": "styles",
    "health.healthz": "for a program that looks after this one",
    "health.readyz": "for a proxy before several of it",
    "health.icon": "browsers ask for it by themselves",
    "offline.worker": "each page calls it",
    "trust.show": "led to where the program answers over https beside http",
    "trust.authority": "the same",
    "offline.page": "shown by the worker of a device",
    "api.described": "for programs",
    "api.find": "for programs",
    "api.rule_set": "for programs",
    "api.rule_sets": "for programs",
    "patterns.index": "for those who build pages",
    "patterns.board": "for those who build pages",
    "patterns.error": "for those who build pages",
    "deals.saved": "asked for by a page whose save was never answered",
    "players.names": "asked for by a field of names",
    "sharing.enter": "a link that is given to a device",
    "sharing.code": "the picture of such a link, once there is one",
    "evening_links.code": "the picture of such a link, once there is one",
    "evening_table.call": "for the device of the table",
    "evening_table.elsewhere": "for the device of the table",
    "director.enter": "a page that asks for the PIN leads to it",
    "club.download": "once a day has ended with a copy",
    "sheets.general_pdf": "printed by the buttons of a form",
    "sheets.evening_pdf": "printed by the buttons of a form",
    "evening_paper.sheet_pdf": "printed by the buttons of a form",
    "seasons.sheet_pdf": "printed by the buttons of a form",
    "sheets.of_match_pdf": "printed by the buttons of a form",
    "sheets.slip_pdf": "printed by the buttons of a form",
}


def lived_in(app: Flask) -> Flask:
    """Give the application a match of two deals with a ruling, saved house rules, and an evening in a season. One table
    of the evening is finished. Returns the application."""
    client = app.test_client()
    evening_opened(desk_of(app))
    evening_played(desk_of(app), published(desk_of(app))[0].match, (600, 200))
    begun(desk_of(app), NIGHT)
    show_ratings(desk_of(app), shown=True)
    match_id = opened(client, rules="hungarian")
    play(app, match_id, (515, 340), (200, -85))
    apply(client, match_id, {"article": "HU-02", "side": "0"})
    post(client, "/presets", {"preset_name": "Fridays", "rules": "classic", "format": "four"})
    return app


@pytest.fixture
def evening(app: Flask) -> Flask:
    """The application as `lived_in` fills it."""
    return lived_in(app)


def led_to(app: Flask, pin: str = "", enough: int = ENOUGH) -> dict[str, str]:
    """The endpoints that links lead to from the list of matches, as {endpoint: first address that was found}.

    At most `enough` pages of each endpoint are visited. With a `pin`, the browser is the director's.
    """
    client, first = app.test_client(), dict[str, str]()
    if pin:
        assert post(client, "/director", {"pin": pin, "next": "/"}).status_code == 303
    for found in walk(client, ["/"], enough=enough):
        assert found.endpoint != found.address, f"a link leads nowhere: {found.address}"
        assert found.answer.status_code == 200, found.address
        first.setdefault(found.endpoint, found.address)
    return first


def test_links_lead_to_every_page(evening: Flask) -> None:
    pages = {rule.endpoint for rule in rules(evening) if reading(rule)}
    assert led_to(evening).keys() == pages - set(ASIDE)


def test_links_lead_a_director_to_every_page_too(evening: Flask) -> None:
    with_pin(evening)
    assert led_to(evening, PIN).keys() >= {rule.endpoint for rule in rules(evening) if reading(rule)} - set(ASIDE)
