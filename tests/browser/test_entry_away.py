"""The entry page while the program does not answer."""

import re

from playwright.sync_api import Page, expect

from tests.browser.tablet import GREEN, by_totals, lose, open_entry, opened, scores
from tests.serving import Server

ASKED = re.compile(r"/deals/1(/preview|/draft)?$")
AWAY = "No connection, trying again. What you entered is kept on this tablet."


def test_without_a_network_the_last_figures_turn_pale_and_come_back_by_themselves(
    page: Page, server: Server, problems: list[str]
) -> None:
    board = opened(server)
    tablet = open_entry(page, board, "totals")
    tablet.ends(0)
    tablet.type("s1-hp", "5")
    tablet.type("s0-mp", "100")
    expect(page.locator("#result-0")).to_contain_text("100")
    page.route(ASKED, lambda route: route.abort())
    tablet.type("s1-mp", "345")
    expect(page.locator("#state")).to_have_text(AWAY)
    expect(page.locator("#result-0")).to_contain_text("100")
    expect(page.locator(".check").first).to_have_css("opacity", "0.4")
    page.unroute_all()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#result-1")).to_contain_text("340")
    expect(page.locator(".check").first).to_have_css("opacity", "1")
    expect(page.locator("#state")).to_be_hidden()
    tablet.save()
    assert scores(server, board) == [100, 340]
    problems.clear()


def test_figures_turn_fresh_again_after_a_save_that_failed(page: Page, server: Server, problems: list[str]) -> None:
    board = opened(server)
    tablet = open_entry(page, board, "totals")
    tablet.ends(0)
    for name, text in (("s0-mp", "100"), ("s1-mp", "5"), ("s1-hp", "5")):
        tablet.type(name, text)
    expect(page.locator("#result-0")).to_contain_text("100")
    expect(page.locator("#save")).to_be_visible()
    page.route(ASKED, lambda route: route.abort())
    tablet.tap(page.locator("#save"))
    page.locator("#s1-mp").fill("345")
    expect(page.locator("#deal")).to_have_class(re.compile("away"))
    page.get_by_role("button", name="Try again").click()
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/preview")):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.unroute_all()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#result-1")).to_contain_text("340")
    expect(page.locator("#deal")).not_to_have_class(re.compile("away"))
    assert scores(server, board) == [0, 0]  # the failed save is not repeated without a tap
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url("**?saved=1")
    problems.clear()


def test_another_way_of_counting_chosen_without_a_network_is_drawn_when_it_is_back(
    page: Page, server: Server, problems: list[str]
) -> None:
    tablet = open_entry(page, opened(server), "cards")
    tablet.ends(0)
    page.route(ASKED, lambda route: route.abort())
    tablet.tap(page.locator(".settings > summary"))
    tablet.chip("s0-way", "totals")
    expect(page.locator("#state")).to_have_text(AWAY)
    page.unroute_all()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#s0-mp")).to_be_attached()
    problems.clear()


def test_without_a_network_the_sheets_can_still_be_turned_and_tapped(
    page: Page, server: Server, problems: list[str]
) -> None:
    tablet = open_entry(page, opened(server), "cards")
    tablet.ends(0)
    page.route(ASKED, lambda route: route.abort())
    tablet.chip("s0-n-K", 7)
    expect(page.locator("#state")).to_have_text(AWAY)
    expect(page.locator("#panel-0")).to_have_css("opacity", "0.4")
    tablet.tap(page.locator('.tabs [href="#step-m1"]'))
    tablet.chip("s1-n-Q", 4)
    expect(page.locator("#s1-n-Q input:checked")).to_have_value("4")
    problems.clear()


def test_a_question_that_is_not_answered_leaves_the_green_button_and_the_reasons_of_an_amendment(
    page: Page, server: Server, problems: list[str]
) -> None:
    """The service worker will send the deal later, so the user can go on. The page repeats its request every few
    seconds."""
    board = opened(server)
    tablet = open_entry(page, board)
    tablet.ends(0)
    tablet.meld("s0", "K", 7)
    tablet.tap(page.locator('.tabs [href="#step-m1"]'))
    tablet.meld("s1", "Q", 3)
    tablet.left_in_hand("s1", 20)
    tablet.save()
    page.goto(f"{board}/deals/1/amend#step-m0")
    page.evaluate("Object.defineProperty(navigator.serviceWorker, 'controller', { value: {} })")
    page.route(ASKED, lambda route: route.abort())
    tablet.chip("s0-n-K", 6)
    expect(page.locator("#state")).to_contain_text("Enter the deal to the end")
    page.locator(GREEN).focus()
    for _ in range(2):
        with page.expect_event("requestfailed"):
            page.evaluate("dispatchEvent(new Event('online'))")
    page.keyboard.press("Enter")
    expect(page.locator("#step-m1.on")).to_have_count(1)
    expect(page.get_by_role("button", name="Save: Miscounted")).to_be_visible()
    problems.clear()


def test_leaving_a_field_keeps_nothing_on_the_tablet_that_was_sent(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server), "totals")
    with page.expect_response("**/draft"):
        tablet.type("s0-mp", "100")
    page.wait_for_function("() => localStorage.length === 0")
    tablet.tap(page.locator("header .tools summary"))
    assert page.evaluate("localStorage.length") == 0


def test_a_save_whose_answer_was_lost_is_told_after_a_reload(page: Page, server: Server, problems: list[str]) -> None:
    """The tablet has no service worker, as over plain http, so nothing sends the deal again."""
    board = opened(server)
    tablet = open_entry(page, board, "totals")
    by_totals(tablet)
    expect(page.locator("#result-1 .newtotal b")).to_have_text("455")

    page.route(re.compile(r"/deals/1$"), lose)
    tablet.tap(page.locator("#save"))
    expect(page.locator("#state")).to_contain_text("Not saved yet")
    page.reload()
    expect(page.locator("#state")).to_contain_text(
        re.compile(r"Deal 1 was saved at .*North–South 1,485, East–West 455")
    )
    page.locator("#state").get_by_role("link", name="To the board").click()
    page.wait_for_url(f"**{board}")
    assert scores(server, board) == [1485, 455]
    problems.clear()


def test_a_page_whose_cookies_are_gone_goes_on_with_a_new_token(
    page: Page, server: Server, problems: list[str]
) -> None:
    board = opened(server)
    tablet = open_entry(page, board, "totals")
    tablet.ends("0")
    tablet.type("s0-mp", "420")
    expect(page.locator("#result-0")).to_contain_text("420")
    page.context.clear_cookies()
    tablet.type("s1-mp", "85")
    tablet.type("s1-hp", "60")
    expect(page.locator("#result-1")).to_contain_text("25")
    page.context.clear_cookies()
    tablet.save()
    assert scores(server, board) == [420, 25]
    assert all("400" in each for each in problems)
    problems.clear()
