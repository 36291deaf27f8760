"""Every value of a rule set has its words, in every rule set, format and under every option."""

import pytest

from scorekeeper.engine.permissions import GOING_OUT_RULES, PILE_RULES
from scorekeeper.engine.rules import RuleSet, value_at
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.rulebook.options import Option
from scorekeeper.rulebook.procedures import PARTS, procedures
from scorekeeper.rulebook.readings import readings
from scorekeeper.rulebook.topics import topics
from scorekeeper.rulebook.values import hints
from scorekeeper.words import words_for
from scorekeeper.words.permissions import GOING_OUT, PILE
from scorekeeper.words.rule_parts import INTRODUCED_BY, TITLES, VALUES
from scorekeeper.words.rules import SAYINGS, SKIPPED, RuleLine, general, of_rows, say_rule
from scorekeeper.words.sayings import Sentence

RULE_SETS = tuple(rulebook().rule_sets)

ENGLISH = words_for("en")


def said(rules: RuleSet, path: str) -> tuple[RuleLine, ...]:
    return tuple(each for one in of_rows(path, rules) for each in say_rule(one, value_at(rules, one), rules, ENGLISH))


def line(rules: RuleSet, path: str) -> list[tuple[str, str | None]]:
    return [(each.text, each.figure) for each in said(rules, path)]


def test_every_value_is_said_or_skipped_with_a_reason() -> None:
    told = {general(path) for path in SAYINGS}
    assert told | set(SKIPPED) == set(hints())
    assert told.isdisjoint(SKIPPED)
    assert all(SKIPPED.values())


def test_every_value_said_stands_in_one_part_of_the_page() -> None:
    placed = [path for values in VALUES.values() for path in values]
    assert sorted(placed) == sorted(SAYINGS)
    assert tuple(TITLES) == tuple(VALUES) == PARTS


def test_every_part_is_opened_by_rules_that_there_are() -> None:
    assert {id_ for ids in INTRODUCED_BY.values() for id_ in ids} <= set(topics("rule"))
    assert set(INTRODUCED_BY) <= set(TITLES)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_format_says_every_value_without_a_hole(rule_set: str) -> None:
    for format_ in rulebook().rule_sets[rule_set].formats:
        rules = resolve(rule_set, format_)
        for path in SAYINGS:
            for each in said(rules, path):
                assert each.text
                assert "%(" not in each.text
                assert each.figure != ""


def choices(option: Option, rule_set: str) -> list[object]:
    """A few values that an option allows."""
    if option.type == "number":
        return [option.range["min"], option.range["max"] - option.range["max"] % option.range["step"], *option.words]
    return ["0.50"] if option.type == "decimal" else list(option.allowed(rule_set))


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_choice_of_every_option_is_said(rule_set: str) -> None:
    for option in rulebook().options_of(rule_set):
        for value in choices(option, rule_set):
            rules = resolve(rule_set, None, {option.id: value})
            for path in SAYINGS:
                assert all(each.text and "%(" not in each.text for each in said(rules, path)), (option.id, value, path)


def test_a_listed_value_is_never_told_as_another() -> None:
    sentences = [saying.cases for saying in SAYINGS.values() if isinstance(saying, Sentence)]
    flags = [cases for cases in sentences if any(value is True for value in cases)]
    assert flags
    assert all(set(cases) >= {True, False} for cases in flags if not set(cases) <= {True})


@pytest.mark.parametrize(
    ("rule_set", "path", "expected"),
    [
        ("classic", "cards.joker.points", [("Joker", "50")]),
        ("classic", "cards.black_three.in_hand", []),
        ("classic", "canastas.natural.bonus", [("Natural canasta", "500")]),
        ("classic", "canastas.wild.bonus", []),
        ("czech", "canastas.wild.bonus", [("Wild canasta", "1,000")]),
        ("czech", "canastas.wild_twos.bonus", []),
        ("classic", "threes.*.ladder", [("All four red threes", "800")]),
        ("classic", "opening.below_zero", [("below 0", "15")]),
        ("romanian", "opening.below_zero", [("below 0", "none")]),
        ("czech", "opening.brackets", [("0 to 1,495", "50"), ("1,500 to 2,495", "90"), ("2,500 to 4,995", "120"),
          ("5,000 and above", "150")]),
        ("czech-fast", "going_out.black_threes", [(f"Going out with {n} black threes", f"{n - 1}00") for n in (3, 4)]),
        ("classic", "threes.red.in_hand", [("A red three found in a hand counts as if it had been laid.", None)]),
        ("hungarian", "threes.red.in_hand",
         [("A red three found in a hand counts \u2212500, each, instead of its value.", None)]),
        ("viennese", "going_out.hand_canasta", [("Going out concealed, with a canasta in that hand", "1,200")]),
        ("romanian", "premiums.steps", []),
        ("hungarian", "fines.excess_wilds_group", [("Each meld with too many wild cards", "\u2212100")]),
        ("classic", "melds.rank.wilds_on_canasta", [("Wild cards in a finished canasta, at most", "3")]),
    ],
)  # fmt: skip
def test_values_read_as_a_player_says_them(rule_set: str, path: str, expected: list[tuple[str, str | None]]) -> None:
    assert line(resolve(rule_set), path) == expected


def test_a_black_three_that_costs_more_in_the_hand_is_told() -> None:
    rules = resolve("czech", None, {"black-three-in-hand": 100})
    assert line(rules, "cards.black_three.in_hand") == [("Black three in the hand", "100")]


def test_no_limit_is_said_where_there_is_none() -> None:
    rules = resolve("classic", None, {"wilds-on-finished-canasta": None})
    assert line(rules, "melds.rank.wilds_on_canasta") == [("Wild cards in a finished canasta, at most", "no limit")]


def test_premiums_are_told_where_the_table_pays_them() -> None:
    rules = resolve("romanian", None, {"canasta-premiums": "both"})
    assert line(rules, "premiums.steps")[1] == ("Canastas of a side in one deal: 7", "1,000")


def test_four_lost_red_threes_are_silent_where_they_count_nothing() -> None:
    rules = resolve("viennese")
    lenient = resolve("viennese", None, {"red-threes-without-canasta": "zero"})
    assert line(rules, "threes.red.lost")
    assert line(lenient, "threes.red.lost") == []


# --- readings, procedures, permissions ---------------------------------------------------------


def test_every_reading_that_anything_names_has_its_text() -> None:
    book = rulebook()
    named = {known.reading for option in book.options.values() for known in option.rule_sets.values()}
    for facts in book.rule_sets.values():
        named |= {
            value.reading for values in (facts.in_format(), *facts.by_format.values()) for value in values.values()
        }
    named |= {each.reading for each in procedures()}
    assert named - {None} <= set(readings())


def test_every_rule_set_has_procedures_and_talk() -> None:
    for rule_set in RULE_SETS:
        parts = {each.part for each in procedures() if rule_set in each.rule_sets}
        assert {"deal", "melds", "threes", "opening", "pile", "out", "end", "talk"} - {"melds"} <= parts, rule_set


def test_every_permission_has_its_words() -> None:
    pile = {"may_take", "must_take", "deal_is_over", "top_is_black_three", "top_is_wild", "nothing_to_take_with"}
    pile |= {"not_all_discarded", "one_card", "closed_cannot_be_taken", "never_with_canasta", "minimum_not_reached"}
    pile |= {"closed_needs_natural_pair", "natural_pair_only", "not_onto_canasta", "canasta_is_full"}
    pile |= {"canasta_takes_no_cards", "not_to_open", "top_is_red_three"}
    assert set(PILE) == pile
    assert len(pile) == len(PILE_RULES) + 4  # three tops for one rule, and the two that allow
    assert set(GOING_OUT) == {
        "may_go_out",
        "must_go_out",
        "canastas_missing",
        "kinds_missing",
        "meld_unfinished",
        "foot_not_begun",
        "pozzetto_not_begun",
        "minimum_not_reached",
        "partner_said_no",
    }
    assert len(GOING_OUT) == len(GOING_OUT_RULES) + 4  # two for canastas, two for second hands, and the two that allow
    assert all(advice.what and advice.can for advice in (*PILE.values(), *GOING_OUT.values()))


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_answers_without_a_value_rest_on_a_rule_of_play(rule_set: str) -> None:
    if not resolve(rule_set).pile.asked:
        return
    answered = {key for each in procedures() if rule_set in each.rule_sets for key in each.answers}
    rules = resolve(rule_set)
    of_the_pile = {"top_is_black_three", "top_is_wild", "nothing_to_take_with"} if rules.pile.asked else set()
    of_melds = {"black_threes_only_going_out"} if any(row.going_out for row in rules.melds) else set()
    assert of_the_pile | of_melds <= answered
