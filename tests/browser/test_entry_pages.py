"""The entry page measured at every step, in every way of counting: targets, type, contrast, overflow."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.tablet import open_entry, opened, sized
from tests.page_audit import amiss, axe_findings, axe_in_both_themes, measured, poor_contrast
from tests.serving import Server

LYING, PHONE = (1024, 768), (390, 844)
SIZES = [LYING, PHONE, (820, 1180), (800, 1280), (320, 640)]
GAMES = [("czech", "four"), ("hungarian", "cutthroat"), ("romanian", "three"), ("viennese", "four")]


def themed(page: Page, size: tuple[int, int], theme: str) -> Page:
    sized(page, size).emulate_media(color_scheme=theme)
    return page


def audited(page: Page) -> list[str]:
    """The findings on a tablet in landscape in the light theme, then on a phone in the dark theme.

    On the phone, axe-core checks only the contrast.
    """
    found = [*axe_findings(themed(page, LYING, "light")), *measured(page)]
    return [*found, *(f"phone, {line}" for line in (*poor_contrast(themed(page, PHONE, "dark")), *measured(page)))]


def audited_wholly(page: Page) -> list[str]:
    """The findings at every size and in both themes."""
    found = []
    for size in SIZES:
        found += [f"{size}: {line}" for line in (*axe_in_both_themes(themed(page, size, "light")), *measured(page))]
    return found


def steps_of(page: Page, address: str) -> Iterator[str]:
    """Open each step of an entry page in turn, and yield it; a page without steps yields ""."""
    page.goto(address)
    for step in page.locator(".step").evaluate_all("steps => steps.map(step => step.id)") or [""]:
        page.evaluate("step => { location.hash = step }", step)
        page.wait_for_function("step => !step || document.getElementById(step).classList.contains('on')", arg=step)
        yield step


def test_nothing_is_too_small_clipped_or_unnamed(page: Page, server: Server) -> None:
    """One step of the entry by cards is enough, as it has all elements of the others. Totals have a single step."""
    board = opened(server)
    themed(page, LYING, "light").goto(f"{board}/deals/new?way=cards#step-m0")
    assert [*amiss(page, "#step-m0"), *measured(page), *measured(themed(page, PHONE, "light"))] == []
    page.goto(f"{board}/deals/new?way=totals")
    assert audited(page) == []


def test_at_400_per_cent_nothing_stays_at_the_foot_of_a_sheet(page: Page, server: Server) -> None:
    tablet = open_entry(themed(page, (320, 256), "light"), opened(server))
    tablet.ends(0)
    tablet.meld("s0", "K", 7)
    fixed = (
        "all => all.filter(each => each.getClientRects().length && getComputedStyle(each).position === 'fixed').length"
    )
    assert page.locator(".sheets *").evaluate_all(fixed) == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_mistake_is_as_good(page: Page, server: Server, problems: list[str]) -> None:
    board = opened(server)
    page.goto(f"{board}/deals/new?way=totals")
    with page.expect_response("**/preview"):
        page.locator("#s0-mp").fill("10o")
        page.locator("#s0-mp").press("Tab")  # the message at the field moves the elements below it
    page.locator("#deal").evaluate("form => form.submit()")  # as a page without scripts sends it
    page.locator("#errors").wait_for(state="attached")  # a summary of one error is only for screen readers
    problems.clear()  # the browser's console reports every 422
    assert audited(page) == []


@pytest.mark.soak
@pytest.mark.parametrize(("rules", "table"), GAMES)
def test_every_game_is_measured_in_every_way(page: Page, server: Server, rules: str, table: str) -> None:
    board = opened(server, rules, table)
    found = [
        f"{way} {step}: {line}"
        for way in ("cards", "counts", "totals")
        for step in steps_of(page, f"{board}/deals/new?way={way}")
        for line in audited_wholly(page)
    ]
    assert found == []
