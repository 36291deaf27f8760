"""Every value has a sentence: in every rule set and format, and under every option."""

import pytest

from scorekeeper.engine.deals.deal import Meld
from scorekeeper.engine.deals.melds import violations
from scorekeeper.engine.rules import RuleSet, general, value_at
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.rulebook.options import Option
from scorekeeper.rulebook.procedures import PARTS, procedures
from scorekeeper.rulebook.readings import readings
from scorekeeper.rulebook.search.topics import topics
from scorekeeper.rulebook.values import hints
from scorekeeper.words import words_for
from scorekeeper.words.deals import say_violation
from scorekeeper.words.permissions import GOING_OUT, PILE
from scorekeeper.words.rules.parts import INTRODUCED_BY, TITLES, VALUES, Sentence
from scorekeeper.words.rules.values import SAYINGS, RuleLine, of_rows, say_rule

RULE_SETS = tuple(rulebook().rule_sets)

ENGLISH = words_for("en")

OF_A_KIND = "the title of a kind says what makes it"
#: Paths of values that the rules page does not show, each with the reason; "*" stands for the key of any row.
SKIPPED = {
    "table.format": "the head of the page names the format",
    "table.deals_by": "the board names each dealer",
    "cards.*.kinds": "the row is named by its cards",
    "cards.*.counted": "the page of a deal names the classes",
    "melds.*.joins": "how entries are read; what may be laid is said with `again`",
    "melds.*.too_long": "the finding says it",
    **dict.fromkeys(("melds.*.going_out", "threes.*.discardable", "pile.free"), "a rule of play says it"),
    **{
        f"{section}.*.{name}": OF_A_KIND
        for section, names in {
            "melds": ("of", "ranks"),
            "canastas": ("kind", "of", "ranks", "but", "naturals", "wilds", "jokers", "place", "like", "title"),
            "unfinished": ("of", "ranks", "wilds", "jokers", "below", "title"),
            "held": ("rank", "least", "title"),
            "needs": ("kinds", "title"),
            "special_hands": ("wins", "played", "title"),
            "deal_bonuses": ("fact", "title"),
        }.items()
        for name in names
    },
    **{f"canasta_openings.*.{name}": "said with `since`" for name in ("beyond", "least", "kinds")},
    "threes.*.extra_from": "said with `extra`",
    "unfinished.*.line": "where a score shows the fine",
    "unfinished.*.counted": "the page of a deal asks for it",
    "pile.asked": "whether the page “May I?” answers",
}


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
    assert sorted([path for values in VALUES.values() for path in values]) == sorted(SAYINGS)
    assert tuple(TITLES) == tuple(VALUES) == PARTS


def test_every_part_is_opened_by_rules_that_there_are() -> None:
    assert {id_ for ids in INTRODUCED_BY.values() for id_ in ids} <= set(topics("rule"))
    assert set(INTRODUCED_BY) <= set(TITLES)


@pytest.mark.parametrize(
    ("option", "path", "value"),
    [
        ("second-meld-of-rank", "melds.rank.again", "after_canasta"),
        ("canasta-exactly-seven", "melds.rank.most", 7),
        ("naturals-outnumber-wilds", "melds.rank.share", "fewer"),
        ("sequences", "melds.sequence.played", True),
        ("wild-melds", "melds.wild.played", True),
        ("splash", "opening.opens_alone", ("natural",)),
    ],
)
def test_an_option_says_its_rule_as_the_page_does(option: str, path: str, value: object) -> None:
    saying = SAYINGS[path]
    assert isinstance(saying, Sentence)
    assert rulebook().options[option].says == saying.cases.get(value, saying.other)


@pytest.mark.parametrize(
    ("rule_set", "meld", "path"),
    [
        ("viennese", Meld("K", 2, 1, 2), "melds.rank.share"),
        ("hand-and-foot", Meld("K", 3, 1, 2), "melds.rank.share"),
        ("romanian", Meld("wild", 0, 3, 4), "melds.wild.played"),
        ("classic", Meld("3", 3, 1), "melds.black_threes.pure"),
    ],
)
def test_an_irregular_meld_is_told_the_rule_as_the_page_says_it(rule_set: str, meld: Meld, path: str) -> None:
    rules = resolve(rule_set)
    told = [say_violation(each, ENGLISH) for each in violations(meld, rules, going_out=True)]
    assert any(text in each for text, _ in line(rules, path) for each in told)


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
