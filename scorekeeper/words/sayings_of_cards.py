"""What a rule set says of the cards and what is made of them: melds, canastas, red threes, and what wrong ones cost."""

from collections.abc import Mapping

from scorekeeper.engine.rules import RuleSet
from scorekeeper.words import N_, NP_
from scorekeeper.words.sayings import Figure, Saying, Sentence, Steps


def _wild_melds(rules: RuleSet) -> bool:
    return rules.melds.wild_melds


def _aces_apart(rules: RuleSet) -> bool:
    return rules.canastas.aces_apart


def _threes_turn_minus(rules: RuleSet) -> bool:
    return rules.red_threes.without == "minus"


def _premiums(rules: RuleSet) -> bool:
    return rules.premiums.stacking != "none"


def _in_hand_differs(rules: RuleSet) -> bool:
    return rules.cards.black_three_in_hand != rules.cards.black_three


NO_LIMIT = N_("no limit")
#: By the path of the value in the rulebook.
OF_CARDS: Mapping[str, Saying] = {
    "pack.packs": Figure(N_("Packs of 52 cards")),
    "pack.jokers": Figure(N_("Jokers in all")),
    "cards.joker": Figure(NP_("card", "Joker")),
    "cards.two": Figure(NP_("card", "Two")),
    "cards.ace": Figure(NP_("card", "Ace")),
    "cards.high": Figure(N_("King to eight")),
    "cards.low": Figure(N_("Seven to four")),
    "cards.black_three": Figure(NP_("card", "Black three")),
    "cards.black_three_in_hand": Figure(N_("Black three in the hand"), minus=True, matters=_in_hand_differs),
    "melds.min_cards": Figure(N_("Cards in a meld, at least")),
    "melds.min_naturals": Figure(N_("Natural cards in a meld, at least")),
    "melds.max_wilds": Figure(N_("Wild cards in a meld, at most")),
    "melds.max_wilds_on_canasta": Figure(N_("Wild cards in a finished canasta, at most"), none=NO_LIMIT),
    "melds.wilds_to_naturals": Sentence(
        {
            "any": N_("Wild cards may outnumber the natural ones, within these limits."),
            "not_more": N_("Wild cards may not outnumber the natural ones."),
            "fewer": N_("Natural cards must outnumber the wild ones."),
        },
    ),
    "melds.second_of_rank": Sentence(
        {
            True: N_("Once a meld is a canasta, the side may start another one of the same rank."),
            False: N_("A side has one meld of a rank; further cards of that rank are added to it."),
        },
    ),
    "melds.wild_melds": Sentence(
        {
            True: N_("Wild cards alone may be melded."),
            False: N_("Wild cards alone are not a meld."),
        },
    ),
    "melds.sequences": Sentence(
        {
            True: N_("Cards of one suit in order are a meld too; such a sequence is never a canasta."),
            False: N_("Only cards of one rank make a meld; sequences do not count."),
        },
    ),
    "melds.black_threes_min": Figure(N_("Black threes in their meld, at least")),
    "melds.black_threes_max": Figure(N_("Black threes in their meld, at most")),
    "melds.black_threes_with_wilds": Sentence(
        {
            True: N_("Wild cards may lie among black threes."),
            False: N_("No wild card may lie among black threes."),
        },
    ),
    "canastas.size": Figure(N_("Cards that make a canasta")),
    "canastas.exactly": Sentence(
        {
            True: N_("A canasta stays as it is; nothing is added to it."),
            False: N_("A canasta may grow; cards are added to it as to any meld."),
        },
    ),
    "canastas.natural": Figure(N_("Natural canasta")),
    "canastas.mixed": Figure(N_("Mixed canasta")),
    "canastas.aces_apart": Sentence({True: N_("Canastas of aces have values of their own."), False: ""}),
    "canastas.natural_aces": Figure(N_("Natural canasta of aces"), matters=_aces_apart),
    "canastas.mixed_aces": Figure(N_("Mixed canasta of aces"), matters=_aces_apart),
    "canastas.wild": Figure(N_("Wild canasta"), matters=_wild_melds),
    "canastas.wild_four_jokers": Figure(N_("Wild canasta with four jokers"), matters=_wild_melds),
    "canastas.wild_twos": Figure(N_("Wild canasta of twos"), matters=_wild_melds),
    "canastas.excess_wilds_complete": Sentence(
        {
            True: N_("Surplus wild cards still help a meld to become a canasta."),
            False: N_("Surplus wild cards do not help a meld to become a canasta."),
        },
    ),
    "canastas.none_turns_all_minus": Sentence(
        {
            True: N_("Without a canasta everything a side has melded counts minus."),
            False: N_("A side without a canasta still keeps the points of its melds."),
        },
    ),
    "premiums.stacking": Sentence(
        {
            "none": "",
            "highest": N_("Of the premiums for many canastas only the highest is paid."),
            "both": N_("The premiums for many canastas are added up."),
        },
    ),
    "premiums.steps": Steps(N_("Canastas of a side in one deal: %(count)s"), matters=_premiums),
    "red_threes.each": Figure(N_("Each red three")),
    "red_threes.all_four": Figure(N_("All four red threes")),
    "red_threes.needs": Sentence(
        {
            "meld": N_("Red threes count plus for a side that has a meld."),
            "canasta": N_("Red threes count plus for a side that has a canasta."),
        },
    ),
    "red_threes.without": Sentence(
        {
            "minus": N_("For any other side red threes count minus."),
            "zero": N_("For any other side red threes count nothing."),
        },
    ),
    "red_threes.lost_four_doubles": Sentence(
        {
            True: N_("All four cost as much when they count minus as they earn when they count plus."),
            False: N_("All four cost no more than four single ones when they count minus."),
        },
        matters=_threes_turn_minus,
    ),
    "red_threes.in_hand": Sentence(
        {"as-laid": N_("A red three found in a hand counts as if it had been laid.")},
        other=N_("A red three found in a hand counts %(value)s, each, instead of its value."),
    ),
    "red_threes.first_round_excuses": Sentence(
        {True: N_("They count as laid where another player went out in the very first round."), False: ""},
    ),
    "fines.excess_wilds_minus": Sentence(
        {True: N_("Surplus wild cards are subtracted instead of added."), False: ""},
    ),
    "fines.excess_wilds_group": Figure(N_("Each meld with too many wild cards")),
    "fines.unfinished_wild_meld": Figure(N_("Wild meld left unfinished"), matters=_wild_melds),
}
