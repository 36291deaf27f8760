"""The sentences and the labels of every value of a rule set, by its path in the rulebook."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.rules import RuleSet
from scorekeeper.words import N_, NP_

#: A sentence, or a word with its context.
Text = str | tuple[str, str]
#: Whether a value has any bearing under a rule set.
Matters = Callable[[RuleSet], bool]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a table; `none` and `zero` are said in its place where there is none, else the row is left out."""

    label: Text
    none: str = ""
    zero: str = ""
    minus: bool = False
    matters: Matters | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for each value; "" is silent. `other` is for any value not listed, with `%(value)s`."""

    cases: Mapping[Any, str]
    other: str = ""
    matters: Matters | None = None


@dataclass(frozen=True, slots=True)
class Steps:
    """A row for each pair of a count and its points."""

    label: str
    matters: Matters | None = None


@dataclass(frozen=True, slots=True)
class Brackets:
    """A row for each bracket of scores and its points."""

    between: str
    last: str
    matters: Matters | None = None


def _wild_melds(rules: RuleSet) -> bool:
    return rules.melds.wild_melds


def _aces_apart(rules: RuleSet) -> bool:
    return rules.canastas.aces_apart


def _concealed(rules: RuleSet) -> bool:
    return rules.going_out.concealed is not None


def _threes_turn_minus(rules: RuleSet) -> bool:
    return rules.red_threes.without == "minus"


def _several_bonuses(rules: RuleSet) -> bool:
    return bool(rules.going_out.black_threes or rules.going_out.first_pile)


def _premiums(rules: RuleSet) -> bool:
    return rules.premiums.stacking != "none"


def _in_hand_differs(rules: RuleSet) -> bool:
    return rules.cards.black_three_in_hand != rules.cards.black_three


def _partners(rules: RuleSet) -> bool:
    return rules.table.players > rules.table.sides


NO_LIMIT = N_("no limit")
SAYINGS: Mapping[str, Figure | Sentence | Steps | Brackets] = {
    "pack.packs": Figure(N_("Packs of 52 cards")),
    "pack.jokers": Figure(N_("Jokers in all")),
    "table.players": Figure(N_("Players")),
    "table.sides": Figure(N_("Sides that score")),
    "table.hands": Figure(N_("Players of a side in one deal"), matters=_partners),
    "table.sits_out": Sentence(
        {
            0: "",
            1: N_("In each deal one player of the larger side sits out; they take turns."),
            2: N_("In each deal one player of each side sits out; they take turns."),
        },
    ),
    "table.alliances": Sentence(
        {
            True: N_("The first to take the discard pile plays alone against the two others, who share one score."),
            False: "",
        },
    ),
    "table.hand_size": Figure(N_("Cards dealt to each player")),
    "table.draw": Figure(N_("Cards drawn from the stock in a turn")),
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
    "going_out.canastas": Figure(N_("Canastas needed to go out")),
    "going_out.plain": Figure(N_("Going out")),
    "going_out.concealed": Figure(N_("Going out concealed")),
    "going_out.concealed_without_own_canasta": Figure(
        N_("Going out concealed, without a canasta in that hand"), matters=_concealed
    ),
    "going_out.hand_canasta": Figure(N_("Going out concealed, with a canasta in that hand")),
    "going_out.pile_spoils_concealed": Sentence(
        {
            True: N_("Taking the discard pile in that turn leaves only the points for going out."),
            False: N_("The discard pile may be taken in that turn; going out stays concealed."),
        },
        matters=_concealed,
    ),
    "going_out.black_threes": Steps(N_("Going out with %(count)s black threes")),
    "going_out.first_pile": Figure(N_("Going out at the first taking of the pile")),
    "going_out.bonuses": Sentence(
        {
            "highest": N_("Of several bonuses for going out only the highest counts."),
            "added": N_("Several bonuses for going out are added up."),
        },
        matters=_several_bonuses,
    ),
    "opening.brackets": Brackets(N_("%(least)s to %(most)s"), N_("%(points)s and above")),
    "opening.below_zero": Figure(N_("below 0"), zero=N_("none")),
    "opening.canasta_above": Sentence(
        {None: ""}, other=N_("A side with more than %(value)s opens only with a canasta.")
    ),
    "opening.natural_group": Sentence(
        {
            True: N_("One of the melds of an opening must be of natural cards alone."),
            False: N_("Any melds open, natural or mixed."),
        },
    ),
    "opening.canasta_bonus_counts": Sentence(
        {
            True: N_("The values of the cards count towards the minimum, and the bonus of a canasta laid with them."),
            False: N_("Only the values of the cards count towards the minimum, no bonus."),
        },
    ),
    "opening.waived_when_concealed": Sentence(
        {
            True: N_("Going out concealed after drawing from the stock needs no minimum."),
            False: N_("Going out in one turn needs the minimum like any other opening."),
        },
    ),
    "opening.failed_raise": Figure(N_("Added to the minimum for each failed opening")),
    "fines.excess_wilds_minus": Sentence(
        {True: N_("Surplus wild cards are subtracted instead of added."), False: ""},
    ),
    "fines.excess_wilds_group": Figure(N_("Each meld with too many wild cards")),
    "fines.unfinished_wild_meld": Figure(N_("Wild meld left unfinished"), matters=_wild_melds),
    "end.target": Figure(N_("Target")),
    "end.tie": Sentence(
        {
            "draw": N_("Equal totals past the target are a draw."),
            "extra-deal": N_("Equal totals past the target are decided by one more deal."),
        },
    ),
    "end.canastas_to_end": Sentence(
        {0: ""},
        other=N_("A side past the target ends the match only with a deal in which it has canastas: %(value)s."),
    ),
    "end.stake_per_100": Sentence({None: ""}, other=N_("Stake for each 100 points of the margin: %(value)s.")),
    "pile.freezes": Sentence(
        {
            True: N_("A wild card or a red three in the pile freezes it until it is taken."),
            False: N_("Wild cards do not freeze the pile."),
        },
    ),
    "pile.natural_pair_only": Sentence(
        {
            True: N_("The pile is taken only with two natural cards from the hand that match its top card."),
            False: N_("An open pile is taken with two matching natural cards, or with one and a wild card."),
        },
    ),
    "pile.onto_canasta": Sentence(
        {
            True: N_("The top card of an open pile may also join a meld of the side, even a finished canasta."),
            False: N_("The top card of an open pile may also join a meld of the side, but not a finished canasta."),
        },
    ),
    "pile.always_frozen": Sentence(
        {
            True: N_("The pile is always frozen, for everybody."),
            False: N_("For a side that has not opened the pile is always frozen."),
        },
    ),
    "pile.never_with_canasta_of_rank": Sentence(
        {True: N_("Never is the pile taken by a side that has a canasta of the top card’s rank."), False: ""},
    ),
    "pile.pair_with_full_canasta": Sentence(
        {
            True: "",
            False: N_(
                "Where the side’s canasta of that rank holds all the wild cards it may, "
                "a wild card no longer helps to take the pile."
            ),
        },
    ),
    "pile.closed_cannot_be_taken": Sentence(
        {
            True: N_("A frozen pile cannot be taken at all."),
            False: N_("A frozen pile is taken with two matching natural cards from the hand."),
        },
    ),
    "pile.closed_one_round": Sentence({True: N_("A pile stays frozen for one round only."), False: ""}),
    "pile.one_card_rule": Sentence(
        {
            "none": "",
            "single_pile": N_("A pile of one card may not be taken with one card in the hand."),
            "any_pile": N_("No pile may be taken with one card in the hand."),
        },
    ),
    "pile.not_before_all_discarded": Sentence(
        {True: N_("The pile may not be taken before everybody has discarded once."), False: ""},
    ),
    "pile.must_take_when_stock_is_empty": Sentence(
        {
            True: N_("When the stock is gone, an open pile whose top card joins a meld of the side must be taken."),
            False: N_("When the stock is gone, nobody has to take the pile."),
        },
    ),
    "code.id": Sentence(
        {
            "none": N_("No penalty code adjudicates; the table settles irregularities itself."),
            "hungarian": N_("The Hungarian penalty code adjudicates irregularities."),
            "romanian": N_("The Romanian penalty code adjudicates irregularities."),
        },
    ),
    "code.out_without_canasta": Sentence(
        {None: ""}, other=N_("Going out without the canastas needed is settled by article %(value)s.")
    ),
    "code.too_many_wilds": Sentence(
        {None: ""}, other=N_("Too many wild cards in a meld are settled by article %(value)s.")
    ),
    "code.red_three_in_hand": Sentence(
        {None: ""}, other=N_("A red three left in a hand is settled by article %(value)s.")
    ),
}
