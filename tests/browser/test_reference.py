"""The reference pages in the browser: sizes, contrast, overflow, and answers that appear with a tap on a chip."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.tablet import shown
from tests.page_audit import audited
from tests.serving import Server

SIZES = [(820, 1180), (1024, 768), (390, 844), (320, 640)]
TWICE = [(410, 590), (512, 384)]
ASKED = {
    "opening": "m0-rank=K&m0-naturals=3&m1-rank=9&m1-naturals=2&m1-twos=1&score=1500&raise=10",
    "meld": "m0-rank=K&m0-naturals=1&m0-twos=4",
    "pile": "using=meld&not_opened=yes",
    "out": "canastas=1&partner=yes",
}
PAGES = [
    "/rules",
    "/rules/czech-fast",
    "/rules/hungarian?format=cutthroat",
    "/rules/compare?a=viennese&b=romanian",
    "/readings",
    "/words",
    "/help",
    "/may-i?rules=hungarian",
    *(f"/may-i/{tool}?rules=czech&ask=1&{facts}" for tool, facts in ASKED.items()),
]


@pytest.mark.soak
def test_everything_is_large_enough_nothing_is_cut_and_text_has_seven_to_one(page: Page) -> None:
    found = {path: audited(shown(page, path), [*SIZES, *TWICE]) for path in PAGES}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_tap_is_answered_without_the_button(page: Page) -> None:
    shown(page, "/may-i/meld?rules=classic")
    page.locator("#m0-rank label").filter(has_text=re.compile("^K$")).click()
    page.locator("#m0-naturals label", has_text="3").click()
    expect(page.locator("#answer")).to_contain_text("Yes, this meld is legal.")
    page.locator("#m0-naturals label", has_text="1").click()
    expect(page.locator("#answer")).to_contain_text("No, this meld is not legal.")
    assert "m0-rank=K" in page.url, "the address can be sent on"
    page.reload()
    expect(page.locator("#answer")).to_contain_text("No, this meld is not legal.")


def test_without_scripts_the_button_answers(devices: Devices, server: Server) -> None:
    with devices.borrowed(server, java_script_enabled=False) as page:
        page.goto("/may-i/pile?rules=classic")
        page.locator("label", has_text="A wild card or a red three is in the pile").click()
        page.locator("label", has_text="Our meld of its rank on the table").click()
        page.get_by_role("button", name="Answer").click()
        assert "No. The pile is frozen for you" in page.locator("#answer").inner_text()
