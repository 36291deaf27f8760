"""Rules in words: cards, melds, canastas and threes, and the fines for wrong ones."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine.cards import RANKS
from scorekeeper.engine.rows import CanastaKind, CardValue, MeldKind, Threes, Unfinished
from scorekeeper.engine.rules import RuleSet
from scorekeeper.words import N_, NP_, Words
from scorekeeper.words.rules.parts import Figure, Lines, Rows, Saying, Sentence, steps

#: The names of groups of cards with equal values, by the kinds in the group. Other groups are named by their first and
#: last rank.
CARDS: Mapping[tuple[str, ...], str | tuple[str, str]] = {
    ("joker",): NP_("card", "Joker"),
    ("2",): NP_("card", "Two"),
    ("A",): NP_("card", "Ace"),
    ("3",): NP_("card", "Black three"),
    ("red3",): NP_("card", "Red three"),
    ("K", "Q", "J", "10", "9", "8"): N_("King to eight"),
    ("7", "6", "5", "4"): N_("Seven to four"),
    ("7", "6", "5", "4", "3"): N_("Seven to three"),
}
#: The names of each kind of canasta that has no title of its own: for one, for several, and for one within a sentence.
CANASTAS = {
    "natural": (N_("Natural canasta"), N_("Natural canastas"), N_("natural canasta")),
    "mixed": (N_("Mixed canasta"), N_("Mixed canastas"), N_("mixed canasta")),
    "natural_aces": (N_("Natural canasta of aces"), N_("Natural canastas of aces"), N_("natural canasta of aces")),
    "mixed_aces": (N_("Mixed canasta of aces"), N_("Mixed canastas of aces"), N_("mixed canasta of aces")),
    "wild_jokers": (
        N_("Wild canasta with four jokers"),
        N_("Wild canastas, four jokers"),
        N_("wild canasta, four jokers"),
    ),
    "wild_twos": (N_("Wild canasta of twos"), N_("Wild canastas of twos"), N_("wild canasta of twos")),
    "wild": (N_("Wild canasta"), N_("Wild canastas"), N_("wild canasta")),
}
#: Parts of the score whose sign depends on the number of canastas.
PARTS = {
    "melded": N_("Cards melded, with this number of canastas or more: %(count)s"),
    "red": N_("Red threes, with this number of canastas or more: %(count)s"),
    "black": N_("Black threes, with this number of canastas or more: %(count)s"),
}
#: The last line about each of these parts: for a side with fewer canastas than in all other lines.
FEWER = {
    "melded": N_("Cards melded, with fewer canastas"),
    "red": N_("Red threes, with fewer canastas"),
    "black": N_("Black threes, with fewer canastas"),
}
SIGNS = {1: N_("plus"), 0: N_("nothing"), -1: N_("minus")}
ALWAYS = {
    "melded": N_("A side without a canasta still keeps the points of its melds."),
    "red": N_("Red threes always count plus."),
    "black": N_("Black threes that were set aside always count plus."),
}
ALL_MINUS = N_("Without a canasta everything a side has melded counts minus.")
OTHERWISE = {
    -1: N_("For any other side red threes count minus."),
    0: N_("For any other side red threes count nothing."),
}
IN_ALL = {"red": N_("Red threes, in all for %(count)s"), "black": N_("Black threes, in all for %(count)s")}


def card_title(kinds: tuple[str, ...], words: Words) -> str:
    """The name of cards of these kinds, which go from high to low."""
    title = CARDS.get(kinds, f"{kinds[0]}–{kinds[-1]}")
    return words.gettext(title) if isinstance(title, str) else words.pgettext(*title)


def canasta_names(row: CanastaKind) -> tuple[str, str, str]:
    """The names of a kind of canasta: for one, for several, and for one within a sentence. A kind with a title has it
    in all three places. A kind without a title or a name, in an imported match, is called by its key."""
    return (row.title,) * 3 if row.title else CANASTAS.get(row.name, (row.name,) * 3)


def _packs(packs: int, row: None, rules: RuleSet, words: Words) -> Lines:
    yield words.gettext(N_("Packs of 52 cards")), words.number(packs)
    yield words.gettext(N_("Cards in all")), words.number(rules.pack.size)
    yield words.gettext(N_("Cards of each rank")), words.number(rules.pack.count(RANKS[0]))


def _in_hand(row: CardValue, rules: RuleSet, words: Words) -> str:
    differs = row.in_hand is not None and row.in_hand != row.points
    return words.gettext(N_("Black three in the hand")) if differs else ""


#: The labels for a limit of wild cards that is only for melds of certain ranks, by these ranks.
OF_RANKS: Mapping[tuple[str, ...], str] = {
    ("7",): N_("Wild cards in a meld of sevens, at most"),
    ("A",): N_("Wild cards in a meld of aces, at most"),
}


def _wilds(row: MeldKind, rules: RuleSet, words: Words) -> str:
    """The label for the limit of wild cards in sequences, or in melds of certain ranks; empty for other kinds of
    meld."""
    if row.of == "sequence":
        return words.gettext(N_("Wild cards in a sequence, at most")) if row.played else ""
    if row.of != "rank" or not 0 < len(row.ranks) < len(RANKS):
        return ""
    others = N_("Wild cards in a meld of these ranks, at most: %(ranks)s")
    return words.gettext(OF_RANKS.get(row.ranks, others), ranks=", ".join(row.ranks))


def _wilds_of_rank(row: MeldKind, rules: RuleSet, words: Words) -> str:
    if rules.sequences:
        return words.gettext(N_("Wild cards in a meld of one rank, at most"))
    return words.gettext(N_("Wild cards in a meld, at most"))


def _share(share: str, rules: RuleSet) -> str:
    """The allowed ratio of wild to natural cards (`share`). Empty if nothing has to be said: `share` is "any", but a
    meld of a rank may have no more wild cards (`wilds`) than it needs natural cards (`naturals`)."""
    row = rules.meld_of[RANKS[0]]
    few = row.wilds is not None and row.wilds <= row.naturals
    return "" if share == "any" and few else share


def _canasta(row: CanastaKind, rules: RuleSet, words: Words) -> str:
    """The name of a kind of canasta. Empty if the game does not play it, if it does not count as a kind of its own
    (`counts_as`), or if an earlier row has the same name."""
    if not row.played or rules.counts_as.get(row.name) != row.name or rules.canasta_kinds[row.name] != row:
        return ""
    return words.gettext(canasta_names(row)[0])


def _each_three(row: Threes, rules: RuleSet, words: Words) -> str:
    """The label of the value of one three; empty where it depends on the number of threes."""
    each = {"red": N_("Each red three"), "black": N_("Each black three")}
    return words.gettext(each[row.key]) if row.alike else ""


ALL_FOUR = {"red": N_("All four red threes"), "black": N_("All four black threes")}
ALL = {"red": N_("All %(count)s red threes"), "black": N_("All %(count)s black threes")}


def _ladder(ladder: tuple[int, ...], row: Threes, rules: RuleSet, words: Words) -> Lines:
    if _each_three(row, rules, words):
        if ladder:
            four, all_ = ALL_FOUR[row.key], ALL[row.key]
            label = words.gettext(four) if len(ladder) == FOUR else words.gettext(all_, count=len(ladder))
            yield label, words.number(ladder[-1])
        return
    for count, points in enumerate(ladder, start=1):
        yield words.gettext(IN_ALL[row.key], count=count), words.number(points)


def _extra(row: Threes, rules: RuleSet, words: Words) -> str:
    says = N_("From %(count)s red threes on, once on top of that")
    return words.gettext(says, count=row.extra_from) if row.extra else ""


def _plain_sign(signs: tuple[tuple[int, int], ...]) -> bool:
    """Return whether there are only the two usual steps, as (number of melds or canastas, sign): some other sign for a
    side that has none, and plus from the first one on."""
    return len(signs) == 2 and signs[-1] == (1, 1)


def _by(by: str, row: Any, rules: RuleSet, words: Words) -> Lines:
    says = {
        "meld": N_("Red threes count plus for a side that has a meld."),
        "canasta": N_("Red threes count plus for a side that has a canasta."),
    }
    if row.key == "red" and _plain_sign(row.steps):
        yield words.gettext(says[by]), None


def _signs(signs: tuple[tuple[int, int], ...], row: Any, rules: RuleSet, words: Words) -> Lines:
    if len(signs) == 1:
        yield words.gettext(ALWAYS[row.key]), None
    elif row.key == "melded" and _plain_sign(signs):
        yield words.gettext(ALL_MINUS), None
    elif row.key == "red" and _plain_sign(signs):
        yield words.gettext(OTHERWISE[signs[0][1]]), None
    else:
        for least, sign in reversed(signs):
            says = words.gettext(PARTS[row.key], count=least) if least else words.gettext(FEWER[row.key])
            yield says, words.gettext(SIGNS[sign])


def _lost(lost: str, row: Threes, rules: RuleSet, words: Words) -> Lines:
    says = {
        "ladder": N_("All four cost as much when they count minus as they earn when they count plus."),
        "each": N_("All four cost no more than four single ones when they count minus."),
    }
    sign = rules.sign_of.get(row.key)
    if sign is not None and _plain_sign(sign.steps) and sign.steps[0][1] < 0 and len(row.ladder) == FOUR:
        yield words.gettext(says[lost]), None


def _unfinished(row: Unfinished, rules: RuleSet, words: Words) -> str:
    played = any(kind.of == row.of and kind.played for kind in rules.melds)
    return words.gettext(row.title or N_("Wild meld left unfinished")) if played else ""


#: The number of red threes in two packs.
FOUR = 4
NO_LIMIT = N_("no limit")
#: The form and the words of each value, by its path in the rulebook.
OF_CARDS: Mapping[str, Saying] = {
    "pack.packs": Rows(_packs),
    "pack.jokers": Figure(N_("Jokers in all")),
    "cards.*.points": Figure(lambda row, rules, words: card_title(row.kinds, words)),
    "cards.*.in_hand": Figure(_in_hand, zero=N_("nothing")),
    "melds.rank.cards": Figure(N_("Cards in a meld, at least")),
    "melds.rank.naturals": Figure(N_("Natural cards in a meld, at least")),
    "melds.rank.wilds": Figure(_wilds_of_rank, none=NO_LIMIT, zero=N_("none")),
    "melds.*.wilds": Figure(_wilds, none=NO_LIMIT, zero=N_("none")),
    "melds.wild.most": Figure(N_("Cards in a meld of wild cards, at most"), matters=("wild_melds",)),
    "melds.sequence.most": Figure(N_("Cards in a sequence, at most"), matters=("sequences",)),
    "melds.rank.wilds_on_canasta": Figure(
        N_("Wild cards in a finished canasta, at most"),
        none=NO_LIMIT,
        matters=("canastas_grow", "natural_canastas_turn_mixed"),
    ),
    "melds.rank.share": Sentence(
        {
            "any": N_("Wild cards may outnumber the natural ones, within these limits."),
            "not_more": N_("Wild cards may not outnumber the natural ones."),
            "fewer": N_("A meld must have more natural cards than wild cards."),
        },
        case_of=_share,
    ),
    "melds.rank.again": Sentence(
        {
            "after_canasta": N_("Once a meld is a canasta, the side may start another one of the same rank."),
            "never": N_("A side has one meld of a rank; further cards of that rank are added to it."),
            "always": N_("A side may have several melds of a rank."),
        },
    ),
    "melds.wild.played": Sentence(
        {
            True: N_("Wild cards alone may be melded."),
            False: N_("Wild cards by themselves are not a meld."),
        },
    ),
    "melds.sequence.played": Sentence(
        {
            True: N_("Cards of one suit in order are a meld too; such a sequence is never a canasta."),
            False: N_("Only cards of one rank make a meld; sequences do not count."),
            "canasta": N_("Cards of one suit in sequence are also a meld, and seven of them a canasta."),
        },
        case_of=lambda played, rules: (
            "canasta" if played and any("sequence" in row.of for row in rules.canastas) else played
        ),
    ),
    "melds.black_threes.cards": Figure(N_("Black threes in their meld, at least"), matters=("black_threes_melded",)),
    "melds.black_threes.most": Figure(N_("Black threes in their meld, at most"), matters=("black_threes_melded",)),
    "melds.black_threes.pure": Sentence(
        {
            True: N_("A meld of black threes may have no wild cards."),
            False: N_("A meld of black threes may have wild cards."),
        },
        matters=("black_threes_melded",),
    ),
    "canastas.natural.cards": Figure(N_("Cards that make a canasta")),
    "melds.rank.most": Sentence(
        {None: N_("A canasta may grow; cards are added to it as to any meld.")},
        other=N_("Nothing may be added to a finished canasta."),
        case_of=lambda most, rules: most if most == rules.canasta_size else None,
    ),
    "canastas.*.bonus": Figure(_canasta),
    "canastas.mixed_aces.played": Sentence({True: N_("Canastas of aces have values of their own."), False: ""}),
    "fines.excess_wilds_complete": Sentence(
        {
            True: N_("Surplus wild cards still help a meld to become a canasta."),
            False: N_("Surplus wild cards do not help a meld to become a canasta."),
        },
    ),
    "premiums.stacking": Sentence(
        {
            "none": "",
            "highest": N_("Of the premiums for many canastas only the highest is paid."),
            "both": N_("The premiums for many canastas are added up."),
        },
    ),
    "premiums.steps": steps(
        N_("Canastas of a side in one deal: %(count)s"), matters=("not premiums.stacking is none",)
    ),
    "threes.*.each": Figure(_each_three, zero=N_("nothing")),
    "threes.*.ladder": Rows(_ladder),
    "threes.*.extra": Figure(_extra),
    "signs.*.by": Rows(_by),
    "signs.*.steps": Rows(_signs),
    "signs.melded.steps": Rows(_signs),
    "threes.*.lost": Rows(_lost),
    "threes.red.in_hand": Sentence(
        {
            "as-laid": N_("A red three found in a hand counts as if it had been laid."),
            "card": N_("A red three left in a hand counts as a card among the others."),
        },
        other=N_("A red three found in a hand counts %(value)s, each, instead of its value."),
    ),
    "threes.red.unmelded_in_hand": Sentence(
        {0: ""}, other=N_("For a side without a meld each of them also counts %(value)s.")
    ),
    "threes.*.first_round_excuses": Sentence(
        {True: N_("They count as laid if another player went out in the very first round."), False: ""},
    ),
    "fines.excess_wilds_minus": Sentence(
        {True: N_("Surplus wild cards are subtracted instead of added."), False: ""},
    ),
    "fines.excess_wilds_group": Figure(N_("Each meld with too many wild cards")),
    "unfinished.*.fine": Figure(_unfinished),
    "held.*.fine": Figure(lambda row, rules, words: words.gettext(row.title)),
}
