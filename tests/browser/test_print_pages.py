"""Printed pages as a browser sets them for paper: no word lies over its neighbour."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page

from scorekeeper.words import LANGUAGES

SPILLED = (Path(__file__).parent / "spilled.js").read_text(encoding="utf-8")
WIDE = {"width": 1280, "height": 800}


CODES = ("hungarian", "romanian")
#: Each language beside the next, in one of the codes; with the long tests both, alone and beside every one.
NEXT = [*LANGUAGES[1:], LANGUAGES[0]]
CARDS = [(each, CODES[at % 2], NEXT[at]) for at, each in enumerate(LANGUAGES)]
EVERY = [(each, code, second) for each in LANGUAGES for code in CODES for second in ("", *LANGUAGES)]


@pytest.mark.parametrize("cards", [CARDS, pytest.param(EVERY, marks=pytest.mark.soak)], ids=["some", "all"])
def test_no_word_of_a_penalty_card_leaves_its_column(page: Page, cards: Sequence[tuple[str, str, str]]) -> None:
    page.set_viewport_size(WIDE)
    page.emulate_media(media="print")
    for language, code, second in cards:
        page.goto(f"/sheets/penalties/{code}?lang={language}&second={second}")
        page.evaluate("document.fonts.ready")
        told = page.evaluate(SPILLED)
        # A sheet in two languages is wider than a screen.
        assert [spill for spill in told if spill.startswith(("spills <th", "breaks"))] == [], (language, code, second)
