"""A double tap presses one button only: its second tap never presses a button that appears after the first."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Locator, Page

from scorekeeper.actions.demo import deal_body
from scorekeeper.actions.desk import Stamp, open_desk
from scorekeeper.actions.matches.deals import DealSheet, record_deal
from scorekeeper.actions.matches.opening import pause
from tests.browser.conftest import Devices
from tests.browser.tablet import NOW, by_totals, open_entry, opened, settled, state_of
from tests.serving import Server, serving

#: The further taps, in seconds after the first one; a test makes all of them.
SECOND_TAPS = (0.08, 0.2, 0.4, 0.6)
#: Seconds after the first tap; a tap that a busy machine would make later is left out.
LATE = 0.65
AT_ONCE = 4
OFFENCE = "rulings/new?article=HU-02&side=1&player=Jana"
SEATS = "&".join(f"players[{seat}]={name}" for seat, name in enumerate(("Ilona", "Jana", "Mihai", "Tõnu")))


@dataclass(frozen=True, slots=True)
class Case:
    """A button of a page. `path` is the page's address; unless it begins with "/", it is an address within the match.

    The test opens a match, which is over when a side reaches its `target`. It records up to `deals` deals, and calls
    `prepare`. On the page, it taps the elements with the selectors `steps` (and fills in "#reason").

    One tap on the button then leads to the address `leads`, in which M is the match (`ANOTHER`: to a new match). The
    tap adds an entry of the kind `adds`, or none if that is empty.
    """

    path: str
    button: str
    leads: str
    adds: str = ""
    deals: int = 0
    target: int | None = None
    steps: Sequence[str] = ()
    prepare: Callable[[Server, str], None] | None = None


def paused(server: Server, match: str) -> None:
    """Pause the match."""
    desk = open_desk(server.log.parent / "scorekeeper.db")
    with desk.ledger:
        pause(desk, match, Stamp(desk.load(match).state.version, f"pause-{match}", "test", NOW))


ENDED = 'label:has(input[name="end"][value="none"])'
OTHER = '.tabs [href="#step-m1"]'
CARDS, ANOTHER = "deals/new?way=cards", "another, of 1"
#: One button of each kind: it opens a match, shows a sheet by a script, or sends a form that adds an entry.
FIRST = [
    Case(f"/matches/new?{SEATS}", ".acts .main", ANOTHER),
    Case(CARDS, OTHER, f"M/{CARDS}#step-m1", steps=(ENDED,)),
    Case("deals/1/amend", "[data-reason]", "M?saved=1", "deal_amended", deals=2),
    Case(OFFENCE, "main form .main", "M", "ruling_applied"),
]
#: The other buttons, for the long tests.
MORE = [
    Case("/", ".acts .main", "/matches/new"),
    Case(CARDS, 'label:has(input[name="end"][value="0"])', f"M/{CARDS}"),
    Case("recount", "main .main", "M/recount", deals=1),
    Case("", ".acts .main", "M", "match_resumed", deals=2, prepare=paused),
    Case("?saved=2", ".just-saved button", "M/deals/new", "deal_removed", deals=2),
    Case("more", 'form[action$="/pause"] button', "/", "match_paused"),
    Case("rulings/new", "main .tile", "M/rulings/new?article=HU-01&side=0&player=Ilona"),
    Case("", ".acts .main", "M/deals/new"),
    Case("", ".acts .main", ANOTHER, deals=60, target=500),
    Case(CARDS, 'label:has(input[name="s0-hp-tens"][value="40"])', f"M/{CARDS}", steps=(ENDED,)),
    Case(
        "deals/1/amend",
        "button.main[value=save]",
        "M?saved=1",
        "deal_amended",
        deals=2,
        steps=("details.other summary", "#reason"),
    ),
    Case("deals/2", 'form[action$="/undo"] button', "M/deals/new", "deal_removed", deals=2),
    Case("names", ".acts .main", "M", "match_reseated"),
    Case("rulings/new?article=HU-05", "main .btn.tile", "M/rulings/new?article=HU-05&side=0&player=Ilona"),
    Case("share", "main form .btn", "M/share"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve the pages with their usual wait before they accept taps."""
    folder = tmp_path_factory.mktemp("served")
    with serving("--database", str(folder / "scorekeeper.db"), folder=folder) as server:
        yield server


@pytest.fixture
def tablet(devices: Devices, server: Server) -> Iterator[BrowserContext]:
    """A tablet in landscape."""
    with devices.borrowed(server, viewport={"width": 1024, "height": 768}, has_touch=True) as page:
        yield page.context


def begun(server: Server, case: Case) -> str:
    """Open a new match for a case. Returns the address of its board."""
    board = opened(server, "hungarian", options={"target": case.target} if case.target else {})
    match = board.rsplit("/", 1)[1]
    desk = open_desk(server.log.parent / "scorekeeper.db")
    with desk.ledger:
        for number in range(1, case.deals + 1):
            state = desk.load(match).state
            if state.over:
                break
            sheet = DealSheet(deal_body(Random(number), state), ["cards"] * 2)
            record_deal(desk, match, sheet, Stamp(state.version, f"{match}-{number}", "test", NOW), number=number)
    if case.prepare:
        case.prepare(server, match)
    return board


def ready(tablet: BrowserContext, server: Server, case: Case) -> tuple[Page, Locator, str]:
    """Prepare a case, and return (page, button, address of the board). The button is visible and accepts taps."""
    board = begun(server, case)
    page = tablet.new_page()
    page.goto(case.path if case.path.startswith("/") else f"{board}/{case.path}".rstrip("/").replace("/?", "?"))
    for step in case.steps:
        place = page.locator(step).locator("visible=true").first
        place.fill("A card was forgotten.") if step == "#reason" else place.tap()
    button = page.locator(case.button).locator("visible=true").first
    button.hover()  # checks that nothing covers it; Playwright's trial tap would count as a first tap
    settled(page)
    return page, button, board


def middle(button: Locator) -> tuple[float, float]:
    """The middle of the button, where a finger taps."""
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def entries_of(server: Server, match: str) -> list[str]:
    """The kinds of a match's entries in the ledger."""
    desk = open_desk(server.log.parent / "scorekeeper.db")
    with desk.ledger:
        return [entry.kind for entry in desk.ledger.matches.entries(match)]


def led(page: Page, server: Server, board: str) -> str:
    """The address that the taps led to, with M for the match.

    For a newly opened match, the result has the number of its entries instead, such as "another, of 1".
    """
    settled(page)
    address = page.url.removeprefix(server.url)
    if address.startswith(board):
        return address.replace(board, "M", 1)
    new = address.removeprefix("/matches/")
    return f"another, of {len(entries_of(server, new))}" if new.isalnum() and new not in ("new", address) else address


def tapped(pages: Sequence[tuple[Page, Locator, str]], moments: Sequence[float]) -> None:
    """Tap the button of each page, then the same place again at each of `moments`, in seconds after the first tap.

    The first tap waits until its page accepts taps. Later taps are left out if the machine is too busy to make them
    before `LATE`.
    """
    places, firsts = [], []
    for page, button, _ in pages:
        settled(page)
        places.append(middle(button))
        touch(page, places[-1])
        firsts.append(time.monotonic())
    for moment in moments:
        for (page, _, _), place, first in zip(pages, places, firsts, strict=True):
            page.wait_for_timeout(max(0, first + moment - time.monotonic()) * 1000)
            if time.monotonic() - first < LATE:
                touch(page, place)


def touch(page: Page, place: tuple[float, float]) -> None:
    """Tap without waiting for an answer: Chromium gives none for a tap on a page that is being left."""
    page._loop.create_task(page.touchscreen._impl_obj.tap(*place))
    page.wait_for_timeout(1)


GROUPS = [
    FIRST,
    *(pytest.param(MORE[at : at + AT_ONCE], marks=pytest.mark.soak) for at in range(0, len(MORE), AT_ONCE)),
]


@pytest.mark.parametrize("cases", GROUPS)
def test_a_button_that_is_tapped_again_and_again_was_tapped_once(
    tablet: BrowserContext, server: Server, cases: Sequence[Case]
) -> None:
    pages = [ready(tablet, server, case) for case in cases]
    before = [entries_of(server, board.rsplit("/", 1)[1]) for _, _, board in pages]
    tapped(pages, SECOND_TAPS)
    for case, (page, _, board), entries in zip(cases, pages, before, strict=True):
        expected = re.escape(case.leads.replace("M", board, 1)) if case.leads != ANOTHER else r"/matches/\w{10}"
        page.wait_for_url(re.compile(f"^{re.escape(server.url)}{expected}$"))
        assert led(page, server, board) == case.leads, case
        assert entries_of(server, board.rsplit("/", 1)[1]) == [*entries, *filter(None, (case.adds,))], case


def double_tap(button: Locator) -> None:
    """Tap twice at once, when the page accepts taps."""
    button.hover()
    settled(button.page)
    button.dblclick()


def test_a_double_tap_saves_once_and_back_saves_nothing(page: Page, server: Server) -> None:
    board = opened(server)
    page.goto(board)
    tablet = open_entry(page, board, "totals")
    by_totals(tablet)
    page.locator("#deal:not(.behind)").wait_for()
    double_tap(page.locator("#save"))
    page.wait_for_url("**?saved=*")
    page.go_back()
    page.wait_for_url(lambda url: "saved" not in url)
    page.go_forward()
    page.wait_for_url("**?saved=*")
    assert len(state_of(server, board).rows) == 1
