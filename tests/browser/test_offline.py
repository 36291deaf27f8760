"""The app on a device while the program does not answer: what it shows, what it sends once, and what it deletes.

Each test starts and kills a program and a tablet several times. The worker's answers, and the rules for
accepting an entry, are tested without a browser in `tests/web/test_offline.py`. Rare combinations are in the long
tests.
"""

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.actions.desk import open_desk
from scorekeeper.ledger.records.settings import SECRET_KEY
from tests.browser.tablet import GREEN, NOW, Tablet, opened, scores, state_of
from tests.chromium import TIMEOUT, kept_tablet
from tests.served import Visitor, deal_fields
from tests.serving import COMMAND, Server, end, free_port, started, wait_for

ROOT = Path(__file__).resolve().parents[2]
TABLET = {"width": 820, "height": 1180}
CONTROLLED = "() => Boolean(navigator.serviceWorker.controller)"
#: Waits until the page at `path` is stored on the device; if `wanted` is false, until no page at or below `path` is
#: stored. Fails after a minute.
KEEPS = """async ([path, wanted]) => {
    for (const late = Date.now() + 60000; Date.now() < late;) {
        const names = (await caches.keys()).filter(name => name.startsWith("kept "));
        const caught = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
        const paths = caught.flat().map(({ url }) => new URL(url).pathname);
        if (wanted ? paths.includes(path) : !paths.some(each => each.startsWith(path))) return;
        await new Promise(over => setTimeout(over, 50));
    }
    throw new Error(`${path} is ${wanted ? "not kept" : "kept"}`);
}"""


#: Waits until the new worker has deleted all caches with these names, which are those of the old version. Fails after a
#: minute.
TAKEN_OVER = """async names => {
    for (const late = Date.now() + 60000; Date.now() < late;) {
        if (!(await caches.keys()).some(name => names.includes(name))) return;
        await new Promise(over => setTimeout(over, 50));
    }
    throw new Error("the worker of before is still there");
}"""
#: Starts the program behind a proxy on its machine. All requests then count as from other devices, which need a link.
BEHIND_A_PROXY = """
import sys
from scorekeeper.cli import main
from scorekeeper.cli.serving import server as workers

def create_app(config, made=workers.create_app):
    app = made(config)
    app.wsgi_app = lambda environ, start, inner=app.wsgi_app: inner({**environ, "HTTP_VIA": "1.1 club"}, start)
    return app

workers.create_app = create_app
sys.exit(main(sys.argv[1:]))
"""
#: The mark of tests whose tablet gets access by a link.
by_link = pytest.mark.parametrize("club", [[sys.executable, "-c", BEHIND_A_PROXY]], indirect=True)


SEVEN_KINGS = '#deal input[type="radio"][name="s0-n-K"][value="7"]'


@dataclass(slots=True)
class Club:
    """A program that tests start and kill. Its address and its file stay the same."""

    folder: Path
    port: int = field(default_factory=free_port)
    server: Server | None = None
    command: Sequence[str] = COMMAND

    def start(self, code: Path | None = None) -> Server:
        """Start the program, from the copy in the folder `code` if that is given."""
        command = [*self.command, "serve", "--port", str(self.port), "--database", str(self.folder / "scorekeeper.db")]
        environment = {"PYTHONPATH": str(code or ROOT)}
        self.server = started(command, self.folder, self.port, environment=environment)
        wait_for(self.server)
        return self.server

    def kill(self) -> None:
        """Kill the program without a warning."""
        if self.server:
            self.server.process.kill()
            self.server.process.wait()

    @contextmanager
    def tablet(self, browser: Browser) -> Iterator[Page]:
        """Switch the tablet on, and off after the block. Its stored pages and settings remain."""
        url = f"http://127.0.0.1:{self.port}"
        with kept_tablet(browser, self.folder / "tablet", base_url=url, viewport=TABLET, locale="en") as tablet:
            tablet.set_default_timeout(TIMEOUT)
            yield tablet.new_page()

    @contextmanager
    def visited(self, browser: Browser) -> Iterator[tuple[Page, str]]:
        """Open a match and show it on the tablet, which stores its board and entry page. Yields (page, address)."""
        assert self.server
        board = opened(self.server)
        with self.tablet(browser) as page:
            visit(page, board)
            keeps(page, f"{board}/deals/new")
            yield page, board


@pytest.fixture
def club(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Club]:
    """A club with a running program; a test may choose the command that starts it."""
    club = Club(tmp_path, command=getattr(request, "param", COMMAND))
    club.start()
    yield club
    if club.server:
        end(club.server)


def visit(page: Page, path: str) -> None:
    """Open a page for the first time, and wait until the device has stored it."""
    page.goto(path)
    page.wait_for_function(CONTROLLED)
    keeps(page, path)


def keeps(page: Page, path: str) -> None:
    """Wait until the device has stored a page."""
    page.evaluate(KEEPS, [path, True])


def enter(page: Page) -> None:
    """Enter a whole deal while the program does not answer.

    It is a canasta of kings against three queens, with 20 points left in each hand.
    """
    tablet = Tablet(page)
    if not page.locator('[name="end"][value="none"]').is_checked():
        tablet.chip("end", "none")
    tablet.chip("s0-n-K", 7)
    tablet.left_in_hand("s0", 20)
    expect(page.locator(f"#step-m0.on {GREEN}")).to_have_text("East–West")
    page.locator(GREEN).press("Enter")
    expect(page.locator("#step-m1.on")).to_have_count(1)
    tablet.chip("s1-n-Q", 3)
    tablet.left_in_hand("s1", 20)


def save(page: Page) -> None:
    """Tap Save, once the page accepts taps."""
    page.wait_for_function("() => !('fresh' in document.documentElement.dataset)")
    page.locator(f"{GREEN}[value=save]").click()


def told(page: Page, what: str) -> None:
    """Wait for this message at the top of the page, where it reports the connection and unsent deals."""
    expect(page.locator("#told")).to_contain_text(what)


def test_after_one_visit_the_app_opens_without_the_program_and_says_since_when(browser: Browser, club: Club) -> None:
    with club.visited(browser) as (page, board):
        assert not page.context.cookies()  # the device stores pages with forms in advance; they set no cookie
        page.context.set_offline(True)
        page.goto("/")
        told(page, "no connection")
    club.kill()
    with club.tablet(browser) as page:
        page.goto("/")
        told(page, "no connection")
        page.get_by_role("link", name="North–South").first.press("Enter")
        expect(page.get_by_text("No deal is recorded yet")).to_be_visible()
        told(page, "As of")
        page.goto("/help")
        told(page, "no connection")
        page.goto(f"{board}/history")
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        page.goto(board)
        club.start()
        expect(page.locator("html")).not_to_have_attribute("data-kept", "")
        expect(page.locator("#told")).to_be_empty()
        page.goto("/device")
        page.locator("summary", has_text="Erase everything stored on this device").press("Enter")
        page.get_by_role("button", name="Erase everything").press("Enter")
        page.wait_for_url("/")
        page.evaluate(KEEPS, [board, False])
        club.kill()
        page.goto(board)
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()


@pytest.mark.soak
def test_a_deal_that_another_device_saved_meanwhile_is_told_and_kept(browser: Browser, club: Club) -> None:
    with club.visited(browser) as (page, board):
        club.kill()
        page.goto(f"{board}/deals/new")
        enter(page)
        save(page)
        told(page, "waiting to be sent")
        elsewhere = Club(club.folder)
        other = Visitor.of(elsewhere.start())
        assert other.post(f"{board}/deals/1", deal_fields(1, "of-another-device", (300, 200))).status == 303
        elsewhere.kill()
        page.context.set_offline(True)
        club.start()
        page.context.set_offline(False)  # the page notices this, and the deal is sent
        told(page, "not saved: another device saved this deal first")
        told(page, "North–South 300, East–West 200")
        told(page, "Yours: North–South 550, East–West 10. It is kept.")
        page.get_by_role("button", name="Look at it").press("Enter")
        expect(page.locator("main").get_by_text("Deal 1 was saved on ")).to_be_visible()
        expect(page.locator(SEVEN_KINGS)).to_be_checked()
        assert scores(club.server, board) == [300, 200]
        page.locator("#told").get_by_role("button", name="Save mine as a change").press("Enter")
        page.wait_for_url("**?saved=1")
        assert scores(club.server, board) == [550, 10]


@pytest.mark.soak
def test_a_new_version_takes_over_and_the_entry_of_the_old_one_goes_on(browser: Browser, club: Club) -> None:
    new = club.folder / "new"
    for folder in ("scorekeeper", "static", "templates"):
        shutil.copytree(ROOT / folder, new / folder, ignore=shutil.ignore_patterns("__pycache__"))
    with (new / "static" / "css" / "base.css").open("a") as styles:
        styles.write("/* new */")
    with club.visited(browser) as (page, board):
        assert club.server
        style = page.locator('link[href*="base.css"]').get_attribute("href")
        names = page.evaluate("caches.keys()")
        page.goto(f"{board}/deals/new")
        with page.expect_response("**/draft"):
            page.locator('input[name="end"][value="none"]').locator("..").click()
        expect(page.locator("#step-m0")).to_be_visible()
        club.kill()
        enter(page)
        expect(page.locator("#state")).to_contain_text("Enter the deal to the end")
        # The first page after a start is so slow that the tablet would show its stored page instead. Request it here.
        of_now = Visitor.of(club.start(new)).get("/").text
        assert str(style) not in of_now
        page.reload()
        expect(page.locator('link[href*="base.css"]')).not_to_have_attribute("href", str(style))
        expect(page.locator(SEVEN_KINGS)).to_be_checked()
        page.evaluate(TAKEN_OVER, names)
        save(page)
        page.wait_for_url("**?saved=1")
        assert scores(club.server, board) == [550, 10]
        keeps(page, board)
        club.kill()
        page.goto(board)
        told(page, "no connection")
        assert page.locator('link[href*="base.css"]').get_attribute("href") != style
        expect(page.locator(".total").first).to_have_text("550")


@pytest.mark.soak
@by_link
def test_a_link_that_is_taken_back_ends_in_words_and_leaves_nothing_but_the_entry(browser: Browser, club: Club) -> None:
    assert club.server
    board = opened(club.server)
    match = board.rsplit("/", 1)[1]
    with open_desk(club.folder / "scorekeeper.db").ledger as ledger:
        ledger.shares.add("a-share", match_id=match, kind="edit", token="a-token", now=NOW)
    with club.tablet(browser) as page:
        page.goto("/s/a-token")
        page.wait_for_function(CONTROLLED)
        keeps(page, f"{board}/deals/new")
        club.kill()
        page.goto(f"{board}/deals/new")
        enter(page)
        save(page)
        told(page, "waiting to be sent")
        with open_desk(club.folder / "scorekeeper.db").ledger as ledger:
            ledger.shares.revoke("a-share", now=NOW)
        club.start()
        expect(page.get_by_text("The link this device used was revoked")).to_be_visible()
        page.evaluate(KEEPS, ["/matches/", False])
        told(page, "this device may not write in this match now. Your entry is kept")
        assert scores(club.server, board) == [0, 0]
        with open_desk(club.folder / "scorekeeper.db").ledger as ledger:
            ledger.shares.add("another", match_id=match, kind="edit", token="another-token", now=NOW)
        page.goto("/s/another-token")
        expect(page.locator(".total").first).to_have_text("550")
        assert len(state_of(club.server, board).rows) == 1


@by_link
def test_a_link_taken_back_takes_its_match_from_a_device_that_has_another_link(browser: Browser, club: Club) -> None:
    assert club.server
    boards = [opened(club.server), opened(club.server)]
    with open_desk(club.folder / "scorekeeper.db").ledger as ledger:
        for at, board in enumerate(boards):
            match = board.rsplit("/", 1)[1]
            ledger.shares.add(f"share-{at}", match_id=match, kind="edit", token=f"token-{at}", now=NOW)
    with club.tablet(browser) as page:
        for at, board in enumerate(boards):
            page.goto(f"/s/token-{at}")
            page.wait_for_function(CONTROLLED)
            keeps(page, f"{board}/deals/new")
        keeps(page, boards[0])
        with open_desk(club.folder / "scorekeeper.db").ledger as ledger:
            ledger.shares.revoke("share-0", now=NOW)
        page.goto(boards[1])
        page.evaluate(KEEPS, [boards[0], False])
        keeps(page, f"{boards[1]}/deals/new")


def test_deals_wait_in_order_and_are_sent_once_the_program_answers(browser: Browser, club: Club) -> None:
    """The tablet is switched off twice: during the first entry, and while both deals wait."""
    with club.visited(browser) as (page, board):
        club.kill()
        page.goto(f"{board}/deals/new")
        expect(page.locator("#state")).to_contain_text("Enter the deal to the end")
        enter(page)
    with club.tablet(browser) as page:
        page.goto(f"{board}/deals/new")
        expect(page.locator(SEVEN_KINGS)).to_be_checked()
        page.goto(f"{board}/deals/new#step-m1")
        save(page)
        page.wait_for_url(board)
        told(page, "Deal 1, North–South – East–West – waiting to be sent")
        main = page.locator(".acts .main", has_text="Record deal 2")
        expect(main).to_be_visible()
        main.press("Enter")
        page.wait_for_url("**/deals/new*")
        expect(page.locator('#deal[data-deal="2"]')).to_have_count(1)
        enter(page)
        save(page)
        page.wait_for_url(board)
        told(page, "Deal 2, North–South – East–West – waiting to be sent")
        page.get_by_role("link", name="Look at it: Deal 1").press("Enter")  # to change it
        expect(page.locator('#deal[data-deal="1"]')).to_have_count(1)
        expect(page.locator(SEVEN_KINGS)).to_be_checked()
        page.goto(f"{page.url.partition('#')[0]}#step-m0")
        page.wait_for_function("() => !('fresh' in document.documentElement.dataset)")
        page.locator('#deal input[name="s0-n-Q"][value="4"]').locator("visible=true").locator("..").click()
        expect(page.locator(f"#step-m0.on {GREEN}")).to_have_text("East–West")
        page.locator(GREEN).press("Enter")
        expect(page.locator("#step-m1.on")).to_have_count(1)
        page.wait_for_timeout(500)  # otherwise the next tap on the green button would be ignored as a double tap
        save(page)
        expect(page.locator("#state")).to_contain_text("This deal waits to be sent already, with other figures.")
        page.get_by_role("button", name="Replace it with these").press("Enter")
        page.wait_for_url(board)
        page.goto("/")
        told(page, "waiting to be sent")
    with open_desk(club.folder / "scorekeeper.db").ledger as ledger:
        ledger.settings.drop(SECRET_KEY)  # earlier sessions are no longer valid
    club.start()
    with club.tablet(browser) as page:
        page.goto(board)
        expect(page.locator(".total").first).to_have_text("1,140")
        expect(page.locator("#told")).not_to_contain_text("waiting")
        rows = state_of(club.server, board).rows
        assert [[side.total for side in row.sides] for row in rows] == [[590, 10], [550, 10]]
        page.goto("/")
        expect(page.locator("#told")).to_be_empty()
