"""A sheet uses the game's own names, and mentions nothing that the game does not have."""

from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.actions.demo import demo_match
from scorekeeper.actions.desk import Stamp, open_desk
from scorekeeper.actions.matches.deals import DealSheet, amend_deal, record_deal
from scorekeeper.paper import match_sheet
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.sheets.build import levels
from scorekeeper.sheets.columns import blank_columns, head, meaning, sum_of
from scorekeeper.sheets.printing.pages import page
from scorekeeper.words import words_for
from tests.actions.evenings import NOW
from tests.sheets.reading import text_of

EN = words_for("en")


@pytest.mark.parametrize(
    ("rule_set", "has", "lacks"),
    [
        ("classic", {"Min.": "opening minimum that applied", "Nat.": "natural canastas, 500 each"},
         ("Other", "Special")),
        ("burraco", {"Clean": "Clean burraco, 200 each", "Dirty": "Dirty burraco, 100 each",
          "Semi-clean": "Semi-clean burraco", "Pen.": "penalties, and a pozzetto not taken"},
         ("Min.", "Nat.", "Mix.", "Other", "Red 3s")),
        ("hand-and-foot", {"Clean": "Clean book, Book of sevens, 500 each", "Dirty": "Dirty book, 300 each",
          "Bonus": "Exactly the cards to be dealt", "Hand": "cards left in hand and foot"}, ("Mix.", "Prem.")),
        ("samba", {"Samba": "Samba"}, ("Other",)),
        ("bolivia", {"Bolivia": "Bolivia", "Escal.": "Escalera"}, ("Other", "Wild")),
        ("modern-american", {"Sevens": "Canasta of sevens", "Special": "special hand"}, ("Other", "Prem.")),
    ],
)  # fmt: skip
def test_columns_have_the_words_of_their_game(rule_set: str, has: dict[str, str], lacks: tuple[str, ...]) -> None:
    rules = resolve(rule_set)
    said = {head(column.key, rules, EN): meaning(column, rules, EN) for column in blank_columns(rules)}
    assert {name: said.get(name) for name in has} == has
    assert not set(lacks) & set(said)


def test_no_column_of_any_game_is_unexplained_or_called_as_another() -> None:
    for rule_set in rulebook().rule_sets:
        rules = resolve(rule_set)
        columns = blank_columns(rules)
        heads = [head(column.key, rules, EN) for column in columns]
        assert len(set(heads)) == len(heads), rule_set
        for column in columns:
            assert meaning(column, rules, EN) or column.key in ("deal", "total"), (rule_set, column.key)


def test_a_game_without_openings_has_none_in_its_chart_and_its_sum() -> None:
    rules = resolve("burraco")
    assert all(level.opening is None for level in levels(rules))
    assert levels(resolve("classic"))[0].opening == 50
    assert sum_of(blank_columns(rules), rules, EN).startswith("Deal = Cards + 200 × Clean + 100 × Dirty")


def test_a_sheet_says_which_deals_were_amended_and_keeps_the_minimum_that_held(tmp_path: Path) -> None:
    desk = open_desk(tmp_path / "amended.db")
    with closing(desk.ledger):
        demo_match(desk, match_id="amended", seed=1, now=NOW, rules="classic", deals=0)

        def sheet(points: int) -> DealSheet:
            lying = {"counted": {"points": points, "canastas": {"natural": 2}}, "hand_points": 0, "out": {}}
            return DealSheet({"sides": [lying, {"melds": [], "hand_points": 50}]}, ["totals", "totals"], agreed=True)

        def stamp(key: str) -> Stamp:
            return Stamp(desk.ledger.version("amended"), f"{key}-of-the-match", "tablet", NOW)

        record_deal(desk, "amended", sheet(200), stamp("first"), number=1)
        record_deal(desk, "amended", sheet(300), stamp("second"), number=2)
        amend_deal(desk, "amended", 1, sheet(700), "miscounted", stamp("third"))
        said = text_of(page("match.html", match_sheet(desk, "amended", EN).model, EN).html)
    assert " 1 * 50 700 2 · · 100 · " in said.replace("* ", "* ")
    assert " 2 50 300 2 " in said
    assert "* Deal 1 amended " in said
    assert ": miscounted" in said
    assert "2026," not in said.partition("Deal 1 amended")[2].partition(": miscounted")[0], "of the day of the match"
