"""The parts of a rules page: their titles, the general rules that introduce them, and the values that each shows,
figures before sentences. A value has one of three forms: a figure in a table, a sentence, or several rows."""

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
#: For each part, the ids of topics in the rulebook. The general rules of these topics introduce the part.
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
#: For each part, the paths of its values, in order; "*" stands for the key of any row.
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


#: Lines as (text, figure); the figure of a sentence is None.
Lines = Iterable[tuple[str, str | None]]


class Figure(Struct):
    """A number in a table. `label` is a message id, or a function that returns the label of a row. If the label is
    empty, there is no line. `none` and `zero` are shown for None and 0; where they are empty, there is no line.

    `matters`, here and in the classes below, are conditions on the rules (`engine.conditions`). If one does not hold,
    there is no line.
    """

    label: str | Callable[[Any, RuleSet, Words], str]
    none: str = ""
    zero: str = ""
    matters: tuple[str, ...] = ()

    def lines(self, value: Any, row: Any, rules: RuleSet, words: Words) -> Lines:
        """Yield the label with the number. Of a value with several numbers, the first is shown."""
        text = words.gettext(self.label) if isinstance(self.label, str) else self.label(row, rules, words)
        number = value[0] if isinstance(value, tuple) else value
        instead = self.none if number is None else self.zero
        if text and (number or instead):
            yield text, words.number(number) if number else words.gettext(instead)


class Sentence(Struct):
    """A sentence for each value; if it is empty, there is no line. `other` is for all values that are not in `cases`,
    and may use `%(value)s`. `case_of` returns the key of `cases` for a value under a rule set; without it, the key is
    the value itself."""

    cases: Mapping[Any, str]
    other: str = ""
    case_of: Callable[[Any, RuleSet], Any] | None = None
    matters: tuple[str, ...] = ()

    def lines(self, value: Any, row: Any, rules: RuleSet, words: Words) -> Lines:
        """Yield the sentence for the value, if there is one."""
        text = self.cases.get(self.case_of(value, rules) if self.case_of else value, self.other)
        shown = {"value": words.gettext(value) if isinstance(value, str) else value} if "%(value)s" in text else {}
        if text:
            yield words.gettext(text, **shown), None


class Rows(Struct):
    """Several rows or sentences for one value. The function `lines` returns them."""

    lines: Callable[[Any, Any, RuleSet, Words], Lines]
    matters: tuple[str, ...] = ()


def steps(label: str, matters: tuple[str, ...] = ()) -> Rows:
    """The form of a value that is a list of (count, points), with a row for each pair. `label` uses `%(count)s`."""
    return Rows(
        lambda pairs, row, rules, words: (
            (words.gettext(label, count=count), words.number(points)) for count, points in pairs
        ),
        matters,
    )


Saying = Figure | Sentence | Rows
