"""The layout of a match sheet: nothing overlaps, and no page has only the chart."""

import pytest

from scorekeeper.engine.values import replace
from scorekeeper.sheets.build import columns_of
from scorekeeper.sheets.columns import blank_columns
from scorekeeper.sheets.look import PAPERS, Look
from scorekeeper.sheets.printing.pages import page
from scorekeeper.words import words_for
from tests.conftest import Shelf
from tests.sheets import table
from tests.sheets.reading import reader, text, text_of

LATER = {"before_partners_turn": False}


def printed(printer: Shelf, state: object, language: str = "en", paper: str = "a4") -> bytes:
    model = table.sheet(state, language)  # type: ignore[arg-type]
    return printer.pdf(page("match.html", model, words_for(language), Look(PAPERS[paper])))


def ruled(*rulings: dict[str, object], name: str = "Ilona & Mihai") -> object:
    opening = table.opened(sides=((name, ("Ilona", "Mihai")), ("Jana & Tõnu", ("Jana", "Tõnu"))))
    return table.folded(
        opening, table.REFERENCE_DEALS[:2], [{"article": "HU-05", "answers": LATER} | one for one in rulings]
    )


@pytest.mark.parametrize(
    "paper", [pytest.param(each, marks=[] if each == "a5" else [pytest.mark.soak]) for each in PAPERS]
)
def test_a_long_name_is_broken_between_its_words(printer: Shelf, paper: str) -> None:
    state = ruled({"deal": 1, "side": 0, "points": -100}, name="Szentgyörgyvölgyi Zsuzsanna & Megyeriné Tükörfúró Ödön")
    rulings = text(printed(printer, state, paper=paper)).split("Rulings")[1]
    assert "Szentgyörgyvölgyi" in rulings.split("Running totals")[0]


def test_rulings_that_go_on_to_another_paper_have_their_heading_there(printer: Shelf) -> None:
    opening = table.opened(options={"target": 100_000})
    deals = [table.REFERENCE_DEALS[number % 11] for number in range(20)]
    rulings = [
        {"deal": number, "side": 1, "article": "HU-05", "points": -100, "answers": LATER} for number in range(1, 15)
    ]
    first, second = (
        paper.extract_text() for paper in reader(printed(printer, table.folded(opening, deals, rulings))).pages
    )
    assert "HU-05" in first
    assert "HU-05" in second
    assert "Rulings" in second.split("HU-05")[0]


def test_a_ruling_says_both_what_it_takes_and_what_it_raises() -> None:
    both = {"deal": 2, "side": 0, "points": -120, "opening_raise": 20, "override": True, "reason": "seen by everybody"}
    more = {"deal": 2, "side": 0, "points": 0, "opening_raise": 30}
    model = table.sheet(ruled(both, more | {"side": 1}, more))  # type: ignore[arg-type]
    said = text_of(page("match.html", model, words_for("en")).html)
    assert "−120 points" in said
    assert "minimum 50 + 20 = 70" in said
    assert "minimum 15 + 30 = 45" in said
    assert "minimum 70 + 30 = 100" in said


def test_a_ruling_names_its_player_its_case_and_an_override() -> None:
    fallen = {"deal": 1, "side": 0, "article": "HU-02", "answers": {}, "player": "Mihai"}
    decided = {"deal": 1, "side": 1, "points": -50, "override": True, "reason": "First evening"}
    rows = table.sheet(ruled(fallen, decided)).rulings
    assert [(row.player, row.text) for row in rows] == [
        ("Mihai", "Three or more players"),
        ("", "Director’s override: First evening"),
    ]


@pytest.mark.parametrize(
    ("language", "rules"),
    [("hu", "hungarian"), ("ro", "romanian"), pytest.param("en", "classic", marks=pytest.mark.soak)],
)
def test_totals_beyond_ten_thousand_stay_on_one_small_page(printer: Shelf, language: str, rules: str) -> None:
    great = (table.side(460, 2, 1, 1, "out", 15), table.side(170, 0, 0, 1, "", 140))
    played = [deal for small in table.REFERENCE_DEALS[:9] for deal in (small, great)]
    state = table.folded(table.opened(rules, options={"target": 100000}), played)
    assert max(standing.score for standing in state.standings) >= 10_000
    assert len(reader(printed(printer, state, language, "a5")).pages) == 1


def test_a_hand_that_wins_names_its_side_the_winner_whatever_the_totals() -> None:
    nothing = {"melds": [], "hand_points": 0}
    opening = table.opened("modern-american", options={"target": 20000})
    state = table.folded(opening, [(nothing, table.side(9000, 2, 0, 0, "", 0)), ({"special_hand": "dream_4"}, nothing)])
    model = table.sheet(state)
    assert [head.winner for head in model.sides] == [True, False]
    assert (model.verdict.leader, model.verdict.margin) == (
        model.sides[0].name,
        model.sides[0].total - model.sides[1].total,
    )
    assert model.verdict.margin < 0


def test_a_game_that_calls_its_canastas_otherwise_has_its_sheets() -> None:
    state = table.reference_match()
    rows = [replace(row, key="book", kind="") if row.name == "natural" else row for row in state.setup.rules.canastas]
    rules = replace(state.setup.rules, canastas=tuple(rows))
    assert {column.key: column.each for column in blank_columns(rules)}["natural"] is None
    renamed = replace(state, rows=(), setup=replace(state.setup, rules=rules))
    assert {column.key: column.each for column in columns_of(renamed)}["natural"] is None
    assert {column.key: column.each for column in columns_of(replace(state, rows=()))}["natural"] is not None
