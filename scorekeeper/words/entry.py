"""The entry of a deal in words: cards, ways of counting, questions, and problems with fields."""

import re
from collections.abc import Callable, Mapping, Sequence

from scorekeeper.engine.cards import RANKS, THREE
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rules import RuleSet
from scorekeeper.words import N_, NP_, Words
from scorekeeper.words.deals import FINDINGS, LINES
from scorekeeper.words.rules.sayings_of_cards import canasta_names

#: The name of every rank, kind and class of cards, in the plural.
CARDS = {
    "A": NP_("card", "Aces"),
    "K": NP_("card", "Kings"),
    "Q": NP_("card", "Queens"),
    "J": NP_("card", "Jacks"),
    "10": NP_("card", "Tens"),
    "9": NP_("card", "Nines"),
    "8": NP_("card", "Eights"),
    "7": NP_("card", "Sevens"),
    "6": NP_("card", "Sixes"),
    "5": NP_("card", "Fives"),
    "4": NP_("card", "Fours"),
    "3": NP_("card", "Black threes"),
    "2": NP_("card", "Twos"),
    "joker": NP_("card", "Jokers"),
    "red3": NP_("card", "Red threes"),
    "high": NP_("card", "Kings to eights"),
    "low": NP_("card", "Sevens to fours"),
    "wild": NP_("card", "Wild cards"),
    "sequence": NP_("card", "Sequence"),
    "threes": NP_("card", "Threes"),
    "jokers": NP_("card", "Jokers"),
    "twos": NP_("card", "Twos"),
    "aces": NP_("card", "Aces"),
    "twenties": NP_("card", "Aces and twos"),
    "tens": NP_("card", "Kings to eights"),
    "fives": NP_("card", "Sevens to fours and black threes"),
    "low_fives": NP_("card", "Sevens to fours"),
    "low_threes": NP_("card", "Sevens to threes"),
}
#: The key in `CARDS` for a class whose cards differ from those in most games, by its kinds of card.
OTHER_CLASSES = {("7", "6", "5", "4"): "low_fives", ("7", "6", "5", "4", "3"): "low_threes"}
#: The first and last card of these groups in most games. A group that begins or ends with another card is named by its
#: own first and last card, such as "K–9", unless it is in `OTHER_CLASSES`.
SPANS = {"high": ("K", "8"), "tens": ("K", "8"), "low": ("7", "4"), "fives": ("7", "3")}
WAYS = {
    "cards": NP_("way of counting", "Cards"),
    "counts": NP_("way of counting", "Counts"),
    "totals": NP_("way of counting", "Totals"),
}
HANDS = {
    "side": N_("One hand a side"),
    "players": N_("Each player’s hand"),
    "classes": N_("Counts"),
    "points": N_("Points"),
}
#: The usual reasons for changing a deal.
REASONS = {
    "miscounted": N_("Miscounted"),
    "wrong_side": N_("Entered on the wrong side"),
    "forgotten": N_("A card was forgotten"),
}
#: The reasons that have a button. The one for "clash" is shown only after two devices entered the same deal.
BUTTONS = REASONS | {"clash": N_("Entered on two devices")}
SUITS = {
    "hearts": NP_("card", "Hearts"),
    "diamonds": NP_("card", "Diamonds"),
    "clubs": NP_("card", "Clubs"),
    "spades": NP_("card", "Spades"),
}
#: The facts about going out that a table may enter, besides who went out.
FACTS = {
    "concealed": N_("Concealed"),
    "partner_canasta": N_("With the partner’s canasta only"),
    "took_pile": N_("Took the pile in that turn"),
    "first_pile": N_("By the first taking of the pile"),
    "without_bonus": N_("Went out without the bonus"),
}
#: The states of a pozzetto, the second hand of a side.
POZZETTO = {
    "played": N_("Taken and played"),
    "taken": N_("Taken, not played"),
    "none": N_("Not taken"),
}
#: The lines of a score in a word or two, for showing them all in one paragraph.
SHORT_LINES = {
    "cards_melded": N_("%(points)s melded"),
    "natural_canastas": N_("%(points)s natural"),
    "mixed_canastas": N_("%(points)s mixed"),
    "wild_canastas": N_("%(points)s wild"),
    "canastas": N_("%(points)s for other canastas"),
    "premiums": N_("%(points)s premium"),
    "special_hand": N_("%(points)s special hand"),
    "going_out": N_("%(points)s going out"),
    "red_threes": N_("%(points)s red threes"),
    "black_threes": N_("%(points)s black threes"),
    "deal_bonus": N_("%(points)s bonus"),
    "cards_in_hand": N_("%(points)s in hand"),
    "foot": N_("%(points)s in a foot"),
    "pozzetto": N_("%(points)s without pozzetto"),
    "excess_wilds": N_("%(points)s surplus wild cards"),
    "unfinished": N_("%(points)s unfinished"),
    "held": N_("%(points)s held back"),
    "penalties": N_("%(points)s penalties"),
}
#: The problems of a field that are found before the engine reads the deal. `%(typed)s` is the text in the field.
PROBLEMS = {
    "number_unclear": N_("“%(typed)s” is not a number. Type figures, or a sum such as 100+85."),
    "number_too_big": N_("“%(typed)s” is too large. Check the figures."),
    "number_negative": N_("“%(typed)s” is below zero. Type it without a minus; cards in hand are subtracted for you."),
    "points_uneven": FINDINGS["not_a_multiple_of_five"],
    "end_missing": N_("Choose how the deal ended: who went out, or that the stock ran out."),
    "took_missing": N_("Choose who took the discard pile first, or that nobody did."),
    "left_missing": N_("Count the cards left in stock and pile. This club requires it."),
    "rank_missing": N_("Choose the rank of this meld."),
    "sequence_empty": N_("Choose the cards of this sequence."),
    "reason_missing": N_("Say why the deal is changed. The history of the match shows it."),
    "points_missing": N_("%(side)s did not go out. Enter the points left in hand."),
    "hand_missing": N_("%(side)s did not go out. Enter the cards left in hand."),
    "hand_nothing": N_("%(side)s did not go out, so at least one card is left. Enter its points, or confirm 0 below."),
    "melded_missing": N_("%(side)s: enter what was melded. Canastas are made of cards, which count, too."),
    "melded_nothing": N_("%(side)s: enter what was melded, or confirm below that it was nothing."),
}
#: The text of the green button for each open question; "refused" is for all problems that have no question here.
QUESTIONS = {
    "end_missing": N_("Who went out?"),
    "took_missing": N_("Who took the discard pile first?"),
    "points_missing": N_("%(side)s: points in hand?"),
    "hand_missing": N_("%(side)s: cards in hand?"),
    "hand_nothing": N_("%(side)s: 0 in hand?"),
    "points_melded": N_("%(side)s: points melded?"),
    "melded_missing": N_("%(side)s: cards melded?"),
    "melded_nothing": N_("%(side)s: nothing melded?"),
    "left_missing": N_("Cards left in stock and pile?"),
    "refused": N_("Correct what is marked"),
}
#: The key in `QUESTIONS` for a problem with a figure of a side, by the part of the field's name after the dash: "mp" is
#: from "s0-mp".
FIGURES = {"mp": "points_melded", "hp": "points_missing"}
#: The problems of a figure, in a few words below its name.
AT_FIGURE = {
    "number_unclear": N_("not a number"),
    "number_too_big": N_("too large"),
    "number_negative": N_("below zero"),
    "points_uneven": N_("ends in 0 or 5"),
    "more_than_the_pack": N_("more than the pack’s %(allowed)s"),
    "more_than_the_pack_together": N_("all figures together: more than the pack’s %(allowed)s"),
}
#: The sentence for too many cards of a kind, by the part of the form in which the last of them were entered.
TOO_MANY = {
    "melds": N_("%(card)s: %(found)s entered, the pack has %(allowed)s. Check the melds of %(side)s."),
    "hands": N_("%(card)s: %(found)s entered, the pack has %(allowed)s. Check the cards left with %(side)s."),
    "red_threes": N_("%(card)s: %(found)s entered, the pack has %(allowed)s. Check the red threes of %(side)s."),
    "counted": N_("%(card)s: %(found)s entered, the pack has %(allowed)s. Check the counts of %(side)s."),
}
#: The number of letters that fit on one line of the narrowest button.
LONGEST_WHOLE = 12
#: The word joiner, which prevents a line break.
JOINER = "\u2060"
#: The letters of ace, king, queen and jack, by pack.
PACK_LETTERS = {"KQJ": "AKQJ", "RDV": "ARDV", "KES": "AKES"}


def card_name(kind: str, words: Words, rules: RuleSet | None = None) -> str:
    """The name of a rank, a kind or a class of cards, in the plural. Rank "3" means black threes, or all threes if
    `rules` has no separate scores for them. A class with other cards than in most games may be named by its first and
    last card."""
    if rules is None:
        return words.pgettext(*CARDS[kind])
    if kind == THREE and not rules.threes:
        return words.pgettext(*CARDS["threes"])
    kinds = rules.classes.get(kind) or next((row.kinds for row in rules.cards if row.key == kind), ())
    return _group_name(kind, kinds, rules, words)


def _group_name(name: str, kinds: Sequence[str], rules: RuleSet, words: Words) -> str:
    other = "" if rules.threes and THREE in kinds else OTHER_CLASSES.get(tuple(kinds), "")
    if not other and kinds and name in SPANS and (kinds[0], kinds[-1]) != SPANS[name]:
        return f"{kinds[0]}–{kinds[-1]}"
    return words.pgettext(*CARDS[other or name])


def asked_name(key: str, rules: RuleSet, words: Words) -> str:
    """The name of a side's field that only some games have. Keys are, for example, "pozzetto", "feet", "un-wild"
    (unfinished wild melds) and "held-A" (aces held back)."""
    titles = {"pozzetto": N_("Pozzetto"), "feet": N_("Feet not begun")}
    titles |= {row.fact: row.title for row in rules.deal_bonuses}
    titles |= {f"un-{row.key}": row.title or LINES["unfinished"] for row in rules.unfinished}
    titles |= {f"held-{row.rank}": row.title for row in rules.held}
    return words.gettext(titles[key])


def letters(pack_index: str) -> dict[str, str]:
    """The letter or number in the corner of a card, by rank: {"K": "R", "10": "10", …}. `pack_index` is a key of
    `PACK_LETTERS` or the four letters themselves; any other text gives "AKQJ"."""
    corners = PACK_LETTERS.get(pack_index, pack_index if len(pack_index) == len("AKQJ") else "AKQJ")
    return {rank: rank for rank in RANKS} | dict(zip("AKQJ", corners, strict=True))


def class_names(
    groups: Mapping[str, Sequence[str]], value: Callable[[str], int], rules: RuleSet, words: Words
) -> dict[str, str]:
    """The names of the classes in `groups` ({class: kinds}), by class. The points of one card come first ("10 · Kings
    to eights") if they are the same for all kinds of the class; kinds for which `value` returns 0 are ignored."""
    labels = {}
    for name, kinds in groups.items():
        called = _group_name(name, kinds, rules, words) if len(kinds) > 1 else card_name(name, words, rules)
        worth = {value(kind) for kind in kinds} - {0}
        labels[name] = f"{words.number(worth.pop())}\u00a0· {called}" if len(worth) == 1 else called
    return labels


def say_too_many(refused: Refused, group: Mapping[str, Sequence[str]], rules: RuleSet, side: str, words: Words) -> str:
    """The sentence for too many cards of a kind, last entered for `side`. If they were entered as a count of a class,
    `group` has this class ({class: kinds}), and the sentence is about the whole class. Otherwise `group` is empty."""
    ((kind, count),) = refused.found.items()
    allowed = int((refused.allowed or (0,))[0])
    for name, kinds in group.items():
        if len(kinds) > 1:
            all_of_them = sum(rules.in_pack[each] for each in kinds)
            kind, count, allowed = name, count - allowed + all_of_them, all_of_them
    part = next((part for part in TOO_MANY if part.rstrip("s") in refused.where), "counted")
    return words.gettext(TOO_MANY[part], card=card_name(kind, words, rules), found=count, allowed=allowed, side=side)


def say_end(after: State, words: Words) -> str:
    """The notice that a deal ends the match; `after` is the state of the match after the deal."""
    if after.verdict.winner is None:
        return words.gettext(N_("This ends the match in a draw."))
    name = after.standings[after.verdict.winner].name
    return words.gettext(
        N_("This ends the match. Winner: %(side)s, by %(points)s."), side=name, points=after.verdict.margin or 0
    )


def unbroken(name: str) -> str:
    """A name in which lines do not break at dashes, except in words that are too long for one line of a button."""
    parts = name.split(" ")
    return " ".join(
        part if len(part) > LONGEST_WHOLE else re.sub("[-–]", rf"{JOINER}\g<0>{JOINER}", part) for part in parts
    )


def canasta_name(kind: str, rules: RuleSet, words: Words) -> str:
    """The name of one canasta of a kind, for use within a sentence: "natural canasta"."""
    return words.gettext(canasta_names(rules.canasta_kinds[kind])[2])


def canastas_name(kind: str, rules: RuleSet, words: Words) -> str:
    """The name of several canastas of a kind, as a heading: "Natural canastas"."""
    return words.gettext(canasta_names(rules.canasta_kinds[kind])[1])
