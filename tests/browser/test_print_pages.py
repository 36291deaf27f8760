"""Printed pages as a browser lays them out for paper: words stay in their columns, and slips fit their sheets."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from scorekeeper.actions.desk import open_desk
from scorekeeper.words import LANGUAGES
from tests.actions.evenings import opened, published
from tests.serving import Server

SPILLED = (Path(__file__).parent / "spilled.js").read_text(encoding="utf-8")
WIDE = {"width": 1280, "height": 800}


CODES = ("hungarian", "romanian")
#: Penalty cards as (language, penalty code, second language). `CARDS` has each language with the next one, and the two
#: codes in turn. `EVERY`, for the long tests, has all pairs of languages with both codes, and cards in one language.
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
        # A sheet in two languages is wider than a screen, so only overflowing headings and broken words are faults.
        assert [spill for spill in told if spill.startswith(("spills <th", "breaks"))] == [], (language, code, second)


def test_slips_and_cards_take_as_many_sheets_from_a_browser_as_they_are_made_for(
    page: Page, server: Server, tmp_path: Path
) -> None:
    desk = open_desk(server.log.parent / "scorekeeper.db")
    with closing(desk.ledger):
        opened(desk, "printed-night")
        published(desk, "printed-night")
    for kind, sheets in (("slips", 1), ("slips?paper=a6", 2), ("cards", 2), ("guides", 1)):
        page.goto(f"/evenings/printed-night/print/{kind}")
        file = tmp_path / "printed.pdf"
        page.pdf(path=file, prefer_css_page_size=True)
        assert len(PdfReader(file).pages) == sheets, kind
