"""The parts of a rules page, what opens each, which values stand in it, figures before sentences, and the forms in
which a value is said: a figure in a table, a sentence, a row for each of several."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.words import N_, Words

TITLES = {
    "deal": N_("The cards and the deal"),
    "cards": N_("What cards are worth"),
    "melds": N_("Melds"),
    "canastas": N_("Canastas"),
    "threes": N_("Red and black threes"),
    "opening": N_("Opening"),
    "pile": N_("The discard pile"),
    "out": N_("Going out"),
    "end": N_("The end of the match"),
    "penalties": N_("Penalties"),
    "talk": N_("Talk at the table"),
}
#: The general rules that open a part, by their ids among the topics of the rulebook.
INTRODUCED_BY = {
    "deal": ("turn",),
    "cards": ("card-values",),
    "melds": ("wild-cards",),
    "canastas": ("canastas",),
    "threes": ("red-threes",),
    "opening": ("opening",),
    "pile": ("taking-the-pile",),
    "out": ("going-out", "concealed"),
}
VALUES = {
    "deal": (
        *("table.players", "table.sides", "table.hands", "pack.packs", "pack.jokers", "table.hand_size", "table.draw"),
        *("table.alliances", "table.sits_out"),
    ),
    "cards": (*("cards.*.points", "cards.*.in_hand"),),
    "melds": (
        *("melds.rank.cards", "melds.rank.naturals", "melds.rank.wilds", "melds.rank.wilds_on_canasta"),
        *("melds.*.wilds", "melds.wild.most", "melds.sequence.most"),
        *("melds.rank.share", "melds.wild.played", "melds.sequence.played", "melds.rank.again"),
    ),
    "canastas": (
        *("canastas.natural.cards", "canastas.*.bonus", "premiums.steps", "canastas.mixed_aces.played"),
        *("premiums.stacking", "melds.rank.most", "signs.melded.steps"),
    ),
    "threes": (
        *("threes.*.each", "threes.*.ladder", "threes.*.extra", "melds.black_threes.cards", "melds.black_threes.most"),
        *("signs.*.by", "signs.*.steps", "threes.*.lost", "threes.red.in_hand"),
        "threes.red.unmelded_in_hand",
        *("threes.*.first_round_excuses", "melds.black_threes.pure"),
    ),
    "opening": (
        *("opening.below_zero", "opening.brackets", "opening.failed_raise", "opening.by"),
        *("canasta_openings.*.since", "opening.opens_alone", "opening.canasta_bonus_counts"),
        *("opening.natural_group", "pile.not_to_open", "opening.waived_when_concealed"),
        "opening.not_before_all_discarded",
    ),
    "pile": (
        *("pile.natural_pair_only", "pile.onto_canasta", "pile.pair_with_full_canasta", "pile.freezes"),
        *("pile.always_frozen", "pile.closed_cannot_be_taken", "pile.closed_one_round"),
        *("pile.never_with_canasta_of_rank", "pile.one_card_rule", "pile.not_before_all_discarded"),
        *("pile.must_take_when_stock_is_empty", "pile.deal_ends_with_stock"),
    ),
    "out": (
        *("needs.*.count", "going_out.plain", "going_out.concealed"),
        *("going_out.concealed_without_own_canasta", "going_out.hand_canasta", "going_out.black_threes"),
        *("going_out.first_pile", "special_hands.*.points", "deal_bonuses.*.each", "second_hand.never_taken"),
        "special_hands.*.says",
        *("going_out.bonuses", "going_out.pile_spoils_concealed", "going_out.nothing_unfinished", "going_out.unpaid"),
        *("second_hand.of", "second_hand.to_go_out"),
    ),
    "end": ("end.target", "end.deals", "end.tie", "end.canastas_to_end", "end.stake_per_100"),
    "penalties": (
        *("fines.excess_wilds_group", "unfinished.*.fine", "held.*.fine", "fines.excess_wilds_minus"),
        *("fines.excess_wilds_complete", "code.id", "code.title", "code.out_without_canasta"),
        "code.too_many_wilds",
        *("code.red_three_in_hand", "code.rulings_first", "code.redeal_voids_fines", "code.partners_share_fines"),
        *("code.asked_unable", "code.sitting_out_lays"),
    ),
    "talk": (),
}


#: A sentence, or a word with its context; or what a row is called under a rule set, "" where nothing is said of it.
Text = str | tuple[str, str]
OfRow = Callable[[Any, RuleSet, Words], str]
#: The conditions on the rules under which a value has any bearing (`engine.conditions`).
Matters = tuple[str, ...]


class Figure(Struct):
    """A number in a table; `none` and `zero` are said in its place where there is none, else the row is left out."""

    label: Text | OfRow
    none: str = ""
    zero: str = ""
    matters: Matters = ()


class Sentence(Struct):
    """A sentence for each value; "" is silent. `other` is for any value not listed, with `%(value)s`. `case_of` says
    which case a value is under a rule set."""

    cases: Mapping[Any, str]
    other: str = ""
    case_of: Callable[[Any, RuleSet], Any] | None = None
    matters: Matters = ()


class Steps(Struct):
    """A row for each pair of a count and its points."""

    label: str
    matters: Matters = ()


class Rows(Struct):
    """Rows or sentences of a value that are told as a whole, as (text, figure)."""

    say: Callable[[Any, Any, RuleSet, Words], Iterable[tuple[str, str | None]]]
    matters: Matters = ()


class Brackets(Struct):
    """A row for each bracket of scores, or for each deal, and its points."""

    between: str
    last: str
    always: str
    deal: str
    last_deal: str
    none: str
    matters: Matters = ()


Saying = Figure | Sentence | Steps | Brackets | Rows
