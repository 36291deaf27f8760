"""The system's Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

MISSING = "Chromium is missing. Type: sudo apt-get install --no-install-recommends chromium-headless-shell libatomic1"
#: The programs to look for, in this order. The headless shell shows the same pages with half the work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
QUIET = (
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--font-render-hinting=none",  # otherwise the shell rounds the widths of letters, unlike tablets
    "--metrics-recording-only",
    "--no-first-run",
    "--no-pings",
)
#: Milliseconds that a test waits for something; the machine may be busy.
TIMEOUT = 60_000
expect.set_options(timeout=TIMEOUT)


def chromium_path() -> str:
    """The path of the system's Chromium. Raises AssertionError, with the command that installs it, if there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise AssertionError(MISSING)
    return found


def arguments() -> list[str]:
    """Chromium's arguments: no requests to other hosts, and no sandbox for root, who may not use it."""
    return [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else list(QUIET)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run Chromium until the block ends."""
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments())
        yield browser
        browser.close()


@contextmanager
def kept_tablet(browser: Browser, folder: Path, **options: Any) -> Iterator[BrowserContext]:
    """A tablet that is switched on until the block ends. Its data (cookies, stored pages) is kept in `folder`, where a
    later tablet finds it again."""
    tablet = browser.browser_type.launch_persistent_context(
        folder, executable_path=chromium_path(), args=arguments(), **options
    )
    try:
        yield tablet
    finally:
        tablet.close()
