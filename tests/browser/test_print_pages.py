"""Printed pages as a browser sets them for paper: no word lies over its neighbour."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from scorekeeper.words import LANGUAGES

SPILLED = (Path(__file__).parent / "spilled.js").read_text(encoding="utf-8")
WIDE = {"width": 1280, "height": 800}


#: The languages beside one: none and the next, and with the long tests every one.
BESIDE = {
    language: ("", following) for language, following in zip(LANGUAGES, [*LANGUAGES[1:], LANGUAGES[0]], strict=True)
}


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("code", ["hungarian", "romanian"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_penalty_card_leaves_its_column(page: Page, language: str, code: str, every: bool) -> None:
    page.set_viewport_size(WIDE)
    page.emulate_media(media="print")
    for second in LANGUAGES if every else BESIDE[language]:
        page.goto(f"/sheets/penalties/{code}?lang={language}&second={second}")
        page.evaluate("document.fonts.ready")
        told = page.evaluate(SPILLED)
        assert [
            spill for spill in told if spill.startswith(("spills <th", "breaks"))
        ] == []  # a sheet in two languages is wider than a screen
