"""A match at the table: it is opened, deals are entered by totals, and a second screen follows it."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.tablet import just_now, opened
from tests.served import Visitor, deal_fields
from tests.serving import Server

FOUR = ("Ilona", "Jana", "Mihai", "Tõnu")
#: The deals, as (the side that went out, figures of both sides). The figures of a side are (points melded,
#: points in hand, natural canastas, red threes).
DEALS = (
    ("Ilona & Mihai", ((420, 35, 1, 2), (215, 60, 0, 0))),
    ("Jana & Tõnu", ((100, 45, 0, 1), (305, 0, 1, 1))),
)
TOTALS = (("1,185", "155"), ("1,340", "1,160"))


def begun(page: Page, server: Server, **options: int) -> str:
    """Open a match in the server's file, show its board, and return the full URL of the board."""
    page.goto(opened(server, people=FOUR, options=options))
    return page.url


def record(page: Page, number: int, out: str, sides: tuple[tuple[int, ...], ...]) -> None:
    """Record a deal by totals. Before and after, the page shows the board."""
    page.goto(f"{page.get_by_role('link', name=f'Record deal {number}').get_attribute('href')}?way=totals")
    page.locator(f'input[name="end"][value="{("Ilona & Mihai", "Jana & Tõnu").index(out)}"]').check()
    for side, (melded, hand, natural, red) in enumerate(sides):
        page.locator(f"#s{side}-mp").fill(str(melded))
        page.locator(f"#s{side}-hp").fill(str(hand))
        for name, count in (("can-natural", natural), ("red", red)):
            if count:
                page.locator(f'input[name="s{side}-{name}"][value="{count}"]').check()
    page.get_by_role("button", name=f"Save deal {number}").click()
    page.wait_for_url(re.compile(r"\?saved=\d+$"))


def recorded(page: Page, server: Server) -> None:
    """Record the first deal on another device, and reload the board."""
    board = page.url.removeprefix(server.url)
    form = deal_fields(1, "the-first-deal") | {"end": "0", "s0-hp": "35", "s1-hp": "60"}
    form |= {"s0-can-natural": "1", "s0-red": "2"}
    assert Visitor.of(server).post(f"{board}/deals/1", form).status == 303
    page.reload()


def totals(page: Page) -> tuple[str, ...]:
    return tuple(page.locator(".total").all_inner_texts())


def tap(page: Page, *names: str) -> int:
    """Tap these buttons and links one after the other, and return the number of taps."""
    for name in names:
        page.get_by_role("button", name=name, exact=True).or_(page.get_by_role("link", name=name, exact=True)).click()
    return len(names)


def test_a_match_is_begun_in_six_taps_by_those_who_were_here_and_in_two_without_names(
    page: Page, server: Server
) -> None:
    opened(server, people=FOUR, now=just_now())
    page.goto("/")
    assert tap(page, "New match", *FOUR, "Start") <= 8
    expect(page.get_by_role("heading", name="Ilona & Mihai", exact=True)).to_be_visible()
    page.goto("/")
    tap(page, "New match", "Start")
    expect(page.get_by_role("heading", name="Side 1", exact=True)).to_be_visible()


def test_a_new_match_stays_in_sight_however_long_the_list_is(page: Page, server: Server) -> None:
    for _ in range(6):
        opened(server)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollHeight") > 844
    expect(page.get_by_role("link", name="New match")).to_be_in_viewport(ratio=1)


def test_a_deal_and_its_points_stand_on_one_line(page: Page, server: Server) -> None:
    begun(page, server)
    recorded(page, server)
    page.get_by_role("link", name="More").click()
    links = (page.locator(".played li").get_by_role("link", name=re.compile(text)) for text in ("^Deal 1", "^1,185"))
    name, points = (link.bounding_box() for link in links)
    assert name
    assert points
    assert points["y"] < name["y"] + name["height"]


def test_a_second_screen_follows_without_being_touched_and_is_shown_the_way_to_the_rematch(
    page: Page, second: Page, server: Server
) -> None:
    board = begun(page, server, target=500)
    second.goto(f"{board}/watch")
    recorded(page, server)
    expect(second.locator(".total").first).to_have_text(TOTALS[0][0])
    expect(second).to_have_title("Match over")
    assert second.locator(".acts").count() == 0
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("heading", name="Deal 1 in play")).to_be_visible()
    assert page.url != board
    second.get_by_role("link", name="Rematch").click()
    expect(second).to_have_url(f"{page.url}/watch")


def test_a_board_that_is_gone_back_to_shows_at_once_what_holds_now(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, locale="en", service_workers="block")
    page = context.new_page()
    page.add_init_script("""(() => {
      const { setTimeout } = window, waits = window.waits = {};
      window.setTimeout = (act, wait) => { waits[act.name] ??= wait; return setTimeout(act, wait); };
    })()""")
    board = begun(page, server)
    record(page, 1, *DEALS[0])
    record(page, 2, *DEALS[1])
    page.go_back()
    page.wait_for_url(f"{board}?saved=1")
    assert page.evaluate("waits.follow") == 0
    expect(page.locator(".total").first).to_have_text(TOTALS[1][0])
    context.close()


def test_the_result_is_kept_as_a_picture_where_nothing_can_be_shared(page: Page, server: Server) -> None:
    begun(page, server, target=500)
    expect(page.get_by_role("button", name="Result as a picture")).to_have_count(0)
    recorded(page, server)
    with page.expect_download() as kept:
        tap(page, "Result as a picture")
    picture = kept.value.path().read_bytes()
    assert re.fullmatch(r"canasta-[\w-]+\.png", kept.value.suggested_filename)
    assert picture.startswith(b"\x89PNG")
    width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
    assert width == 1080
    assert height > 800


def test_enter_in_a_name_starts_the_match(page: Page) -> None:
    page.goto("/matches/new")
    for seat, name in enumerate(FOUR):
        page.get_by_label(f"Seat {seat + 1},").fill(name)
    page.get_by_label("Seat 4,").press("Enter")
    page.wait_for_url(re.compile(r"/matches/\w{10}$"))


def test_another_number_of_players_shows_their_seats_at_once(page: Page) -> None:
    page.goto("/matches/new?rules=hungarian")
    page.get_by_label("Seat 1,").fill("Ilona")
    page.get_by_label("Players", exact=True).select_option("six")
    expect(page.locator(".seat")).to_have_count(6)
    expect(page.get_by_label("Seat 1,")).to_have_value("Ilona")


def test_a_mistake_takes_the_focus_and_keeps_the_names(page: Page, problems: list[str]) -> None:
    page.goto("/matches/new")
    page.get_by_label("Seat 1,").fill("Ilona")
    page.locator(".acts").get_by_role("button", name="Start").click()
    expect(page.locator("#errors")).to_be_focused()
    expect(page.get_by_label("Seat 1,")).to_have_value("Ilona")
    page.locator("#errors a").first.click()
    expect(page.get_by_label("Seat 2,")).to_be_focused()
    problems.clear()  # the console reports the 422
