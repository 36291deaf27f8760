"""What the lines of a score are called."""

from scorekeeper.engine.scoring import Line
from scorekeeper.words import N_, Words

#: A line's words by key and detail; the bare key stands in where a detail has no words of its own.
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
    "premiums": N_("Premium for many canastas"),
    "going_out": N_("Going out"),
    "going_out/concealed": N_("Going out concealed"),
    "going_out/hand_canasta": N_("Going out concealed with a canasta"),
    "going_out/black_threes": N_("Going out with black threes"),
    "going_out/first_pile": N_("Going out at the first pile"),
    "red_threes": N_("Red threes"),
    "red_threes/all_four": N_("All four red threes"),
    "cards_in_hand": N_("Cards left in hand"),
    "penalties": N_("Penalties"),
    "penalties/red_three_in_hand": N_("Red threes left in hand"),
    "penalties/excess_wilds": N_("Melds with too many wild cards"),
    "penalties/unfinished_wild_meld": N_("Unfinished meld of wild cards"),
    "penalties/ruling": N_("Ruling"),
    "excess_wilds": N_("Surplus wild cards"),
}


def say_line(line: Line, words: Words) -> str:
    """What a line is called, without its number and points."""
    return words.gettext(LINES.get(f"{line.key}/{line.detail}", LINES[line.key]))
