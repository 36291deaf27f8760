"""Short texts on score sheets: columns, the state of the match, the rules in one line, moments of play.

Also the empty score sheet: the columns of a rule set, and the room for them on paper.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct
from scorekeeper.sheets.cards import has_openings, sign_by
from scorekeeper.sheets.layout import table_width
from scorekeeper.sheets.look import Paper
from scorekeeper.sheets.model import COLUMNS, COUNTED, Column, Imprint, SheetVerdict
from scorekeeper.words import N_, NP_, Words

#: The heading of each column, as (context, message id), and its usual explanation; "" if the heading explains itself.
HEADS: Mapping[str, tuple[tuple[str, str], str]] = {
    "min": (NP_("column", "Min."), N_("opening minimum that applied")),
    "cards": (NP_("column", "Cards"), N_("value of the melds")),
    "natural": (NP_("column", "Nat."), N_("natural canastas")),
    "mixed": (NP_("column", "Mix."), N_("mixed canastas")),
    "wild": (NP_("column", "Wild"), N_("wild canastas")),
    "other": (NP_("column", "Other"), N_("other canastas")),
    "premiums": (NP_("column", "Prem."), N_("premium for many canastas")),
    "special": (NP_("column", "Special"), N_("special hand")),
    "red": (NP_("column", "Red 3s"), N_("red threes")),
    "black": (NP_("column", "Black 3s"), N_("black threes")),
    "out": (NP_("column", "Out"), N_("going out %(points)s")),
    "bonus": (NP_("column", "Bonus"), ""),
    "hand": (NP_("column", "Hand"), N_("cards left in the hands")),
    "excess": (NP_("column", "Surpl."), N_("surplus wild cards")),
    "penalties": (NP_("column", "Pen."), N_("penalties")),
    "deal": (NP_("column", "Deal"), ""),
    "total": (NP_("column", "Total"), ""),
}
#: Headings of columns, by a game's own name for the canastas of the column. Short names are missing here: such a name
#: is the heading itself.
HEADS_OF_CANASTAS: Mapping[str, tuple[str, str]] = {
    "Clean burraco": NP_("column", "Clean"),
    "Dirty burraco": NP_("column", "Dirty"),
    "Semi-clean burraco": NP_("column", "Semi-clean"),
    "Clean book": NP_("column", "Clean"),
    "Dirty book": NP_("column", "Dirty"),
    "Wild book": NP_("column", "Wild"),
    "Canasta of sevens": NP_("column", "Sevens"),
    "Escalera": NP_("column", "Escal."),
}
#: The explanations of columns that show the number of canastas.
EACH = {"natural": N_("natural canastas, %(points)s each"), "mixed": N_("mixed canastas, %(points)s each")}
#: The explanations of the column of red threes in games in which these do not always add points, by the result of
#: `sign_by`.
TURNED = {
    "nothing": N_("%(points)s each, nothing without a canasta"),
    "canasta": N_("%(points)s each, minus without a canasta"),
    "meld": N_("%(points)s each, minus without a meld"),
}
MOMENTS: Mapping[str, tuple[str, str]] = {
    "deal": NP_("moment", "Deal"),
    "draw": NP_("moment", "Draw"),
    "pile": NP_("moment", "Discard pile"),
    "opening": NP_("moment", "Opening"),
    "melding": NP_("moment", "Melding"),
    "going_out": NP_("moment", "Going out"),
    "counting": NP_("moment", "Counting"),
}
#: The state of a match in a sentence, by `SheetVerdict.state`; "level" for an open match in which the sides are tied.
VERDICTS: Mapping[str, str] = {
    "draw": N_("A draw"),
    "won": N_("Winner: %(side)s, by %(margin)s"),
    "open": N_("Still playing; ahead: %(side)s, by %(margin)s"),
    "level": N_("Still playing; tied"),
}
#: The texts for a margin, by `SheetVerdict.state`: only a match that was won shows the points.
MARGINS: Mapping[str, str] = {"open": N_("still playing"), "draw": N_("draw"), "won": "%(margin)s"}
TIES = {"draw": N_("equal totals: draw"), "extra-deal": N_("equal totals: one more deal")}


def head(key: str, rules: RuleSet, words: Words) -> str:
    """The heading of a column in a game."""
    titles = _titles_of(key, rules)
    title = rules.canasta_kinds[key].title if titles and key in rules.canasta_kinds else "".join(titles[:1])
    if not title or (key == "other" and len(titles) > 1):
        return words.pgettext(*HEADS[key][0])
    return words.pgettext(*HEADS_OF_CANASTAS[title]) if title in HEADS_OF_CANASTAS else words.gettext(title)


def meaning(column: Column, rules: RuleSet, words: Words) -> str:
    """The explanation of a column in a game; "" if the heading explains itself."""
    titles = ", ".join(map(words.gettext, _titles_of(column.key, rules)))
    if titles and column.each:
        return words.gettext(N_("%(title)s, %(points)s each"), title=titles, points=column.each)
    if titles:
        return titles
    if column.key == "bonus":
        return ", ".join(words.gettext(row.title) for row in rules.deal_bonuses)
    if says := _said_by_rules(column, rules, words):
        return says
    _, usual = HEADS[column.key]
    return words.gettext(usual, points=rules.going_out.plain) if usual else ""


def _said_by_rules(column: Column, rules: RuleSet, words: Words) -> str:
    """The explanation of a column if these rules need another one than the usual one in `HEADS`; otherwise ""."""
    red, out = rules.threes_of.get("red"), rules.going_out
    turned = TURNED.get(str(sign_by(rules, "red"))) if red and red.alike else None
    match column.key:
        case "min" if rules.opening.natural_group:
            return words.gettext(N_("opening minimum that applied, with a meld of natural cards"))
        case "cards" if sign_by(rules, "melded") == "canasta":
            return words.gettext(N_("value of the melds, minus without a canasta"))
        case "natural" | "mixed" if column.each:
            return words.gettext(EACH[column.key], points=column.each)
        case "red" if red and turned:
            return words.gettext(turned, points=red.each)
        case "out" if out.concealed:
            says, concealed = N_("going out %(points)s, concealed %(concealed)s"), out.hand_canasta or out.concealed
            return words.gettext(says, points=out.plain, concealed=concealed)
        case "hand" if rules.second_hand.of == "player":
            return words.gettext(N_("cards left in hand and foot"))
        case "penalties" if rules.second_hand.of == "side":
            return words.gettext(N_("penalties, and a pozzetto not taken"))
    return ""


def _titles_of(key: str, rules: RuleSet) -> tuple[str, ...]:
    """The game's own names of the canastas of a column; empty unless all of them have one."""
    if key not in ("natural", "mixed", "wild", "other"):
        return ()
    rows = [rules.canasta_kinds[kind] for kind in rules.counts_as.values()]
    groups = [(row.like or row.kind or row.key, row.title) for row in rows]
    titles = [title for group, title in groups if (group if group in ("natural", "mixed", "wild") else "other") == key]
    return tuple(dict.fromkeys(titles)) if all(titles) else ()


def sum_of(columns: Sequence[Column], rules: RuleSet, words: Words) -> str:
    """The sentence that explains how the columns of a deal add up to its sum; "" if none is needed."""
    heads = {column.key: head(column.key, rules, words) for column in columns}
    if [column.key for column in columns if column.each] == [*COUNTED]:
        says = N_("%(deal)s = %(cards)s + %(natural_points)s × %(natural)s + %(mixed_points)s × %(mixed)s"
                  " + the others as signed.")  # fmt: skip
        worth = {f"{kind}_points": rules.bonus_of[kind] for kind in COUNTED}
        parts = {key: heads[key] for key in ("deal", "cards", *COUNTED)}
        return words.gettext(says, **parts, **worth)
    if "cards" not in heads:
        return ""
    if "min" not in heads:
        return words.gettext(N_("%(deal)s = the sum of the row."), deal=heads["deal"])
    says = N_("%(deal)s = the sum of the row without %(minimum)s")
    return words.gettext(says, deal=heads["deal"], minimum=heads["min"])


def verdict_line(verdict: SheetVerdict, words: Words) -> str:
    """The state of the match in a sentence."""
    sentence = VERDICTS["level" if verdict.leader is None and not verdict.over else verdict.state]
    return words.gettext(sentence, side=verdict.leader, margin=verdict.margin)


def margin_of(verdict: SheetVerdict, words: Words) -> str:
    """The margin of a match that was won; otherwise "draw" or "still playing"."""
    return words.gettext(MARGINS[verdict.state], margin=verdict.margin)


def rules_line(rules: RuleSet, title: str, format_: str, code: str | None, words: Words) -> str:
    """The rules in one line: the game, its format, the number of cards dealt, the end, what happens after a tie, and
    the points for a red three left in the hand. The title of the penalty `code`, if it is not None, comes last."""
    end, red, cards = rules.end, rules.threes_of.get("red"), rules.table.hand_size
    parts = [title, format_, words.ngettext("%(num)s card each", "%(num)s cards each", cards)]
    if end.deals is None:
        parts.append(words.gettext(N_("target %(points)s"), points=end.target))
    else:
        parts.append(words.ngettext("%(num)s deal", "%(num)s deals", end.deals))
    parts.append(words.gettext(TIES[end.tie]))
    if red and isinstance(red.in_hand, int):
        parts.append(words.gettext(N_("red three in hand %(points)s"), points=red.in_hand))
    return " · ".join([*parts, code] if code else parts)


def moment_name(key: str, words: Words) -> str:
    """The name of a moment of play."""
    return words.pgettext(*MOMENTS[key])


#: Widths in millimetres of a box for four digits and of a box for three. `THREE_FIGURES` are columns that need only
#: three digits; columns of counts, which need fewer, also have narrow boxes.
BOX, NARROW_BOX = 9.0, 6.5
THREE_FIGURES = ("min", "out")
#: The left and right margin in millimetres, the same as in `blank.css`.
MARGIN = 7.0
#: The height in millimetres of a row to write in, and the minimum and maximum number of rows on a sheet.
PEN_ROW = 8.0
LEAST_ROWS, MOST_ROWS = 6, 24


class BlankSheet(Struct, kw_only=True):
    """An empty score sheet. Titles are in the sheet's language; `names` are those of the sides, or empty."""

    rules: RuleSet
    imprint: Imprint
    rule_set: str
    format: str
    penalty_code: str = ""
    names: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of each side."""
        return blank_columns(self.rules)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides, or "" for each side if there are none."""
        return self.names or ("",) * self.rules.table.sides


def blank_columns(rules: RuleSet) -> tuple[Column, ...]:
    """The columns that a side needs under this rule set, in the order of the sheet."""
    earned = {
        "wild": any(rules.canasta_kinds[kind].of == ("wild",) for kind in rules.counts_as.values()),
        "other": any((rules.canasta_kinds[kind].like or kind) not in COLUMNS for kind in rules.counts_as.values()),
        "min": has_openings(rules),
        "premiums": rules.premiums.stacking != "none",
        "special": any(row.played for row in rules.special_hands),
        "bonus": any(row.each for row in rules.deal_bonuses),
        "red": "red" in rules.threes_of,
        "black": "black" in rules.threes_of,
        "excess": rules.fines.excess_wilds_minus,
    }
    worth = rules.bonus_of
    likened = [rules.canasta_kinds[kind] for kind in rules.counts_as.values()]
    apart = any(row.like in COUNTED and worth[row.key] != worth[row.like] for row in likened)
    counted = {} if apart else {kind: bonus for kind, bonus in worth.items() if kind in COUNTED}
    return tuple(Column(key, counted.get(key)) for key in COLUMNS if earned.get(key, True))


def pen_widths(columns: tuple[Column, ...]) -> tuple[float, ...]:
    """The width of a side's box in each of these columns, in millimetres."""
    return tuple(NARROW_BOX if column.each or column.key in THREE_FIGURES else BOX for column in columns)


def has_room(sheet: BlankSheet, paper: Paper, *, landscape: bool) -> bool:
    """Return whether the boxes of all sides fit next to each other on this paper."""
    width = (paper.height if landscape else paper.width) - 2 * MARGIN
    return table_width(pen_widths(sheet.columns), len(sheet.sides)) <= width
