"""The parts of a rules page, what opens each, and which values stand in it, figures before sentences."""

from scorekeeper.words import N_

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
    "out": ("going-out",),
}
VALUES = {
    "deal": (
        *("table.players", "table.sides", "table.hands", "pack.packs", "pack.jokers", "table.hand_size", "table.draw"),
        *("table.alliances", "table.sits_out"),
    ),
    "cards": (
        *("cards.joker", "cards.two", "cards.ace", "cards.high", "cards.low", "cards.black_three"),
        "cards.black_three_in_hand",
    ),
    "melds": (
        *("melds.min_cards", "melds.min_naturals", "melds.max_wilds", "melds.max_wilds_on_canasta"),
        *("melds.wilds_to_naturals", "melds.wild_melds", "melds.sequences", "melds.second_of_rank"),
    ),
    "canastas": (
        *("canastas.size", "canastas.natural", "canastas.mixed", "canastas.natural_aces", "canastas.mixed_aces"),
        *("canastas.wild_four_jokers", "canastas.wild_twos", "canastas.wild", "premiums.steps"),
        *("canastas.aces_apart", "premiums.stacking", "canastas.exactly", "canastas.none_turns_all_minus"),
    ),
    "threes": (
        *("red_threes.each", "red_threes.all_four", "melds.black_threes_min", "melds.black_threes_max"),
        *("red_threes.needs", "red_threes.without", "red_threes.lost_four_doubles", "red_threes.in_hand"),
        *("red_threes.first_round_excuses", "melds.black_threes_with_wilds"),
    ),
    "opening": (
        *("opening.below_zero", "opening.brackets", "opening.failed_raise", "opening.canasta_above"),
        *("opening.canasta_bonus_counts", "opening.natural_group", "opening.waived_when_concealed"),
    ),
    "pile": (
        *("pile.natural_pair_only", "pile.onto_canasta", "pile.pair_with_full_canasta", "pile.freezes"),
        *("pile.always_frozen", "pile.closed_cannot_be_taken", "pile.closed_one_round"),
        *("pile.never_with_canasta_of_rank", "pile.one_card_rule", "pile.not_before_all_discarded"),
        *("pile.must_take_when_stock_is_empty", "pile.deal_ends_with_stock"),
    ),
    "out": (
        *("going_out.canastas", "going_out.plain", "going_out.concealed"),
        *("going_out.concealed_without_own_canasta", "going_out.hand_canasta", "going_out.black_threes"),
        *("going_out.first_pile", "going_out.bonuses", "going_out.pile_spoils_concealed"),
    ),
    "end": ("end.target", "end.tie", "end.canastas_to_end", "end.stake_per_100"),
    "penalties": (
        *("fines.excess_wilds_group", "fines.unfinished_wild_meld", "fines.excess_wilds_minus"),
        *("canastas.excess_wilds_complete", "code.id", "code.out_without_canasta", "code.too_many_wilds"),
        *("code.red_three_in_hand", "code.rulings_first", "code.redeal_voids_fines", "code.partners_share_fines"),
    ),
    "talk": (),
}
