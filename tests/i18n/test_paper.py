"""Sheets in each of the five languages: on the pages they are meant for, heads apart, no English left behind."""

from collections.abc import Iterator

import pytest

from scorekeeper.paper import Sheet, code_card, rules_blank, rules_card
from scorekeeper.places import shipped
from scorekeeper.sheets.look import PAPERS, Look
from scorekeeper.sheets.pages import page
from scorekeeper.sheets.printer import Printer
from scorekeeper.words import LANGUAGES, words_for
from tests.i18n.leftovers import left_in
from tests.sheets import table
from tests.sheets.reading import reader, text

CODES = ("hungarian", "romanian")


@pytest.fixture(scope="module")
def printer() -> Iterator[Printer]:
    """One printing process for all of them."""
    made = Printer(shipped("static") / "print")
    yield made
    made.close()


def printed(printer: Printer, sheet: Sheet, language: str, paper: str = "a4") -> bytes:
    """Print a sheet, and read which language it says it is in."""
    pdf = printer.pdf(page(sheet.template, sheet.model, words_for(language), Look(PAPERS[paper])))
    assert reader(pdf).trailer["/Root"]["/Lang"] == language
    assert list(left_in(text(pdf), language)) == []
    return pdf


def pages(pdf: bytes) -> int:
    """How many pages there are."""
    return len(reader(pdf).pages)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_sheet_is_one_page_and_its_heads_stand_apart(printer: Printer, language: str, paper: str) -> None:
    model = table.sheet(table.long_match(12), language)
    pdf = printed(printer, Sheet("match.html", model, "sheet"), language, paper)
    words = words_for(language)
    heads = [words.pgettext("column", head) for head in ("Min.", "Cards", "Nat.", "Mix.")]
    assert pages(pdf) == 1
    assert text(pdf).count(" ".join(heads)) == 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_penalty_card_is_one_page(printer: Printer, language: str, paper: str) -> None:
    assert [pages(printed(printer, code_card(code), language, paper)) for code in CODES] == [1, 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_sheet_and_a_card_of_the_rules_are_one_page(printer: Printer, language: str) -> None:
    words = words_for(language)
    for make in (rules_blank, rules_card):
        assert pages(printed(printer, make("hungarian", None, words), language)) == 1
