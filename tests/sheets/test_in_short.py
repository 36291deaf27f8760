"""A card of rules has the sentences of the rules page, and no sentence that is untrue under the rules."""

import pytest

from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.sheets.in_short import in_short
from scorekeeper.web.reference.rules import parts_of, rules_with_sources
from scorekeeper.words import words_for

WORDS = words_for("en")
#: Beginnings of the card's own sentences, each of which combines several values of the rules page.
TOGETHER = (
    "A meld has ",
    "A canasta has ",
    "Black threes are melded",
    "Red threes count",
    "Threes count",
    "Going out needs",
)


@pytest.mark.parametrize("id_", rulebook().rule_sets)
def test_a_card_says_each_rule_as_the_page_says_it(id_: str) -> None:
    for format_ in rulebook().rule_sets[id_].formats:
        parts = parts_of(rules_with_sources(resolve(id_, format_)), WORDS)
        items = [item for part in parts for block in part.blocks for item in block.items]
        on_the_page = {item.text if item.figure is None else f"{item.text}: {item.figure}" for item in items}
        said = in_short(resolve(id_, format_), WORDS).sentences
        assert [each for each in said if each not in on_the_page and not each.startswith(TOGETHER)] == []


def test_a_card_of_a_game_whose_pile_is_always_frozen_names_no_open_pile() -> None:
    said = in_short(resolve("cuban", None), WORDS).sentences
    assert "The pile is always frozen, for everybody." in said
    assert [each for each in said if "open pile" in each] == []
