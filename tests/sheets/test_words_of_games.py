"""A sheet uses the names of its game, and mentions nothing that the game does not have."""

import pytest

from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.sheets.build import levels
from scorekeeper.sheets.columns import blank_columns, head, meaning, sum_of
from scorekeeper.words import words_for

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


def test_no_column_of_any_game_is_called_as_another() -> None:
    for rule_set in rulebook().rule_sets:
        rules = resolve(rule_set)
        columns = blank_columns(rules)
        heads = [head(column.key, rules, EN) for column in columns]
        assert len(set(heads)) == len(heads), rule_set


def test_a_game_without_openings_has_none_in_its_chart_and_its_sum() -> None:
    rules = resolve("burraco")
    assert all(level.opening is None for level in levels(rules))
    assert levels(resolve("classic"))[0].opening == 50
    assert sum_of(blank_columns(rules), rules, EN).startswith("Deal = Cards + 200 × Clean + 100 × Dirty")
