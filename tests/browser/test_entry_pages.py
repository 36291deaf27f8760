"""The entry page measured: targets, type, contrast, overflow, at every step, in every way of counting."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.tablet import Tablet, by_totals, opened
from tests.page_audit import axe_findings, measured
from tests.serving import Server

QUICK = [(1024, 768, "light"), (390, 844, "dark")]
ALL = [(820, 1180, "dark"), (800, 1280, "light"), (320, 640, "light")]
GAMES = [("czech", "four"), ("hungarian", "cutthroat"), ("romanian", "three"), ("viennese", "four")]


@pytest.fixture
def sized(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A tablet of a size, in a theme."""
    width, height, theme = request.param
    context = browser.new_context(
        base_url=server.url, locale="en", viewport={"width": width, "height": height}, color_scheme=theme
    )
    yield context.new_page()
    context.close()


def audited(page: Page) -> list[str]:
    return [*measured(page), *axe_findings(page)]


def steps_of(page: Page, address: str) -> Iterator[str]:
    """Walk through the steps of an entry page, or stay on its one."""
    page.goto(address)
    for step in page.locator(".step").evaluate_all("steps => steps.map(step => step.id)") or [""]:
        page.evaluate("step => { location.hash = step }", step)
        page.wait_for_function("step => !step || document.getElementById(step).classList.contains('on')", arg=step)
        yield step


def findings(page: Page, board: str, ways: tuple[str, ...]) -> list[str]:
    return [
        f"{way} {step}: {found}"
        for way in ways
        for step in steps_of(page, f"{board}/deals/new?way={way}")
        for found in audited(page)
    ]


@pytest.mark.parametrize("sized", QUICK, indirect=True)
def test_nothing_is_too_small_clipped_or_unnamed(sized: Page, server: Server) -> None:
    assert findings(sized, opened(server), ("cards", "totals")) == []


@pytest.mark.parametrize("sized", QUICK, indirect=True)
def test_the_saved_page_and_a_mistake_are_as_good(sized: Page, server: Server) -> None:
    board = opened(server)
    sized.goto(f"{board}/deals/new?way=totals")
    sized.locator("#s0-mp").fill("10o")
    with sized.expect_response("**/preview"):
        sized.locator("#s0-mp").press("Tab")  # what is said at the field moves what stands below it
    sized.locator("#save").click()
    sized.locator("#errors").wait_for(state="attached")  # read aloud alone where the one mistake is in sight
    assert audited(sized) == []
    sized.goto(f"{opened(server)}/deals/new?way=totals")
    tablet = Tablet(sized)
    by_totals(tablet)
    tablet.save()
    assert audited(sized) == []


@pytest.mark.soak
@pytest.mark.parametrize("sized", [*QUICK, *ALL], indirect=True)
@pytest.mark.parametrize(("rules", "table"), GAMES)
def test_every_game_is_measured_in_every_way(sized: Page, server: Server, rules: str, table: str) -> None:
    assert findings(sized, opened(server, rules, table), ("cards", "counts", "totals")) == []
