"""No act that writes or goes on is taken by the second tap of the one before, wherever it falls."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from scorekeeper.actions.deals import DealSheet, record_deal
from scorekeeper.actions.demo import deal_body
from scorekeeper.actions.desk import Stamp, open_desk
from scorekeeper.actions.matches import pause
from tests.browser.conftest import Devices
from tests.browser.tablet import NOW, opened
from tests.serving import Server, serving

#: When the second tap falls, in seconds after the first; all of them, one after the other, in one go.
SECOND_TAPS = (0.08, 0.2, 0.4, 0.6)
#: A tap that this machine was too busy to send in time is no second tap any more.
LATE = 0.65
AT_ONCE = 4
OFFENCE = "rulings/new?article=HU-02&side=1&player=Jana"
SEATS = "&".join(f"players[{seat}]={name}" for seat, name in enumerate(("Ilona", "Jana", "Mihai", "Tõnu")))


@dataclass(frozen=True, slots=True)
class Case:
    """A button of a page: what comes before it, in the file (`deals`, `prepare`) and on the page (`steps`).

    A match with a `target` is over when a side has it.
    """

    path: str
    button: str
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
END = 'input[name="end"][value="none"]'
STEPS = [f"#step-{step}.on .go .main" for step in ("m0", "m1", "hands")]
CASES = [
    Case("/", ".acts .main"),
    Case(f"/matches/new?{SEATS}", ".acts .main"),
    Case("", ".acts .main"),
    Case("", ".acts .main", deals=2, prepare=paused),
    Case("", ".acts .main", deals=60, target=500),
    Case("?saved=2", ".just-saved button", deals=2),
    Case("deals/new?way=cards", 'label:has(input[name="end"][value="0"])'),
    Case("deals/new?way=cards", 'label:has(input[name="s0-hp"][value="35"])', steps=(ENDED,)),
    *(Case("deals/new?way=cards", step, steps=(ENDED, *STEPS[:before])) for before, step in enumerate(STEPS)),
    Case("deals/new?way=cards", "#save", steps=(ENDED, *STEPS)),
    Case("deals/new?way=totals", "#save", steps=(END,)),
    Case("deals/1/amend", "#save", deals=2, steps=("#reason",)),
    Case("deals/1/amend", "[data-reason]", deals=2),
    Case("deals/2", 'form[action$="/undo"] button', deals=2),
    Case("more", 'form[action$="/pause"] button'),
    Case("names", ".acts .main"),
    Case("rulings/new", "main .tile"),
    Case("rulings/new?article=HU-05", "main .btn.tile"),
    Case(OFFENCE, "main form .main"),
    Case("recount", "main .main", deals=1),
    Case("share", "main .main"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve the pages as they are, with their wait."""
    folder = tmp_path_factory.mktemp("served")
    with serving("--database", str(folder / "scorekeeper.db"), folder=folder) as server:
        yield server


@pytest.fixture
def tablet(devices: Devices, server: Server) -> Iterator[BrowserContext]:
    """A tablet that lies."""
    with devices.borrowed(server, viewport={"width": 1024, "height": 768}, has_touch=True) as page:
        page.context.set_default_timeout(15_000)
        yield page.context


def begun(server: Server, case: Case) -> str:
    """A match of its own for a case, and its address."""
    board = opened(server, "hungarian", options={"target": case.target} if case.target else {})
    match = board.rsplit("/", 1)[1]
    desk = open_desk(server.log.parent / "scorekeeper.db")
    with desk.ledger:
        for number in range(1, case.deals + 1):
            state = desk.load(match).state
            if state.over:
                break
            sheet = DealSheet(deal_body(Random(number), state), ("cards",) * 2)
            record_deal(desk, match, sheet, Stamp(state.version, f"{match}-{number}", "test", NOW), number=number)
    if case.prepare:
        case.prepare(server, match)
    return board


def ready(tablet: BrowserContext, server: Server, case: Case) -> tuple[Page, Locator, str]:
    """A page up to the button that is tapped: settled, and in sight."""
    board = begun(server, case)
    page = tablet.new_page()
    page.goto(case.path if case.path.startswith("/") else f"{board}/{case.path}".rstrip("/").replace("/?", "?"))
    for step in case.steps:
        place = page.locator(step).locator("visible=true").first
        place.fill("A card was forgotten.") if step == "#reason" else place.tap()
    button = page.locator(case.button).locator("visible=true").first
    button.hover()  # nothing lies over it; a trial of a tap would be a first tap to the page
    page.locator("html:not([data-fresh])").wait_for(state="attached")
    return page, button, board


def middle(button: Locator) -> tuple[float, float]:
    """Where a finger goes for it."""
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def left(page: Page, server: Server, board: str) -> tuple[str, str | None, list[tuple[str, int | None]]]:
    """Where the taps led: the address, the step in sight, and what the ledger has of the match."""
    page.locator("html:not([data-fresh])").wait_for(state="attached")
    step = page.locator(".step.on").get_attribute("id") if page.locator(".step.on").count() else None
    match = board.rsplit("/", 1)[1]
    desk = open_desk(server.log.parent / "scorekeeper.db")
    with desk.ledger:
        entries = [(entry.kind, entry.deal) for entry in desk.ledger.entries(match)]
        address = page.url.removeprefix(server.url)
        if not address.startswith(board) and address.startswith(
            "/matches/"
        ):  # a match that was opened: it is played once
            opened_now = address.split("/")[2]
            address = f"another of {len(desk.ledger.entries(opened_now)) if opened_now != 'new' else 0}"
        return address.replace(match, "M"), step, entries


def tapped(pages: Sequence[tuple[Page, Locator, str]], moments: Sequence[float]) -> None:
    """Tap the same places at each moment after the first tap."""
    places = [middle(button) for _, button, _ in pages]
    firsts = []
    for (page, _, _), place in zip(pages, places, strict=True):
        touch(page, place)
        firsts.append(time.monotonic())
    for moment in moments:
        for (page, _, _), place, first in zip(pages, places, firsts, strict=True):
            page.wait_for_timeout(max(0, first + moment - time.monotonic()) * 1000)
            if time.monotonic() - first < LATE:
                touch(page, place)


def touch(page: Page, place: tuple[float, float]) -> None:
    """Tap as a finger does, which waits for no answer: Chromium gives none for a tap on a page that is being left."""
    page._loop.create_task(page.touchscreen._impl_obj.tap(*place))
    page.wait_for_timeout(1)


@pytest.mark.parametrize("at", range(0, len(CASES), AT_ONCE))
def test_a_button_that_is_tapped_again_and_again_was_tapped_once(
    tablet: BrowserContext, server: Server, at: int
) -> None:
    cases = CASES[at : at + AT_ONCE]
    once, often = ([ready(tablet, server, case) for case in cases] for _ in range(2))
    tapped(once, ())
    tapped(often, SECOND_TAPS)
    for case, one, many in zip(cases, once, often, strict=True):
        assert left(many[0], server, many[2]) == left(one[0], server, one[2]), case


def test_what_one_tap_ticks_its_echo_does_not_clear(tablet: BrowserContext, server: Server) -> None:
    page, button, _ = ready(tablet, server, Case("deals/new?way=totals", "#agree .tick", steps=(END,)))
    tapped([(page, button, "")], SECOND_TAPS[:2])
    expect(page.locator("#agree input[type=checkbox]")).to_be_checked()
    page.locator("#agree input[type=checkbox]").press("Space")
    expect(page.locator("#agree input[type=checkbox]")).not_to_be_checked()
