"""House options: the rule sets that have each, the allowed values, the default, and the effect on the rules."""

from typing import Any

import pytest

from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rules import to_plain, value_at
from scorekeeper.rulebook.loader import resolve, rulebook, with_code

RULE_SETS = tuple(rulebook().rule_sets)

ALL = ("classic", "viennese", "hungarian", "romanian", "czech", "czech-fast")
ESTONIAN, CZECH = ("classic", "viennese"), ("czech", "czech-fast")
#: Option, rule sets, default (one, or by rule set, with None for the others), allowed values, values not allowed.
OPTIONS: list[tuple[str, tuple[str, ...], Any, list[Any], list[Any]]] = [
    ("target", ALL, {"czech": 10000, None: 5000}, [500, 505, 7500, 15000, 100_000],
     [495, 501, 100_005, 0, -500, True, 5000.0, "5000", None]),
    ("hand-size", ALL, {"romanian": 14, "czech": 13, None: 11}, [11, 12, 13, 14, 15], [10, 16, "11", None]),
    ("tie", ALL, "draw", ["draw", "extra-deal"], ["Draw", "", None, True]),
    ("red-three-in-hand", ALL, {"hungarian": -500, "romanian": -300, None: "as-laid"}, ["as-laid", -1000, -1, 0],
     [1, -1001, "laid", None, False, -100.0]),
    ("wild-melds", (*ESTONIAN, "romanian", *CZECH), {"czech": True, "czech-fast": True, None: False}, [True, False],
     [0, 1, "true", None]),
    ("wild-canasta", (*ESTONIAN, "romanian"), 2000, [1000, 2000, 2500, 3000], [999, 3001, None, "2000"]),
    ("wild-canasta-four-jokers", (*ESTONIAN, "romanian", *CZECH), 2000, [1000, 5000, None], [995, 5001, "2000"]),
    ("wild-canasta-twos", (*ESTONIAN, "romanian"), 2000, [1000, 5000, None], [995, 5001]),
    ("wild-canasta-other", CZECH, 1000, [1000], [2000, None, "1000"]),
    ("unfinished-wild-meld", (*ESTONIAN, "romanian", *CZECH), 0, [0, -1000], [-500, 1000, False, None]),
    ("red-threes-without-canasta", ("viennese",), "minus", ["minus", "zero"], ["plus", 0, None]),
    ("hand-canasta", ("viennese",), 1200, [1200, 1100, 1000], [200, "1200", None]),
    ("four-red-threes", ("romanian",), 900, [900, 500, 800], [400, None]),
    ("four-red-threes", ("czech",), 400, [400, 800], [900, 500]),
    ("ace-canastas", ("romanian",), False, [True, False], [1, "yes"]),
    ("canasta-premiums", ("romanian",), "none", ["none", "highest", "both"], [None, True, "all"]),
    ("naturals-outnumber-wilds", ("romanian",), False, [True, False], [0, None]),
    ("canasta-exactly-seven", ("romanian",), False, [True, False], [7]),
    ("opening-canasta-above", ("romanian",), None, [None, 5000, 7000, 1, 0], [-5, "5000", True]),
    ("canastas-to-end-match", ("romanian",), 0, [0, 2], [1, False, None]),
    ("deck", ("romanian",), "108", ["108", "105", "106", "162"], [108, "54", None]),
    ("stake-per-100", ALL, None, [None, "0.5", 0.25, 2, "1000000", 0, "10.005"],
     ["", "-1", "1,5", " 1", "1e3", "NaN", True, -0.5, "1000000.01", "0.1234567", "١", float("inf"), 1e-7]),
    ("black-three-in-hand", CZECH, 5, [5, 100], [0, -100, None]),
    ("opening-below-zero", ("czech",), 50, [50, 15], [0, None]),
    ("sequences", ("czech",), True, [True, False], [1]),
    ("going-out-bonuses", ("czech-fast",), "highest", ["highest", "added"], ["both"]),
    ("excess-wilds-complete-canasta", ("hungarian",), False, [True, False], ["no"]),
    ("concealed-with-partners-canasta", ("hungarian",), 100, [100, 200], [0, 150, None]),
    ("red-three-in-hand-without-meld", ("romanian",), 0, [0, -100], [100, None]),
    ("pile-to-open", ("romanian",), True, [True, False], [1, None]),
    ("redeal-voids-fines", ALL, True, [True, False], [0, None]),
    ("asked-unable", ("hungarian",), -100, [-100, 0], [100, None]),
    ("sitting-out-lays", ("hungarian",), False, [True, False], ["no"]),
    ("canastas-to-go-out", ALL, 1, [1, 2, 3], [0, -1, 1.0, "1", None]),
    ("second-meld-of-rank", ("classic",), False, [True, False], [2]),
    ("wilds-on-finished-canasta", ("classic",), 3, [3, None], [4, 0, "null"]),
    ("penalty-code", ALL, {"hungarian": "hungarian", "romanian": "romanian", None: "none"},
     ["none", "hungarian", "romanian"], [None, "czech"]),
]  # fmt: skip
EACH = [(option, rule_set) for option, rule_sets, *_ in OPTIONS for rule_set in rule_sets]


def default_of(default: Any, rule_set: str) -> Any:
    """The default for one rule set."""
    return default.get(rule_set, default.get(None)) if isinstance(default, dict) else default


def test_each_rule_set_knows_these_options_and_no_others() -> None:
    known = {(option.id, rule_set) for rule_set in ALL for option in rulebook().options_of(rule_set)}
    assert known == {*EACH, *(("pile", rule_set) for rule_set in ALL)}


@pytest.mark.parametrize(("option", "rule_sets", "default"), [entry[:3] for entry in OPTIONS])
def test_the_default_is_what_the_contract_says(option: str, rule_sets: tuple[str, ...], default: Any) -> None:
    book = rulebook()
    found = {rule_set: book.defaults(rule_set, book.rule_sets[rule_set].formats[0])[option] for rule_set in rule_sets}
    assert found == {rule_set: default_of(default, rule_set) for rule_set in rule_sets}


@pytest.mark.parametrize(
    ("format_", "option", "value"),
    [
        ("two", "canastas-to-go-out", 2),
        ("cutthroat", "canastas-to-go-out", 2),
        ("cutthroat", "target", 7500),
        ("three", "target", 5000),
        ("two", "hand-size", 15),
        ("three", "hand-size", 13),
    ],
)
def test_a_format_has_its_own_defaults(format_: str, option: str, value: Any) -> None:
    assert rulebook().defaults("hungarian", format_)[option] == value


@pytest.mark.parametrize(("option", "rule_sets", "default", "good", "bad"), OPTIONS)
def test_an_allowed_value_is_taken_and_any_other_refused_with_those_allowed(
    option: str, rule_sets: tuple[str, ...], default: Any, good: list[Any], bad: list[Any]
) -> None:
    known = rulebook().options[option]
    for rule_set in rule_sets:
        assert [resolve(rule_set, None, {option: value}).id for value in good] == [rule_set] * len(good)
        allowed = known.allowed(rule_set)
        for value in bad:
            with pytest.raises(Refused) as caught:
                resolve(rule_set, None, {option: value})
            told = caught.value
            assert (told.kind, told.key, told.where) == ("malformed", "not_one_of", f"options.{option}"), value
            assert told.allowed == ((*allowed[:-1], known.limits) if known.limits else allowed)


@pytest.mark.parametrize("rule_set", ALL)
def test_an_option_given_its_default_changes_nothing(rule_set: str) -> None:
    for format_ in rulebook().rule_sets[rule_set].formats:
        defaults = rulebook().defaults(rule_set, format_)
        plain = resolve(rule_set, format_)
        given = to_plain(resolve(rule_set, format_, defaults))
        changed = {section for section, value in to_plain(plain).items() if given[section] != value}
        assert changed <= {"canastas"}  # a bonus that took its value from another one now has it as a number


@pytest.mark.parametrize(
    ("rule_set", "own"),
    [("classic", None), ("viennese", None), ("romanian", None), ("czech", 2000), ("czech-fast", 2000)],
)
def test_nothing_chosen_for_four_jokers_leaves_what_the_rule_set_gives(rule_set: str, own: int | None) -> None:
    assert value_at(resolve(rule_set, None, {"wild-canasta-four-jokers": None}), "canastas.wild_jokers.bonus") == own


def test_every_listed_choice_has_its_own_effect() -> None:
    for rule_set in ALL:
        for option in rulebook().options_of(rule_set):
            if option.type not in ("choice", "switch"):
                continue
            values = list(option.allowed(rule_set))
            resolved = [str(to_plain(resolve(rule_set, None, {option.id: value}))) for value in values]
            assert len(set(resolved)) == len(values), option.id


@pytest.mark.parametrize(
    ("deck", "pack"), [("105", (2, 1, 105)), ("106", (2, 2, 106)), ("108", (2, 4, 108)), ("162", (3, 6, 162))]
)
def test_a_deck_sets_packs_and_jokers(deck: str, pack: tuple[int, int, int]) -> None:
    found = resolve("romanian", None, {"deck": deck}).pack
    assert (found.packs, found.jokers, found.size) == pack


@pytest.mark.parametrize(
    ("rule_set", "code", "articles"),
    [
        ("hungarian", "none", (None, None, None)),
        ("classic", "romanian", ("RO-16", "RO-09", "RO-10")),
        ("romanian", "hungarian", ("HU-07", "HU-10", "HU-09")),
    ],
)
def test_a_penalty_code_sets_the_articles_that_findings_name(
    rule_set: str, code: str, articles: tuple[str | None, ...]
) -> None:
    found = resolve(rule_set, None, {"penalty-code": code}).code
    assert (found.id, found.out_without_canasta, found.too_many_wilds, found.red_three_in_hand) == (code, *articles)


@pytest.mark.parametrize("option", ["hand-canasta", "Target", "", "sequence"])
def test_an_option_that_a_rule_set_does_not_know_names_those_it_does(option: str) -> None:
    with pytest.raises(Refused) as caught:
        resolve("classic", None, {"tie": "draw", option: 1})
    assert (caught.value.key, caught.value.where, caught.value.found) == ("unknown_option", f"options.{option}", option)
    assert caught.value.allowed == tuple(option.id for option in rulebook().options_of("classic"))


def test_what_is_allowed_is_said_in_words() -> None:
    options = rulebook().options
    assert options["target"].allowed("classic") == ("500 to 100000, in steps of 5",)
    assert options["red-three-in-hand"].allowed("czech") == ("as-laid", "-1000 to 0")
    assert options["stake-per-100"].allowed("czech") == (None, "a decimal from 0")
    assert options["wilds-on-finished-canasta"].allowed("classic") == (3, None)
    assert options["four-red-threes"].allowed("czech") == (400, 800)
    assert options["sequences"].allowed("czech") == (False, True)


def test_a_value_is_called_by_its_words_and_a_number_by_none() -> None:
    options = rulebook().options
    assert options["tie"].title_of("extra-deal") == "One more deal is played"
    assert options["escalera-to-go-out"].title_of(value=True) == "Yes"
    assert options["deals"].title_of(None) == "Played to the target"
    assert (options["deals"].title_of(3), options["pairs-hand"].title_of(2500)) == ("", "")


def test_a_code_chosen_beside_the_options_is_one_of_them() -> None:
    assert with_code({"target": 8500, "penalty-code": "romanian"}, "hungarian") == {
        "target": 8500, "penalty-code": "hungarian",
    }  # fmt: skip
    assert with_code({"target": 8500}, None) == {"target": 8500}
    assert with_code({}, "") == {}
