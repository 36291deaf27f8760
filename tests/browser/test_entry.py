"""A deal entered on a tablet: few taps, immediate answers, nothing lost or saved twice."""

import re

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import TABLET
from tests.browser.tablet import GREEN, by_totals, held_back, lose, open_entry, opened, scores, state_of
from tests.serving import Server

ROUND = [1485, 455]


def test_a_sum_goes_on_where_a_whole_count_was_left(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server), "counts")
    tablet.type("s0-c-twenties", "7+2")
    expect(page.locator("#s0-c-twenties")).to_have_value("7+2")
    expect(page.locator("#s0-c-tens")).to_have_value("")
    expect(page.locator("#result-0 .sum")).to_contain_text("180")


def test_a_page_that_is_drawn_late_stays_at_the_sheet_one_went_on_to(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server))
    held = held_back(page, re.compile(r"/deals/1$"))
    with page.expect_request(re.compile(r"/deals/1$")):
        tablet.chip("end", 0)
    tablet.tap(page.locator('.tabs [href="#step-m1"]'))
    with tablet.drawn_again():
        held[0].continue_()
    tablet.chip("s1-n-K", 5)
    expect(page.locator("#s1-echo-K")).to_contain_text("K×5 = 50")


def test_a_page_by_a_new_version_is_loaded_again_with_everything_that_was_entered(page: Page, server: Server) -> None:
    board = opened(server)
    tablet = open_entry(page, board)
    tablet.ends(0)
    tablet.chip("s0-n-K", 5)
    page.route(re.compile(r"/deals/1$"), by_a_new_version, times=1)
    with page.expect_navigation():
        tablet.chip("end", 1)
    expect(page.locator("#s0-n-K input[value='5']")).to_be_checked()
    expect(page.locator('input[name="end"][value="1"]')).to_be_checked()
    page.goto(server.url + board)
    page.route(f"**{board}", by_a_new_version, times=1)
    with page.expect_navigation():
        page.evaluate("dispatchEvent(new Event('online'))")  # at this event, the board asks at once


def by_a_new_version(route: Route) -> None:
    """Answer as a newer version of the program does: with the addresses of other scripts."""
    answer = route.fetch(headers={**route.request.headers, "if-none-match": ""})
    route.fulfill(response=answer, body=answer.text().replace("/app.js?v=", "/app.js?v=new"))


def test_the_way_that_was_asked_for_last_is_shown(page: Page, server: Server, problems: list[str]) -> None:
    board = opened(server)
    tablet = open_entry(page, board, "totals")
    page.route("**/draft", lambda route: route.abort())  # so typed values are stored only on the tablet
    tablet.type("s0-mp", "420")
    tablet.way("ways", "cards")
    page.reload()
    expect(page.locator("#step-m0.on")).to_be_attached()
    page.goto(f"{board}/deals/new?way=totals")
    expect(page.locator("#s0-mp")).to_have_value("420")
    page.unroute_all()
    problems.clear()


def test_without_a_network_the_entry_stays_and_the_retry_saves_once(
    page: Page, server: Server, problems: list[str]
) -> None:
    board = opened(server)
    tablet = open_entry(page, board, "totals")
    by_totals(tablet)
    page.route(re.compile(r"/deals/1$"), lambda route: route.abort())
    tablet.tap(page.locator("#save"))
    expect(page.locator("#state")).to_contain_text("Not saved yet. What you entered is kept on this tablet.")
    expect(page.locator("#s0-mp")).to_have_value("420")
    assert scores(server, board) == [0, 0]
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url("**?saved=*")
    assert scores(server, board) == ROUND
    problems.clear()


def test_an_answer_that_is_lost_on_its_way_is_no_second_deal(page: Page, server: Server, problems: list[str]) -> None:
    board = opened(server)
    tablet = open_entry(page, board, "totals")
    by_totals(tablet)

    page.route(re.compile(r"/deals/1$"), lose)
    tablet.tap(page.locator("#save"))
    expect(page.locator("#state")).to_contain_text("Not saved yet.")
    assert scores(server, board) == ROUND
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url("**?saved=*")
    assert len(state_of(server, board).rows) == 1
    problems.clear()


def test_a_draft_that_never_left_the_tablet_comes_back(page: Page, server: Server, problems: list[str]) -> None:
    tablet = open_entry(page, opened(server), "totals")
    page.route(re.compile(r"/(draft|preview)$"), lambda route: route.abort())
    tablet.type("s0-mp", "420")
    expect(page.locator("#s0-mp")).to_have_value("420")
    page.evaluate("navigator.sendBeacon = () => false")
    page.reload()
    expect(page.locator("#s0-mp")).to_have_value("420")
    expect(page.locator("#state")).to_have_text("What was entered on this tablet is here again.")
    problems.clear()


def test_what_was_typed_after_a_draft_whose_answer_was_lost_comes_back(
    page: Page, server: Server, problems: list[str]
) -> None:
    tablet = open_entry(page, opened(server), "totals")

    page.route("**/draft", lose)
    with page.expect_event("requestfailed"):
        tablet.type("s0-mp", "100")
    page.unroute_all()
    page.route("**/draft", lambda route: route.abort())
    page.evaluate("navigator.sendBeacon = () => false")
    page.locator("#s0-mp").fill("185")
    page.goto(page.url.partition("?")[0])
    expect(page.locator("#s0-mp")).to_have_value("185")
    problems.clear()


def test_a_draft_left_on_one_tablet_does_not_overwrite_what_another_entered_since(
    page: Page, second: Page, server: Server, problems: list[str]
) -> None:
    board = opened(server)
    first = open_entry(page, board, "totals")
    with page.expect_response(lambda to: to.url.endswith("/draft") and "s0-mp=100" in str(to.request.post_data)):
        first.type("s0-mp", "100")
    page.route(re.compile(r"/(draft|preview)$"), lambda route: route.abort())
    first.type("s0-hp", "5")
    first.type("s1-mp", "300")
    page.evaluate("navigator.sendBeacon = () => false")
    page.goto(board)
    page.unroute_all()
    second.goto(f"{board}/deals/new")
    second.locator("#s0-hp").fill("10")
    with second.expect_response(lambda to: to.url.endswith("/draft") and "s1-hp=40" in str(to.request.post_data)):
        second.locator("#s1-hp").fill("40")
    page.goto(f"{board}/deals/new")
    expect(page.locator("#state")).to_have_text("What was entered on this tablet is here again.")
    values = [page.locator(f"#{name}").input_value() for name in ("s0-mp", "s0-hp", "s1-mp", "s1-hp")]
    assert values == ["100", "10", "300", "40"]
    problems.clear()


def test_two_tablets_save_one_deal_and_the_second_keeps_its_entry(
    page: Page, second: Page, server: Server, problems: list[str]
) -> None:
    board = opened(server)
    late = open_entry(page, board, "totals")
    early = open_entry(second, board, "totals")
    for each, points in ((late, "420"), (early, "500")):
        each.ends(0)
        for name, text in (("s0-mp", points), ("s1-mp", "5"), ("s1-hp", "5")):
            each.type(name, text)
    early.save()
    late.type("s0-hp", "35")
    late.tap(page.locator("#save"))
    expect(page.locator("main")).to_contain_text("North–South 500, East–West 0.")
    expect(page.locator("#s0-mp")).to_have_value("420")
    assert scores(server, board) == [500, 0]
    page.get_by_role("button", name="Save mine as a change").click()
    page.wait_for_url("**?saved=*")
    assert scores(server, board) == [385, 0]
    problems.clear()


def test_a_deal_that_is_saved_elsewhere_is_told_at_the_next_drawing(
    page: Page, second: Page, server: Server, problems: list[str]
) -> None:
    board = opened(server)
    late = open_entry(page, board, "totals")
    with page.expect_response("**/draft"):
        late.type("s0-mp", "420")
    early = open_entry(second, board, "totals")
    early.ends(0)
    for name in ("s1-mp", "s1-hp"):
        early.type(name, "5")
    early.save()
    with page.expect_response("**/draft"):  # this is refused, too, and the console reports it
        late.chip("end", "none")
    expect(page.locator("main")).to_contain_text("Deal 1 was saved on ")
    expect(page.locator("#s0-mp")).to_have_value("420")
    problems.clear()


def test_what_was_answered_is_not_asked_again_under_a_tap_on_save(browser: Browser, server: Server) -> None:
    page = browser.new_page(base_url=server.url, viewport=TABLET, locale="en", service_workers="block")
    page.clock.install()
    open_entry(page, opened(server), "totals")
    page.clock.run_for(1000)
    previews: list[Route] = []

    def hold(route: Route) -> None:
        previews.append(route)
        if len(previews) > 1:
            route.continue_()

    page.route("**/preview", hold)
    page.locator("#s0-mp").focus()
    page.keyboard.type("4")
    page.clock.run_for(120)
    while not previews:
        page.evaluate("0")  # waits until the request has arrived
    page.keyboard.type("2")
    previews[0].continue_()
    page.locator("#deal:not(.behind)").wait_for()  # sooner than the usual delay after a key
    page.clock.run_for(400)
    assert "behind" not in (page.locator("#deal").get_attribute("class") or "")
    assert len(previews) == 2
    page.context.close()


def test_a_mistake_is_marked_and_the_green_button_leads_to_it(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server))
    tablet.ends(0)
    tablet.meld("s0", "K", 7)
    tablet.chip("s0-red", 3)
    tablet.next()
    tablet.meld("s1", "Q", 3)
    tablet.chip("s1-red", 2)
    tablet.left_in_hand("s1", 20)
    expect(page.locator("#panel-1 .findings")).to_contain_text("Red threes: 5 entered, the pack has 4.")
    expect(page.locator("#s1-red")).to_have_class("amiss")
    expect(page.locator(GREEN)).to_have_text("Correct what is marked")
    tablet.next()
    expect(page.locator("#s1-red")).to_have_class(re.compile("asked-for"))
    tablet.tap(page.locator('.tabs [href="#step-m0"]'))
    # both at once: the answer to the first tap comes when the other sheet is in sight
    page.evaluate("all => all.map(at => document.querySelector(at).click())", ["[name=s0-red][value='2']", "#tab-1"])
    expect(page.locator(GREEN)).to_have_text("Save deal 1")
    expect(page.locator(".amiss")).to_have_count(0)
