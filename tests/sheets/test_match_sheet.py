"""The match score sheet: every figure in the PDF equals the engine's."""

import logging

import pytest

from scorekeeper.engine.matches.match import RowSide, State
from scorekeeper.sheets.look import PAPERS, Look
from scorekeeper.sheets.model import SheetModel
from scorekeeper.sheets.printing.pages import page
from scorekeeper.sheets.printing.printer import Printer
from scorekeeper.words import words_for
from tests.conftest import Shelf
from tests.sheets import table
from tests.sheets.reading import reader, row, tags, text, text_of, written

#: (rules, language, paper): one for each paper; the long tests add the rule sets and languages in most frequent use.
WAYS = [
    ("hungarian", "hu", "letter"),
    ("romanian", "ro", "a4"),
    ("czech-fast", "en", "a5"),
    pytest.param("classic", "en", "a4", marks=pytest.mark.soak),
    pytest.param("viennese", "et", "a5", marks=pytest.mark.soak),
    pytest.param("czech", "cs", "letter", marks=pytest.mark.soak),
]


def printed(
    printer: Printer | Shelf, model: SheetModel, language: str = "en", paper: str = "a4", ink: str = "black"
) -> bytes:
    return printer.pdf(page("match.html", model, words_for(language), Look(PAPERS[paper], ink=ink)))


def figures(side: RowSide, model: SheetModel, language: str) -> list[str]:
    """The cells of one side as the sheet should show them, from the engine's values, column by column."""
    keys = {"cards_melded": "cards", "natural_canastas": "natural", "mixed_canastas": "mixed", "cards_in_hand": "hand",
            "wild_canastas": "wild", "premiums": "premiums", "red_threes": "red", "going_out": "out",
            "excess_wilds": "excess", "penalties": "penalties"}  # fmt: skip
    found = {"min": side.opening.points, "deal": side.total, "total": side.score}
    for line in side.lines:
        counted = line.key in ("natural_canastas", "mixed_canastas")
        found[keys[line.key]] = found.get(keys[line.key], 0) + ((line.count or 0) if counted else line.points)
    return [written(found.get(column.key), language) for column in model.columns]


def assert_read_back(pdf: bytes, state: State, model: SheetModel, language: str) -> None:
    said = text(pdf)
    for deal in state.rows:
        expected = [cell for side in deal.sides for cell in figures(side, model, language)]
        assert row(said, str(deal.number)) == " ".join(expected), deal.number


@pytest.mark.parametrize(("rules", "language", "paper"), WAYS)
def test_every_figure_is_the_engines_and_fourteen_deals_fit_on_one_page(
    press: Printer, caplog: pytest.LogCaptureFixture, rules: str, language: str, paper: str
) -> None:
    state = table.long_match(14, rules=rules)
    model = table.sheet(state, language)
    with caplog.at_level(logging.WARNING):
        pdf = printed(press, model, language, paper)
    assert_read_back(pdf, state, model, language)
    assert len(reader(pdf).pages) == 1
    assert reader(pdf).trailer["/Root"]["/Lang"] == language
    assert caplog.records == []  # the printer knew every font, colour and property


def test_the_reference_match(printer: Shelf) -> None:
    state = table.reference_match()
    pdf = printed(printer, table.sheet(state))
    said = text(pdf)
    assert_read_back(pdf, state, table.sheet(state), "en")
    for part in (
        "Winner: Ilona & Mihai, by 560", "11 deals", "€0.20", "€1.12", "5,420 ★", "4,860", "target 5,000",
        "a Deal 5 Jana & Tõnu HU-03", "minimum 90 + 10 = 100", "b Deal 8 Jana & Tõnu HU-05", "−100 points",
        "Check 4705 0281 2B22", "Canasta Scorekeeper 1.0.0", "Page 1 of 1", "For Ilona & Mihai", "first dealer: Ilona",
        "Deal = Cards + 500 × Nat. + 300 × Mix. + the others as signed.",
    ):  # fmt: skip
        assert part in said, part
    assert len(pdf) <= 100_000


def test_rows_and_sums_add_up_by_hand(printer: Shelf) -> None:
    model = table.sheet(table.reference_match())
    for cells in model.cells:
        values = {figure.column: figure.value or 0 for figure in cells}
        each = {column.key: column.each or 1 for column in model.columns}
        added = (values[key] * each[key] for key in values if key not in ("min", "deal", "total"))
        assert sum(added) == values["deal"]
    for place, sums in enumerate(model.sums):
        assert sums[-2].value == sums[-1].value == model.sides[place].total
    said = row(text(printed(printer, model)), "Sum")
    assert said == " ".join(written(figure.value) for sums in model.sums for figure in sums[1:])


def test_printed_again_it_has_the_same_bytes(press: Printer, printer: Shelf) -> None:
    model = table.sheet(table.reference_match())
    assert printed(press, model) == printed(printer, model)


def test_tags_title_language_and_bookmarks(printer: Shelf) -> None:
    opened = reader(printed(printer, table.sheet(table.reference_match())))
    root = opened.trailer["/Root"]
    assert opened.metadata is not None
    assert opened.metadata.title == "Score sheet: Ilona & Mihai – Jana & Tõnu, Match 37"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    titles = str(list(opened.outline))
    assert all(heading in titles for heading in ("Canasta score sheet", "Rulings", "Running totals"))


def test_the_tag_tree_has_tables_heads_and_a_described_chart(printer: Shelf) -> None:
    found = tags(printed(printer, table.sheet(table.reference_match())))
    kinds = [kind for kind, _ in found]
    assert kinds.count("/H1") == 1
    assert kinds.count("/H2") == 2
    assert kinds.count("/TR") >= 11 + 3 + 2
    assert {"/Table", "/TH", "/TD", "/Figure"} <= set(kinds)
    heads = {str(node["/ID"]) for kind, node in found if kind == "/TH"}
    named = [node["/A"]["/Headers"] for kind, node in found if kind == "/TD" and node["/A"].get("/Headers")]
    assert len(named) >= 11 * 2 * 9, "a figure of a deal names the heads of its column and its row"
    assert all({str(each) for each in those} <= heads for those in named)
    described = [str(node.get("/Alt", "")) for kind, node in found if kind == "/Figure"]
    assert any("Ilona & Mihai 5,420" in alt for alt in described)


def test_every_face_is_the_programs_own(printer: Shelf) -> None:
    opened = reader(printed(printer, table.sheet(table.reference_match())))
    fonts = opened.pages[0]["/Resources"]["/Font"]
    names = {str(font.get_object()["/BaseFont"]) for font in fonts.values()}
    assert names
    assert all("+Sheet-" in name for name in names), names


def test_forty_deals_break_cleanly_with_repeated_heads(printer: Shelf) -> None:
    state = table.long_match(40)
    pdf = printed(printer, table.sheet(state), ink="colour")
    pages = reader(pdf).pages
    assert_read_back(pdf, state, table.sheet(state), "en")
    assert len(pages) == 2
    with_deals = [said for said in (found.extract_text() for found in pages) if "Min. Cards Nat." in said]
    assert len(with_deals) == 2
    assert "Canasta score sheet · Match 37" in pages[1].extract_text()
    assert "Page 2 of 2" in pages[1].extract_text()


def test_three_sides_lie_on_one_page(printer: Shelf) -> None:
    state = table.three_sides(14)
    model = table.sheet(state)
    pdf = printed(printer, model)
    box = reader(pdf).pages[0].mediabox
    assert box.width > box.height
    assert_read_back(pdf, state, model, "en")
    assert len(reader(pdf).pages) == 1
    assert "Winner: Cecilia" in text(pdf)


def test_four_digits_of_minus_points(printer: Shelf) -> None:
    low = table.side(0, 0, 0, 4, "", 700)
    state = table.folded(table.opened(), [(low, table.side(100, 0, 0, 0, "", 5))] * 3)
    pdf = printed(printer, table.sheet(state))
    assert state.rows[2].sides[0].score == -4500
    assert row(text(pdf), "3").split(" ")[9] == "−4,500"
    assert "Still playing; ahead: Jana & Tõnu, by 4,785" in text(pdf)


def test_five_players_and_who_sat_out() -> None:
    cast = (("Anna & Béla", ("Anna", "Béla")), ("Trio", ("Cili", "Dénes", "Ella")))
    opening = table.opened("hungarian", "five", sides=cast, seats=("Anna", "Cili", "Béla", "Dénes", "Ella"))
    state = table.folded(opening, table.REFERENCE_DEALS[:4])
    model = table.sheet(state)
    assert {number for one in model.sat_out for number in one.numbers} == {1, 2, 3, 4}
    said = text_of(page("match.html", model, words_for("en")).html)
    assert "Sat out" in said
    assert "Cili, Dénes, Ella" in said


def test_hostile_names_stay_names(printer: Shelf) -> None:
    names = (table.LONG, table.HOSTILE + " שלום")
    pdf = printed(printer, table.sheet(table.long_match(2, names=names)), "hu")
    said = text(pdf)
    assert "<script>alert(1)</script>" in said
    assert "Szentgyörgyvölgyi" in said
    assert reader(pdf).get_fields() is None
    assert reader(pdf).attachments == {}


def test_no_deals_yet() -> None:
    said = text_of(page("match.html", table.sheet(table.folded(table.opened(), [])), words_for("en")).html)
    assert "Still playing; tied · 0 deals" in said
    assert "Running totals" not in said
