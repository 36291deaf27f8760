"""Permission to take the pile or to go out: the answer, and the path of the rule set's value that decides it."""

from collections.abc import Mapping
from typing import Literal

from scorekeeper.engine.cards import RANKS
from scorekeeper.engine.deals.scoring import needs_unfilled
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct, field

#: Cards that may lie on top of the pile.
TOPS = ("natural", "black_three", "wild", "red_three")
#: Cards that the player would use to take the top card.
WITH = ("natural_pair", "natural_and_wild", "meld", "canasta", "nothing")


class PileFacts(Struct):
    """The position at the pile. `frozen`: a wild card or a red three is in it; `opened`: the side has melded.

    `own_canasta`: the side has a canasta of the top card's rank; `full`: that canasta can take no more wild cards;
    `frozen_this_round`: the freezing card was discarded since the player's last turn.
    """

    top: Literal["natural", "black_three", "wild", "red_three"] = "natural"
    using: Literal["natural_pair", "natural_and_wild", "meld", "canasta", "nothing"] = "natural_pair"
    frozen: bool = False
    frozen_this_round: bool = False
    opened: bool = True
    reaches_minimum: bool = True
    own_canasta: bool = False
    full: bool = False
    single_card_pile: bool = False
    one_card_in_hand: bool = False
    all_discarded: bool = True
    stock_empty: bool = False


class GoingOutFacts(Struct):
    """The position of a player who wants to go out. `canastas` counts those of the side by kind; the key "" is for
    canastas whose kind does not matter.

    `second_hand`: every second hand that has to be begun has been begun. `unfinished`: the side has an unfinished meld
    that would be fined. `partner` is the partner's answer, None if not asked.
    """

    canastas: Mapping[str, int] = field(default_factory=dict)
    second_hand: bool = True
    unfinished: bool = False
    opened: bool = True
    reaches_minimum: bool = True
    concealed: bool = False
    took_pile: bool = False
    partner: Literal["yes", "no"] | None = None


class Permission(Struct):
    """The answer: `key` is the reason, `rule` the path of the value that decides, or None. `must`: the player has no
    choice."""

    allowed: bool
    key: str
    rule: str | None
    must: bool = False


def tops_of(rules: RuleSet) -> tuple[str, ...]:
    """The `TOPS` that are possible: a red three only if one that was laid may be discarded (003 point 13)."""
    discardable = any(row.discardable for row in rules.threes)
    return TOPS if discardable else tuple(top for top in TOPS if top != "red_three")


def may_take_pile(facts: PileFacts, rules: RuleSet) -> Permission:
    """Return whether the pile may be taken. If several rules forbid it, the answer names the first one in the table
    below."""
    pile, opened, using = rules.pile, facts.opened, facts.using
    still_frozen = facts.frozen and (facts.frozen_this_round or not pile.closed_one_round)
    frozen_by_card = pile.freezes and (facts.top in ("wild", "red_three") or still_frozen)
    frozen = pile.always_frozen or frozen_by_card or not opened
    one_card = {"any_pile": True, "single_pile": facts.single_card_pile, "none": False}[pile.one_card_rule]
    canasta = facts.own_canasta or using == "canasta"
    forbidden = (
        ("deal_is_over", "pile.deal_ends_with_stock", pile.deal_ends_with_stock and facts.stock_empty),
        ("closed_cannot_be_taken", "pile.closed_cannot_be_taken", pile.closed_cannot_be_taken and frozen_by_card),
        (f"top_is_{facts.top}", None, facts.top != "natural"),
        (
            "not_all_discarded",
            "pile.not_before_all_discarded",
            pile.not_before_all_discarded and not facts.all_discarded,
        ),
        ("one_card", "pile.one_card_rule", one_card and facts.one_card_in_hand),
        ("never_with_canasta", "pile.never_with_canasta_of_rank", pile.never_with_canasta_of_rank and canasta),
        # A canasta of exactly seven: the top card can neither join it nor begin a second meld of its rank (002).
        ("canasta_takes_no_cards", "melds.rank.most", rules.meld_of[RANKS[0]].most is not None and canasta),
        ("nothing_to_take_with", None, using == "nothing"),
        ("closed_needs_natural_pair", "pile.freezes", frozen and using != "natural_pair"),
        ("natural_pair_only", "pile.natural_pair_only", pile.natural_pair_only and using == "natural_and_wild"),
        ("not_onto_canasta", "pile.onto_canasta", not pile.onto_canasta and using == "canasta"),
        (
            "canasta_is_full",
            "pile.pair_with_full_canasta",
            not pile.pair_with_full_canasta and facts.full and using == "natural_and_wild",
        ),
        ("not_to_open", "pile.not_to_open", pile.not_to_open and not opened),
        ("minimum_not_reached", "opening.brackets", not opened and not facts.reaches_minimum),
    )
    for key, rule, forbids in forbidden:
        if forbids:
            return Permission(False, key, rule)
    if facts.stock_empty and using in ("meld", "canasta") and pile.must_take_when_stock_is_empty:
        return Permission(True, "must_take", "pile.must_take_when_stock_is_empty", must=True)
    return Permission(True, "may_take", "pile.natural_pair_only")


def may_go_out_now(facts: GoingOutFacts, rules: RuleSet) -> Permission:
    """Return whether the player may go out. If several rules forbid it, the answer names the first one in the table
    below. A partner's yes is binding."""
    needs = f"needs.{next((need for need in rules.needs if need.count), rules.needs[0]).key}.count"
    unfilled = needs_unfilled(facts.canastas, rules)
    enough = sum(facts.canastas.values()) >= rules.canastas_needed
    second = rules.second_hand
    # A whole hand laid after drawing from the stock needs no minimum (P24).
    waived = facts.concealed and not facts.took_pile and rules.opening.waived_when_concealed
    short = not facts.opened and not facts.reaches_minimum and not waived
    forbidden = (
        ("kinds_missing" if enough else "canastas_missing", needs, unfilled),
        ("meld_unfinished", "going_out.nothing_unfinished", rules.going_out.nothing_unfinished and facts.unfinished),
        (
            "foot_not_begun" if second.of == "player" else "pozzetto_not_begun",
            "second_hand.to_go_out",
            second.to_go_out != "none" and not facts.second_hand,
        ),
        ("minimum_not_reached", "opening.waived_when_concealed", short),
        ("partner_said_no", None, facts.partner == "no"),
    )
    for key, rule, forbids in forbidden:
        if forbids:
            return Permission(False, key, rule)
    if facts.partner == "yes":
        return Permission(True, "must_go_out", None, must=True)
    return Permission(True, "may_go_out", needs)
