"""Permission to take the pile or go out: the answer, and the value of the rule set that decides it."""

from collections.abc import Callable, Mapping
from typing import Literal

from scorekeeper.engine.cards import RANKS
from scorekeeper.engine.deals.scoring import needs_unfilled
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct, field

#: What lies on top of the pile.
TOPS = ("natural", "black_three", "wild", "red_three")
#: What the player would take the top card with.
WITH = ("natural_pair", "natural_and_wild", "meld", "canasta", "nothing")


class PileFacts(Struct):
    """The position at the pile: `frozen` means a wild card or red three in it, `opened` that the side has melded.

    `own_canasta` is a canasta of the top card's rank on the side's table, `full` that it holds as many wild cards as
    it may; `frozen_this_round` that the freezing card was thrown since the player's last turn.
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
    """The position of a player who wants to go out: the side's canastas by kind, "" for any whose kind does not matter;
    `partner` is the partner's answer, None if not asked.

    `second_hand` says whether the second hands are begun that must be, `unfinished` whether a meld lies unfinished that
    is fined for it.
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
    """The answer: `key` says why, `rule` is the path of the value that decides; `must` where it is no choice."""

    allowed: bool
    key: str
    rule: str | None
    must: bool = False


def tops_of(rules: RuleSet) -> tuple[str, ...]:
    """The cards that may be on top of the pile: a red three only where a laid one may be discarded (003 point 13)."""
    discardable = any(row.discardable for row in rules.threes)
    return TOPS if discardable else tuple(top for top in TOPS if top != "red_three")


Verdict = tuple[str, str | None] | None
PileRule = Callable[[PileFacts, RuleSet], Verdict]
GoingOutRule = Callable[[GoingOutFacts, RuleSet], Verdict]


def may_take_pile(facts: PileFacts, rules: RuleSet) -> Permission:
    """Return whether the pile may be taken; the first rule that forbids it is the answer."""
    for rule in PILE_RULES:
        if forbidden := rule(facts, rules):
            return Permission(False, *forbidden)
    onto = facts.using in ("meld", "canasta")
    if facts.stock_empty and onto and rules.pile.must_take_when_stock_is_empty:
        return Permission(True, "must_take", "pile.must_take_when_stock_is_empty", must=True)
    return Permission(True, "may_take", "pile.natural_pair_only")


def may_go_out_now(facts: GoingOutFacts, rules: RuleSet) -> Permission:
    """Return whether the player may go out; the first rule that forbids it is the answer. A partner's yes is
    binding."""
    for rule in GOING_OUT_RULES:
        if forbidden := rule(facts, rules):
            return Permission(False, *forbidden)
    if facts.partner == "yes":
        return Permission(True, "must_go_out", None, must=True)
    return Permission(True, "may_go_out", _needs(rules))


def _closed_by_card(facts: PileFacts, rules: RuleSet) -> bool:
    """Frozen by a card in it: the one on top, or one below that still counts."""
    lasts = facts.frozen_this_round or not rules.pile.closed_one_round
    return rules.pile.freezes and (facts.top in ("wild", "red_three") or (facts.frozen and lasts))


def _closed(facts: PileFacts, rules: RuleSet) -> bool:
    """Frozen for this player: always, by a card in it, or because the side has not opened."""
    return rules.pile.always_frozen or _closed_by_card(facts, rules) or not facts.opened


def _deal_over(facts: PileFacts, rules: RuleSet) -> Verdict:
    over = facts.stock_empty and rules.pile.deal_ends_with_stock
    return ("deal_is_over", "pile.deal_ends_with_stock") if over else None


def _top_cannot_be_taken(facts: PileFacts, rules: RuleSet) -> Verdict:
    return None if facts.top == "natural" else (f"top_is_{facts.top}", None)


def _before_all_discarded(facts: PileFacts, rules: RuleSet) -> Verdict:
    early = rules.pile.not_before_all_discarded and not facts.all_discarded
    return ("not_all_discarded", "pile.not_before_all_discarded") if early else None


def _one_card(facts: PileFacts, rules: RuleSet) -> Verdict:
    barred = {"any_pile": True, "single_pile": facts.single_card_pile, "none": False}[rules.pile.one_card_rule]
    return ("one_card", "pile.one_card_rule") if facts.one_card_in_hand and barred else None


def _closed_for_good(facts: PileFacts, rules: RuleSet) -> Verdict:
    barred = _closed_by_card(facts, rules) and rules.pile.closed_cannot_be_taken
    return ("closed_cannot_be_taken", "pile.closed_cannot_be_taken") if barred else None


def _own_canasta(facts: PileFacts, rules: RuleSet) -> Verdict:
    holds = facts.own_canasta or facts.using == "canasta"
    barred = holds and rules.pile.never_with_canasta_of_rank
    return ("never_with_canasta", "pile.never_with_canasta_of_rank") if barred else None


def _finished_canasta(facts: PileFacts, rules: RuleSet) -> Verdict:
    """Seven cards and no more: the top card goes neither onto the canasta nor into a second meld of its rank (002)."""
    barred = (facts.own_canasta or facts.using == "canasta") and rules.meld_of[RANKS[0]].most is not None
    return ("canasta_takes_no_cards", "melds.rank.most") if barred else None


def _nothing_to_take_with(facts: PileFacts, rules: RuleSet) -> Verdict:
    return ("nothing_to_take_with", None) if facts.using == "nothing" else None


def _closed_needs_pair(facts: PileFacts, rules: RuleSet) -> Verdict:
    closed = facts.using != "natural_pair" and _closed(facts, rules)
    return ("closed_needs_natural_pair", "pile.freezes") if closed else None


def _pair_only(facts: PileFacts, rules: RuleSet) -> Verdict:
    barred = facts.using == "natural_and_wild" and rules.pile.natural_pair_only
    return ("natural_pair_only", "pile.natural_pair_only") if barred else None


def _not_onto_canasta(facts: PileFacts, rules: RuleSet) -> Verdict:
    barred = facts.using == "canasta" and not rules.pile.onto_canasta
    return ("not_onto_canasta", "pile.onto_canasta") if barred else None


def _full_canasta(facts: PileFacts, rules: RuleSet) -> Verdict:
    barred = facts.using == "natural_and_wild" and facts.full and not rules.pile.pair_with_full_canasta
    return ("canasta_is_full", "pile.pair_with_full_canasta") if barred else None


def _not_to_open(facts: PileFacts, rules: RuleSet) -> Verdict:
    barred = rules.pile.not_to_open and not facts.opened
    return ("not_to_open", "pile.not_to_open") if barred else None


def _minimum(facts: PileFacts, rules: RuleSet) -> Verdict:
    short = not facts.opened and not facts.reaches_minimum
    return ("minimum_not_reached", "opening.brackets") if short else None


def _needs(rules: RuleSet) -> str:
    """The first value that says which canastas going out needs."""
    return f"needs.{next((need for need in rules.needs if need.count), rules.needs[0]).key}.count"


def _canastas(facts: GoingOutFacts, rules: RuleSet) -> Verdict:
    if not needs_unfilled(facts.canastas, rules):
        return None
    enough = sum(facts.canastas.values()) >= rules.canastas_needed
    return "kinds_missing" if enough else "canastas_missing", _needs(rules)


def _unfinished(facts: GoingOutFacts, rules: RuleSet) -> Verdict:
    barred = facts.unfinished and rules.going_out.nothing_unfinished
    return ("meld_unfinished", "going_out.nothing_unfinished") if barred else None


def _second_hand(facts: GoingOutFacts, rules: RuleSet) -> Verdict:
    second = rules.second_hand
    if facts.second_hand or second.to_go_out == "none":
        return None
    return "foot_not_begun" if second.of == "player" else "pozzetto_not_begun", "second_hand.to_go_out"


def _opened(facts: GoingOutFacts, rules: RuleSet) -> Verdict:
    """A side that has not opened needs its minimum, unless the whole hand goes down after drawing (P24)."""
    waived = facts.concealed and not facts.took_pile and rules.opening.waived_when_concealed
    short = not facts.opened and not facts.reaches_minimum and not waived
    return ("minimum_not_reached", "opening.waived_when_concealed") if short else None


def _partner(facts: GoingOutFacts, rules: RuleSet) -> Verdict:
    return ("partner_said_no", None) if facts.partner == "no" else None


#: What may forbid taking the pile, in the order a table would look.
PILE_RULES: tuple[PileRule, ...] = (
    _deal_over,
    _closed_for_good,
    _top_cannot_be_taken,
    _before_all_discarded,
    _one_card,
    _own_canasta,
    _finished_canasta,
    _nothing_to_take_with,
    _closed_needs_pair,
    _pair_only,
    _not_onto_canasta,
    _full_canasta,
    _not_to_open,
    _minimum,
)
#: What may forbid going out.
GOING_OUT_RULES: tuple[GoingOutRule, ...] = (_canastas, _unfinished, _second_hand, _opened, _partner)
