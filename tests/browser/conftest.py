"""The pages as a person sees them: Chromium in front of a real server."""

import os
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page

from scorekeeper.places import shipped
from tests.chromium import TIMEOUT, chromium
from tests.serving import Server, serving

HERE = Path(__file__).resolve().parent
TABLET = {"width": 820, "height": 1180}
#: The script `EARLY` makes a page wait before it accepts taps. The server of these tests sends it with `AT_ONCE` in
#: place of `SETTLES`, so its pages do not wait. `test_second_taps.py` tests the usual wait with a server of its own.
EARLY, SETTLES, AT_ONCE = "js/early.js", "SETTLES = 700", "SETTLES = 0"
#: Starts the program with the page of patterns, and with static files from another folder. Its first two arguments are
#: the root of the checkout and this folder.
WITH_FILES = """
import sys, pathlib, scorekeeper.places as places, scorekeeper.web as web
sys.path.append(sys.argv.pop(1))
from tools.patterns.pages import blueprint
web.BLUEPRINTS = (*web.BLUEPRINTS, blueprint)
static, shipped = pathlib.Path(sys.argv.pop(1)), places.shipped
places.shipped = lambda folder: static if folder == "static" else shipped(folder)
from scorekeeper.cli import main
sys.exit(main(sys.argv[1:]))
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as a browser test."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Chromium once for all tests."""
    with chromium() as started:
        yield started


class Devices:
    """Tablets that tests borrow, one test after the other. Only the program's cached files are left on them.

    A new tablet would fetch and compile every script, style sheet and font again, and a new page would start a process.
    That takes longer than most tests. A test that sets the clock opens a tablet of its own.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: dict[str, list[Page]] = defaultdict(list)

    @contextmanager
    def borrowed(self, server: Server, **options: Any) -> Iterator[Page]:
        """A page on a tablet that no other test uses until the block ends. `options` are those of a browser context."""
        options = {"base_url": server.url, "locale": "en", "service_workers": "block", **options}
        alike = self.free[repr(options)]
        page = alike.pop() if alike else self.browser.new_context(**options).new_page()
        page.context.set_default_timeout(TIMEOUT)
        page.set_viewport_size(TABLET)
        yield page
        forget(page, server)
        alike.append(page)


def forget(page: Page, server: Server) -> None:
    """Reset a tablet: close its other pages, and remove its routes, settings, cookies, and all data that pages stored.

    Before the data is removed, the page goes to an address without scripts, so that none is stored again.
    """
    page.unroute_all()
    page.context.set_offline(False)
    page.context.clear_cookies()
    page.emulate_media(media="null", color_scheme="null", forced_colors="null")
    for other in page.context.pages:
        if other != page:
            other.close()
    page.goto(f"{server.url}/healthz")
    page.evaluate("sessionStorage.clear()")
    tablet = page.context.new_cdp_session(page)
    kept = {"origin": server.url, "storageTypes": "local_storage,indexeddb,cache_storage"}
    tablet.send("Storage.clearDataForOrigin", kept)
    tablet.detach()


@pytest.fixture(scope="session")
def devices(browser: Browser) -> Devices:
    """The tablets that all tests share."""
    return Devices(browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve one database for all tests of the folder; each test opens its own matches."""
    folder = tmp_path_factory.mktemp("served")
    files = shutil.copytree(shipped("static"), folder / "static")
    early = (files / EARLY).read_text(encoding="utf-8")
    assert SETTLES in early
    (files / EARLY).write_text(early.replace(SETTLES, AT_ONCE), encoding="utf-8")
    command = [sys.executable, "-c", WITH_FILES, str(HERE.parents[1]), str(files)]
    # With other static files, the program is another version, which would delete the usual one's compiled templates.
    cache = {"XDG_CACHE_HOME": f"{os.environ['XDG_CACHE_HOME']}-with-files"}
    database = str(folder / "scorekeeper.db")
    with serving("--database", database, folder=folder, command=command, environment=cache) as server:
        yield server


@pytest.fixture
def second(devices: Devices, server: Server) -> Iterator[Page]:
    """Open a second device at the same table."""
    with devices.borrowed(server) as page:
        yield page


@pytest.fixture
def problems() -> list[str]:
    """The errors in the browser's console. A test that provokes an error empties the list."""
    return []


@pytest.fixture
def page(devices: Devices, server: Server, problems: list[str]) -> Iterator[Page]:
    """Open a tablet in portrait. The test fails if there are errors in the browser's console at the end."""

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(f"{message.text} ({message.location.get('url', '')})")

    def note_error(error: Error) -> None:
        problems.append(str(error))

    with devices.borrowed(server) as page:
        page.on("console", note)
        page.on("pageerror", note_error)
        yield page
        page.remove_listener("console", note)
        page.remove_listener("pageerror", note_error)
    assert not problems
