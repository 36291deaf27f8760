"""The pages as a person sees them: the system's Chromium in front of a real server."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.serving import Server, serving

HERE = Path(__file__).resolve().parent
TABLET = {"width": 820, "height": 1180}
QUIET = (
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-first-run",
    "--no-pings",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Give the system's Chromium; without one the test fails and says what to type."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.fail("Chromium is missing. Type: sudo apt-get install --no-install-recommends chromium libatomic1")
    return found


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """Start Chromium once for all tests; root may not use its sandbox."""
    arguments = [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else list(QUIET)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=arguments)
        yield browser
        browser.close()


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
    context = browser.new_context(base_url=server.url, viewport=TABLET, locale="en")
    context.set_default_timeout(10_000)
    page = context.new_page()
    page.on("console", lambda message: _note(message, problems))
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert not problems


def _note(message: ConsoleMessage, problems: list[str]) -> None:
    if message.type == "error":
        problems.append(f"{message.text} ({message.location.get('url', '')})")
