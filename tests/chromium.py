"""The system's Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

MISSING = "Chromium is missing. Type: sudo apt-get install --no-install-recommends chromium-headless-shell libatomic1"
#: The shell without windows first: the same pages for half the work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
QUIET = (
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--font-render-hinting=none",  # else the shell rounds the width of letters, as no tablet does
    "--metrics-recording-only",
    "--no-first-run",
    "--no-pings",
)


def chromium_path() -> str:
    """Find the system's Chromium; a machine without one is told what to type."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise AssertionError(MISSING)
    return found


def arguments() -> list[str]:
    """The arguments that Chromium is started with: it asks nobody outside, and root may not use its sandbox."""
    return [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else list(QUIET)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium until the block ends."""
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments())
        yield browser
        browser.close()


@contextmanager
def kept_tablet(browser: Browser, folder: Path, **options: Any) -> Iterator[BrowserContext]:
    """A tablet that keeps what it saw in a folder of its own, switched on until the block ends."""
    tablet = browser.browser_type.launch_persistent_context(
        folder, executable_path=chromium_path(), args=arguments(), **options
    )
    try:
        yield tablet
    finally:
        tablet.close()
