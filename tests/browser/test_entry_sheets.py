"""The sheets of an entry by cards: second taps, the green button, a save that waits."""

import re

from playwright.sync_api import Page, expect

from tests.browser.tablet import ECHO, GREEN, held_back, open_entry, opened, scores, settled, sized
from tests.serving import Server


def test_the_green_button_names_the_next_open_thing_and_leads_past_none(page: Page, server: Server) -> None:
    board = opened(server)
    tablet = open_entry(page, board)
    green = page.locator(GREEN)
    expect(green).to_have_text("Who went out?")
    tablet.next()
    expect(page.locator("#end")).to_have_class(re.compile("asked-for"))
    tablet.ends(0)
    tablet.meld("s0", "K", 7)
    expect(green).to_have_text(re.compile("^Next: East.*West$"))
    tablet.next()
    expect(green).to_have_text("East–West: points in hand?")
    tablet.next()
    expect(page.locator("#s1-hp")).to_have_class(re.compile("asked-for"))
    tablet.left_in_hand("s1", 45)
    expect(green).to_have_text("East–West: nothing melded?")
    tablet.next()
    expect(green).to_have_text("Save deal 1")
    tablet.save()
    assert scores(server, board) == [70 + 500 + 100, -45]


def test_a_tap_on_save_while_the_figures_are_worked_out_saves_them(page: Page, server: Server) -> None:
    board = opened(server)
    tablet = open_entry(page, board)
    tablet.ends(0)
    tablet.meld("s0", "K", 7)
    tablet.next()
    tablet.meld("s1", "Q", 3)
    tablet.left_in_hand("s1", 40)
    expect(page.locator(GREEN)).to_have_text("Save deal 1")
    held = held_back(page, "**/preview")
    with page.expect_request("**/preview"):
        tablet.chip("s1-n-Q", 4)
    page.wait_for_timeout(ECHO)
    tablet.tap(page.locator(GREEN))
    expect(page.locator(GREEN)).to_have_text("Working it out …")
    assert scores(server, board) == [0, 0]
    held[0].continue_()
    page.wait_for_url("**?saved=*")
    assert scores(server, board) == [670, 0]


def test_a_second_tap_does_not_fall_on_what_comes_in_the_place_of_the_first(page: Page, server: Server) -> None:
    """Double taps on a card of a sequence, on the button that opens and closes the suits, and on a tab of a phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    tablet = open_entry(page, opened(server, "burraco"))
    tablet.ends(0)
    settled(page)

    def twice(selector: str) -> None:
        place = page.locator(selector).locator("visible=true").first
        box = place.bounding_box()
        assert box
        page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    twice('.tile[data-opens="s0-rest"]')
    twice('.opens[data-opens="s0-q"]')
    for card in ("4", "10"):
        twice(f'#step-m0 [data-suit="hearts"][data-card="{card}"]')
    expect(page.locator("#step-m0 [data-run-echo]")).to_contain_text("4–10 = 50")
    page.wait_for_timeout(ECHO)
    twice('.tile[data-opens="s0-rest"]')
    page.wait_for_timeout(2 * ECHO)
    expect(page.locator("#panel-0 .laid li")).to_have_count(1)
    twice('.tabs [href="#step-m1"]')
    page.locator('.tile[data-opens="s1-K"]').click()  # works at once: only elements under the finger ignore taps
    expect(page.locator("#s1-n-K input:checked")).to_have_value("3")


def test_a_notice_moves_no_tile_and_no_key_under_the_finger(page: Page, server: Server, problems: list[str]) -> None:
    places = """() => [...document.querySelectorAll(".tile, .key, .figure, .cols .chip")]
        .filter(place => place.checkVisibility())
        .map(place => place.getBoundingClientRect()).map(({ x, y }) => [x, y].map(Math.round).join()).join(" ")"""
    for size, way in (((1024, 768), "totals"), ((390, 844), "totals"), ((390, 844), "cards")):
        sized(page, size)
        tablet = open_entry(page, opened(server), way)
        tablet.ends(0)
        if way == "totals":
            tablet.type("s0-mp", "2")  # a phone scrolls to the figure
        page.locator("#deal:not(.behind)").wait_for()
        before = page.evaluate(places)
        page.route("**/preview", lambda route: route.abort())
        tablet.meld("s0", "K", 3) if way == "cards" else tablet.press("5")
        expect(page.locator("#state")).to_be_in_viewport()
        assert page.evaluate(places) == before
        page.unroute_all()
    problems.clear()
