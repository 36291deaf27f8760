"""The wall on a large screen follows the evening automatically."""

from playwright.sync_api import Browser, expect

from scorekeeper.actions.desk import open_desk
from scorekeeper.actions.evenings.rounds import close_round
from tests.actions.evenings import NIGHT, agree, opened, play, published, stamp
from tests.page_audit import measured
from tests.serving import Server


def test_the_wall_changes_within_two_seconds_without_a_reload(browser: Browser, server: Server) -> None:
    desk = open_desk(server.log.parent / "scorekeeper.db")
    opened(desk)
    tables = published(desk)
    page = browser.new_page(base_url=server.url, viewport={"width": 1920, "height": 1080}, locale="en")
    page.clock.install()
    page.goto(f"/evenings/{NIGHT}/wall")
    page.evaluate("window.stays = true")
    expect(page.locator(".tables .not-begun")).to_have_count(2)
    for table in tables:
        play(desk, table.match, (600, 200))
        agree(desk, 1, table.number)
    close_round(desk, NIGHT, 1, stamp(desk, "close-round-1"))
    page.clock.run_for(2000)
    expect(page.locator("td.points")).to_have_text(["12", "12", "8", "8"])
    assert page.evaluate("window.stays"), "it was not loaded again"
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.set_viewport_size({"width": 1024, "height": 768})  # an old projector
    size = "part => parseFloat(getComputedStyle(part).fontSize)"
    for small, large in (("thead th.who", "tbody th"), (".by", "main"), (".key", "main")):
        assert page.locator(small).first.evaluate(size) <= page.locator(large).first.evaluate(size), small
    assert measured(page) == []
    page.context.close()
    desk.ledger.close()
