"""Every page that links lead to is checked by axe-core and measured.

Language, size and theme change from page to page.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page

from scorekeeper.words import LANGUAGES
from tests.browser.conftest import Devices
from tests.page_audit import axe_findings, measured, squeezed
from tests.serving import Server, serving
from tests.web.conftest import application
from tests.web.test_reachable import led_to, lived_in

SIZES = [(820, 1180), (1024, 768), (1280, 800), (390, 844)]
FILE = re.compile(r"\.\w+$")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for the data of a club that has something on every page."""
    return tmp_path_factory.mktemp("lived")


@pytest.fixture(scope="module")
def addresses(folder: Path) -> Mapping[str, str]:
    """An address of each page, by endpoint."""
    with application(folder) as app:
        found = led_to(lived_in(app), enough=1)
    return {endpoint: path for endpoint, path in found.items() if not FILE.search(path.partition("?")[0])}


@pytest.fixture(scope="module")
def server(folder: Path, addresses: Mapping[str, str]) -> Iterator[Server]:
    """Serve the club of `folder`."""
    with serving("--database", str(folder / "scorekeeper.db"), folder=folder) as server:
        yield server


def faults(devices: Devices, server: Server, places: Mapping[int, str]) -> dict[str, list[str]]:
    """The faults of these pages, by address. A page's number decides its language, size and theme."""
    found = {}
    for language in LANGUAGES:
        with devices.borrowed(server, locale=language) as page:
            for at, path in places.items():
                if LANGUAGES[at % len(LANGUAGES)] == language:
                    found[path] = looked_at(page, path, at)
    return {path: lines for path, lines in found.items() if lines}


def looked_at(page: Page, path: str, at: int) -> list[str]:
    """Open a page with all its parts unfolded. Returns the findings."""
    width, height = SIZES[at % len(SIZES)]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=("light", "dark")[at // len(SIZES) % 2])
    page.goto(path)
    page.evaluate("document.querySelectorAll('main details').forEach(part => { part.open = true; })")
    return [*axe_findings(page, grave=False), *(f"{width} px: {line}" for line in measured(page)), *squeezed(page)]


@pytest.mark.soak
def test_every_page(devices: Devices, server: Server, addresses: Mapping[str, str]) -> None:
    for turn in range(len(SIZES)):
        assert faults(devices, server, {at + turn: path for at, path in enumerate(addresses.values())}) == {}
