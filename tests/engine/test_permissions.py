"""Permission to take the pile and to go out: each rule of each source, and the value of the rules that decides."""

from typing import Any

import pytest

from scorekeeper.engine.deals.permissions import (
    TOPS,
    GoingOutFacts,
    Permission,
    PileFacts,
    may_go_out_now,
    may_take_pile,
    tops_of,
)
from scorekeeper.engine.deals.scoring import canasta_groups
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.loader import resolve
from scorekeeper.rulebook.values import hint_of

#: Rule set, options, the position at the pile, and the reason against (None: the pile may be taken).
PILES: list[tuple[str, dict[str, Any], dict[str, Any], str | None]] = [
    ("classic", {}, {}, None),
    ("classic", {}, {"using": "natural_and_wild"}, None),
    ("classic", {}, {"using": "meld"}, None),
    ("classic", {}, {"using": "canasta"}, None),
    ("classic", {}, {"using": "nothing"}, "nothing_to_take_with"),
    ("classic", {}, {"top": "black_three"}, "top_is_black_three"),
    ("classic", {}, {"top": "wild"}, "top_is_wild"),
    ("classic", {}, {"frozen": True}, None),
    ("classic", {}, {"frozen": True, "using": "meld"}, "closed_needs_natural_pair"),
    ("classic", {}, {"frozen": True, "using": "natural_and_wild"}, "closed_needs_natural_pair"),
    ("classic", {}, {"opened": False, "using": "natural_and_wild"}, "closed_needs_natural_pair"),
    ("classic", {}, {"opened": False}, None),
    ("classic", {}, {"opened": False, "reaches_minimum": False}, "minimum_not_reached"),
    ("classic", {}, {"opened": True, "reaches_minimum": False}, None),
    ("classic", {}, {"one_card_in_hand": True, "single_card_pile": True}, None),
    ("classic", {"pile": "always-frozen"}, {"using": "meld"}, "closed_needs_natural_pair"),
    ("classic", {"pile": "natural-pair"}, {"using": "natural_and_wild"}, "natural_pair_only"),
    ("classic", {"pile": "not-onto-canasta"}, {"using": "canasta"}, "not_onto_canasta"),
    ("classic", {"pile": "not-onto-canasta"}, {"using": "natural_and_wild", "own_canasta": True, "full": True}, None),
    ("classic", {"pile": "not-onto-full-canasta"}, {"using": "natural_and_wild", "full": True}, "canasta_is_full"),
    ("classic", {"pile": "not-onto-full-canasta"}, {"using": "natural_pair", "full": True}, None),
    ("classic", {"pile": "never-with-canasta"}, {"own_canasta": True}, "never_with_canasta"),
    ("classic", {"pile": "never-with-canasta"}, {"using": "canasta"}, "never_with_canasta"),
    ("viennese", {}, {"own_canasta": True}, "never_with_canasta"),
    ("viennese", {}, {"one_card_in_hand": True, "single_card_pile": True}, None),
    ("hungarian", {}, {"one_card_in_hand": True, "single_card_pile": True}, "one_card"),
    ("hungarian", {}, {"one_card_in_hand": True, "single_card_pile": False}, None),
    ("hungarian", {}, {"one_card_in_hand": False, "single_card_pile": True}, None),
    ("romanian", {"pile": "closed-untakeable"}, {"frozen": True}, "closed_cannot_be_taken"),
    ("romanian", {"pile": "closed-untakeable"}, {"frozen": False, "opened": False}, None),
    ("romanian", {"pile": "closed-untakeable"}, {"top": "wild"}, "closed_cannot_be_taken"),
    ("romanian", {"pile": "closed-untakeable"}, {"top": "black_three"}, "top_is_black_three"),
    ("romanian", {"pile": "closed-one-round"}, {"top": "wild"}, "top_is_wild"),
    ("romanian", {"pile": "closed-one-round"}, {"frozen": True, "using": "meld"}, None),
    ("romanian", {"pile": "closed-one-round"}, {"frozen": True, "frozen_this_round": True, "using": "meld"},
     "closed_needs_natural_pair"),
    ("romanian", {}, {"using": "canasta"}, None),
    ("romanian", {"canasta-exactly-seven": True}, {"using": "canasta"}, "canasta_takes_no_cards"),
    ("romanian", {"canasta-exactly-seven": True}, {"own_canasta": True}, "canasta_takes_no_cards"),
    ("romanian", {"canasta-exactly-seven": True}, {"using": "meld"}, None),
    ("czech", {}, {"using": "canasta"}, "not_onto_canasta"),
    ("czech", {}, {"using": "meld"}, None),
    ("czech", {"pile": "never-frozen"}, {"frozen": True, "using": "meld"}, None),
    ("czech", {}, {"all_discarded": False}, None),
    ("czech-fast", {}, {"all_discarded": False}, "not_all_discarded"),
    ("czech-fast", {}, {"one_card_in_hand": True}, "one_card"),
]  # fmt: skip


@pytest.mark.parametrize(("rule_set", "options", "facts", "why"), PILES)
def test_may_the_pile_be_taken(rule_set: str, options: dict[str, Any], facts: dict[str, Any], why: str | None) -> None:
    answer = may_take_pile(PileFacts(**facts), resolve(rule_set, None, options))
    assert (answer.allowed, answer.key) == (why is None, why or "may_take")


@pytest.mark.parametrize(("this_round", "why"), [(True, "closed_cannot_be_taken"), (False, "may_take")])
def test_a_pile_closed_for_one_round_can_be_taken_after_it_whatever_held_before(this_round: bool, why: str) -> None:
    rules = resolve("romanian", None, {"pile": "closed-untakeable"})
    both = replace(rules, pile=replace(rules.pile, closed_one_round=True))
    assert may_take_pile(PileFacts(frozen=True, frozen_this_round=this_round), both).key == why


@pytest.mark.parametrize(
    ("rule_set", "using", "must"),
    [
        ("classic", "meld", True),
        ("classic", "canasta", True),
        ("classic", "natural_pair", False),
        ("hungarian", "meld", True),
        ("czech", "meld", True),
        ("czech", "natural_pair", False),
        ("czech-fast", "meld", True),
    ],
)
def test_without_a_stock_a_fitting_pile_must_be_taken(rule_set: str, using: Any, must: bool) -> None:
    answer = may_take_pile(PileFacts(using=using, stock_empty=True), resolve(rule_set))
    assert (answer.allowed, answer.must) == (True, must)
    assert not may_take_pile(PileFacts(using=using), resolve(rule_set)).must


#: Rule set, format, the position of the player, and the reason against (None: the player may go out).
GOINGS: list[tuple[str, str, dict[str, Any], str | None]] = [
    ("classic", "four", {"canastas": {"": 1}}, None),
    ("classic", "four", {"canastas": {"": 0}}, "canastas_missing"),
    ("hungarian", "two", {"canastas": {"": 1}}, "canastas_missing"),
    ("hungarian", "two", {"canastas": {"": 2}}, None),
    ("classic", "four", {"canastas": {"": 1}, "partner": "no"}, "partner_said_no"),
    ("classic", "four", {"canastas": {"": 1}, "opened": False, "reaches_minimum": False}, "minimum_not_reached"),
    ("classic", "four", {"canastas": {"": 1}, "opened": False, "reaches_minimum": True}, None),
    ("classic", "four", {"canastas": {"": 1}, "opened": False, "reaches_minimum": False, "concealed": True}, None),
    ("classic", "four", {"canastas": {"": 1}, "opened": False, "reaches_minimum": False, "concealed": True,
      "took_pile": True}, "minimum_not_reached"),
    ("bolivia", "four", {"canastas": {"": 2}}, "kinds_missing"),
    ("bolivia", "four", {"canastas": {"sequence": 1}}, "canastas_missing"),
    ("bolivia", "four", {"canastas": {"sequence": 2}}, None),
    ("brazilian", "four", {"canastas": {"": 2}}, None),
    ("hand-and-foot", "four", {"canastas": {"natural": 3}}, "kinds_missing"),
    ("hand-and-foot", "four", {"canastas": {"natural": 2, "mixed": 1}}, None),
    ("hand-and-foot", "four", {"canastas": {"natural": 2, "mixed": 1}, "second_hand": False}, "foot_not_begun"),
    ("burraco", "two", {"canastas": {"": 1}, "second_hand": False}, "pozzetto_not_begun"),
    ("classic", "four", {"canastas": {"": 1}, "second_hand": False, "unfinished": True}, None),
    ("modern-american", "four", {"canastas": {"": 2}, "unfinished": True}, "meld_unfinished"),
    ("romanian", "four", {"canastas": {"": 1}, "opened": False, "reaches_minimum": False, "concealed": True},
     "minimum_not_reached"),
]  # fmt: skip


@pytest.mark.parametrize(("rule_set", "format_", "facts", "why"), GOINGS)
def test_may_a_player_go_out(rule_set: str, format_: str, facts: dict[str, Any], why: str | None) -> None:
    answer = may_go_out_now(GoingOutFacts(**facts), resolve(rule_set, format_))
    assert (answer.allowed, answer.key) == (why is None, why or "may_go_out")


def test_a_partners_yes_binds() -> None:
    answer = may_go_out_now(GoingOutFacts(canastas={"": 1}, partner="yes"), resolve("classic"))
    assert answer == Permission(True, "must_go_out", None, must=True)


def test_every_answer_names_a_value_of_the_rules_or_none() -> None:
    piles = [
        may_take_pile(PileFacts(**facts), resolve(rule_set, None, options)) for rule_set, options, facts, _ in PILES
    ]
    goings = [
        may_go_out_now(GoingOutFacts(**facts), resolve(rule_set, format_)) for rule_set, format_, facts, _ in GOINGS
    ]
    assert all(answer.rule is None or hint_of(answer.rule) for answer in (*piles, *goings))
    assert {answer.rule for answer in (*piles, *goings) if answer.allowed} == {
        "pile.natural_pair_only",
        "needs.any.count",
        "needs.sequence.count",
        "needs.clean.count",
    }
    forced = may_take_pile(PileFacts(using="meld", stock_empty=True), resolve("classic"))
    assert forced == Permission(True, "must_take", "pile.must_take_when_stock_is_empty", must=True)


def test_in_the_cutthroat_game_the_deal_ends_with_the_stock() -> None:
    rules = resolve("hungarian", "cutthroat")
    ended = may_take_pile(PileFacts(using="meld", stock_empty=True), rules)
    assert ended == Permission(False, "deal_is_over", "pile.deal_ends_with_stock")
    assert may_take_pile(PileFacts(using="meld"), rules).allowed


def test_an_answer_names_the_value_that_decides() -> None:
    assert may_take_pile(PileFacts(using="canasta"), resolve("czech")).rule == "pile.onto_canasta"
    assert may_go_out_now(GoingOutFacts(canastas={"": 0}), resolve("classic")).rule == "needs.any.count"


@pytest.mark.parametrize(
    ("game", "told_apart"),
    [
        ("classic", ((),)),  # one of any kind
        ("samba", ((),)),  # two of any kind
        ("bolivia", (("sequence",), ())),  # an escalera, and one of any kind
        ("hand-and-foot", (("natural", "sevens"), ("mixed",))),  # clean ones, including sevens, and a dirty one
    ],
)
def test_going_out_tells_the_kinds_apart_that_fill_different_places(
    game: str, told_apart: tuple[tuple[str, ...], ...]
) -> None:
    assert canasta_groups(resolve(game)) == told_apart


def test_the_pile_may_not_open_where_the_game_says_so() -> None:
    rules = resolve("brazilian")
    closed = may_take_pile(PileFacts(opened=False), rules)
    assert (closed.allowed, closed.key, closed.rule) == (False, "not_to_open", "pile.not_to_open")
    assert may_take_pile(PileFacts(opened=True), rules).allowed


@pytest.mark.parametrize(("rules", "there"), [("classic", False), ("czech", True), ("czech-fast", True)])
def test_a_red_three_lies_on_the_pile_only_where_one_may_be_discarded(rules: str, there: bool) -> None:
    tops = tops_of(resolve(rules))
    assert ("red_three" in tops) is there
    assert set(tops) <= set(TOPS)
