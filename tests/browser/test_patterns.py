"""Every component, and every board with extreme content, measured: sizes, contrast, overflow, behaviour."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Devices
from tests.browser.tablet import shown
from tests.page_audit import audited, measured, measured_at
from tests.serving import Server
from tools.patterns.samples import SAMPLES

SIZES = [(820, 1180), (1024, 768), (390, 844), (320, 640)]
# With text at 200 %, a tablet lays out its pages as a screen of half its width and height does.
TWICE = [(410, 590), (512, 384)]
PAGES = ["/patterns", *(f"/patterns/board/{name}" for name in SAMPLES)]

#: All components, and the board with the most content; the long tests have the others.
FIRST = ["/patterns", "/patterns/board/three-long"]
AXED = [
    "/patterns",
    "/patterns/board/usual",
    "/patterns/board/three-long",
    "/patterns/board/won",
    "/patterns/board/start",
]


def test_it_works(page: Page) -> None:
    shown(page, "/patterns")
    assert page.title() == "Patterns"
    assert page.evaluate("[...document.fonts].filter(font => font.status === 'loaded').length") >= 2


@pytest.mark.parametrize("pages", [FIRST, pytest.param(PAGES, marks=pytest.mark.soak)], ids=["first", "all"])
def test_everything_is_large_enough_nothing_is_cut_and_text_has_seven_to_one(page: Page, pages: Sequence[str]) -> None:
    found = {path: (audited if path in AXED else measured_at)(shown(page, path), [*SIZES, *TWICE]) for path in pages}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_chosen_theme_overrules_the_device(page: Page) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="dark")
    shown(page, "/patterns")
    dark = page.evaluate(paper)
    page.goto("/patterns?theme=light")
    assert page.evaluate(paper) != dark
    assert page.url.endswith("/patterns"), "the address is clean again"


@pytest.mark.parametrize("name", ["usual", "minus", "five-figures"])
def test_the_board_needs_no_scrolling_and_its_sides_face_each_other(page: Page, name: str) -> None:
    shown(page, f"/patterns/board/{name}")
    for width, height in ((1280, 800), *SIZES[:2]):
        page.set_viewport_size({"width": width, "height": height})
        last = page.evaluate("document.querySelector('.past, .empty').getBoundingClientRect().bottom")
        acts = page.evaluate("document.querySelector('.acts').getBoundingClientRect().top")
        assert last <= acts + 1, name
    assert uneven(page) == []


def test_beside_a_long_name_totals_and_minimums_face_each_other(page: Page) -> None:
    shown(page, "/patterns/board/long-names", SIZES[1])
    assert uneven(page) == []


def uneven(page: Page) -> list[str]:
    """The parts of a board whose top is not at the same height for both sides."""
    found = []
    for part in (".total", ".bar", ".open"):
        tops = page.evaluate(f"[...document.querySelectorAll('.side {part}')].map(e => e.getBoundingClientRect().top)")
        found += [part] if abs(tops[0] - tops[1]) > 1 else []
    return found


def test_the_menu_opens_and_closes_with_the_keyboard(page: Page) -> None:
    shown(page, "/patterns")
    page.locator("summary", has_text="English").press("Enter")
    assert page.get_by_role("link", name="Magyar").is_visible()
    assert measured(page) == []
    page.keyboard.press("Escape")
    assert not page.get_by_role("link", name="Magyar").is_visible()
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_errors_take_the_focus_and_lead_to_their_fields(page: Page) -> None:
    shown(page, "/patterns")
    assert page.evaluate("document.activeElement.id") == "errors"
    page.get_by_role("link", name="Points melded: “10o”").click()
    assert page.evaluate("document.activeElement.id") == "melded-bad"


def test_the_first_tab_skips_to_the_content(page: Page) -> None:
    shown(page, "/patterns/board/usual")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('skip')")
    assert page.evaluate("document.activeElement.getBoundingClientRect().height") >= 60
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_without_scripts_everything_is_there(devices: Devices, server: Server) -> None:
    with devices.borrowed(server, java_script_enabled=False) as page:
        page.goto("/patterns")
        page.locator("summary", has_text="English").click()
        page.get_by_role("link", name="Magyar").click()
        assert page.locator("html").get_attribute("lang") == "hu"
