"""Values of a rule set: their paths, the allowed values, and how they are merged."""

from typing import Any, Literal

import pytest

from scorekeeper.rulebook.checks import check_rows
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.tables import RulebookError, naming
from scorekeeper.rulebook.values import (
    Value,
    Values,
    allowed,
    default_at,
    fits,
    frozen,
    general,
    hint_of,
    problem,
    read_values,
    resolved,
    row_name,
)

SOURCES = ("E1", "E2", "H9")


@pytest.mark.parametrize(
    ("path", "default"),
    [
        ("melds.rank.cards", 3),
        ("melds.*.naturals", 2),
        ("melds.rank.wilds_on_canasta", "same"),
        ("melds.rank.of", None),
        ("melds.rank.tea", None),
        ("canastas.wild.cards", (7,)),
        ("canastas.wild.bonus", None),
        ("end.target", None),
    ],
)
def test_a_row_has_defaults_and_a_section_of_values_none(path: str, default: Any) -> None:
    assert default_at(path) == default


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (int, "a whole number"),
        (str, "a text"),
        (bool, "true or false"),
        (type(None), "no value"),
        (float, "<class 'float'>"),
        (int | None, "a whole number or no value"),
        (Literal["a", 1], "'a', 1"),
        (int | Literal["same"] | None, "a whole number or 'same' or no value"),
        (tuple[str, ...], "a list of a text"),
        (tuple[int, bool], "[a whole number, true or false]"),
        (tuple[tuple[int, int], ...], "a list of [a whole number, a whole number]"),
    ],
)
def test_what_fits_is_said_in_words(hint: Any, words: str) -> None:
    assert allowed(hint) == words


@pytest.mark.parametrize(
    ("value", "hint", "there"),
    [
        (True, int, False),
        (1, bool, False),
        (None, type(None), True),
        (0, type(None), False),
        ("1", int | None, False),
        (1, Literal[1], True),
        (True, Literal[1], False),
        ((), tuple[int, ...], True),
        ((1, "2"), tuple[int, ...], False),
        ((1, True), tuple[int, bool], True),
        ((1,), tuple[int, bool], False),
        ((1, True, 2), tuple[int, bool], False),
        ((True, True), tuple[int, bool], False),
    ],
)
def test_a_value_fits_its_type_strictly(value: Any, hint: Any, there: bool) -> None:
    assert fits(value, hint) is there


def test_a_path_is_a_value_a_row_or_one_of_several() -> None:
    assert [row_name(path) for path in ("end.target", "melds.rank.cards")] == ["end.target", "melds.rank"]
    assert [general(path) for path in ("end.target", "melds.rank.cards")] == ["end.target", "melds.*.cards"]
    assert hint_of("end.target") is int
    assert hint_of("threes.red.ladder.4") is int
    assert [hint_of(path) for path in ("end.tea", "end.target.1", "melds.rank.tea")] == [None, None, None]
    assert frozen([1, [2, (3,)]]) == (1, (2, (3,)))


def test_values_stand_beside_their_sources_and_rows_share_theirs() -> None:
    tree = {
        "pack": {
            "packs": {"value": 2, "source": "E1, H9, E2", "reading": "AMB-01"},
            "jokers": {"value": 4, "source": "-"},
        },
        "needs": {"without": ["any", "pure"]},
        "held": {
            "aces": {"rank": "A", "least": {"value": 3, "source": "E1"}, "source": "E2", "reading": "AMB-02"},
            "without": ["kings"],
            "fours": {"fine": -5, "source": "H9"},
        },
    }
    assert read_values(tree, SOURCES) == Values(
        {
            "pack.packs": Value(2, "E1", "AMB-01", ("H9", "E2")),
            "pack.jokers": Value(4, "-"),
            "held.aces.rank": Value("A", "E2", "AMB-02"),
            "held.aces.least": Value(3, "E1"),
            "held.fours.fine": Value(-5, "H9"),
        },
        ("needs.any", "needs.pure", "held.kings"),
    )
    assert Value(2, "E1", None, ("H9",)).sources == ("E1", "H9")


@pytest.mark.parametrize(
    ("tree", "told"),
    [
        ({"threes": {"blue": {}}}, "threes.blue: unknown key; allowed: red, black, without"),
        (
            {"tea": {}},
            "tea: unknown key; allowed: pack, cards, melds, canastas, premiums, threes, signs, unfinished, held, "
            "needs, going_out, second_hand, special_hands, deal_bonuses, opening, canasta_openings, fines, end, "
            "table, pile, code",
        ),
        ({"held": {"without": "kings"}}, "held.without: expected a list, found 'kings'"),
        ({"held": 7}, "held: expected a table, found 7"),
        ({"held": {"aces": 7}}, "held.aces: expected a table, found 7"),
        ({"held": {"aces": {"tea": 1, "source": "E1"}}},
         "held.aces.tea: unknown key; allowed: rank, least, fine, title, source, reading"),
        ({"pack": {"packs": 2}}, "pack.packs: expected a table, found 2; write { value = ..., source = ... }"),
        ({"pack": {"packs": {"value": 2, "source": "E1", "z": 1, "a": 1}}},
         "pack.packs.z: unknown key; allowed: value, source, reading"),
        ({"pack": {"packs": {"value": 2, "source": "E1, X, Y"}}},
         "pack.packs: source 'X' is no section of sources.toml; allowed: -, E1, E2, H9"),
        ({"pack": {"packs": {"value": 2, "source": 7}}},
         "pack.packs: source 7 is no section of sources.toml; allowed: -, E1, E2, H9"),
        ({"pack": {"packs": {"value": 0, "source": "E1"}}}, "pack.packs: 0 does not fit; allowed: 1 to 10"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(tree: dict[str, Any], told: str) -> None:
    with pytest.raises(RulebookError) as caught, naming("mine.toml"):
        read_values(tree, SOURCES)
    assert str(caught.value) == f"mine.toml: {told}"


def test_values_go_over_those_of_a_base_and_new_rows_before_its_rows() -> None:
    one, two, three, four = (Value(number, "E1") for number in range(1, 5))
    base = {"needs.any.count": one, "needs.pure.count": two, "end.target": three}
    own = Values({"needs.new.count": four, "end.target": four}, ("needs.pure",))
    found = own.over(base)
    assert list(found.items()) == [("needs.new.count", four), ("needs.any.count", one), ("end.target", four)]


@pytest.mark.parametrize(
    ("path", "value", "wrong"),
    [
        ("canastas.natural.cards", (7, 7), None),
        ("canastas.natural.cards", (8, 7), "[8, 7] does not fit; allowed: [from] or [from, to]"),
        ("canastas.natural.wilds", (1, 2, 3), "[1, 2, 3] does not fit; allowed: [from] or [from, to]"),
        ("canastas.natural.wilds", (), None),
        ("canastas.natural.wilds", (-1,), "(-1,) does not fit; allowed: 0 or more"),
        ("canastas.natural.cards", (0,), "(0,) does not fit; allowed: 1 to 20"),
        ("opening.brackets", (), "() does not fit; allowed: at least one step, going up"),
        ("opening.brackets", ((5, 50), (5, 90)),
         "((5, 50), (5, 90)) does not fit; allowed: at least one step, going up"),
        ("signs.red.steps", ((0, -1), (1, 0), (2, 1)), None),
        ("signs.red.steps", ((0, 2),), "2 is no sign; allowed: -1, 0, 1"),
        ("pack.packs", 0, "0 does not fit; allowed: 1 to 10"),
        ("pack.jokers", 0, None),
        ("pack.jokers", -1, "-1 does not fit; allowed: 0 to 40"),
        ("held.aces.fine", 0, None),
        ("held.aces.fine", 1, "1 does not fit; allowed: 0 or less"),
        ("threes.red.in_hand", 5, "5 does not fit; allowed: 0 or less"),
        ("melds.rank.ranks", ("A", "2", "3"), None),
        ("melds.rank.ranks", ("A", "1"), "'1' is not allowed here; allowed: A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2"),
        ("cards.low.counted", "tea", "'tea' is not allowed here; allowed: jokers, twenties, twos, aces, tens, fives"),
        ("end.target", True, "True does not fit; allowed: a whole number"),
    ],
)  # fmt: skip
def test_a_number_a_step_and_a_name_are_such_as_can_be(path: str, value: Any, wrong: str | None) -> None:
    assert problem(path, value) == wrong


def test_rows_come_together_in_the_order_of_their_values() -> None:
    values = {"end.target": 5, "held.a.rank": "A", "held.b.rank": "K", "held.a.least": 3, "threes.red.ladder": (1, 2)}
    plain = dict(resolved({**values, "threes.red.ladder.2": 9}))
    assert (plain["end"], plain["pack"], plain["needs"]) == ({"target": 5}, {}, [])
    assert plain["held"] == [{"key": "a", "rank": "A", "least": 3}, {"key": "b", "rank": "K"}]
    assert plain["threes"] == [{"key": "red", "ladder": [1, 9]}]


NAMED = "natural, mixed, wild, natural_aces, mixed_aces, wild_jokers, wild_twos"
RANKS = "A, K, Q, J, 10, 9, 8, 7, 6, 5, 4"
KINDS = "joker, 2, A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, red3"
#: Values of the classic game that are changed or added; and the error, or None if the rules are valid.
ROWS: list[tuple[dict[str, Any], str | None]] = [
    ({}, None),
    ({"melds.rank.most": 3}, None),
    ({"melds.rank.most": 2}, "melds.rank.most: 2 does not fit; allowed: 3 or more"),
    ({"melds.rank.most": 4, "melds.rank.cards": 5}, "melds.rank.most: 4 does not fit; allowed: 5 or more"),
    ({"melds.wild.most": 3}, None),
    ({"melds.wild.most": 2}, "melds.wild.most: 2 does not fit; allowed: 3 or more"),
    ({"held.aces.rank": "A", "held.fours.rank": "4", "held.kings.rank": "K"},
     "held.aces: no value for least; other rows: fours, kings"),
    ({"melds.wild.of": "sequence"}, "melds: 0 rows of 'wild'; needed: one, with played = false where there are none"),
    ({"melds.more.of": "wild"}, "melds: 2 rows of 'wild'; needed: one, with played = false where there are none"),
    ({"melds.black_threes.of": "rank", "melds.black_threes.ranks": ("K",)},
     "melds: 0 rows of 'black_threes'; needed: one, with played = false where there are none"),
    ({"melds.black_threes.of": "rank", "melds.black_threes.ranks": ("3",)}, None),
    ({"melds.rank.ranks": ("A", "K")}, f"melds: no row of 'rank' has 'Q'; needed: {RANKS}"),
    ({"melds.sequence.ranks": ("A", "K", "K")},
     "melds.sequence.ranks: 'K' stands twice; allowed: the same one first and last"),
    ({"melds.sequence.ranks": ("A", "K", "A", "Q")},
     "melds.sequence.ranks: 'A' stands twice; allowed: the same one first and last"),
    ({"melds.sequence.ranks": ("A", "K", "A")}, None),
    ({"canastas.wild.kind": "natural"}, None),
    ({"canastas.tea.bonus": 5}, f"canastas.tea: no value for title; without one: {NAMED}"),
    ({"canastas.tea.bonus": 5, "canastas.tea.title": "Tea"}, None),
    ({"canastas.tea.kind": "natural"}, None),
    ({"canastas.tea.like": "natural"}, f"canastas.tea: no value for title; without one: {NAMED}"),
    ({"canastas.tea.like": "natural", "canastas.tea.title": "Tea"}, None),
    ({"canastas.natural.kind": "tea"}, f"canastas.natural: no value for title; without one: {NAMED}"),
    ({"needs.any.kinds": ("natural", "wild")}, None),
    ({"canastas.tea.kind": "chai", "canastas.tea.title": "Tea", "needs.any.kinds": ("chai",)}, None),
    ({"held.aces.rank": "A", "held.aces.title": "x"}, "held.aces: no value for least; other rows: none"),
    ({"held.aces.rank": "A", "held.aces.least": 3, "held.aces.fine": -5}, "held.aces: no value for title"),
    ({"cards.ace.kinds": ("A", "K")}, "cards.high.kinds: 'K' stands in cards.ace already"),
    ({"cards.ace.kinds": ()}, f"cards: no row has 'A'; needed: {KINDS}"),
    ({"threes.red.in_hand": "card"}, f"cards: no row has 'red3'; needed: {KINDS}"),
    ({"threes.red.in_hand": "card", "cards.black_three.kinds": ("3", "red3")}, None),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "told"), ROWS)
def test_rows_are_whole_and_tell_of_every_card_and_meld_once(changed: dict[str, Any], told: str | None) -> None:
    values = rulebook().rule_sets["classic"].values
    changed_values = {**values, **{path: Value(value, "-") for path, value in changed.items()}}
    if told is None:
        check_rows(changed_values, "mine.toml")
        return
    with pytest.raises(RulebookError) as caught:
        check_rows(changed_values, "mine.toml")
    assert str(caught.value) == f"mine.toml: {told}"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("canastas.wild_twos.like", "tea"),
        ("needs.any.kinds", ("natural", "tea")),
        ("canasta_openings.above.kinds", ("tea",)),
        ("opening.opens_alone", ("tea",)),
    ],
)
def test_a_kind_of_canasta_that_is_named_is_there(path: str, value: Any) -> None:
    values = {**rulebook().rule_sets["classic"].values, path: Value(value, "-")}
    values |= {"canastas.mixed.kind": Value("natural", "-")}
    there = ", ".join(dict.fromkeys(path.split(".")[1] for path in values if path.startswith("canastas.")))
    with pytest.raises(RulebookError) as caught:
        check_rows(values, "mine.toml")
    assert str(caught.value) == f"mine.toml: {path}: 'tea' is no kind of canasta here; allowed: {there}"


@pytest.mark.parametrize(
    ("path", "value", "longest"),
    [("special_hands.zip_code.says", "x" * 301, 300), ("melds.rank.ranks", ("K",) * 65, 64)],
)
def test_a_text_and_a_list_have_a_greatest_length(path: str, value: Any, longest: int) -> None:
    assert problem(path, value) == f"too long: {longest + 1}; allowed: {longest}"
    assert problem(path, value[:longest]) is None
