"""Mistakes in copies of the games' own files: each error names the row and the allowed values."""

import tomllib

import pytest

from scorekeeper.rulebook import procedures
from scorekeeper.rulebook.loader import read_rule_set, rulebook
from scorekeeper.rulebook.options import read_options
from scorekeeper.rulebook.tables import FOLDER, RulebookError

BOOK = rulebook()
#: Rule set, a part of its file, the mistake that replaces it, and the error.
MISTAKES = [
    ("samba", "[signs]\nred", "[signs]\nrde", "signs.rde: unknown key; allowed: melded, red, black, without"),
    ("samba", "[signs]", "[sings]", "sings: unknown key; allowed: title, says"),
    ("samba", "[[0, -1], [2, 1]]", "[[2, 1], [0, -1]]",
     "signs.red.steps: ((2, 1), (0, -1)) does not fit; allowed: at l"),
    ("samba", "count = 2", "count = -2", "needs.any.count: -2 does not fit; allowed: 0 to 20"),
    ("cuban", "value = 13", "value = 0", "table.hand_size: 0 does not fit; allowed: 1 or more"),
    ("brazilian", "fine = -1000", "fine = 1000", "unfinished.sequence.fine: 1000 does not fit; allowed: 0 or less"),
    ("modern-american", 'rank = "A"', 'rank = "Ace"', "held.aces.rank: 'Ace' is not allowed here; allowed: A, K, Q"),
    ("modern-american", "least = 3", "least = 0", "held.aces.least: 0 does not fit; allowed: 1 or more"),
    ("modern-american", ', title = "Pairs"', "", "special_hands.pairs: no value for title"),
    ("hand-and-foot", ', title = "Exactly the cards to be dealt"', "", "deal_bonuses.exact_cut: no value for title"),
    ("burraco", "value = -100", "value = 100", "second_hand.never_taken: 100 does not fit; allowed: 0 or less"),
]  # fmt: skip


@pytest.mark.parametrize(("id_", "said", "instead", "says"), MISTAKES)
def test_a_mistake_in_a_copy_of_a_game_is_told_with_its_row(id_: str, said: str, instead: str, says: str) -> None:
    text = (FOLDER / f"rule_sets/{id_}.toml").read_text(encoding="utf-8")
    assert said in text
    with pytest.raises(RulebookError) as caught:
        read_rule_set(id_, tomllib.loads(text.replace(said, instead, 1)), BOOK.rule_sets, BOOK.sections, BOOK.formats)
    assert str(caught.value).startswith(f"rule_sets/{id_}.toml: {says}")


def test_a_value_that_an_option_has_no_words_for_is_told_with_the_game_that_offers_it() -> None:
    option = {"group": "deal", "title": "Pack", "says": "How many.", "type": "choice", "values": ["105"]}
    option |= {"choices": {"105": {"title": "105", "effect": {"pack.jokers": 1}}}}
    offers = {"samba": {"deck": {"source": "-", "values": ["104"]}}}
    with pytest.raises(RulebookError) as caught:
        read_options({"deck": option}, BOOK.sections, offers)
    assert str(caught.value) == "rule_sets/samba.toml: options.deck.values: '104' is not allowed here; allowed: 105"


def test_a_rule_of_play_with_an_id_that_is_taken_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (FOLDER / procedures.FILE).read_text(encoding="utf-8")
    first, second = (entry["id"] for entry in tomllib.loads(text)["procedure"][:2])
    twice = tomllib.loads(text.replace(f'id = "{second}"', f'id = "{first}"', 1))
    monkeypatch.setattr(procedures, "parsed", lambda _: twice)
    with pytest.raises(RulebookError, match=f"the id '{first}' is taken"):
        procedures.procedures.__wrapped__()
