"""Answers that come late, or twice, or to a page that the browser had kept: what is in sight and what is sent is right.

An answer is held back by the test, so that nothing here depends on how quick the machine is.
"""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.tablet import ECHO, by_totals, open_entry, opened, scores
from tests.serving import Server

#: What a browser says to a page that it shows again as it was left.
SHOWN_AGAIN = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


class Held:
    """Answers to some requests of a page, kept back until the test lets them go."""

    def __init__(self, page: Page, which: Callable[[Request], bool]) -> None:
        self.routes: list[Route] = []
        self.page = page
        page.route("**/*", lambda route: self.routes.append(route) if which(route.request) else route.continue_())

    def wait_for(self, count: int) -> None:
        """Wait until so many requests were made."""
        while len(self.routes) < count:
            self.page.wait_for_timeout(10)

    def let_go(self, at: int = 0) -> None:
        """Let one of them go on to the program."""
        self.routes[at].continue_()


def test_may_i_shows_the_answer_to_the_last_question_whichever_comes_last(page: Page) -> None:
    page.goto("/may-i/opening?rules=classic")
    held = Held(page, lambda request: request.resource_type == "fetch")
    asks = "value => document.querySelector(`input[name=raise][value='${value}']`).click()"
    for count, value in enumerate((10, 30), start=1):
        page.evaluate(asks, value)
        held.wait_for(count)
    with page.expect_response(lambda answer: "raise=30" in answer.url):
        held.let_go(1)
    expect(page.locator("#answer")).to_contain_text("80")
    with page.expect_response(lambda answer: "raise=10" in answer.url) as late:
        held.let_go(0)
    late.value.finished()
    page.evaluate("new Promise(over => setTimeout(over, 50))")
    expect(page.locator("#answer")).to_contain_text("80")
    assert parse_qs(urlsplit(page.url).query)["raise"] == ["30"]


def test_the_names_of_an_evening_are_counted_by_the_last_answer(page: Page) -> None:
    page.goto("/evenings/new")
    held = Held(page, lambda request: request.resource_type == "fetch")
    for count, typed in enumerate(("Anna & Béla", "Anna & Béla\nCsaba & Dana"), start=1):
        page.locator("[name=names]").fill(typed)
        held.wait_for(count)
    with page.expect_response("**/evenings/new") as first:
        held.let_go(0)
    first.value.finished()
    page.evaluate("new Promise(over => setTimeout(over, 50))")
    held.let_go(1)
    expect(page.locator("#found")).to_contain_text("4 people")


def test_enter_pressed_again_while_a_deal_is_being_saved_sends_it_once(page: Page, server: Server) -> None:
    board = opened(server)
    tablet = open_entry(page, board, "totals")
    by_totals(tablet)
    page.locator("#deal:not(.behind)").wait_for()
    held = Held(page, lambda request: request.method == "POST" and "act=save" in (request.post_data or ""))
    button = page.locator(".green:visible > [value=save]")
    for _ in range(2):
        page.wait_for_timeout(ECHO + 50)
        button.press("Enter")
    held.wait_for(1)
    page.wait_for_timeout(100)
    assert len(held.routes) == 1
    held.let_go()
    page.wait_for_url("**?saved=*")
    assert scores(server, board) == [1485, 455]


def test_a_form_is_sent_once_and_may_be_sent_again_by_who_comes_back_to_it(page: Page) -> None:
    page.goto("/seasons/new")
    page.evaluate("""() => {
        window.sent = [];
        addEventListener("submit", event => { sent.push(!event.defaultPrevented); event.preventDefault(); });
    }""")  # what the page lets through goes nowhere
    title = page.locator("input[name=title]")
    title.press("Enter")
    title.press("Enter")
    assert page.evaluate("sent") == [True, False]
    page.evaluate(SHOWN_AGAIN)
    assert page.locator("form[data-sent], [aria-busy]").count() == 0
    title.press("Enter")
    assert page.evaluate("sent") == [True, False, True]


@pytest.mark.parametrize("status", [403, 404, 410])
def test_a_board_whose_link_is_taken_back_is_loaded_again_and_says_so(
    page: Page, server: Server, problems: list[str], status: int
) -> None:
    page.goto(opened(server))
    page.evaluate("window.stays = true")
    page.route("**/*", lambda route: route.fulfill(status=status) if route.request.resource_type == "fetch" else
               route.continue_())  # fmt: skip
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function("() => !window.stays")
    problems.clear()  # that answer


def test_what_the_browser_kept_of_a_page_is_brought_up_to_date(page: Page, server: Server) -> None:
    """A board asks, an entry is loaded again, a page takes no tap for a moment, and deals that wait are told."""
    board = opened(server)
    page.goto(board)
    asked, fresh = page.evaluate(
        f"""() => {{
            let asked = 0;
            const own = window.fetch;
            window.fetch = (...all) => {{ asked += 1; return own(...all); }};
            delete document.documentElement.dataset.fresh;
            {SHOWN_AGAIN};
            return [asked, "fresh" in document.documentElement.dataset];
        }}"""
    )
    assert (asked, fresh) == (1, True)
    waits = {
        "state": "waiting",
        "match": "m",
        "page": f"{board}/deals/new",
        "what": "Deal 7",
        "title": "A – B",
        "at": 1,
    }
    page.evaluate(
        """async item => {
            await (await caches.open("kept")).put("/offline", await fetch("/offline"));
            await (await caches.open("outbox")).put("/sent-to", Response.json(item));
        }""",
        {**waits, "action": "/sent-to", "deal": "7"},
    )
    assert page.locator("#told").inner_text() == ""
    page.evaluate(SHOWN_AGAIN)
    expect(page.locator("#told")).to_contain_text("Deal 7")
    page.goto(f"{board}/deals/new")
    page.evaluate("window.stays = true")
    page.evaluate(SHOWN_AGAIN)
    page.wait_for_function("() => !window.stays")


def test_a_deal_changed_while_it_is_sent_waits_to_be_sent_again(page: Page) -> None:
    """The worker's own code, in a page whose program answers when the test says so."""
    page.goto("/device")
    worker = page.request.get("/worker.js").text()
    kept = page.evaluate(
        f"""async () => {{
            const own = ["addEventListener", "clients", "fetch"];
            const run = async (addEventListener, clients, fetch) => {{
                {worker}
                await send();
            }};
            const box = await caches.open("outbox");
            const item = body => ({{ action: "/deal", match: "m", at: 1, state: "waiting", body }});
            const put = body => box.put("/deal", Response.json(item(body)));
            await put("version=1&points=500");
            await run(() => {{}}, {{ matchAll: async () => [] }}, async (address, {{ method }}) => {{
                if (method !== "POST") return new Response('name="csrf_token" value="t"');
                await put("version=1&points=600");
                return {{ type: "opaqueredirect" }};
            }});
            return (await box.match("/deal"))?.json();
        }}"""
    )
    assert (kept["state"], kept["body"]) == ("waiting", "version=1&points=600")
