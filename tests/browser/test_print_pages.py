"""Printed pages as a browser sets them for paper: no word lies over its neighbour."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from scorekeeper.words import LANGUAGES

SPILLED = (Path(__file__).parent / "spilled.js").read_text(encoding="utf-8")
WIDE = {"width": 1280, "height": 800}


CODES = ("hungarian", "romanian")
#: Each language beside the next, in one of the codes; with the long tests both, alone and beside every one.
NEXT = [*LANGUAGES[1:], LANGUAGES[0]]
CARDS = [(each, CODES[at % 2], (NEXT[at],)) for at, each in enumerate(LANGUAGES)]
EVERY = [pytest.param(each, code, ("", *LANGUAGES), marks=pytest.mark.soak) for each in LANGUAGES for code in CODES]


@pytest.mark.parametrize(("language", "code", "beside"), [*CARDS, *EVERY])
def test_no_word_of_a_penalty_card_leaves_its_column(
    page: Page, language: str, code: str, beside: tuple[str, ...]
) -> None:
    page.set_viewport_size(WIDE)
    page.emulate_media(media="print")
    for second in beside:
        page.goto(f"/sheets/penalties/{code}?lang={language}&second={second}")
        page.evaluate("document.fonts.ready")
        told = page.evaluate(SPILLED)
        assert [
            spill for spill in told if spill.startswith(("spills <th", "breaks"))
        ] == []  # a sheet in two languages is wider than a screen
