"""Undo on the entry page: it takes taps back one by one in reverse order, and shows each."""

from playwright.sync_api import Page, expect

from tests.browser.tablet import ECHO, open_entry, opened
from tests.serving import Server


def test_a_tap_from_before_another_way_of_counting_is_taken_back_in_its_turn(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server), "cards")
    tablet.ends("none")
    tablet.chip("s0-n-K", 4)
    tablet.way("s0-way", "totals")
    tablet.type("s0-mp", "340")
    tablet.undo()
    with tablet.drawn_again():
        tablet.undo()
    expect(page.locator('#s0-n-K input[value="4"]')).to_be_checked()
    tablet.undo()
    expect(page.locator("#s0-n-K input[value='0']")).to_be_checked()
    with tablet.drawn_again():
        tablet.undo()
    expect(page.locator('input[name="end"]:checked')).to_have_count(0)
    expect(page.locator(".undo:visible")).to_be_disabled()


def test_undo_tapped_faster_than_the_page_is_drawn_forgets_no_tap(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server), "cards")
    tablet.ends("none")
    tablet.chip("s0-n-K", 4)
    tablet.chip("s0-n-Q", 3)
    tablet.way("s0-way", "totals")
    with tablet.drawn_again():
        page.evaluate(
            f"""async () => {{ for (const tap of [1, 2]) {{
                document.querySelector('.undo').click();
                await new Promise(over => setTimeout(over, {ECHO}));
            }} }}"""
        )
    expect(page.locator('#s0-n-K input[value="4"]')).to_be_checked()
    expect(page.locator("#s0-n-Q input[value='0']")).to_be_checked()
    tablet.undo()
    expect(page.locator("#s0-n-K input[value='0']")).to_be_checked()


def test_the_way_of_all_sides_is_taken_back_from_the_sheets(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server), "totals")
    tablet.type("s0-mp", "340")
    tablet.way("ways", "cards")
    with tablet.drawn_again():
        tablet.undo()
    expect(page.locator("#s0-mp")).to_have_value("340")
    expect(page.locator('input[name="ways"][value="totals"]')).to_be_checked()
    expect(page.locator("[data-keypad]")).to_be_visible()
    tablet.undo()
    expect(page.locator("#s0-mp")).to_have_value("")


def test_undo_shows_the_sheet_that_it_takes_back_on(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server), "cards")
    tablet.ends(0)
    tablet.chip("s0-n-K", 4)
    expect(page.locator("#s0-echo-K")).to_contain_text("K×4")
    tablet.tap(page.locator('.tabs [href="#step-m1"]'))
    tablet.undo()
    expect(page.locator("#step-m0.on #s0-n-K input[value='0']")).to_be_checked()
    expect(page.locator("#s0-echo-K")).not_to_contain_text("K×4")
