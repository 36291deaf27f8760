"""The system's Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

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


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium until the block ends; it asks nobody outside, and root may not use its sandbox."""
    arguments = [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else list(QUIET)
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()
