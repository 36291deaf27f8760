"""The pages of a club evening: three taps for a round, a director's page that is up to date, sizes, contrast, the
wall."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.actions.demo import demo_evening
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening, amend_evening, open_evening
from scorekeeper.actions.evenings.results import dispute
from scorekeeper.actions.evenings.rounds import tell_clock
from scorekeeper.web.frame.desk import now
from tests.actions.evenings import SETTINGS, stamp
from tests.browser.conftest import TABLET, Devices
from tests.browser.tablet import held_back, shown
from tests.page_audit import audited, axe_in_both_themes, measured_at
from tests.serving import Server
from tests.web.test_evenings import SIXTEEN

SIZES = [(820, 1180), (1024, 768), (390, 844), (320, 640)]
NOW = "2026-11-21T18:00:00+00:00"
NIGHT = "night-of-demo"
#: An evening seated by hand: six of sixteen players are seated, and an empty place is selected.
BY_HAND = "night-by-hand"
SEATED_BY_HAND = f"/evenings/{BY_HAND}/rounds/1"


@pytest.fixture(scope="module")
def desk(server: Server) -> Desk:
    """The desk of the server's file. It has the evening `BY_HAND`, and `NIGHT` with eight tables in play.

    At `NIGHT`, the clock runs, and a table calls the director.
    """
    desk = open_desk(server.log.parent / "scorekeeper.db")
    people = tuple(NewEntrant((name,)) for name in SIXTEEN)
    by_hand = NewEvening({**SETTINGS, "movement": "free"}, people)
    open_evening(desk, by_hand, evening_id=BY_HAND, key="open-by-hand", actor="laptop", now=NOW)
    some = " ".join(f"{1 + at // 4}-{at % 2}-{at // 2 % 2}-{at + 1}" for at in range(6))
    body = {"asked": {"sit": [some], "aim": ["2-1-1"]}, "redrawn": 0}
    desk.ledger.evening_drafts.save(BY_HAND, 1, body=body, seen=None, device="laptop", now=NOW)
    demo_evening(desk, evening_id=NIGHT, tables=8, seed=1, now=now(), rules="classic")
    ends = {"by": "deals", "deals": 4, "minutes": 50, "warning": 5, "in_progress": "finish"}
    amend_evening(desk, NIGHT, {"round_end": ends}, "a bell", stamp(desk, "with-a-clock", NIGHT))
    current = desk.load_evening(NIGHT).state.current
    assert current
    playing = next(table for table in current.tables if not table.now.over)
    dispute(desk, NIGHT, current.number, playing.number, 0, "Please come", stamp(desk, "we-call-you", NIGHT))
    return desk


def tap(page: Page, name: str, role: str = "button") -> None:
    page.get_by_role(role, name=name, exact=False).first.click()  # type: ignore[arg-type]


def test_sixteen_typed_names_are_seated_with_three_taps(page: Page) -> None:
    page.goto("/evenings")
    tap(page, "New evening", "link")
    page.get_by_label("Who plays?").fill("\n".join(SIXTEEN))
    expect(page.locator("#found")).to_contain_text("16 people")
    expect(page.locator('input[value="individual"]')).to_be_checked()
    tap(page, "Draw round 1")
    page.wait_for_url(re.compile(r"/rounds/1$"))
    tap(page, "Publish round 1")
    expect(page.get_by_role("button", name="Start round 1")).to_be_visible()


def test_what_is_typed_before_the_script_has_come_is_counted_when_it_has(page: Page) -> None:
    held = held_back(page, "**/js/evening_form.js*")
    page.goto("/evenings/new", wait_until="commit")
    page.get_by_label("Who plays?").fill("\n".join(SIXTEEN[:8]))
    page.get_by_text("All against all", exact=True).click()
    expect(page.locator("#found")).to_contain_text("0 people")
    held.pop().continue_()
    expect(page.locator("#found")).to_contain_text("8 people")
    expect(page.locator('input[value="round_robin"]')).to_be_checked()
    held = held_back(page, "**/evenings/new")
    with page.expect_request("**/evenings/new"):
        page.get_by_label("Who plays?").fill("\n".join(SIXTEEN[:12]))
    page.get_by_text("By standing, no repeats", exact=True).hover()
    page.mouse.down()  # the answer comes while the finger is down, and changes what is under it
    held.pop().continue_()
    page.wait_for_timeout(500)
    page.unroute("**/evenings/new")
    page.mouse.up()
    expect(page.locator("#found")).to_contain_text("12 people")
    expect(page.locator('input[value="danish_no_repeat"]')).to_be_checked()
    page.get_by_role("button", name="Draw round 1").click()
    page.wait_for_url(re.compile(r"/rounds/1$"))


def test_a_round_is_closed_and_the_next_one_published_with_three_taps(page: Page, server: Server, desk: Desk) -> None:
    page.goto("/evenings/new")
    page.get_by_label("Who plays?").fill("A & B\nC & D\nE & F\nG & H")
    page.get_by_role("button", name="Draw round 1").click()
    page.get_by_role("button", name="Publish round 1").click()
    page.get_by_role("button", name="Start round 1").click()
    for _ in range(2):
        page.locator('[data-state="not_begun"] a').first.click()
        page.get_by_role("button", name="Not there:").first.click()  # a walkover: two taps
        page.locator(".evening-tables").wait_for()
    tap(page, "Close round 1")
    tap(page, "Seat round 2", "link")
    tap(page, "Publish round 2")
    expect(page.get_by_role("button", name="Start round 2")).to_be_visible()


def test_the_home_follows_by_itself_and_the_focus_stays(browser: Browser, server: Server, desk: Desk) -> None:
    page = browser.new_page(base_url=server.url, viewport=TABLET, locale="en")
    page.clock.install()
    page.goto(f"/evenings/{NIGHT}")
    page.evaluate("window.stays = true")
    current = desk.load_evening(NIGHT).state.current
    assert current
    other = next(table for table in current.tables if not table.now.over and table.called is None)
    line = page.locator(".evening-tables li").nth(2).locator("a")
    line.focus()
    dispute(desk, NIGHT, current.number, other.number, 1, "And to us", stamp(desk, "and-to-us-too", NIGHT))
    page.clock.run_for(4500)
    expect(page.locator('[data-state="calls"]')).to_have_count(2)
    assert line.evaluate("line => line === document.activeElement && window.stays")
    assert page.evaluate("!('fresh' in document.documentElement.dataset)"), "nothing moved: a tap is taken at once"
    expect(page.locator("[data-seen]")).to_have_text(re.compile(r"updated \d s ago"))
    page.goto(f"/evenings/{NIGHT}/standings")
    page.evaluate("""() => {
      const { querySelector } = document;
      window.sought = [];
      document.querySelector = sought => { window.sought.push(sought); return querySelector.call(document, sought); };
    }""")
    page.clock.run_for(3000)
    assert "[data-seen]" not in page.evaluate("window.sought"), "what only the home says is sought nowhere else"
    page.context.close()


def test_eight_tables_and_their_clock_need_no_scrolling(devices: Devices, server: Server, desk: Desk) -> None:
    with devices.borrowed(server, locale="hu") as page:
        page.goto(f"/evenings/{NIGHT}")
        for width, height in ((1024, 768), (820, 1180)):
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(".evening-clock")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollHeight") <= height


@pytest.mark.parametrize(
    ("language", "size", "path"), [("hu", (390, 844), "/rounds/2/tables/1/result"), ("ro", (1024, 768), "")]
)
def test_longer_words_leave_keys_and_acts_whole(
    devices: Devices, server: Server, desk: Desk, language: str, size: tuple[int, int], path: str
) -> None:
    with devices.borrowed(server, locale=language) as page:
        page.goto(f"/evenings/{NIGHT}{path}")
        assert measured_at(page, [size]) == []


def pages_of(desk: Desk) -> list[str]:
    """The address of every page of the evening."""
    home, number = f"/evenings/{NIGHT}", len(desk.load_evening(NIGHT).state.rounds)
    round_ = f"{home}/rounds/{number}"
    table = desk.load_evening(NIGHT).state.rounds[-1].tables[-1].number
    return [
        "/evenings", "/evenings/new?last=yes", home, f"{home}/more", f"{home}/settings", f"{home}/entrants",
        f"{home}/entrants/1/change", f"{home}/penalties", f"{home}/penalties?entrant=1", f"{home}/history",
        f"{home}/links", f"{home}/me", f"{home}/standings", f"{home}/cross", f"{home}/tables/{table}", round_,
        f"{round_}/correct?table={table}", f"{round_}/tables/{table}/result", SEATED_BY_HAND,
    ]  # fmt: skip


#: The pages that a director uses most, measured on a tablet in landscape and on a phone. axe-core checks only those of
#: `AXED`. In the long tests, it checks every page, and every page is measured at every size.
FIRST = (f"/evenings/{NIGHT}", f"/evenings/{NIGHT}/settings", f"/evenings/{NIGHT}/standings", SEATED_BY_HAND)
AXED = (f"/evenings/{NIGHT}", SEATED_BY_HAND)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_everything_is_large_enough_and_nothing_is_cut_or_unnamed(page: Page, desk: Desk, every: bool) -> None:
    sizes = SIZES if every else SIZES[1:3]
    found = {
        path: (audited if every or path in AXED else measured_at)(_opened(page, path), sizes)
        for path in (pages_of(desk) if every else FIRST)
    }
    found["wall"] = axe_in_both_themes(_opened(page, f"/evenings/{NIGHT}/wall")) if every else []
    assert {path: lines for path, lines in found.items() if lines} == {}


def _opened(page: Page, path: str) -> Page:
    shown(page, path).evaluate("document.querySelectorAll('main details').forEach(part => { part.open = true; })")
    return page


def test_the_wall_turns_its_pages_and_its_bell_sounds_where_it_was_tapped(
    browser: Browser, server: Server, desk: Desk
) -> None:
    context = browser.new_context(base_url=server.url, viewport={"width": 1920, "height": 1080}, locale="en")
    wall = context.new_page()
    wall.clock.install()
    evening_id = "night-of-bells"
    demo_evening(desk, evening_id=evening_id, tables=14, seed=2, now=NOW, rules="classic")
    ends = {"by": "deals", "deals": 4, "minutes": 600, "warning": 10, "in_progress": "finish"}
    amend_evening(desk, evening_id, {"round_end": ends}, "a bell", stamp(desk, "with-a-bell-1", evening_id))
    wall.goto(f"/evenings/{evening_id}/wall")
    assert wall.locator("table[data-turns]").count() == 2
    assert wall.locator("table[data-turns]:visible").count() == 1
    first = wall.locator("table[data-turns]:visible tbody th").first.inner_text()
    wall.clock.run_for(15_000)
    assert wall.locator("table[data-turns]:visible tbody th").first.inner_text() != first
    wall.evaluate("document.querySelector('#main').firstElementChild.dataset.old = 'yes'")
    amend_evening(desk, evening_id, {"title": "Bells"}, "a name", stamp(desk, "with-a-name-1", evening_id))
    wall.clock.run_for(3_000)
    expect(wall.locator("[data-old]")).to_have_count(0)
    assert wall.locator("table[data-turns]:visible").count() == 1, "also of what came from the program since"
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    wall.evaluate("addEventListener('sounded', () => { window.heard = (window.heard ?? 0) + 1; })")
    wall.evaluate("dispatchEvent(new Event('rung'))")
    assert wall.evaluate("window.heard") is None, "nobody has tapped yet"
    wall.get_by_role("button", name="Tap once, and the bell sounds here").click()
    assert wall.evaluate("window.heard") == 1
    wall.evaluate("dispatchEvent(new Event('rung'))")
    assert wall.evaluate("window.heard") == 2
    expect(wall.get_by_role("button", name="Tap once")).to_have_count(0)
    context.close()


@pytest.mark.parametrize("polls", [40, pytest.param(15_000, marks=pytest.mark.soak, id="an evening")])
def test_a_wall_left_open_all_evening_grows_neither_in_the_page_nor_in_the_server(
    browser: Browser, server: Server, desk: Desk, polls: int
) -> None:
    """The clock is simulated. The long test polls as often as a wall in almost seven hours.

    Every twentieth poll finds a change. At least one change comes before the first measurement, because a change keeps
    both the old and the new content in memory for a time.
    """
    evening_id = f"night-of-{polls}"
    demo_evening(desk, evening_id=evening_id, tables=8, seed=3, now=NOW, rules="classic")
    current = desk.load_evening(evening_id).state.current
    assert current
    context = browser.new_context(base_url=server.url, viewport={"width": 1920, "height": 1080}, locale="en")
    wall = context.new_page()
    wall.clock.install()
    answers: dict[int, int] = {}
    wall.on("response", lambda answer: answers.update({answer.status: answers.get(answer.status, 0) + 1}))
    wall.goto(f"/evenings/{evening_id}/wall")
    client = context.new_cdp_session(wall)
    client.send("Performance.enable")
    sizes = []
    for at in range(1, polls + 1):
        if at % 20 == 10:
            told = stamp(desk, f"one-more-minute-{at}", evening_id)
            tell_clock(desk, evening_id, current.number, "add", told, seconds=60 if at % 40 == 10 else -60)
        with wall.expect_response(lambda answer: answer.url.endswith("/wall")):
            wall.clock.run_for(1600)
        if at in (polls // 3, polls):
            client.send("HeapProfiler.collectGarbage")
            figures = {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}
            sizes.append((figures["Nodes"], figures["JSEventListeners"], figures["JSHeapUsedSize"], _resident(server)))
    context.close()
    assert answers[304] >= polls // 2
    assert answers[200] >= polls // 20
    (nodes, listeners, heap, resident), after = sizes
    assert after[0] <= nodes + 50
    assert after[1] == listeners
    assert after[2] <= heap + 1_000_000, "bytes of the page"
    assert after[3] <= resident + 16_000, "KiB of the server"


def _resident(server: Server) -> int:
    """The resident memory of the server's process in KiB."""
    told = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii", errors="replace")
    return next(int(line.split()[1]) for line in told.splitlines() if line.startswith("VmRSS"))
