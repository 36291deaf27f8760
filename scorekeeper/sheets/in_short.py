"""A rule set in tables and short sentences, for empty score sheets and for cards of rules."""

from collections.abc import Iterator, Mapping

from scorekeeper.engine.rules import RuleSet, value_at
from scorekeeper.engine.values import Struct
from scorekeeper.sheets.cards import Bracket, brackets, sign_by
from scorekeeper.words import N_, Words
from scorekeeper.words.rules.sayings_of_cards import ALL_MINUS, card_title
from scorekeeper.words.rules.values import of_rows, say_rule

#: By the path of a value in the rules: the values for which there is a sentence; None if there is one for any value.
Told = Mapping[str, tuple[object, ...] | None]


class ShortLine(Struct):
    """A row of a table: the label `text` and its `figure`.

    `suits` are signs before the label, such as "♥♦". A `ladder` has several figures instead of one.
    """

    text: str
    figure: str = ""
    suits: str = ""
    ladder: str = ""


class InShort(Struct):
    """The tables about a rule set by subject, and its `sentences`; each may be empty.

    `opening_by` is the heading of the first column of the table `opening`.
    """

    game: tuple[ShortLine, ...]
    opening_by: str
    opening: tuple[ShortLine, ...]
    cards: tuple[ShortLine, ...]
    canastas: tuple[ShortLine, ...]
    going_out: tuple[ShortLine, ...]
    threes: tuple[ShortLine, ...]
    fines: tuple[ShortLine, ...]
    hands: tuple[ShortLine, ...]
    note_of_threes: str
    sentences: tuple[str, ...]


#: Signs before the names of cards, by the kinds of card.
SIGNS: Mapping[tuple[str, ...], str] = {("joker",): "★ ", ("3",): "♠♣ "}
SUITS = {"red": "♥♦", "black": "♠♣"}
LADDERS = {
    "red": N_("Red threes, in all, for 1, 2, 3 …"),
    "black": N_("Black threes, in all, for 1, 2, 3 …"),
}
TIES = {"draw": N_("draw"), "extra-deal": N_("one more deal")}
OPENS_BY = {"deal": N_("Deal"), "score": N_("Score before the deal")}
THREES = {
    "nothing": N_("Red threes count nothing for a side without a canasta."),
    "canasta": N_("Red threes count minus for a side without a canasta."),
    "meld": N_("Red threes count minus for a side without a meld."),
    "thrice": N_("Threes count minus without a canasta, nothing with one, and plus with two or more."),
}
#: Values of melds, of play and of the pile; their sentences are those of the rules page.
OF_MELDS: Told = {
    "melds.rank.share": ("not_more", "fewer"),
    "melds.sequence.played": (True,),
    "melds.wild.played": (True,),
}
OF_PLAY: Told = {
    "opening.natural_group": (True,),
    "opening.failed_raise": None,
    "opening.waived_when_concealed": (True,),
    "second_hand.to_go_out": None,
    "going_out.nothing_unfinished": None,
}
OF_THE_PILE: Told = {
    "pile.always_frozen": (True,),
    "pile.natural_pair_only": (True,),
    "pile.onto_canasta": (False,),
    "pile.one_card_rule": None,
    "pile.not_before_all_discarded": (True,),
    "pile.must_take_when_stock_is_empty": (True,),
}


def in_short(rules: RuleSet, words: Words) -> InShort:
    """The tables and sentences about a rule set."""
    special = any(row.played for row in rules.special_hands)
    return InShort(
        game=tuple(_game(rules, words)),
        opening_by=words.gettext(OPENS_BY[rules.opening.by]),
        opening=tuple(ShortLine(_between(one, words), _opens(one, words)) for one in brackets(rules)),
        cards=tuple(_cards(rules, words)),
        canastas=tuple(_canastas(rules, words)),
        going_out=tuple(_going_out(rules, words)),
        threes=tuple(_threes(rules, words)),
        fines=tuple(_fines(rules, words)),
        hands=tuple(_lines_of(rules, words, "special_hands.*.points")) if special else (),
        note_of_threes=_note_of_threes(rules, words),
        sentences=tuple(_sentences(rules, words)),
    )


def _game(rules: RuleSet, words: Words) -> Iterator[ShortLine]:
    end, table = rules.end, rules.table
    if end.deals is None:
        yield ShortLine(words.gettext(N_("Target")), words.number(end.target))
    else:
        yield ShortLine(words.gettext(N_("Deals of the match")), words.number(end.deals))
    yield ShortLine(words.gettext(N_("Equal totals")), words.gettext(TIES[end.tie]))
    cards = words.gettext(N_("%(cards)s cards with %(jokers)s jokers"), cards=rules.pack.size, jokers=rules.pack.jokers)
    yield ShortLine(words.gettext(N_("Pack")), cards)
    yield ShortLine(
        words.gettext(N_("Dealt to each player")), words.ngettext("%(num)s card", "%(num)s cards", table.hand_size)
    )
    yield ShortLine(words.gettext(N_("Drawn in a turn")), words.ngettext("%(num)s card", "%(num)s cards", table.draw))


def _between(one: Bracket, words: Words) -> str:
    """The label of a row of the opening table: its range of scores or deals, such as "0 to 1495"."""
    match (one.deals, one.least, one.most):
        case (True, 1, None):
            return words.gettext(N_("in every deal"))
        case (True, least, None):
            return words.gettext(N_("Deal %(number)s and later"), number=least)
        case (True, least, _):
            return words.gettext(N_("Deal %(number)s"), number=least)
        case (_, None, None):
            return words.gettext(N_("at any score"))
        case (_, None, _):
            return words.gettext(N_("below 0"))
        case (_, least, None):
            return words.gettext(N_("%(points)s and above"), points=least)
        case (_, least, most):
            return words.gettext(N_("%(least)s to %(most)s"), least=least, most=most)


def _opens(one: Bracket, words: Words) -> str:
    """The requirement in a row of the opening table: points, a canasta, or "none"."""
    if one.canasta is None:
        return words.number(one.points) if one.points else words.gettext(N_("none"))
    if one.canasta.kinds:
        return words.gettext(N_("a natural canasta"))
    if one.canasta.least:
        return words.gettext(N_("a canasta, %(points)s in all"), points=one.canasta.least)
    return words.gettext(N_("a canasta"))


def _cards(rules: RuleSet, words: Words) -> Iterator[ShortLine]:
    for row in rules.cards:
        yield ShortLine(SIGNS.get(row.kinds, "") + card_title(row.kinds, words), words.number(row.points))
    for row in rules.cards:
        if row.in_hand is not None and row.in_hand != row.points:
            yield ShortLine("♠♣ " + words.gettext(N_("Black three in the hand")), words.number(-row.in_hand))


def _canastas(rules: RuleSet, words: Words) -> Iterator[ShortLine]:
    yield from _lines_of(rules, words, "canastas.*.bonus")
    for count, points in rules.premiums.steps if rules.premiums.stacking != "none" else ():
        text = words.ngettext("%(num)s canasta in one deal", "%(num)s canastas in one deal", count)
        yield ShortLine(text, words.number(points))


def _going_out(rules: RuleSet, words: Words) -> Iterator[ShortLine]:
    yield from _lines_of(rules, words, "going_out.plain", "going_out.concealed")
    if points := rules.going_out.hand_canasta:
        yield ShortLine(words.gettext(N_("Concealed, with a canasta of one’s own")), words.number(points))
    yield from _lines_of(rules, words, "going_out.black_threes", "going_out.first_pile")
    yield from _lines_of(rules, words, "deal_bonuses.*.each", "second_hand.never_taken")


def _threes(rules: RuleSet, words: Words) -> Iterator[ShortLine]:
    for row in rules.threes:
        if row.alike:
            paths = (f"threes.{row.key}.{name}" for name in ("each", "ladder", "extra"))
            yield from _lines_of(rules, words, *paths, suits=SUITS[row.key])
        else:
            steps = "\u00a0·\u00a0".join(map(words.number, row.ladder))
            yield ShortLine(words.gettext(LADDERS[row.key]), suits=SUITS[row.key], ladder=steps)
    red = rules.threes_of.get("red")
    if red and isinstance(red.in_hand, int):
        yield ShortLine(words.gettext(N_("Red three left in the hand, each")), words.number(red.in_hand))


def _fines(rules: RuleSet, words: Words) -> Iterator[ShortLine]:
    if points := rules.fines.excess_wilds_group:
        yield ShortLine(words.gettext(N_("Meld with too many wild cards")), words.number(points))
    yield from _lines_of(rules, words, "unfinished.*.fine", "held.*.fine")


def _note_of_threes(rules: RuleSet, words: Words) -> str:
    sign = sign_by(rules, "red")
    if isinstance(sign, int):
        return words.ngettext(
            "Red threes count minus for a side with fewer than %(num)s canasta.",
            "Red threes count minus for a side with fewer than %(num)s canastas.",
            sign,
        )
    return words.gettext(THREES[sign]) if sign else ""


def _sentences(rules: RuleSet, words: Words) -> Iterator[str]:
    """Yield sentences about rules that players should remember, on melds, canastas, threes, play and the pile."""
    meld, threes, size = rules.meld_of["K"], rules.meld_of["3"], rules.canasta_size
    without_limit = N_("A meld has at least %(cards)s cards, %(naturals)s of them natural.")
    limited = N_("A meld has at least %(cards)s cards, %(naturals)s of them natural, and at most %(wilds)s wild cards.")
    says = without_limit if meld.wilds is None else limited
    yield words.gettext(says, cards=meld.cards, naturals=meld.naturals, wilds=meld.wilds)
    yield from _told(OF_MELDS, rules, words)
    exactly, more = N_("A canasta has exactly %(size)s cards."), N_("A canasta has %(size)s cards or more.")
    yield words.gettext(exactly if meld.most == size else more, size=size)
    if threes.going_out and threes.played:
        says = N_("Black threes are melded only when going out, from %(least)s to %(most)s of them.")
        yield words.gettext(says, least=threes.cards, most=threes.most)
    if note := _note_of_threes(rules, words):
        yield note
    if sign_by(rules, "melded") == "canasta":
        yield words.gettext(ALL_MINUS)
    if any(row.count and row.kinds for row in rules.needs):
        yield from _told({"needs.*.count": None}, rules, words)
    else:
        needed = rules.canastas_needed
        yield words.ngettext("Going out needs %(num)s canasta.", "Going out needs %(num)s canastas.", needed)
    yield from _told(OF_PLAY, rules, words)
    if rules.pile.asked:
        yield from _told(OF_THE_PILE, rules, words)


def _told(paths: Told, rules: RuleSet, words: Words) -> Iterator[str]:
    """Yield the sentences of the rules page for each path whose value in these rules gets a sentence; see `Told`."""
    for path, values in paths.items():
        if values is None or value_at(rules, path) in values:
            yield from (
                f"{one.text}: {one.figure}" if one.figure else one.text for one in _lines_of(rules, words, path)
            )


def _lines_of(rules: RuleSet, words: Words, *paths: str, suits: str = "") -> Iterator[ShortLine]:
    """Yield the lines of the rules page for the values at these paths. A `*` in a path stands for each row of a
    table."""
    for path in (each for general in paths for each in of_rows(general, rules)):
        for line in say_rule(path, value_at(rules, path), rules, words):
            yield ShortLine(line.text, line.figure or "", suits)
