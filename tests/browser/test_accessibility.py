"""Accessibility of the pages: keyboard, large zoom, wide spacing and the reader's own colours."""

import re

from playwright.sync_api import Page

from tests.browser.tablet import Tablet, settled
from tests.page_audit import squeezed
from tests.serving import Server

#: Returns the beginning of the focused element's HTML if other elements cover it completely, otherwise null.
COVERED = """() => {
  const element = document.activeElement, { left, right, top, bottom } = element.getBoundingClientRect();
  const points = [[(left + right) / 2, (top + bottom) / 2], [left + 4, top + 4], [right - 4, bottom - 4]];
  const seen = ([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.closest("label")?.control === element);
  };
  return element === document.body || points.some(seen) ? null : element.outerHTML.slice(0, 80);
}"""
#: Returns the background, border and shadow of an element. Each pair of `CHOSEN` has the selectors of a chosen element
#: and of one that is not chosen; they must not look the same.
LOOK = (
    "e => [getComputedStyle(e).backgroundColor, getComputedStyle(e).borderColor, getComputedStyle(e).boxShadow].join()"
)
CHOSEN = (
    ("#red-a input:checked + span", "#red-a .chip:not(.zero) input:not(:checked) + span"),
    ("#red-b input:checked + span", "#red-b .chip:not(.zero) input:not(:checked) + span"),
    ("#way input:checked + span", "#way input:not(:checked) + span"),
    (".tile[aria-current]", ".tile:not([aria-current])"),
)
TICK = "e => getComputedStyle(e, '::before').backgroundColor"


def test_focus_is_never_behind_the_bar(page: Page) -> None:
    found = []
    for path, width, height in (("/evenings/new", 1024, 768), ("/evenings/new", 390, 844), ("/matches/new", 820, 500)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(path)
        settled(page)
        for _ in range(26):
            page.keyboard.press("Tab")
            covered = page.evaluate(COVERED)
            found += [f"{path} at {width}: {covered}"] if covered else []
    assert found == []


def test_choice_is_marked_in_the_readers_own_colours(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    page.goto("/patterns")
    for chosen, other in CHOSEN:
        assert page.locator(chosen).first.evaluate(LOOK) != page.locator(other).first.evaluate(LOOK), chosen
    ticked, empty = (
        page.locator(f'input[name="{name}"] + span').evaluate(TICK) for name in ("concealed2", "concealed")
    )
    assert ticked != empty


def test_nothing_is_lost_at_four_times_zoom_or_with_wide_spacing(page: Page) -> None:
    paths = ("/", "/matches/new", "/evenings/new", "/patterns/board/long-names", "/patterns/board/five-figures")
    found = {path: squeezed(page) for path in paths if page.goto(path)}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_title_and_tools_share_a_line_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/matches/new?lang=hu")
    title, tools = (page.locator(part).bounding_box() for part in (".top h1", ".top .tools"))
    assert title
    assert tools
    assert title["y"] < tools["y"] + tools["height"] / 2 < title["y"] + title["height"]


def to(page: Page, wanted: str) -> None:
    """Press Tab until this element has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"no Tab leads to {wanted}")


def test_a_match_is_played_by_the_keyboard_alone(page: Page, server: Server) -> None:
    page.goto("/matches/new")
    for seat, name in enumerate(("Eszter", "Karel", "Jaan", "Ana")):
        to(page, f'[name="players[{seat}]"]')
        page.keyboard.type(name)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/matches/\w{10}$"))
    board = page.url.removeprefix(server.url)
    for deal in (1, 2):
        to(page, f'.acts [href*="{board}/deals/new"]')
        page.keyboard.press("Enter")
        page.wait_for_url("**/deals/new*")
        settled(page)
        if deal == 1:
            page.goto(f"{board}/deals/new?way=totals")
            settled(page)
        to(page, 'input[name="end"]')
        with Tablet(page).drawn_again():
            page.keyboard.press("Space")
        for field, figure in (("s0-mp", "420"), ("s1-mp", "215"), ("s1-hp", "60")):
            to(page, f"#{field}")
            page.keyboard.type(figure)
        page.locator("#deal:not(.behind)").wait_for()
        to(page, "#save")
        page.keyboard.press("Enter")
        page.wait_for_url("**?saved=*")
    to(page, f'.acts [href="{board}/sheet"]')
    page.keyboard.press("Enter")
    page.wait_for_url("**/sheet")
    assert page.locator(".versus .sum").all_text_contents() != []
