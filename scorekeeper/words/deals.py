"""A deal in words: the names of the lines of its score, and what is irregular about the deal, a meld or an opening."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine.deals.findings import Finding
from scorekeeper.engine.deals.melds import Violation
from scorekeeper.engine.deals.scoring import Line
from scorekeeper.engine.rules import RuleSet
from scorekeeper.words import N_, Words
from scorekeeper.words.rules.values import sentence

#: The sentence for each irregularity of a meld. If the rules page states the broken rule, it is the sentence of that
#: page. `%(found)s` and `%(allowed)s` are numbers of cards.
VIOLATIONS = {
    "wild_meld_not_allowed": sentence("melds.wild.played", False),
    "sequence_not_allowed": sentence("melds.sequence.played", False),
    "not_a_sequence": N_("A sequence runs upwards without a gap."),
    "too_few_cards": N_("A meld has at least %(allowed)s cards; this one has %(found)s."),
    "too_few_naturals": N_("A meld has at least %(allowed)s natural cards; this one has %(found)s."),
    "too_many_wilds": N_("A meld has at most %(allowed)s wild cards; this one has %(found)s."),
    "more_wilds_than_naturals": sentence("melds.rank.share", "not_more"),
    "naturals_do_not_outnumber_wilds": sentence("melds.rank.share", "fewer"),
    "sequence_too_long": N_("A sequence has at most %(allowed)s cards; this one has %(found)s."),
    "black_threes_not_melded": N_("Black threes are not melded here."),
    "too_many_cards": N_("This meld may have at most %(allowed)s cards; it has %(found)s."),
    "black_threes_only_going_out": N_("Black threes are melded only by the player who goes out."),
    "wilds_among_black_threes": sentence("melds.black_threes.pure", True),
}
#: The sentence for each finding about a meld, a side or the whole deal.
FINDINGS = {
    **VIOLATIONS,
    "rank_twice": N_("The side already has a meld of this rank; these cards belong in it."),
    "out_without_canasta": N_(
        "Canastas needed to go out: %(allowed)s. This side has %(found)s, so going out earns nothing."
    ),
    "out_with_unfinished": sentence("going_out.nothing_unfinished", True),
    "foot_not_begun": N_("A foot of this side was never picked up, so going out earns nothing."),
    "pozzetto_not_begun": N_("The pozzetto of this side was not begun, so going out earns nothing."),
    "canasta_kind_not_played": N_("Canastas of this kind are not played here; they earn no bonus."),
    "melds_with_special_hand": N_("A special hand is laid whole; melds laid before it count for nothing."),
    "three_alone_with_one_out": N_(
        "Somebody went out, so that player is scored alone against the other two; "
        "all three score alone only when the stock runs out."
    ),
    "wild_canasta_not_allowed": N_("Canastas of wild cards are not played here; they earn no bonus."),
    "red_three_in_hand": N_("Red threes left in a hand: %(found)s. Each of them is fined."),
    "not_a_multiple_of_five": N_("%(found)s is not a multiple of 5, but the value of every card is. Check the sum."),
    "too_few_points_for_canastas": N_(
        "%(found)s points are too few for these canastas; their cards alone are worth %(allowed)s."
    ),
    "too_few_cards_for_canastas": N_(
        "%(found)s cards are too few for these canastas, which hold at least %(allowed)s."
    ),
    "cards_do_not_add_up": N_("The recorded cards add up to %(found)s; the pack has %(allowed)s. Count again."),
}
WILD_CARDS = N_("Wild cards in this meld: %(found)s; allowed: %(allowed)s.")
#: The second sentence for some irregularities, with the numbers or the consequence.
THEN = {
    "more_wilds_than_naturals": WILD_CARDS,
    "naturals_do_not_outnumber_wilds": WILD_CARDS,
    "wilds_among_black_threes": WILD_CARDS,
    "out_with_unfinished": N_("Going out earns nothing."),
}
#: The sentence for each requirement that an opening does not meet.
NEEDS = {
    "points": N_("The cards are worth too little."),
    "canasta": N_("Only a canasta opens."),
    "natural_canasta": N_("Only a natural canasta or a better one opens."),
    "natural_group": sentence("opening.natural_group", True),
    "legal_melds": N_("Not every meld is allowed."),
    "all_discarded": sentence("opening.not_before_all_discarded", True),
}


def say_violation(violation: Violation | Finding, words: Words) -> str:
    """The sentence for an irregularity, followed by its sentence in `THEN`, if any."""
    says = (FINDINGS[violation.key], THEN.get(violation.key, ""))
    return " ".join(words.gettext(each, found=violation.found, allowed=violation.allowed) for each in says if each)


def say_finding(finding: Finding, words: Words) -> str:
    """The sentence for a finding, without its location."""
    # a side may have enough canastas, but not of the kinds that it needs
    if finding.key == "out_without_canasta" and (finding.found or 0) >= (finding.allowed or 0):
        return words.gettext(
            N_("The canastas of this side are not of the kinds that going out needs, so it earns nothing.")
        )
    return say_violation(finding, words)


#: The names of lines by "key/detail", or by the key alone for any other detail.
LINES = {
    "cards_melded": N_("Cards melded"),
    "cards_melded/no_canasta": N_("Cards melded, minus without a canasta"),
    "natural_canastas": N_("Natural canastas"),
    "natural_canastas/natural_aces": N_("Natural canastas of aces"),
    "mixed_canastas": N_("Mixed canastas"),
    "mixed_canastas/mixed_aces": N_("Mixed canastas of aces"),
    "wild_canastas": N_("Wild canastas"),
    "wild_canastas/wild_jokers": N_("Wild canastas with all four jokers"),
    "wild_canastas/wild_twos": N_("Wild canastas of twos"),
    "canastas": N_("Other canastas"),
    "premiums": N_("Premium for many canastas"),
    "going_out": N_("Going out"),
    "going_out/concealed": N_("Going out concealed"),
    "going_out/hand_canasta": N_("Going out concealed with a canasta"),
    "going_out/black_threes": N_("Going out with black threes"),
    "going_out/first_pile": N_("Going out at the first pile"),
    "red_threes": N_("Red threes"),
    "red_threes/all_four": N_("All four red threes"),
    "red_threes/all": N_("All red threes"),
    "black_threes": N_("Black threes"),
    "special_hand": N_("Special hand"),
    "deal_bonus": N_("Bonus"),
    "cards_in_hand": N_("Cards left in hand"),
    "foot": N_("Foot not begun"),
    "pozzetto": N_("Pozzetto not taken"),
    "unfinished": N_("Unfinished melds"),
    "held": N_("Cards held back in a hand"),
    "penalties": N_("Penalties"),
    "penalties/red_three_in_hand": N_("Red threes left in hand"),
    "penalties/excess_wilds": N_("Melds with too many wild cards"),
    "penalties/unfinished_wild_meld": N_("Unfinished meld of wild cards"),
    "penalties/ruling": N_("Ruling"),
    "excess_wilds": N_("Surplus wild cards"),
}


def say_line(line: Line, words: Words, rules: RuleSet | None = None) -> str:
    """The name of a line, without its count and points: the title that `rules` give it, if any, else the usual name."""
    if rules is not None and (title := _own_title(line, rules)):
        return words.gettext(title)
    return words.gettext(LINES.get(f"{line.key}/{line.detail}", LINES[line.key]))


def _own_title(line: Line, rules: RuleSet) -> str:
    """The title that the rules give to a line, such as the name of a special hand; "" if they give none."""
    if line.key == "canastas" or line.key.endswith("_canastas"):
        row = rules.canasta_kinds.get(line.detail or line.key.removesuffix("_canastas"))
        return row.title if row else ""
    rows: Mapping[str, Sequence[Any]] = {
        "unfinished": rules.unfinished,
        "held": rules.held,
        "special_hand": rules.special_hands,
        "deal_bonus": rules.deal_bonuses,
    }
    return next((row.title for row in rows.get(line.key, ()) if row.key == line.detail), "")
