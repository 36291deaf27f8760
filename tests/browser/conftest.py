"""The pages as a person sees them: the system's Chromium in front of a real server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.chromium import chromium
from tests.serving import Server, serving

HERE = Path(__file__).resolve().parent
TABLET = {"width": 820, "height": 1180}
EARLY = (HERE.parents[1] / "static" / "js" / "early.js").read_text(encoding="utf-8")
#: These tests mean what they tap: a page settles for them at once. `test_second_taps.py` is about the wait.
SETTLED = EARLY.replace("SETTLES = 700", "SETTLES = 0")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Chromium once for all tests."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a new, empty database for the tests of one file."""
    folder = tmp_path_factory.mktemp("served")
    with serving("--database", str(folder / "scorekeeper.db"), folder=folder) as server:
        yield server


@pytest.fixture
def problems() -> list[str]:
    """Collect what the browser complains about; a test that provokes an error empties the list itself."""
    return []


@pytest.fixture
def page(browser: Browser, server: Server, problems: list[str]) -> Iterator[Page]:
    """Open a tablet held upright; complaints in the browser's console fail the test."""
    context = browser.new_context(base_url=server.url, viewport=TABLET, locale="en", service_workers="block")
    context.set_default_timeout(10_000)
    context.route("**/js/early.js*", lambda route: route.fulfill(body=SETTLED, content_type="text/javascript"))
    page = context.new_page()
    page.on("console", lambda message: _note(message, problems))
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert not problems


def _note(message: ConsoleMessage, problems: list[str]) -> None:
    if message.type == "error":
        problems.append(f"{message.text} ({message.location.get('url', '')})")
