"""Names of the lines of a score."""

from scorekeeper.engine.deals.scoring import Line
from scorekeeper.engine.rules import RuleSet
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
    """The name of a line, without its number and points: the rules' own name for its subject, where they have one."""
    if rules is not None and (title := _own_title(line, rules)):
        return words.gettext(title)
    return words.gettext(LINES.get(f"{line.key}/{line.detail}", LINES[line.key]))


def _own_title(line: Line, rules: RuleSet) -> str:
    """The title of the row behind a line."""
    if line.key == "canastas" or line.key.endswith("_canastas"):
        row = rules.canasta_kinds.get(line.detail or line.key.removesuffix("_canastas"))
        return row.title if row else ""
    titles = {
        "unfinished": {row.key: row.title for row in rules.unfinished},
        "held": {row.key: row.title for row in rules.held},
        "special_hand": {row.key: row.title for row in rules.special_hands},
        "deal_bonus": {row.key: row.title for row in rules.deal_bonuses},
    }
    return titles.get(line.key, {}).get(line.detail, "")
