"""The entry page while the program does not answer."""

import re

from playwright.sync_api import Page, expect

from tests.browser.tablet import open_entry, opened
from tests.serving import Server

ASKED = re.compile(r"/deals/1(/preview|/draft)?$")
UNSAVED = "Not saved yet. What you entered is kept on this tablet."


def test_without_a_network_no_old_sum_is_shown_and_the_entry_says_so(
    page: Page, server: Server, problems: list[str]
) -> None:
    tablet = open_entry(page, opened(server), "totals")
    tablet.type("s0-mp", "100")
    expect(page.locator("#result-0")).to_contain_text("100")
    page.route(ASKED, lambda route: route.abort())
    tablet.type("s1-mp", "340")
    expect(page.locator("#state")).to_have_text(UNSAVED)
    expect(page.locator("#result-1")).not_to_be_visible()
    page.unroute_all()
    expect(page.locator("#result-1")).to_contain_text("340", timeout=10_000)
    expect(page.locator("#result-1")).to_be_visible()
    expect(page.locator("#state")).to_be_hidden()
    problems.clear()


def test_another_way_of_counting_chosen_without_a_network_is_drawn_when_it_is_back(
    page: Page, server: Server, problems: list[str]
) -> None:
    tablet = open_entry(page, opened(server), "cards")
    tablet.ends(0)
    tablet.next()
    page.route(ASKED, lambda route: route.abort())
    tablet.chip("s0-way", "totals")
    expect(page.locator("#state")).to_have_text(UNSAVED)
    page.unroute_all()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#s0-mp")).to_be_visible()
    problems.clear()


def test_without_a_network_the_last_step_still_says_whose_cards_can_be_changed(
    page: Page, server: Server, problems: list[str]
) -> None:
    tablet = open_entry(page, opened(server), "cards")
    tablet.ends(0)
    page.route(ASKED, lambda route: route.abort())
    tablet.next()
    tablet.chip("s0-n-K", 7)
    expect(page.locator("#state")).to_have_text(UNSAVED)
    for _ in range(3):
        tablet.next()
    expect(page.get_by_role("heading", name="North–South Change")).to_be_visible()
    expect(page.locator("#results").get_by_text("New total").first).not_to_be_visible()
    problems.clear()


def test_leaving_a_field_keeps_nothing_on_the_tablet_that_was_sent(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server), "totals")
    with page.expect_response("**/draft"):
        tablet.type("s0-mp", "100")
    page.wait_for_function("localStorage.length === 0")
    tablet.tap(page.locator("header summary").get_by_text("English"))
    assert page.evaluate("localStorage.length") == 0
