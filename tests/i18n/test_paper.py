"""Sheets in each language have the right number of pages, headings that do not overlap, and no English text left."""

import pytest

from scorekeeper.paper import ReadySheet, code_card, rules_blank, rules_card
from scorekeeper.sheets.look import PAPERS, Look
from scorekeeper.sheets.model import ChosenOption
from scorekeeper.sheets.printing.pages import page
from scorekeeper.words import LANGUAGES, words_for
from tests.conftest import Shelf
from tests.i18n.leftovers import left_in
from tests.sheets import table
from tests.sheets.reading import reader, text

CODES = ("hungarian", "romanian")


def printed(printer: Shelf, sheet: ReadySheet, language: str, paper: str = "a4") -> bytes:
    """Print a sheet, and return the PDF. Checks that it declares its language, and that no English text is left."""
    pdf = printer.pdf(page(sheet.template, sheet.model, words_for(language), Look(PAPERS[paper])))
    assert reader(pdf).trailer["/Root"]["/Lang"] == language
    assert list(left_in(text(pdf), language)) == []
    return pdf


def pages(pdf: bytes) -> int:
    """The number of pages of a PDF."""
    return len(reader(pdf).pages)


#: The cases that the short tests print; the long tests print all. Printing a sheet takes a second or two, and
#: `test_pages.py` checks the texts of the sheets' pages in every language. A4 is narrower than the other paper.
HERE = {("et", "a4"), ("hu", "hungarian"), ("cs",)}


def mark(*of: str) -> tuple[pytest.MarkDecorator, ...]:
    """The pytest marks of a case: none if it is in `HERE`, otherwise the mark of the long tests."""
    return () if of in HERE else (pytest.mark.soak,)


SCORED = [pytest.param(each, paper, marks=mark(each, paper)) for each in LANGUAGES for paper in ("a4", "letter")]
CARDS = [pytest.param(each, code, marks=mark(each, code)) for each in LANGUAGES for code in CODES]
EMPTY = [pytest.param(each, marks=mark(each)) for each in LANGUAGES]


@pytest.mark.parametrize(("language", "paper"), SCORED)
def test_a_score_sheet_is_one_page_and_its_heads_stand_apart(printer: Shelf, language: str, paper: str) -> None:
    model = table.sheet(table.long_match(12), language, options=(ChosenOption("AAA", "1"),))
    pdf = printed(printer, ReadySheet("match.html", model, "sheet"), language, paper)
    words = words_for(language)
    heads = [words.pgettext("column", head) for head in ("Min.", "Cards", "Nat.", "Mix.")]
    assert pages(pdf) == 1
    assert text(pdf).count(" ".join(heads)) == 2
    assert f"{words.gettext('Agreed')} AAA: 1" in text(pdf)


@pytest.mark.parametrize(("language", "code"), CARDS)
def test_a_penalty_card_is_one_leaf_of_the_shorter_paper(printer: Shelf, language: str, code: str) -> None:
    assert pages(printed(printer, code_card(code), language, "letter")) <= 2


@pytest.mark.parametrize("language", EMPTY)
def test_an_empty_sheet_and_a_card_of_the_rules_are_one_page(printer: Shelf, language: str) -> None:
    words = words_for(language)
    for make in (rules_blank, rules_card):
        assert pages(printed(printer, make("hungarian", None, words), language)) == 1
