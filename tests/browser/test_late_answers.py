"""Answers that arrive late, twice, or for a page from the browser's cache: the right data is shown and sent.

The test itself delays the answers, so nothing depends on the speed of the machine.
"""

from playwright.sync_api import Page, Route

from tests.browser.tablet import ECHO, by_totals, open_entry, opened, scores
from tests.serving import Server

#: The event when a browser shows a page from its cache, in the state in which it was left.
SHOWN_AGAIN = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


def test_enter_pressed_again_while_a_deal_is_being_saved_sends_it_once(page: Page, server: Server) -> None:
    board = opened(server)
    tablet = open_entry(page, board, "totals")
    by_totals(tablet)
    page.locator("#deal:not(.behind)").wait_for()
    held: list[Route] = []

    def hold(route: Route) -> None:
        saves = route.request.method == "POST" and "act=save" in (route.request.post_data or "")
        held.append(route) if saves else route.continue_()

    page.route("**/*", hold)
    button = page.locator(".green:visible > [value=save]")
    for _ in range(2):
        page.wait_for_timeout(ECHO + 50)
        button.press("Enter")
    while not held:
        page.wait_for_timeout(10)
    page.wait_for_timeout(100)
    assert len(held) == 1
    held[0].continue_()
    page.wait_for_url("**?saved=*")
    assert scores(server, board) == [1485, 455]


def test_what_the_browser_kept_of_a_page_is_brought_up_to_date(page: Page, server: Server) -> None:
    """When a cached page is shown, a board asks for changes, an entry page is reloaded, and taps are ignored for a
    moment."""
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
    with open_entry(page, board).drawn_again():  # with values that the browser restored automatically
        page.evaluate(
            """() => {
                document.querySelector("[name=end][value='0']").checked = true;
                dispatchEvent(new PageTransitionEvent("pageshow"));
            }"""
        )
    page.evaluate("window.stays = true")
    page.evaluate(SHOWN_AGAIN)
    page.wait_for_function("() => !window.stays")


def test_a_page_drawn_late_lets_a_number_be_typed_on(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server), "totals")
    held: list[Route] = []
    page.route("**/deals/1", lambda route: held.append(route), times=1)  # noqa: PLW0108 - no built-in is taken
    tablet.chip("end", 0)
    tablet.type("s1-mp", "4")
    while not held:
        page.wait_for_timeout(10)
    with tablet.drawn_again():
        held[0].continue_()
    tablet.press("2")
    assert page.locator("#s1-mp").input_value() == "42"


def test_a_deal_changed_while_it_is_sent_waits_to_be_sent_again(page: Page) -> None:
    """The worker's code runs in a page, and the test decides when the program answers."""
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
