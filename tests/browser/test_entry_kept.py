"""Values that the entry page keeps (over reloads, slow answers, another language), and notices that it withdraws."""

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.tablet import ECHO, GREEN, by_totals, open_entry, opened, scores
from tests.serving import Server

AGREE = "#agree input[type=checkbox]"
#: Holds back the page's drafts, and sets `onItsWay` at the first one. Each draft is answered when the page is left; by
#: then, the program has rendered the next page.
ANSWERED_LATE = """() => {
    const fetched = window.fetch, version = document.querySelector("[name=seen]").value;
    const answer = { ok: true, status: 200, json: async () => ({ version }) };
    const late = over => addEventListener("pagehide", () => over(answer));
    window.fetch = (address, ...options) => {
        if (!address.endsWith("/draft")) return fetched(address, ...options);
        window.onItsWay = true;
        return new Promise(late);
    };
}"""

#: Taps a chip, if any, and leaves the page at once. Returns the number of drafts that the page sends as it is left.
LEFT = """chip => {
    let sent = 0;
    navigator.sendBeacon = () => { sent += 1; };
    if (chip) document.querySelector(chip).click();
    dispatchEvent(new Event("pagehide"));
    return sent;
}"""


def test_consent_goes_with_the_figures_and_says_which(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server), "totals")
    by_totals(tablet)
    expect(page.locator("#result-1 .newtotal b")).to_have_text("455")
    tablet.tap(page.locator("#agree .tick"))
    expect(page.locator(AGREE)).to_be_checked()
    tablet.chip("s0-red", 3)
    expect(page.locator("#agree")).to_contain_text("North–South agreed to 1,485; it is now 1,585.")
    expect(page.locator(AGREE)).not_to_be_checked()
    tablet.tap(page.locator("#agree .tick"))
    expect(page.locator("#agree .error")).to_have_count(0)
    expect(page.locator(AGREE)).to_be_checked()
    tablet.save()


def test_a_number_is_judged_when_its_field_is_left(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server), "totals")
    tablet.chip("s0-can-natural", 1)
    expect(page.locator("#result-0 .newtotal b")).to_have_text("500")
    expect(page.locator("#findings .note")).to_have_count(0)
    tablet.type("s0-mp", "20")
    expect(page.locator("#result-0 .newtotal b")).to_have_text("520")
    expect(page.locator("#findings .note")).to_have_count(0)
    tablet.tap(page.locator("#s0-hp"))
    expect(page.locator("#findings .note")).to_contain_text("points are too few for these canastas")
    expect(page.locator(GREEN)).to_be_in_viewport(ratio=1)
    page.wait_for_timeout(ECHO)
    tablet.chip("s0-can-natural", 1)  # a second tap removes it
    expect(page.locator("#findings .note")).to_have_count(0)


def test_an_entry_goes_on_where_it_was_left_and_another_tablet_says_so_without_moving_it(
    page: Page, second: Page, server: Server
) -> None:
    board = opened(server)
    tablet = open_entry(page, board)
    tablet.ends(0)
    tablet.chip("s0-n-K", 5)
    with page.expect_response("**/draft"):
        tablet.next()
    page.goto(board)
    page.get_by_role("link", name="Continue deal 1").click()
    expect(page.locator("#step-m1.on #s1-melds")).to_be_visible()
    second.goto(f"{board}/deals/new")
    expect(second.locator(".note.draft")).to_contain_text(re.compile(r"Computer \d+ started entering this deal at"))
    grid = second.locator("#s1-melds").bounding_box()
    second.locator("[data-dismiss]").click()
    expect(second.locator(".note.draft")).to_have_count(0)
    assert second.locator("#s1-melds").bounding_box() == grid
    second.locator('.tabs [href="#step-m0"]').click()
    expect(second.locator("#step-m0.on")).to_be_attached()
    assert second.evaluate("localStorage.length") == 0  # a device that only shows the entry does not store it
    assert [second.evaluate(LEFT, chip) for chip in ("", '[name="s0-n-K"][value="6"]')] == [0, 1]


def test_a_page_drawn_before_the_last_draft_came_shows_what_was_tapped(page: Page, server: Server) -> None:
    """The page is reloaded while a draft is being sent. The answer to the draft still reaches the old page."""
    tablet = open_entry(page, opened(server))
    with page.expect_response("**/draft"):
        tablet.ends(0)
    page.evaluate(ANSWERED_LATE)
    tablet.chip("s0-n-K", 7)
    page.wait_for_function("() => window.onItsWay")
    page.reload()
    expect(page.locator("#s0-n-K input:checked")).to_have_value("7")


def test_an_entry_that_was_started_anew_is_brought_back(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server))
    tablet.ends(0)
    with page.expect_response("**/draft"):
        tablet.chip("s0-n-K", 5)
    page.evaluate("() => { window.fetch = () => new Promise(() => {}); }")
    tablet.chip("s0-n-Q", 3)  # this is in no draft yet
    page.locator(".settings > summary").click()
    page.get_by_role("button", name="Start over").click()
    expect(page.locator('[name="end"]:checked')).to_have_count(0)
    page.get_by_role("button", name="Restore").click()
    expect(page.locator('input[name="end"][value="0"]')).to_be_checked()
    expect(page.locator("#s0-n-K input:checked")).to_have_value("5")


def test_save_waits_for_the_figures_and_no_tap_is_lost_while_they_come(page: Page, server: Server) -> None:
    """All answers are slow, they arrive in reverse order, and the user keeps tapping."""
    board = opened(server)
    tablet = open_entry(page, board, "totals")
    held, slow = list[Route](), True

    def hold(route: Route) -> None:
        held.append(route) if slow else route.continue_()

    page.route(re.compile(r"/deals/1(/preview)?$"), hold)
    for name, value in (("end", "none"), ("s0-can-natural", 1), ("s0-can-mixed", 2), ("s1-red", 3), ("end", 0)):
        tablet.chip(name, value)
    for name, text in (("s0-mp", "700"), ("s1-mp", "20"), ("s1-hp", "20")):
        tablet.type(name, text)
    expect(page.locator("#deal")).to_have_class(re.compile("behind"))
    slow = False
    for route in reversed(held):
        route.continue_()
    expect(page.locator("#deal")).not_to_have_class(re.compile("behind"))
    chosen = {name: page.locator(f'input[name="{name}"]:checked').input_value() for name in ("end", "s1-red")}
    assert chosen == {"end": "0", "s1-red": "3"}
    assert scores(server, board) == [0, 0]
    tablet.save()
    assert scores(server, board)[0] == 700 + 500 + 2 * 300 + 100


def test_a_quick_hand_loses_no_tap(page: Page, server: Server) -> None:
    """Taps and Undo come as fast as the page accepts them, also while it is rendered again. Every tap counts."""
    tablet = open_entry(page, opened(server))
    with tablet.drawn_again():
        page.evaluate(
            """() => {
                const tap = (name, value) => document.querySelector(`[name="${name}"][value="${value}"]`).click();
                tap("end", "0"); tap("s0-n-K", 5); tap("end", "1"); tap("s0-n-Q", 4);
                tap("end", "none"); tap("s1-n-9", 3);
            }"""
        )
    expect(page.locator("#deal")).not_to_have_class(re.compile("behind"))
    for name, value in (("end", "none"), ("s0-n-K", "5"), ("s0-n-Q", "4"), ("s1-n-9", "3")):
        expect(page.locator(f'input[name="{name}"]:checked')).to_have_value(value)


def test_language_theme_and_size_keep_the_page_and_everything_in_it(
    page: Page, server: Server, problems: list[str]
) -> None:
    """An entry page stays at its step; a form with an error keeps the values typed since."""
    board = opened(server)
    tablet = open_entry(page, board)
    tablet.ends(0)
    tablet.chip("s0-n-K", 7)
    for choice in ("theme=dark", "text=largest", "lang=hu"):
        page.locator("summary").filter(has_text=re.compile("English")).click()
        page.locator(f'[data-menu] a[href*="{choice}"]').click()
        page.wait_for_url(re.compile(r"/deals/new(#.*)?$"))
        expect(page.locator("#deal:not(.behind) #step-m0.on #s0-n-K input:checked")).to_have_value("7")
    expect(page.locator("html[lang=hu][data-theme=dark][data-text=largest]")).to_have_count(1)
    page.goto("/matches/new?lang=en")
    page.locator('[name="players[0]"]').fill("Ilona")
    page.locator(".acts button.main").click()
    expect(page.locator("#errors")).to_be_visible()
    page.locator('[name="players[1]"]').fill("Jana")
    page.locator("summary").filter(has_text=re.compile("English")).click()
    page.locator('[data-menu] a[href*="lang=cs"]').click()
    page.wait_for_url(re.compile("/matches/new$"))
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    for seat, name in enumerate(("Ilona", "Jana")):
        expect(page.locator(f'[name="players[{seat}]"]')).to_have_value(name)
    problems.clear()
